import { knownByNames } from "../../desk/known-sellers.ts";
import type { SellersTestOutput } from "../../desk/reads/test-seller.ts";

export function sellerTestText({ seller, address, credential, calls }: SellersTestOutput): string {
  const known = credential === undefined ? "no credential of its own is set" : knownByNames[credential];
  const lines = calls.map(({ task, accepted, says }) => `  ${accepted ? "yes" : "NO "}  ${task}: ${says}`);
  return [`${seller} at ${address} (${known})`, ...lines].join("\n");
}

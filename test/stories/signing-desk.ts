import { createPrivateKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import type { Algorithm } from "../../src/protocol/keys/algorithms.ts";
import type { SigningKey } from "../../src/protocol/signing/sign.ts";
import { type BuyerHost, openBuyerHost } from "./buyer-host.ts";

const pairs: Readonly<Record<Algorithm, () => KeyObject>> = {
  ed25519: () => generateKeyPairSync("ed25519").privateKey,
  "ecdsa-p256-sha256": () => generateKeyPairSync("ec", { namedCurve: "prime256v1" }).privateKey,
  "rsa-pss-sha512": () => generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey,
};

const pemOf = (key: KeyObject) => key.export({ type: "pkcs8", format: "pem" }).toString();

/** The desk's private keys by file name: one of each algorithm, and one that nobody publishes. */
export const keyFiles: ReadonlyMap<string, string> = new Map([
  ...(["ed25519", "ecdsa-p256-sha256", "rsa-pss-sha512"] as const).map(
    (algorithm) => [`${algorithm}.pem`, pemOf(pairs[algorithm]())] as const,
  ),
  ["unpublished.pem", pemOf(pairs["ecdsa-p256-sha256"]())],
]);

/** The id of a key that is published as revoked. */
export const revoked = "desk-revoked";

/** The desk's host with its public keys: `desk-<algorithm>`, and one that is revoked. */
export async function openSigningDesk(): Promise<BuyerHost> {
  const key = (keyId: string, algorithm: Algorithm): SigningKey => ({
    keyId,
    algorithm,
    privateKey: createPrivateKey(keyFiles.get(`${algorithm}.pem`) ?? ""),
  });
  const keys = [
    key("desk-ed25519", "ed25519"),
    key("desk-ecdsa-p256-sha256", "ecdsa-p256-sha256"),
    key("desk-rsa-pss-sha512", "rsa-pss-sha512"),
    key(revoked, "rsa-pss-sha512"),
  ];
  const host = await openBuyerHost(() => ({ keys }));
  host.publish((entry) => (entry["kid"] === revoked ? { ...entry, revoked_at: "2026-01-01" } : entry));
  return host;
}

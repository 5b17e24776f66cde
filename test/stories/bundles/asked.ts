import { readPolicyFile } from "../../../src/campaign/govern/files/policy-file.ts";
import type { Ledger } from "../../../src/ledger/ledger.ts";

/** A person is asked about each order. */
export function asking() {
  const text = `version: 1
name: Asked
rules:
  - id: ask-about-orders
    on: [create_media_buy]
    when: { amount: { over: "0 EUR" } }
    then: ask_human
`;
  const reading = readPolicyFile(text, "asked.yaml");
  if (reading.type === "invalid") throw new Error(reading.problems.join("\n"));
  return [reading.policy];
}

/** What is bound of the budget, by the ledger: the state of each reservation, and its minor units. */
export async function boundIn({ ledger }: { readonly ledger: Pick<Ledger, "reservations"> }) {
  const all = await ledger.reservations();
  return all
    .filter(({ claim }) => claim.scope === "budget")
    .map(({ state, claim }) => [state, claim.minor] as const);
}

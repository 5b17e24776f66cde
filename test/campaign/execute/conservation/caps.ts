import { readPolicyFile } from "../../../../src/campaign/govern/files/policy-file.ts";
import type { Cap, Policy } from "../../../../src/campaign/model/policy/policy.ts";

/** Caps in minor units of EUR. What is absent is not capped. */
export type Caps = { readonly [Per in Cap["per"]]?: number };

/** Each cap tight once, then several together; steps cost 100 to 600 euros each. */
export const capSets: readonly [Caps, ...Caps[]] = [
  {},
  { call: 40_000 },
  { plan: 90_000 },
  { campaign: 80_000 },
  { seller: 70_000 },
  { day: 70_000 },
  { run: 70_000 },
  { brand: 100_000 },
  { call: 50_000, seller: 90_000, day: 100_000, brand: 150_000 },
  { plan: 150_000, campaign: 90_000, seller: 80_000, day: 80_000, run: 120_000, brand: 160_000 },
];

const known = new Map<Caps, readonly Policy[]>();

/** The policies that hold these caps; a person is asked about what costs more than 500 euros. */
export function policiesWith(caps: Caps): readonly Policy[] {
  const before = known.get(caps);
  if (before !== undefined) return before;
  const lines = Object.entries(caps).map(
    ([per, minor]) => `  - { per: ${per}, amount: "${minor / 100} EUR" }`,
  );
  const text = [
    "version: 1",
    "name: Caps",
    "rules:",
    '  - { id: large, on: [create_media_buy], when: { amount: { over: "500 EUR" } }, then: ask_human }',
    ...(lines.length === 0 ? [] : ["caps:", ...lines]),
  ].join("\n");
  const reading = readPolicyFile(text, "caps.yaml");
  if (reading.type === "invalid") throw new Error(reading.problems.join("\n"));
  known.set(caps, [reading.policy]);
  return [reading.policy];
}

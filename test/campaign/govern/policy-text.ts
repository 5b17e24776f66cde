import { readPolicyFile } from "../../../src/campaign/govern/files/policy-file.ts";
import type { Facts } from "../../../src/campaign/govern/policies/facts.ts";
import type { Policy } from "../../../src/campaign/model/policy/policy.ts";
import { fromDecimal } from "../../../src/lib/money.ts";

/** A policy of one rule, `when` as it is written in a file. */
export function policyOf(when: string, then = "deny", rest = ""): Policy {
  return policyFrom(
    `version: 1\nname: Test\nrules:\n  - id: r\n    when: ${when}\n    then: ${then}\n${rest}`,
  );
}

export function policyFrom(text: string, file = "test.yaml"): Policy {
  const reading = readPolicyFile(text, file);
  if (reading.type === "invalid") throw new Error(reading.problems.join("\n"));
  return reading.policy;
}

/** A buy of which everything is known. */
export const knownFacts: Required<Facts> = {
  task: "create_media_buy",
  amount: fromDecimal(60_000, "EUR"),
  campaign_total: fromDecimal(100_000, "EUR"),
  change: fromDecimal(60_000, "EUR"),
  cpm: [fromDecimal(12, "EUR"), fromDecimal(30, "EUR")],
  seller_share: 4500,
  channel_share: 5000,
  guaranteed_share: 2000,
  bid_over_floor: [11_000, 15_000],
  sellers: ["a.example"],
  sellerNames: ["a.example"],
  authorisation: ["authorised"],
  channels: ["ctv", "olv"],
  countries: ["DE", "AT"],
  delivery_types: ["guaranteed"],
  formats: ["video_15s", "display_300x250"],
  categories: ["sportswear"],
  missing_data: ["forecast"],
  package_count: 3,
  seller_count: 2,
  flight_days: 42,
  days_until_start: 14,
  start: { from: "2027-01-18", to: "2027-01-18" },
  end: { from: "2027-02-28", to: "2027-02-28" },
  flight: { from: "2027-01-18", to: "2027-02-28" },
  call_day: { from: "2027-01-04", to: "2027-01-04" },
  weekday: ["monday"],
};

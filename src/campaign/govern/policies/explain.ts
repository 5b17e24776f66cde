import { formatMoney } from "../../../lib/money.ts";
import type { Rule } from "./policy.ts";

const subjects: Readonly<Record<string, string>> = {
  amount: "a call costs",
  campaign_total: "the campaign's total is",
  seller_share: "one seller's part of the budget is",
  cpm: "1,000 impressions cost",
  sellers: "the seller is",
  authorisation: "the publishers' word on the seller is",
  channels: "the channel is",
  countries: "the country is",
  delivery_types: "the delivery type is",
  flight_days: "the flight's days are",
  days_until_start: "the days until the start are",
};

const outcomes = {
  deny: "it is refused",
  ask_human: "a person is asked",
  warn: "it is noted",
} as const;

/** A rule as a sentence, made from the rule itself so that it cannot say anything else. */
export function explain(rule: Rule): string {
  const conditions = Object.entries(rule.when).flatMap(([name, test]) =>
    test === undefined ? [] : [`${subjects[name] ?? name} ${comparison(test)}`],
  );
  const where = rule.on === undefined ? "" : ` (${rule.on.join(", ")})`;
  return `When ${conditions.join(" and ")}${where}, ${outcomes[rule.then]}.`;
}

function comparison(test: NonNullable<Rule["when"][keyof Rule["when"]]>): string {
  if ("any_of" in test) return `one of ${test.any_of.join(", ")}`;
  if ("not_in" in test) return `none of ${test.not_in.join(", ")}`;
  if ("under" in test) return `under ${test.under}`;
  if (typeof test.over !== "number") return `over ${formatMoney(test.over)}`;
  return test.over < 1 ? `over ${+(test.over * 100).toFixed(2)} %` : `over ${test.over}`;
}

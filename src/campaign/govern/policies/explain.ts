import { listed } from "../../../lib/english.ts";
import { formatMoney } from "../../../lib/money.ts";
import type { Bound, Comparison, Membership } from "../../model/policy/comparison.ts";
import { type Cap, conditionsOf, type Rule, type Word } from "../../model/policy/policy.ts";
import { formatShare, formatSpan } from "./compare.ts";

/** What a word is about, as the beginning of a sentence; for words that list things also its denial. */
const subjects: Readonly<Record<Word, string | readonly [is: string, isNot: string]>> = {
  amount: "a call costs",
  campaign_total: "the campaign's total is",
  change: "the buy's cost grows by",
  cpm: "1,000 impressions cost",
  seller_share: "one seller's part of the budget is",
  channel_share: "one channel's part of the budget is",
  guaranteed_share: "the part of the budget in guaranteed delivery is",
  bid_over_floor: "a bid as a part of its floor is",
  sellers: ["the seller is", "the seller is not"],
  authorisation: ["the publishers' word on the seller is", "the publishers' word on the seller is not"],
  channels: ["a channel is", "no channel is"],
  countries: ["a country is", "no country is"],
  delivery_types: ["a delivery type is", "no delivery type is"],
  formats: ["a format is", "no format is"],
  categories: ["a category of the brand is", "no category of the brand is"],
  missing_data: ["a seller left out", "no seller left out"],
  package_count: "the number of packages is",
  seller_count: "the number of sellers is",
  flight_days: "the flight's days are",
  days_until_start: "the days until the start are",
  start: "the flight starts",
  end: "the flight ends",
  flight: "the flight runs",
  call_day: "the call is made",
  weekday: ["the call's weekday is", "the call's weekday is not"],
};

const outcomes = {
  deny: "it is refused",
  ask_human: "a person is asked",
  warn: "it is noted",
} as const;

const bounds: Readonly<Record<Bound, string>> = {
  over: "over",
  under: "under",
  at_least: "at least",
  at_most: "at most",
};

const memberships: Readonly<Record<Membership, string>> = {
  any_of: "",
  none_of: "",
  not_in: "something other than ",
};

/** A rule as a sentence, made from the rule itself so that it cannot say anything else. */
export function explain(rule: Rule): string {
  const conditions = conditionsOf(rule).map(({ word, comparison }) => condition(subjects[word], comparison));
  const where = rule.on === undefined ? "" : ` (${rule.on.join(", ")})`;
  return `When ${conditions.join(" and ")}${where}, ${outcomes[rule.then]}.`;
}

const together: Readonly<Record<Exclude<Cap["per"], "call">, string>> = {
  plan: "All calls of one plan together",
  campaign: "All calls of one campaign together",
  seller: "All calls to one seller together",
  day: "All calls of one day (UTC) together",
  run: "All calls of one run together",
  brand: "All calls for one brand together",
};

/** A cap as a sentence. */
export function explainCap({ per, amount, sellers }: Cap): string {
  const calls = per === "call" ? "A call" : together[per];
  const to = sellers === undefined ? "" : ` (${listed(sellers, "or")} alone)`;
  return `${calls}${to} may cost at most ${formatMoney(amount)}.`;
}

function condition(subject: (typeof subjects)[Word], comparison: Comparison): string {
  const [is, isNot] = typeof subject === "string" ? [subject, subject] : subject;
  switch (comparison.kind) {
    case "amount":
      return `${is} ${bounds[comparison.by]} ${formatMoney(comparison.value)}`;
    case "share":
      return `${is} ${bounds[comparison.by]} ${formatShare(comparison.value)}`;
    case "count":
      return `${is} ${bounds[comparison.by]} ${comparison.value}`;
    case "words":
      return `${comparison.by === "none_of" ? isNot : is} ${memberships[comparison.by]}${listed(comparison.value, "or")}`;
    case "day":
      return `${is} ${comparison.by} ${comparison.value}`;
    case "days":
      return `${is} ${comparison.by === "none_of" ? "on none of" : "on"} ${listed(comparison.value.map(formatSpan), "or")}`;
  }
}

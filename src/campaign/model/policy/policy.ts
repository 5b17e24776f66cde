import { z } from "zod";
import { fields } from "../../../lib/described.ts";
import { channels } from "../../../protocol/records/product.ts";
import { type MutationName, mutations } from "../../../protocol/tasks/index.ts";
import {
  amountTest,
  type Comparison,
  countTest,
  daysTest,
  dayTest,
  ratioTest,
  readSeller,
  sellersTest,
  shareTest,
  wordsOf,
  wordsTest,
} from "./comparison.ts";
import { readBy, readMoney } from "./written.ts";

/** Tasks that a rule can be about. */
// The keys of the table are the tasks' names.
export const mutationNames = Object.keys(mutations) as [MutationName, ...MutationName[]];
/** What a seller may have left out of an offer. */
export const offerFields = [
  "price",
  "cpm",
  "forecast",
  "formats",
  "channels",
  "delivery_type",
  "description",
] as const;
/** What publishers may say of a seller; accepted: they could not be asked, and a person has approved an order there. */
export const standings = ["authorised", "not-authorised", "unknown", "accepted"] as const;
export const deliveryTypes = ["guaranteed", "non_guaranteed"] as const;
/** From Sunday on, as the calendar's own numbering has it. */
export const weekdays = [
  "sunday",
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
] as const;

/**
 * What a rule can check. The vocabulary is closed; a word that is not in it is an error of the file, never a rule that silently
 * does nothing. Days are UTC.
 */
export const conditionSchema = fields({
  /** What this call may cost. */
  amount: amountTest,
  /** What the campaign has spent or bound, this call included. */
  campaign_total: amountTest,
  /** How much more a buy may cost after this call: all of a new one, the difference of an update. */
  change: amountTest,
  /** Expected price of 1,000 impressions of a package that is priced by them, or as a whole with impressions that are stated. */
  cpm: amountTest,
  /** This agent's part of the brief's budget, this call included. */
  seller_share: shareTest,
  /** Largest part of the brief's budget that one of this call's channels has, this call included. */
  channel_share: shareTest,
  /** Part of the brief's budget that is bound in guaranteed delivery, this call included. */
  guaranteed_share: shareTest,
  /** A package's bid in an auction as a part of the auction's floor. */
  bid_over_floor: ratioTest,
  sellers: sellersTest,
  /** What the publishers' adagents.json say of the seller, for what is bought. */
  authorisation: wordsOf(standings),
  channels: wordsOf(channels),
  countries: wordsTest,
  delivery_types: wordsOf(deliveryTypes),
  /** Ids of the formats that are bought, built or brought. */
  formats: wordsTest,
  /** What the brand sells, as the brief names it. */
  categories: wordsTest,
  /** What the sellers left out of the offers that are bought. */
  missing_data: wordsOf(offerFields),
  /** Packages of this call. */
  package_count: countTest,
  /** Sellers that the campaign buys from, this call's included. */
  seller_count: countTest,
  flight_days: countTest,
  days_until_start: countTest,
  /** First day of the flight. */
  start: dayTest,
  /** Last day of the flight. */
  end: dayTest,
  /** Every day of the flight. */
  flight: daysTest,
  /** The day on which the call is made. */
  call_day: dayTest,
  weekday: wordsOf(weekdays),
}).partial();

const ruleSchema = fields({
  id: z.string().regex(/^[a-z0-9-]+$/),
  /** Tasks it applies to; every mutating task where absent. */
  on: z.array(z.enum(mutationNames)).min(1).optional(),
  /** All of these must hold. */
  when: conditionSchema.refine((when) => Object.keys(when).length > 0, "name at least one thing to check"),
  // biome-ignore lint/suspicious/noThenProperty: "when … then" is how a buyer reads a rule
  then: z.enum(["deny", "ask_human", "warn"]),
});

const capSchema = fields({
  /** What adds up: a call alone, or all calls of one plan, campaign, seller, UTC day, run or brand. */
  per: z.enum(["call", "plan", "campaign", "seller", "day", "run", "brand"]),
  amount: readBy(readMoney),
  /** Calls to these sellers alone count; all where absent. */
  sellers: z.array(readBy(readSeller)).min(1).optional(),
});

/** A rule file as a media buyer writes it: what to check, how to compare, what follows, and what may be spent at most. */
export const policySchema = fields({
  version: z.literal(1),
  name: z.string().trim().min(1),
  /** shadow: evaluated and reported, without effect. */
  mode: z.enum(["enforce", "shadow"]).default("enforce"),
  rules: z.array(ruleSchema).default([]),
  caps: z.array(capSchema).default([]),
}).superRefine(({ rules, caps }, context) => {
  if (rules.length + caps.length === 0)
    context.addIssue({ code: "custom", message: "there is no rule and no cap in it" });
  for (const [index, { id }] of rules.entries())
    if (rules.findIndex((other) => other.id === id) < index)
      context.addIssue({
        code: "custom",
        path: ["rules", index, "id"],
        message: `"${id}" is the id of another rule already; give each its own`,
      });
  for (const [index, cap] of caps.entries())
    if (caps.findIndex((other) => sameScope(other, cap)) < index)
      context.addIssue({
        code: "custom",
        path: ["caps", index],
        message: `a cap per ${cap.per} in ${cap.amount.currency} for the same sellers is there already; keep one`,
      });
});

export type PolicyRules = z.output<typeof policySchema>;
export type Rule = PolicyRules["rules"][number];
export type Cap = PolicyRules["caps"][number];
export type RuleCondition = z.output<typeof conditionSchema>;
/** A word of the vocabulary. */
export type Word = keyof RuleCondition;

/** A policy in force: its rules, the file they stand in and the digest of that file's text. */
export interface Policy {
  readonly file: string;
  readonly digest: string;
  readonly text: string;
  readonly rules: PolicyRules;
}

/** Policies as the ledger keeps them. */
export function recordsOf(policies: readonly Policy[]): Pick<Policy, "file" | "digest" | "text">[] {
  return policies.map(({ file, digest, text }) => ({ file, digest, text }));
}

export function conditionsOf({ when }: Rule): { readonly word: Word; readonly comparison: Comparison }[] {
  return Object.entries(when).flatMap(([word, comparison]) =>
    // The schema is closed: its keys are words of the vocabulary.
    comparison === undefined ? [] : [{ word: word as Word, comparison }],
  );
}

function sameScope(a: Cap, b: Cap): boolean {
  const sellers = (cap: Cap) => cap.sellers?.toSorted().join(" ");
  return a.per === b.per && a.amount.currency === b.amount.currency && sellers(a) === sellers(b);
}

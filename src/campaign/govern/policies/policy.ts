import { z } from "zod";
import { fromDecimal, isCurrency, type Money } from "../../../lib/money.ts";
import { mutations } from "../../../protocol/tasks/index.ts";

/**
 * A rule file as a media buyer writes it: what to look at, how to compare, and what follows. The vocabulary is closed; a
 * word that is not in it is an error of the file, never a rule that silently does nothing.
 */
const moneyText = z.string().transform((text, context): Money => {
  const match = /^([\d,]+(?:\.\d+)?) ?([A-Z]{3})$/.exec(text.trim());
  const [, amount, currency] = match ?? [];
  if (amount === undefined || currency === undefined || !isCurrency(currency)) {
    context.addIssue({
      code: "custom",
      message: `"${text}" is not an amount; write for example "50,000 EUR"`,
    });
    return z.NEVER;
  }
  return fromDecimal(Number(amount.replaceAll(",", "")), currency);
});

const shareText = z.string().transform((text, context): number => {
  const match = /^(\d+(?:\.\d+)?) ?%$/.exec(text.trim());
  if (match?.[1] === undefined) {
    context.addIssue({ code: "custom", message: `"${text}" is not a share; write for example "40%"` });
    return z.NEVER;
  }
  return Number(match[1]) / 100;
});

const amountTest = z.strictObject({ over: moneyText });
const shareTest = z.strictObject({ over: shareText });
const daysTest = z.union([z.strictObject({ over: z.number() }), z.strictObject({ under: z.number() })]);
const wordsTest = z.union([
  z.strictObject({ any_of: z.array(z.string()).min(1) }),
  z.strictObject({ not_in: z.array(z.string()).min(1) }),
]);

const authorisationTest = z.strictObject({
  any_of: z.array(z.enum(["authorised", "not-authorised", "unknown"])).min(1),
});

/** What a rule can look at. */
export const conditionSchema = z
  .strictObject({
    /** What this call may cost. */
    amount: amountTest,
    /** What the campaign has spent or bound, this call included. */
    campaign_total: amountTest,
    /** This agent's part of the brief's budget, this call included. */
    seller_share: shareTest,
    /** Highest expected price of 1,000 impressions among what is bought. */
    cpm: amountTest,
    sellers: wordsTest,
    /** What the publishers' adagents.json say of the seller, for what is bought. */
    authorisation: authorisationTest,
    channels: wordsTest,
    countries: wordsTest,
    delivery_types: wordsTest,
    flight_days: daysTest,
    days_until_start: daysTest,
  })
  .partial();

export const policySchema = z.strictObject({
  version: z.literal(1),
  name: z.string().min(1),
  /** shadow: judged and reported, without effect. */
  mode: z.enum(["enforce", "shadow"]).default("enforce"),
  rules: z
    .array(
      z.strictObject({
        id: z.string().regex(/^[a-z0-9-]+$/),
        /** Tasks it applies to; every mutating task where absent. */
        on: z.array(z.enum(Object.keys(mutations) as [string, ...string[]])).optional(),
        /** All of these must hold. */
        when: conditionSchema.refine(
          (when) => Object.keys(when).length > 0,
          "name at least one thing to look at",
        ),
        // biome-ignore lint/suspicious/noThenProperty: "when … then" is how a buyer reads a rule
        then: z.enum(["deny", "ask_human", "warn"]),
      }),
    )
    .min(1),
});

export type PolicyRules = z.output<typeof policySchema>;
export type Rule = PolicyRules["rules"][number];
export type RuleCondition = z.output<typeof conditionSchema>;

/** A policy in force: its rules, the file they stand in and the digest of that file's text. */
export interface Policy {
  readonly file: string;
  readonly digest: string;
  readonly text: string;
  readonly rules: PolicyRules;
}

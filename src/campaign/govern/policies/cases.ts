import { z } from "zod";
import { channels } from "../../../protocol/records/product.ts";
import type { Verdict } from "../../model/decisions/verdict.ts";
import { readWord } from "../../model/policy/comparison.ts";
import {
  deliveryTypes,
  mutationNames,
  offerFields,
  type Policy,
  standings,
  weekdays,
} from "../../model/policy/policy.ts";
import { type Reading, readBy, readDaySpan, readMoney, readShare } from "../../model/policy/written.ts";
import { evaluate, findings } from "./evaluate.ts";

const amount = readBy(readMoney).exactOptional();
/** A campaign may be past its budget: a share in a case may be more than the whole. */
const readAnyShare = (written: unknown) => readShare(written, 1_000_000);
const share = readBy(readAnyShare).exactOptional();
const span = readBy(readDaySpan).exactOptional();
const words = wordsAmong();

/** A case beside the rules: what is known of a step, in the words and notations of the rules, and what should follow. */
export const caseSchema = z.strictObject({
  name: z.string().trim().min(1),
  step: z.strictObject({
    task: z.enum(mutationNames),
    amount,
    campaign_total: amount,
    change: amount,
    cpm: readBy(eachOf(readMoney)).exactOptional(),
    seller_share: share,
    channel_share: share,
    guaranteed_share: share,
    bid_over_floor: readBy(eachOf(readAnyShare)).exactOptional(),
    sellers: words,
    authorisation: wordsAmong(standings),
    channels: wordsAmong(channels),
    countries: words,
    delivery_types: wordsAmong(deliveryTypes),
    formats: words,
    categories: words,
    missing_data: wordsAmong(offerFields),
    package_count: z.number().int().nonnegative().exactOptional(),
    seller_count: z.number().int().nonnegative().exactOptional(),
    flight_days: z.number().exactOptional(),
    days_until_start: z.number().exactOptional(),
    start: span,
    end: span,
    flight: span,
    call_day: span,
    weekday: wordsAmong(weekdays),
  }),
  expect: z.enum(["denied", "escalated", "approved"]),
  /** The rule that should decide, where that matters. */
  by: z.string().min(1).exactOptional(),
});
export type PolicyCase = z.output<typeof caseSchema>;

export const casesSchema = z.array(caseSchema).min(1);

/** How a case went. */
export interface CaseResult {
  readonly name: string;
  readonly passed: boolean;
  readonly expected: { readonly verdict: PolicyCase["expect"]; readonly by?: string };
  readonly actual: {
    readonly verdict: Verdict["type"];
    readonly by: readonly string[];
    readonly reasons: readonly string[];
  };
}

const outcomeOf: Partial<Record<Verdict["type"], string>> = {
  denied: "deny",
  escalated: "ask_human",
  approved: "warn",
};

/** Evaluates each case by the policy's own rules; a policy in shadow mode as if it were enforced. */
export function runCases(policy: Policy, cases: readonly PolicyCase[]): CaseResult[] {
  const enforced = [{ ...policy, rules: { ...policy.rules, mode: "enforce" as const } }];
  return cases.map(({ name, step, expect, by }) => {
    const verdict = evaluate(enforced, step);
    const deciding = findings(enforced, step).filter(({ outcome }) => outcome === outcomeOf[verdict.type]);
    const rules = deciding.map(({ rule }) => rule);
    return {
      name,
      passed: verdict.type === expect && (by === undefined || rules.includes(by)),
      expected: { verdict: expect, by },
      actual: { verdict: verdict.type, by: rules, reasons: deciding.map(({ text }) => text) },
    };
  });
}

/** One value, or a list of them. */
function eachOf<Value>(read: (written: unknown) => Reading<Value>) {
  return (written: unknown): Reading<readonly Value[]> => {
    const readings = (Array.isArray(written) ? written : [written]).map(read);
    const wrong = readings.find((reading) => "problem" in reading);
    if (wrong !== undefined) return wrong;
    return { value: readings.flatMap((reading) => ("value" in reading ? [reading.value] : [])) };
  };
}

function wordsAmong(known?: readonly string[]) {
  return readBy(eachOf((written) => readWord(written, known))).exactOptional();
}

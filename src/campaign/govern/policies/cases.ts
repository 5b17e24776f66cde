import { z } from "zod";
import type { Verdict } from "../../model/decisions/verdict.ts";
import type { Policy } from "../../model/policy/policy.ts";
import { evaluate, findings } from "./evaluate.ts";
import { writtenFacts } from "./facts.ts";

/** A case beside the rules: what is known of a step, in the words and notations of the rules, and what should follow. */
export const caseSchema = z.strictObject({
  name: z.string().trim().min(1),
  step: writtenFacts,
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

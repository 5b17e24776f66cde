import { sellerName } from "../../../lib/address.ts";
import type { ExchangeTable, Rates } from "../../../lib/exchange.ts";
import type { Verdict } from "../../model/decisions/verdict.ts";
import type { Comparison } from "../../model/policy/comparison.ts";
import { conditionsOf, type Policy, type Rule, type Word } from "../../model/policy/policy.ts";
import { compare } from "./compare.ts";
import { explain } from "./explain.ts";
import type { Facts } from "./facts.ts";

/** A rule that has something to say of a step. */
export interface Finding {
  readonly file: string;
  readonly rule: string;
  readonly outcome: Rule["then"];
  /** Reported only: the rule's file is in shadow mode. */
  readonly shadow: boolean;
  readonly text: string;
  /** It denies for want of an exchange rate alone. */
  readonly lacksRate: boolean;
}

/**
 * What the policies together say of a step. The strictest rule wins, and a rule that cannot be decided denies; where it only waits for rates of a near day
 * the step is held.
 */
export function evaluate(policies: readonly Policy[], facts: Facts, { exchange, far }: Rates = {}): Verdict {
  const found = findings(policies, facts, exchange);
  const by = { policies: policies.map(({ file }) => file) };
  const reasons = (outcome: string) =>
    found.filter((finding) => finding.outcome === outcome && !finding.shadow).map(({ text }) => text);
  const denied = reasons("deny");
  const decided = found.some(({ outcome, shadow, lacksRate }) => outcome === "deny" && !shadow && !lacksRate);
  if (far !== undefined && denied.length > 0 && !decided)
    return {
      type: "held",
      by,
      reasons: denied.map((reason) => `${reason} of a near day: it would go by ${far}`),
    };
  if (denied.length > 0) return { type: "denied", by, reasons: denied };
  const escalated = reasons("ask_human");
  if (escalated.length > 0) return { type: "escalated", by, reasons: escalated };
  const notes = found.map(({ text, shadow, outcome }) => (shadow ? `would ${outcome}: ${text}` : text));
  return { type: "approved", by, notes };
}

/** Every rule that holds for `facts` or cannot be decided, in the order of the files. */
export function findings(policies: readonly Policy[], facts: Facts, exchange?: ExchangeTable): Finding[] {
  return policies.flatMap(({ file, rules: { mode, rules } }) =>
    rules.flatMap((rule) => {
      const found = apply(rule, facts, exchange);
      if (found === undefined) return [];
      const text = `${file} (${rule.id}): ${found.text}`;
      const { outcome, lacksRate = false } = found;
      return [{ file, rule: rule.id, outcome, shadow: mode === "shadow", text, lacksRate }];
    }),
  );
}

/**
 * Who is named in a list is meant under every other name too. Who is on none is so under its own: nobody gets onto a list by
 * sharing something with who is on it.
 */
function factFor(word: Word, comparison: Comparison, facts: Facts): unknown {
  const { sellers, sellerNames } = facts;
  if (word !== "sellers" || comparison.by !== "any_of" || sellers === undefined) return facts[word];
  return [...new Set([...sellers.map(sellerName), ...(sellerNames ?? [])])];
}

function apply(
  rule: Rule,
  facts: Facts,
  exchange?: ExchangeTable,
): { outcome: Rule["then"]; text: string; lacksRate?: boolean } | undefined {
  if (rule.on?.every((task) => task !== facts.task)) return undefined;
  const answers = conditionsOf(rule).map(({ word, comparison }) =>
    compare(word, factFor(word, comparison, facts), comparison, exchange),
  );
  if (answers.some(({ result }) => result === "no")) return undefined;
  const open = answers.filter(({ result }) => result === "open");
  if (open.length > 0)
    return {
      outcome: "deny",
      text: `cannot be decided, so it denies: ${open.map(({ text }) => text).join("; ")}`,
      lacksRate: open.every(({ lacksRate }) => lacksRate),
    };
  return {
    outcome: rule.then,
    text: `${explain(rule)} Here: ${answers.map(({ text }) => text).join(", ")}.`,
  };
}

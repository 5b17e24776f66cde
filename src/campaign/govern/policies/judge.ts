import { sellerName } from "../../../lib/address.ts";
import type { ExchangeTable } from "../../../lib/exchange.ts";
import type { Comparison } from "../../model/policy/comparison.ts";
import { conditionsOf, type Policy, type Rule, type Word } from "../../model/policy/policy.ts";
import type { Verdict } from "../../model/verdict.ts";
import { compare } from "./compare.ts";
import { explain } from "./explain.ts";
import type { Facts } from "./facts.ts";

/** A rule that has something to say of a step. */
export interface Finding {
  readonly file: string;
  readonly rule: string;
  readonly outcome: Rule["then"];
  /** Told only: the rule's file is in shadow mode. */
  readonly shadow: boolean;
  readonly text: string;
}

/** What the policies together say of a step. The strictest rule wins, and a rule that cannot be decided denies. */
export function judge(policies: readonly Policy[], facts: Facts, exchange?: ExchangeTable): Verdict {
  const found = findings(policies, facts, exchange);
  const by = { policies: policies.map(({ file }) => file) };
  const reasons = (outcome: string) =>
    found.filter((finding) => finding.outcome === outcome && !finding.shadow).map(({ text }) => text);
  const denied = reasons("deny");
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
      return [{ file, rule: rule.id, outcome: found.outcome, shadow: mode === "shadow", text }];
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
): { outcome: Rule["then"]; text: string } | undefined {
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
    };
  return {
    outcome: rule.then,
    text: `${explain(rule)} Here: ${answers.map(({ text }) => text).join(", ")}.`,
  };
}

import { type ExchangeTable, exchangeRate } from "../../../lib/exchange.ts";
import { formatMoney, type Money, toDecimal } from "../../../lib/money.ts";
import type { Verdict } from "../verdict.ts";
import { explain } from "./explain.ts";
import type { Facts } from "./facts.ts";
import type { Policy, Rule, RuleCondition } from "./policy.ts";

/** What the policies together say of a step. The strictest rule wins, and a rule that cannot be decided denies. */
export function judge(policies: readonly Policy[], facts: Facts, exchange?: ExchangeTable): Verdict {
  const hits = policies.flatMap(({ file, rules: { mode, rules } }) =>
    rules.flatMap((rule) => {
      const found = apply(rule, facts, exchange);
      return found === undefined
        ? []
        : [{ ...found, shadow: mode === "shadow", text: `${file} (${rule.id}): ${found.text}` }];
    }),
  );
  const by = policies.length === 0 ? "no local policies" : policies.map(({ file }) => file).join(", ");
  const reasons = (outcome: string) =>
    hits.filter((hit) => hit.outcome === outcome && !hit.shadow).map(({ text }) => text);
  const denied = reasons("deny");
  if (denied.length > 0) return { type: "denied", by, reasons: denied };
  const escalated = reasons("ask_human");
  if (escalated.length > 0) return { type: "escalated", by, reasons: escalated };
  const notes = hits.map(({ text, shadow, outcome }) => (shadow ? `would ${outcome}: ${text}` : text));
  return { type: "approved", by, notes };
}

function apply(
  rule: Rule,
  facts: Facts,
  exchange?: ExchangeTable,
): { outcome: Rule["then"]; text: string } | undefined {
  if (rule.on !== undefined && !rule.on.includes(facts.task)) return undefined;
  const tests = tested(rule.when, facts, exchange);
  if (tests.some((test) => test.result === "no")) return undefined;
  const open = tests.filter((test) => test.result === "open");
  if (open.length > 0)
    return {
      outcome: "deny",
      text: `cannot be decided, so it denies: ${open.map(({ text }) => text).join("; ")}`,
    };
  return { outcome: rule.then, text: `${explain(rule)} Here: ${tests.map(({ text }) => text).join(", ")}.` };
}

interface Test {
  readonly result: "yes" | "no" | "open";
  readonly text: string;
}

function tested(when: RuleCondition, facts: Facts, exchange?: ExchangeTable): Test[] {
  return Object.entries(when).flatMap(([name, test]) => {
    if (test === undefined) return [];
    // Conditions and facts share their names: the schema is closed.
    const fact = facts[name as keyof RuleCondition];
    if (fact === undefined) return [{ result: "open", text: `${name} is not known` } satisfies Test];
    if ("any_of" in test) return [words(name, fact, test.any_of, true)];
    if ("not_in" in test) return [words(name, fact, test.not_in, false)];
    if ("under" in test) return [answer(Number(fact) < test.under, `${name} is ${Number(fact)}`)];
    if (typeof test.over === "number") return [overNumber(name, fact, test.over)];
    return [overMoney(name, fact, test.over, exchange)];
  });
}

function answer(holds: boolean, text: string): Test {
  return { result: holds ? "yes" : "no", text };
}

function overNumber(name: string, fact: unknown, limit: number): Test {
  const shown = name.endsWith("share") ? `${(Number(fact) * 100).toFixed(1)} %` : String(fact);
  return answer(Number(fact) > limit, `${name} is ${shown}`);
}

function overMoney(name: string, fact: unknown, limit: Money, exchange?: ExchangeTable): Test {
  // Facts that are compared with money are money.
  const amount = fact as Money;
  // Nothing is nothing in every currency.
  const rate = amount.minor === 0 ? 1 : exchangeRate(exchange, amount.currency, limit.currency);
  if (rate === undefined)
    return {
      result: "open",
      text: `the rule is in ${limit.currency}, ${name} is in ${amount.currency}, and there is no dated exchange rate`,
    };
  return answer(toDecimal(amount) * rate > toDecimal(limit), `${name} is ${formatMoney(amount)}`);
}

function words(name: string, fact: unknown, list: readonly string[], any: boolean): Test {
  const present = Array.isArray(fact) ? fact.map(String) : [String(fact)];
  const hits = present.filter((word) => list.includes(word) === any);
  return answer(hits.length > 0, `${name}: ${(hits.length > 0 ? hits : present).join(", ") || "none"}`);
}

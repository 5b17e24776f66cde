import type { Brief } from "../../../brief/brief.ts";
import { type ExchangeTable, exchangeDown } from "../../../lib/exchange.ts";
import { type Money, money } from "../../../lib/money.ts";
import type { Comparison } from "../../model/policy/comparison.ts";
import { conditionsOf, type Policy, type Rule } from "../../model/policy/policy.ts";

/** The most that a policy lets one seller get. */
export interface Ceiling {
  readonly amount: Money;
  /** `house-rules.yaml (spread-the-risk)` */
  readonly source: string;
}

/**
 * What policies and caps set as the most for one seller, in the budget's currency. Rules that check something else as well say
 * nothing here, nor does an amount without an exchange rate: the gate checks each order against all of them.
 */
export function ceilingsOf(
  policies: readonly Policy[],
  { budget }: Pick<Brief, "budget">,
  exchange: ExchangeTable | undefined,
): readonly Ceiling[] {
  return policies.flatMap(({ file, rules: { mode, rules, caps } }) => {
    if (mode === "shadow") return [];
    const ofRules = rules.flatMap((rule) => {
      const amount = mostUnder(rule, budget, exchange);
      return amount === undefined ? [] : [{ amount, source: `${file} (${rule.id})` }];
    });
    const ofCaps = caps.flatMap(({ per, amount, sellers }) => {
      const most =
        (per === "call" || per === "seller") && sellers === undefined
          ? exchangeDown(amount, budget.currency, exchange)
          : undefined;
      return most === undefined ? [] : [{ amount: most, source: `${file} (cap per ${per})` }];
    });
    return [...ofRules, ...ofCaps];
  });
}

/** A rule denies where all that it checks holds: the highest of its limits is the most that it lets pass. */
function mostUnder(rule: Rule, budget: Money, exchange: ExchangeTable | undefined): Money | undefined {
  if (rule.then !== "deny" || rule.on?.includes("create_media_buy") === false) return undefined;
  const limits = conditionsOf(rule).map(({ word, comparison }) =>
    word === "seller_share" || word === "amount" || word === "change"
      ? limitIn(comparison, budget, exchange)
      : undefined,
  );
  const known = limits.flatMap((limit) => limit ?? []);
  return known.length === limits.length ? money(Math.max(...known), budget.currency) : undefined;
}

/** Minor units of the budget's currency up to which a comparison does not hold. */
function limitIn(comparison: Comparison, budget: Money, exchange: ExchangeTable | undefined) {
  const { kind, by, value } = comparison;
  if (by !== "over" && by !== "at_least") return undefined;
  const under = by === "over" ? 0 : 1;
  if (kind === "share") return Math.floor((budget.minor * value) / 10_000) - under;
  if (kind !== "amount") return undefined;
  const worth = exchangeDown(value, budget.currency, exchange);
  return worth && worth.minor - under;
}

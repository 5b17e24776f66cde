import { counted, firstOf, listed } from "../../../lib/english.ts";
import { groupBy } from "../../../lib/group-by.ts";
import { formatMoney } from "../../../lib/money.ts";
import type { Market } from "../market.ts";
import { ceilingsOf } from "./policy-ceilings.ts";

/** Offers that are named one by one. */
const mostNamed = 3;

/**
 * What the desk's own rules keep a plan from, in words; undefined where they keep it from nothing.
 * `house-rules.yaml (no-price-above-60-cpm), which refuses apex.example/video/cpm`
 */
export function rulesInTheWay(market: Market): string | undefined {
  const all = [...refusals(market), ...ceilings(market)];
  return all.length === 0 ? undefined : listed(all);
}

function refusals({ offers, forbids }: Market): string[] {
  const refused = offers.flatMap(({ id, ...offer }) => {
    const why = forbids?.({ id, ...offer });
    // A rule's words begin with its file and name: `house-rules.yaml (spread-the-risk): …`
    return why === undefined ? [] : [{ id, rule: why.slice(0, why.indexOf("): ") + 1) }];
  });
  return [...groupBy(refused, ({ rule }) => rule)].map(([rule, own]) => {
    const ids = own.map(({ id }) => id);
    const names = firstOf(ids, mostNamed, (rest) => counted(rest, "more offer"));
    return `${rule}, which refuses ${listed(names)}`;
  });
}

function ceilings({ policies = [], brief, exchange }: Market): string[] {
  return ceilingsOf(policies, brief, exchange)
    .filter(({ amount }) => amount.minor < brief.budget.minor)
    .map(({ amount, source }) => `${source}, at most ${formatMoney(amount)} for one seller`);
}

import { type CapUse, nameScope, noCap } from "../../../ledger/ledger.ts";
import { sellerName } from "../../../lib/address.ts";
import { type ExchangeTable, exchangeRate } from "../../../lib/exchange.ts";
import { currencyDigits, formatMoney, isCurrency, type Money } from "../../../lib/money.ts";
import type { Cap, Policy } from "../../model/policy/policy.ts";
import type { SellerGroup } from "../../model/sellers/seller.ts";
import { explainCap } from "./explain.ts";

/** What caps add up by. What is not known is absent: a cap that needs it refuses. */
export interface Spending {
  /** What the step may cost. */
  readonly amount: Money;
  readonly campaignId: string;
  readonly planId?: string;
  /** Who is paid, by all that it is called and recognised by. */
  readonly seller: Pick<SellerGroup, "names" | "marks">;
  /** UTC date of the call: 2027-01-18. */
  readonly day: string;
  readonly runId?: string;
  readonly brandDomain?: string;
  /** A sandbox of its own: what is spent in it adds up with nothing else. */
  readonly world?: string;
}

/**
 * What a step uses of the caps in force, in each cap's own currency, rounded up; of equal caps the lowest counts. A cap per call
 * is decided here, since no other call adds to it. What cannot be counted is refused, with a sentence why.
 */
export function capUsesOf(
  policies: readonly Policy[],
  spending: Spending,
  exchange?: ExchangeTable,
): readonly CapUse[] | { readonly refused: string } {
  const wrong = uncountable(spending.amount);
  if (wrong !== undefined) return { refused: wrong };
  if (spending.amount.minor === 0) return [];
  const inForce = policies.flatMap(({ file, rules: { mode, caps } }) =>
    mode === "shadow"
      ? []
      : caps
          .filter(({ sellers }) => sellers?.some((one) => spending.seller.names.includes(one)) ?? true)
          .map((cap) => ({ file, cap })),
  );
  const claims = new Map<string, CapUse>();
  for (const { file, cap } of inForce) {
    const refused = (why: string) => ({ refused: `${file} (cap per ${cap.per}): ${why}` });
    const used = capUsesUnder(cap, spending, exchange);
    if ("refused" in used) return refused(used.refused);
    if (cap.per === "call") {
      if (used.every(({ minor }) => minor <= cap.amount.minor)) continue;
      return refused(`${explainCap(cap)} This one costs ${formatMoney(spending.amount)}.`);
    }
    for (const claim of used) {
      const name = JSON.stringify([claim.scope, claim.key, claim.currency]);
      const known = claims.get(name);
      if (known === undefined || claim.cap < known.cap) claims.set(name, claim);
    }
  }
  return [...claims.values()];
}

/** What caps can add up by that are written after a step was bound. A run ends before caps are read again. */
const kept = ["plan", "campaign", "seller", "day", "brand"] as const;

/** What a step is bound with whether or not a cap stands, so that one written later counts it. */
export function fixedCapUses(spending: Spending): readonly CapUse[] {
  const { amount, seller } = spending;
  const claim = (scope: string, key: string): CapUse => ({
    scope,
    key,
    currency: amount.currency,
    minor: amount.minor,
    cap: noCap,
  });
  return [
    ...kept.flatMap((scope) => keysOf(scope, spending).map((key) => claim(scope, keyIn(spending, key)))),
    ...[...new Set(seller.names)].map((name) => claim(nameScope, name)),
  ];
}

/** Why an amount cannot be counted against a cap. */
function uncountable({ minor, currency }: Money): string | undefined {
  if (!isCurrency(currency)) return `the amount is in "${currency}", which is not a currency`;
  if (!Number.isSafeInteger(minor))
    return `an amount of ${minor} minor units of ${currency} cannot be counted`;
  return minor < 0 ? `an amount of ${formatMoney({ minor, currency })} is below zero` : undefined;
}

/** One cap use, or of a cap per seller one for each mark: whoever shares any of them with it shares the cap. */
function capUsesUnder(
  cap: Cap,
  spending: Spending,
  exchange: ExchangeTable | undefined,
): readonly CapUse[] | { readonly refused: string } {
  const { amount, sellers, per } = cap;
  const keys = keysOf(per, spending);
  if (keys.length === 0) return { refused: `the ${per} of the call is not known` };
  const minor = roundedUp(spending.amount, amount.currency, exchange);
  if (typeof minor === "string") return { refused: minor };
  // Calls to the named sellers add up apart from those to all.
  const names = sellers && [...new Set(sellers)].sort();
  return keys.map((key) => ({
    scope: per,
    key: keyIn(spending, names === undefined ? key : `${key} at ${names.join(", ")}`),
    currency: amount.currency,
    minor,
    cap: amount.minor,
    ...(names && { among: { key: keyIn(spending, key), names } }),
  }));
}

function keyIn({ world }: Spending, key: string): string {
  return world === undefined ? key : `${key} in sandbox ${world}`;
}

/** What calls add up by; empty where it is not known. */
function keysOf(per: Cap["per"], spending: Spending): readonly string[] {
  const { campaignId, planId, seller, day, runId, brandDomain } = spending;
  const known = (key: string | undefined) => (key === undefined ? [] : [key]);
  switch (per) {
    case "call":
    case "campaign":
      return [campaignId];
    case "plan":
      return known(planId);
    case "seller":
      return seller.marks;
    case "day":
      return [day];
    case "run":
      return known(runId);
    case "brand":
      return known(brandDomain).map(sellerName);
  }
}

/** Minor units of `to` that `amount` is worth, never too few; a sentence where that is not known. */
function roundedUp(amount: Money, to: string, exchange: ExchangeTable | undefined): number | string {
  if (amount.currency === to) return amount.minor;
  const rate = exchangeRate(exchange, amount.currency, to);
  if (rate === undefined || !Number.isFinite(rate) || rate <= 0)
    return `the cap is in ${to}, the call in ${amount.currency}, and there is no dated exchange rate`;
  const factor = rate * 10 ** (currencyDigits(to) - currencyDigits(amount.currency));
  const minor = Math.ceil(amount.minor * factor);
  return Number.isSafeInteger(minor) ? minor : `${formatMoney(amount)} is too large to be counted in ${to}`;
}

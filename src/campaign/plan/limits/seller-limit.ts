import type { Brief } from "../../../brief/brief.ts";
import { percent } from "../../../lib/english.ts";
import { formatMoney, type Money, money } from "../../../lib/money.ts";
import type { Ceiling } from "./policy-ceilings.ts";

/** Share of the budget that one seller gets at most, where the brief does not say and there is a choice of sellers. */
export const defaultShare = 0.5;

export interface SellerLimit {
  readonly amount: Money;
  /** `50 % of the budget, the default where 3 sellers are available` */
  readonly text: string;
}

/** The least of what the brief, or the default, and the policies let one seller get. */
export function limitPerSeller(
  { budget, limits }: Brief,
  sellers: number,
  ceilings: readonly Ceiling[] = [],
): SellerLimit {
  const share = limits.maxSharePerSeller ?? (sellers > 1 ? defaultShare : 1);
  const basis =
    limits.maxSharePerSeller !== undefined
      ? "the brief's limit"
      : sellers > 1
        ? `the default where ${sellers} sellers are available`
        : "as no other seller is available";
  // The nudge undoes the binary error of shares such as 0.29.
  const amount = money(Math.floor(budget.minor * share * (1 + Number.EPSILON)), budget.currency);
  const own = { amount, text: `${percent(share)} of the budget, ${basis}` };
  return ceilings.reduce<SellerLimit>(
    (least, { amount: most, source }) =>
      most.minor < least.amount.minor ? { amount: most, text: `${formatMoney(most)}, ${source}` } : least,
    own,
  );
}

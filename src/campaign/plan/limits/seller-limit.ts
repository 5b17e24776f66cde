import type { Brief } from "../../../brief/brief.ts";
import { percent } from "../../../lib/english.ts";
import { formatMoney, type Money, money } from "../../../lib/money.ts";
import type { Ceiling } from "./policy-ceilings.ts";

/**
 * Shares of the budget that one seller gets at most, where the brief does not say and there is a choice of sellers: the first is
 * the default. Each further one is taken where money would stay, or nothing could be bought, under those before it.
 */
export const defaultShares = [0.5, 0.6, 0.7, 0.8, 1] as const;

export interface SellerLimit {
  readonly amount: Money;
  /** `50 % of the budget, the default where 3 sellers are available` */
  readonly text: string;
  /** Nobody asked for it. */
  readonly isDefault?: true;
}

/**
 * The least of what the brief, or the default, and the policies let one seller get. `loosened`: to how much, in minor units, the
 * default gave way.
 */
export function limitPerSeller(
  { budget, limits }: Brief,
  sellers: number,
  ceilings: readonly Ceiling[] = [],
  loosened?: number,
): SellerLimit {
  const isDefault = limits.maxSharePerSeller === undefined && sellers > 1;
  const share = limits.maxSharePerSeller ?? (isDefault ? defaultShares[0] : 1);
  const basis = isDefault
    ? `the default where ${sellers} sellers are available`
    : limits.maxSharePerSeller === undefined
      ? "as no other seller is available"
      : "the brief's limit";
  const own =
    isDefault && loosened !== undefined
      ? {
          minor: loosened,
          text: `${percent(loosened / budget.minor)} of the budget, to which ${basis} gave way`,
        }
      : { minor: shareOf(budget, share), text: `${percent(share)} of the budget, ${basis}` };
  return ceilings.reduce<SellerLimit>(
    (least, { amount: most, source }) =>
      most.minor < least.amount.minor ? { amount: most, text: `${formatMoney(most)}, ${source}` } : least,
    { amount: money(own.minor, budget.currency), text: own.text, ...(isDefault && { isDefault }) },
  );
}

/** Whole minor units; the nudge undoes the binary error of shares such as 0.29. */
export function shareOf({ minor }: Money, share: number): number {
  return Math.floor(minor * share * (1 + Number.EPSILON));
}

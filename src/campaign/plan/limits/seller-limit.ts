import type { Brief, Burst } from "../../../brief/brief.ts";
import { percent } from "../../../lib/english.ts";
import { formatMoney, type Money, money, splitWhole } from "../../../lib/money.ts";
import type { Ceiling } from "./policy-ceilings.ts";

/** What one seller gets at most where the brief does not say: the first, unless money would stay under it or nothing be bought. */
export const defaultShares = [0.5, 0.6, 0.7, 0.8, 1] as const;

export interface SellerLimit {
  readonly amount: Money;
  /** `50 % of the budget, the default where 3 sellers are available` */
  readonly text: string;
  /** Nobody asked for it. */
  readonly isDefault?: true;
}

/** The least of what the brief, or the default (to how much it is `loosened`), and the policies let one seller get. */
export function limitPerSeller(
  { budget, limits }: Brief,
  sellers: number,
  ceilings: readonly Ceiling[] = [],
  loosened?: number,
): SellerLimit {
  const { maxSharePerSeller: share = 1 } = limits;
  const isBriefs = limits.maxSharePerSeller !== undefined;
  const own =
    !isBriefs && sellers > 1
      ? defaultLimit(budget, sellers, loosened)
      : {
          amount: money(shareOf(budget, share), budget.currency),
          text: `${percent(share)} of the budget, ${isBriefs ? "the brief's limit" : "as no other seller is available"}`,
        };
  return ceilings.reduce<SellerLimit>(
    (least, { amount: most, source }) =>
      most.minor < least.amount.minor ? { amount: most, text: `${formatMoney(most)}, ${source}` } : least,
    own,
  );
}

function defaultLimit(budget: Money, sellers: number, loosened: number | undefined): SellerLimit {
  const most = loosened ?? shareOf(budget, defaultShares[0]);
  const less = loosened === undefined ? "" : ", which gave way";
  const basis = `the default where ${sellers} sellers are available${less}`;
  const text = `${percent(most / budget.minor)} of the budget, ${basis}`;
  return { amount: money(most, budget.currency), text, isDefault: true };
}

/** What each burst gets of a budget, in whole minor units. */
export function burstMosts(flights: readonly Pick<Burst, "share">[], { minor }: Money): number[] {
  return splitWhole(
    minor,
    flights.map(({ share }) => share),
  );
}

/** Whole minor units; the nudge undoes the binary error of shares such as 0.29. */
export function shareOf({ minor }: Money, share: number): number {
  return Math.floor(minor * share * (1 + Number.EPSILON));
}

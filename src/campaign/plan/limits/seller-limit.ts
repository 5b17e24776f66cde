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
  const isDefault = limits.maxSharePerSeller === undefined && sellers > 1;
  const most = isDefault ? (loosened ?? shareOf(budget, defaultShares[0])) : undefined;
  const share = most === undefined ? (limits.maxSharePerSeller ?? 1) : most / budget.minor;
  const basis = isDefault
    ? `the default where ${sellers} sellers are available${loosened === undefined ? "" : ", which gave way"}`
    : limits.maxSharePerSeller === undefined
      ? "as no other seller is available"
      : "the brief's limit";
  const own = {
    amount: money(most ?? shareOf(budget, share), budget.currency),
    text: `${percent(share)} of the budget, ${basis}`,
    ...(isDefault && { isDefault }),
  };
  return ceilings.reduce<SellerLimit>(
    (least, { amount: most, source }) =>
      most.minor < least.amount.minor ? { amount: most, text: `${formatMoney(most)}, ${source}` } : least,
    own,
  );
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

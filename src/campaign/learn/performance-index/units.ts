import type { LiveBuy, LivePackage } from "../../account/live-buys.ts";
import type { PlacedResult } from "../../measure/place-results.ts";
import type { BuyDelivery } from "../../model/measured/delivery.ts";
import { isSameBuy } from "../../model/step/buy-identity.ts";
import type { Period } from "./periods.ts";

/** What gets an index of its own: a package, or a buy whose figures are not parted by package. */
export interface Unit {
  readonly mediaBuyId: string;
  /** Absent: the buy as a whole. */
  readonly packageId?: string;
  readonly sellerId: string;
  readonly packages: readonly Pick<LivePackage, "packageId" | "lineId">[];
}

/**
 * The units of one buy in a period. Its packages are taken together where a day is reported for the buy alone or parted evenly, and
 * where a result names the buy and no package.
 */
export function unitsOf(
  buy: LiveBuy,
  period: Period,
  { rows }: Pick<BuyDelivery, "rows">,
  results: readonly PlacedResult[],
): Unit[] {
  const { mediaBuyId, sellerId, packages } = buy;
  const within = (day: string) => day >= period.start && day <= period.end;
  const together =
    rows.some(({ date, basis }) => basis === "shared out" && within(date)) ||
    results.some(
      ({ result, packageId, ...of }) =>
        isSameBuy(of, buy) && packageId === undefined && within(result.at.slice(0, 10)),
    );
  if (together && packages.length > 1) return [{ mediaBuyId, sellerId, packages }];
  return packages.map((one) => ({ mediaBuyId, packageId: one.packageId, sellerId, packages: [one] }));
}

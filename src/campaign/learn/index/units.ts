import type { BoughtPackage } from "../../bought.ts";
import type { BuyDelivery } from "../../measure/delivery.ts";
import type { PlacedResult } from "../../place-results.ts";
import type { Period } from "./periods.ts";

/** What gets an index of its own: a package, or a buy whose packages cannot be told apart. */
export interface Unit {
  readonly mediaBuyId: string;
  /** Absent: the buy as a whole. */
  readonly packageId?: string;
  readonly sellerId: string;
  readonly packages: readonly BoughtPackage[];
}

/**
 * The units of one buy in a period. Its packages are taken together where the seller told a day for the buy alone or parts its
 * spend evenly, and where a result names the buy and no package.
 */
export function unitsOf(
  { mediaBuyId, sellerId, rows, findings }: BuyDelivery,
  period: Period,
  packages: readonly BoughtPackage[],
  results: readonly PlacedResult[],
): Unit[] {
  const own = packages.filter((bought) => bought.mediaBuyId === mediaBuyId);
  if (own.length === 0) return [];
  const within = (day: string) => day >= period.start && day <= period.end;
  const together =
    rows.some(({ date, basis }) => basis === "shared out" && within(date)) ||
    findings.some(({ kind }) => kind === "equal split") ||
    results.some(
      ({ result, packageId, ...of }) =>
        of.mediaBuyId === mediaBuyId && packageId === undefined && within(result.at.slice(0, 10)),
    );
  if (together && own.length > 1) return [{ mediaBuyId, sellerId, packages: own }];
  return own.map((bought) => ({
    mediaBuyId,
    packageId: bought.packageId,
    sellerId,
    packages: [bought],
  }));
}

import { liveBuys } from "../account/live-buys.ts";
import type { DeliveryRow, OpenFinding } from "../model/measured/delivery.ts";
import type { CampaignState } from "../model/state/state.ts";
import { isSameBuy } from "../model/step/buy-identity.ts";
import { type PackagePacing, pacingsOf } from "./pacing/package-pacing.ts";

/** What one buy delivered, as its seller reports it, beside what was planned. Spend in the buy's currency, minor units. */
export interface Outcome {
  readonly mediaBuyId: string;
  readonly sellerId: string;
  readonly currency: string;
  /** Days, both inclusive. */
  readonly period: { readonly start: string; readonly end: string };
  /** For the days of which the same figure was reported. */
  readonly planned: { readonly impressions?: number; readonly spendMinor: number };
  readonly delivered: Figures;
  readonly packages: readonly PackageOutcome[];
  /** None of a seller that reports no days; a day that was not reported has no figures. */
  readonly daily: readonly (Figures & {
    readonly date: string;
    readonly plannedImpressions?: number;
    readonly first?: FirstFigures;
  })[];
  /** What was odd about the reports, the last of each kind. */
  readonly findings: readonly OpenFinding[];
  /** The spend of every package on every day of the period is reported, and none will be restated. */
  readonly final: boolean;
}

/** What a restated day was first reported with. */
export interface FirstFigures {
  readonly impressions?: number;
  readonly spendMinor?: number;
  /** When the figures came that stand now: UTC, ISO 8601. */
  readonly restatedAt: string;
}

export interface PackageOutcome extends Figures {
  readonly packageId: string;
  readonly lineId: string;
  readonly productId: string;
  readonly planned: { readonly impressions?: number; readonly spendMinor: number };
  /** Some of it was reported for the whole buy alone, and parted by us. */
  readonly sharedOut: boolean;
}

/** Sums of what was reported; a figure that was reported on no day is absent. */
export interface Figures
  extends Pick<DeliveryRow, "impressions" | "clicks" | "spendMinor" | "completionRate"> {
  /** Days of which the sum holds not all, as some of it was not reported. */
  readonly notReported: Readonly<Record<"impressions" | "clicks" | "spend", number>>;
}

/** How every package of the campaign has run so far, by what its seller reported. */
export function pacings(state: CampaignState): PackagePacing[] {
  return liveBuys(state).flatMap((buy) => {
    const delivery = state.delivery.find((one) => isSameBuy(one, buy));
    return pacingsOf(buy, delivery ?? { rows: [] });
  });
}

import { eachDay } from "../../lib/days.ts";
import { groupBy } from "../../lib/group-by.ts";
import { type LiveBuy, type LivePackage, liveBuys } from "../buys/live-buys.ts";
import { plannedBy } from "../buys/planned-by.ts";
import { type BuyDelivery, type DeliveryRow, daysOfRow } from "../model/measured/delivery.ts";
import type { CampaignState } from "../model/state.ts";
import { isSameBuy } from "../model/step/buy-identity.ts";
import type { Figures, Outcome, PackageOutcome } from "./outcome.ts";

/**
 * What the buys did deliver up to `day`, and what they were to; up to the last day that each seller told where it is absent.
 * Buys that no seller told anything of are left out.
 */
export function outcomesOf(state: CampaignState, day?: string): Outcome[] {
  return liveBuys(state).flatMap((buy) => {
    const delivery = state.delivery.find((one) => isSameBuy(one, buy));
    if (delivery === undefined || delivery.reportedTo < buy.start) return [];
    const [end = buy.end] = [buy.end, delivery.reportedTo, day ?? buy.end].sort();
    return end < buy.start ? [] : [outcomeOf(buy, delivery, end)];
  });
}

function outcomeOf(buy: LiveBuy, delivery: BuyDelivery, end: string): Outcome {
  const { mediaBuyId, sellerId, currency, start } = buy;
  const rows = delivery.rows.filter(({ date }) => date <= end);
  const byPackage = groupBy(rows, ({ packageId }) => packageId);
  const packages = buy.packages.map((one) => packageOutcome(one, byPackage.get(one.packageId) ?? [], end));
  const days = eachDay(start, end);
  const plannedByDay = days.map((day) => impressionsOf(buy.packages.map((one) => planned(one, day))));
  return {
    mediaBuyId,
    sellerId,
    currency,
    period: { start, end },
    planned: {
      spendMinor: packages.reduce((sum, one) => sum + one.planned.spendMinor, 0),
      ...asImpressions(plannedByDay.at(-1)),
    },
    delivered: sumOf(rows),
    packages,
    daily: dailyOf(
      rows.filter(({ from }) => from === undefined),
      new Map(
        days.map((day, i) => [day, { by: plannedByDay[i], before: i === 0 ? 0 : plannedByDay[i - 1] }]),
      ),
    ),
    findings: delivery.findings,
    final: rows.filter(isClosed).flatMap(daysOfRow).length >= days.length * buy.packages.length,
  };
}

function isClosed({ final, spendMinor }: DeliveryRow): boolean {
  return final && spendMinor !== undefined;
}

function packageOutcome(one: LivePackage, rows: readonly DeliveryRow[], end: string): PackageOutcome {
  const { packageId, lineId, productId } = one;
  const { spendMinor, impressions } = planned(one, end);
  return {
    packageId,
    lineId,
    productId,
    ...sumOf(rows),
    planned: { spendMinor: Math.round(spendMinor), ...asImpressions(impressions) },
    sharedOut: rows.some(({ basis }) => basis === "shared out"),
  };
}

interface Planned {
  readonly spendMinor: number;
  readonly impressions?: number;
}

function planned(one: LivePackage, day: string): Planned {
  const spendMinor = plannedBy(one, day);
  const { impressionsPerMinor } = one;
  return {
    spendMinor,
    ...(impressionsPerMinor === undefined ? {} : { impressions: spendMinor * impressionsPerMinor }),
  };
}

/** Of all packages together; undefined where the plan expects none of one of them. */
function impressionsOf(packages: readonly Planned[]): number | undefined {
  return packages.reduce<number | undefined>(
    (sum, { impressions }) =>
      sum === undefined || impressions === undefined ? undefined : sum + impressions,
    0,
  );
}

function asImpressions(impressions: number | undefined): { readonly impressions?: number } {
  return impressions === undefined ? {} : { impressions: Math.round(impressions) };
}

type PlannedDays = ReadonlyMap<
  string,
  { readonly by: number | undefined; readonly before: number | undefined }
>;

function dailyOf(rows: readonly DeliveryRow[], plannedDays: PlannedDays): Outcome["daily"] {
  return [...groupBy(rows, ({ date }) => date)].map(([date, ofDay]) => {
    const { by, before } = plannedDays.get(date) ?? {};
    return {
      date,
      ...sumOf(ofDay),
      ...(by === undefined || before === undefined ? {} : { plannedImpressions: by - before }),
    };
  });
}

function sumOf(rows: readonly DeliveryRow[]): Figures {
  const rated = rows.filter(({ completionRate }) => completionRate !== undefined);
  const views = rated.reduce((sum, { impressions = 0 }) => sum + impressions, 0);
  const completed = rated.reduce(
    (sum, { impressions = 0, completionRate = 0 }) => sum + impressions * completionRate,
    0,
  );
  const total = (of: (row: DeliveryRow) => number | undefined) =>
    rows.reduce((sum, row) => sum + (of(row) ?? 0), 0);
  return {
    impressions: total(({ impressions }) => impressions),
    clicks: total(({ clicks }) => clicks),
    spendMinor: total(({ spendMinor }) => spendMinor),
    ...(views > 0 ? { completionRate: Math.round((completed / views) * 10_000) / 10_000 } : {}),
  };
}

import { eachDay } from "../../lib/days.ts";
import { groupBy } from "../../lib/group-by.ts";
import { sumOver } from "../../lib/money.ts";
import { type LiveBuy, type LivePackage, liveBuys } from "../account/live-buys.ts";
import { type Due, dueOf } from "../account/planned-by.ts";
import { type BuyDelivery, type DeliveryRow, daysOfRow } from "../model/measured/delivery.ts";
import type { CampaignState } from "../model/state/state.ts";
import { isSameBuy } from "../model/step/buy-identity.ts";
import type { Figures, Outcome, PackageOutcome } from "./outcome.ts";

/** What the buys did deliver up to the last day that each seller reported, and what they were to. Buys without a report are left out. */
export function outcomesOf(state: CampaignState): Outcome[] {
  return liveBuys(state).flatMap((buy) => {
    const delivery = state.delivery.find((one) => isSameBuy(one, buy));
    if (delivery === undefined || delivery.reportedTo < buy.start) return [];
    const [end = buy.end] = [buy.end, delivery.reportedTo].sort();
    return end < buy.start ? [] : [outcomeOf(buy, delivery, end)];
  });
}

function outcomeOf(buy: LiveBuy, delivery: BuyDelivery, end: string): Outcome {
  const { mediaBuyId, sellerId, currency, start } = buy;
  const rows = delivery.rows.filter(({ date }) => date <= end);
  const byPackage = groupBy(rows, ({ packageId }) => packageId);
  const days = eachDay(start, end);
  const own = buy.packages.map((one) => reportedOf(one, byPackage.get(one.packageId) ?? []));
  const packages = own.map((one) => packageOutcome(one, days));
  const single = new Set(rows.flatMap(({ from, date }) => (from === undefined ? date : [])));
  const closed = rows.filter(({ final, spendMinor }) => final && spendMinor !== undefined);
  const asWhole = new Set(rows.filter(({ from }) => from !== undefined).flatMap(daysOfRow));
  return {
    mediaBuyId,
    sellerId,
    currency,
    period: { start, end },
    planned: {
      spendMinor: sumOver(packages, (one) => one.planned.spendMinor),
      ...plannedImpressions(packages.map(({ planned }) => planned.impressions)),
    },
    delivered: figuresOf(own, days),
    packages,
    daily: days
      .filter((day) => single.has(day) || !asWhole.has(day))
      .map((date) => ({ ...dayOutcome(date, own), ...firstOf(date, delivery) })),
    findings: delivery.findings,
    final: closed.flatMap(daysOfRow).length >= days.length * buy.packages.length,
  };
}

const figures = ["impressions", "clicks", "spendMinor"] as const;
type Figure = (typeof figures)[number];

/** What a seller reported of one package. */
interface Reported {
  readonly live: LivePackage;
  readonly rows: readonly DeliveryRow[];
  /** The days of which each figure was reported. */
  readonly days: Readonly<Record<Figure, ReadonlySet<string>>>;
  /** What was due of the days of each, in minor units. */
  readonly due: Readonly<Record<"impressions" | "spendMinor", Due>>;
}

function reportedOf(live: LivePackage, rows: readonly DeliveryRow[]): Reported {
  const daysWith = (figure: Figure) =>
    new Set(rows.filter((row) => row[figure] !== undefined).flatMap(daysOfRow));
  return {
    live,
    rows,
    days: {
      impressions: daysWith("impressions"),
      clicks: daysWith("clicks"),
      spendMinor: daysWith("spendMinor"),
    },
    due: {
      impressions: dueOf(live, rows, "impressions", live.impressionsPerMinor),
      spendMinor: dueOf(live, rows),
    },
  };
}

function packageOutcome(one: Reported, days: readonly string[]): PackageOutcome {
  const { packageId, lineId, productId } = one.live;
  const { impressions, spendMinor } = one.due;
  return {
    packageId,
    lineId,
    productId,
    ...figuresOf([one], days),
    planned: {
      spendMinor: Math.round(spendMinor.total),
      ...plannedImpressions([inImpressions(one, impressions.total)]),
    },
    sharedOut: one.rows.some(({ basis }) => basis === "shared out"),
  };
}

/** Undefined where the plan expects no such number. */
function inImpressions({ live: { impressionsPerMinor } }: Reported, minor: number): number | undefined {
  return impressionsPerMinor === undefined ? undefined : minor * impressionsPerMinor;
}

/** Of all packages together; none where the plan expects none of one of them. */
function plannedImpressions(packages: readonly (number | undefined)[]): { readonly impressions?: number } {
  const known = packages.filter((impressions) => impressions !== undefined);
  if (known.length < packages.length) return {};
  return { impressions: Math.round(sumOver(known)) };
}

function firstOf(date: string, { rows, restated }: BuyDelivery): Pick<Outcome["daily"][number], "first"> {
  const isOfDay = (row: DeliveryRow) => row.date === date && row.from === undefined;
  const versions = restated.filter(({ row }) => isOfDay(row));
  const last = versions.at(-1);
  if (last === undefined) return {};
  const first = rows
    .filter(isOfDay)
    .map((row) => versions.find((one) => one.row.packageId === row.packageId)?.row ?? row);
  return {
    first: { ...totalOf(first, "impressions"), ...totalOf(first, "spendMinor"), restatedAt: last.until },
  };
}

function totalOf(rows: readonly DeliveryRow[], figure: Figure): Partial<Record<Figure, number>> {
  const reported = rows.flatMap((row) => row[figure] ?? []);
  return reported.length === 0 ? {} : { [figure]: sumOver(reported) };
}

function dayOutcome(date: string, own: readonly Reported[]): Outcome["daily"][number] {
  const planned = own.map((one) => inImpressions(one, one.due.impressions.days.get(date) ?? 0));
  const known = planned.filter((impressions) => impressions !== undefined);
  const isReported = own.some(({ days }) => days.impressions.has(date));
  const isOfDay = (row: DeliveryRow) => row.date === date && row.from === undefined;
  const ofDay = own.map((one) => ({ ...one, rows: one.rows.filter(isOfDay) }));
  return {
    date,
    ...figuresOf(ofDay, [date]),
    ...(isReported && known.length === planned.length && { plannedImpressions: sumOver(known) }),
  };
}

/** Sums of what was reported of the days, and of how many of them something is not in each sum. */
function figuresOf(packages: readonly Reported[], days: readonly string[]): Figures {
  const rows = packages.flatMap((one) => one.rows);
  const rated = rows.filter(({ completionRate }) => completionRate !== undefined);
  const views = sumOver(rated, ({ impressions = 0 }) => impressions);
  const completed = sumOver(rated, ({ impressions = 0, completionRate = 0 }) => impressions * completionRate);
  const notReported = (figure: Figure) =>
    days.filter((day) => packages.some((one) => !one.days[figure].has(day))).length;
  return {
    ...totalOf(rows, "impressions"),
    ...totalOf(rows, "clicks"),
    ...totalOf(rows, "spendMinor"),
    ...(views > 0 ? { completionRate: Math.round((completed / views) * 10_000) / 10_000 } : {}),
    notReported: {
      impressions: notReported("impressions"),
      clicks: notReported("clicks"),
      spend: notReported("spendMinor"),
    },
  };
}

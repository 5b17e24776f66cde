import { exchangeRate } from "../../../lib/exchange.ts";
import { toDecimal } from "../../../lib/money.ts";
import type { OrderedLine } from "../../account/ordered-lines.ts";
import { type PlacedResult, placeResults } from "../../measure/place-results.ts";
import type { ProductResult } from "../../model/learned/track-record.ts";
import { type DeliveryRow, daysOfRow, impressionsOf } from "../../model/measured/delivery.ts";
import type { CampaignState } from "../../model/state/state.ts";
import { buyKey, isSameBuy } from "../../model/step/buy-identity.ts";

type Metric = ProductResult["metric"];

interface ResultAt extends ProductResult {
  readonly sellerId: string;
}

/** What the buyer counts for each metric; sales are worth what it wrote beside any of its results. */
const typesOf: readonly (readonly [metric: Metric, type: string | undefined])[] = [
  ["conversions", "purchase"],
  ["leads", "lead"],
  ["store_visits", "store_visit"],
  ["sales_value", undefined],
];

/**
 * What came of each product's impressions in one campaign: by its seller's reports, package by package and day by day, and by the
 * buyer's own count, of what the buyer counts at all and up to the day that it has reported in full.
 */
export function productResultsOf(state: CampaignState, lines: readonly OrderedLine[]): ResultAt[] {
  const byBuy = new Map(state.delivery.map((one) => [buyKey(one), one]));
  const { placed } = placeResults(state);
  return lines.flatMap((line) => {
    const { sellerId, productId } = line;
    const rows = (byBuy.get(buyKey(line))?.rows ?? []).filter(
      ({ packageId, basis }) => packageId === line.packageId && basis === "stated",
    );
    const own = [
      ...ofReports(rows, "clicks", ({ clicks }) => clicks),
      ...ofReports(rows, "completed_views", ({ impressions, completionRate }) =>
        completionRate === undefined ? undefined : completionRate * (impressions ?? 0),
      ),
      ...ofBuyer(state, line, rows, placed),
    ];
    return own.map((one) => ({ sellerId, productId, ...one }));
  });
}

type Own = Omit<ProductResult, "productId">;

function ofReports(
  rows: readonly DeliveryRow[],
  metric: Metric,
  unitsOf: (row: DeliveryRow) => number | undefined,
): Own[] {
  const reported = rows.flatMap((row) => {
    const units = unitsOf(row);
    return units === undefined || row.impressions === undefined ? [] : [{ ...row, units }];
  });
  const units = reported.reduce((sum, row) => sum + row.units, 0);
  return reported.length === 0 ? [] : [{ metric, impressions: impressionsOf(reported), units, count: units }];
}

function ofBuyer(
  { results, brief, exchange }: CampaignState,
  line: OrderedLine,
  rows: readonly DeliveryRow[],
  placed: readonly PlacedResult[],
): Own[] {
  const { completeTo } = results ?? {};
  if (completeTo === undefined || brief === undefined) return [];
  const counting = rows.filter(({ date, impressions }) => date <= completeTo && impressions !== undefined);
  const impressions = impressionsOf(counting);
  // What came on a day without a report came of impressions that nobody knows.
  const days = new Set(counting.flatMap(daysOfRow));
  const { currency } = brief.budget;
  return typesOf.flatMap(([metric, type]): Own[] => {
    const counted = placed.filter(({ result }) =>
      type === undefined ? result.value !== undefined : result.type === type,
    );
    const ofBuy = counted.filter((one) => isSameBuy(one, line));
    // Nobody can say which package brought it.
    if (counted.length === 0 || ofBuy.some(({ packageId }) => packageId === undefined)) return [];
    const own = ofBuy.filter(
      ({ packageId, result }) => packageId === line.packageId && days.has(result.at.slice(0, 10)),
    );
    const count = own.length;
    if (type !== undefined) return [{ metric, impressions, units: count, count }];
    const worth = own.map(({ result: { value } }) => {
      const rate = value && exchangeRate(exchange, value.currency, currency);
      return value && rate && toDecimal(value) * rate;
    });
    const units = worth.reduce((sum: number, one) => sum + (one ?? 0), 0);
    return worth.includes(undefined) ? [] : [{ metric, impressions, units, count, currency }];
  });
}

/** The results of all campaigns with one seller, added up by product, metric and currency. */
export function addedUp(all: readonly ResultAt[]): ProductResult[] {
  const sums = new Map<string, ProductResult>();
  for (const { sellerId: _, ...one } of all) {
    const key = JSON.stringify([one.productId, one.metric, one.currency]);
    const { impressions, units, count } = sums.get(key) ?? { impressions: 0, units: 0, count: 0 };
    sums.set(key, {
      ...one,
      impressions: impressions + one.impressions,
      units: units + one.units,
      count: count + one.count,
    });
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
}

import type { Brief } from "../../brief/brief.ts";
import { type RateMetric, servingBrief } from "../../brief/kpi.ts";
import { type ExchangeTable, exchangeRate } from "../../lib/exchange.ts";
import { currencyDigits, isCurrency } from "../../lib/money.ts";
import type { PricingOption } from "../../protocol/records/product.ts";
import {
  type BroughtPoint,
  type Offer,
  type Range,
  type ResponsePoint,
  times,
} from "../model/offers/offer.ts";
import type { Charges } from "./conversion.ts";
import { ownPoints } from "./demographic-code.ts";
import { countedMetrics, figureOf } from "./event-kpis.ts";
import { asSure, curveOf, type Forecast, metricOf, pointWith, ratioOf } from "./forecast.ts";
import type { Pricing } from "./pricing-option.ts";
import { shareOf } from "./read-range.ts";

/** Metrics that a forecast gives, each with the figure that counts it. */
export type Measures = ReadonlyMap<RateMetric, string>;

/** What a forecast says of what a brief may ask for: the seller's own figures, never a usual share. */
export function measuresOf(
  forecast: Forecast,
  { option, brief, charges }: Pick<Terms, "option" | "brief"> & Pick<Pricing, "charges">,
): Measures {
  if (forecast.points.length === 0) return new Map();
  const isOwnGroup =
    forecast.demographic !== undefined && ownPoints(forecast.demographic, brief) !== undefined;
  const measures = new Map<RateMetric, string>();
  for (const metric of countedMetrics) {
    if (metric === "grps" && !isOwnGroup) continue;
    const names = charges?.metric === metric ? [charges.figure] : figureOf(metric, option, brief);
    const figure = names.find((name) => metricOf(forecast, name) !== undefined);
    if (figure !== undefined) measures.set(metric, figure);
  }
  return measures;
}

/** What the figures rest on that serve the brief, where the seller calls them otherwise. */
export function sourcesOf(measures: Measures, brief: Brief): string[] {
  if (measures.size === 0) return [];
  const serving: readonly string[] = servingBrief(brief);
  return [...measures].flatMap(([metric, figure]) =>
    serving.includes(metric) && figure !== metric
      ? [`${metric.replaceAll("_", " ")} are the "${figure}" of its seller's forecast`]
      : [],
  );
}

/** Shares of impressions, each at the largest point that gives both, and of what is charged for. */
export function ratesOf(
  forecast: Forecast,
  measures: Measures,
  charges: Charges | undefined,
  points?: Range,
): Offer["rates"] {
  let rates: Partial<Record<RateMetric, Range>> | undefined = points && { grps: points };
  for (const [metric, figure] of measures) {
    const figures = pointWith(forecast, figure, "impressions");
    // None at all is a figure; it is no price of anything.
    const share = shareOf(figures?.get(figure), figures?.get("impressions"), true);
    if (share !== undefined) rates = { ...rates, [metric]: share };
  }
  return charges?.share === undefined ? rates : { ...rates, [charges.metric]: charges.share };
}

/** How many of what is charged for are forecast. */
export function availableOf(forecast: Forecast, { figure }: Pick<Charges, "figure">): Range | undefined {
  const range = metricOf(forecast, figure);
  return range && asSure(range, forecast.method);
}

interface Terms {
  readonly option: PricingOption;
  readonly brief: Brief;
  readonly exchange?: ExchangeTable;
  readonly pricing: Pricing;
  readonly isWhole: boolean;
}

/**
 * What amounts bring of each metric by the seller's own figures: along its budgets; for what is sold whole, all of it for its price;
 * and where its price is for something else that it forecasts, in proportion to that.
 */
export function bringsOf(forecast: Forecast, measures: Measures, terms: Terms): Offer["brings"] {
  if (measures.size === 0) return undefined;
  const { option, brief, pricing, isWhole, exchange } = terms;
  const factor = minorPer(forecast.currency ?? option.currency, brief.budget.currency, exchange);
  const price = isWhole ? wholeAmount(pricing, terms) : costOfAll(forecast, pricing);
  let brings: Partial<Record<RateMetric, readonly BroughtPoint[]>> | undefined;
  for (const [metric, figure] of measures) {
    const along = isWhole ? undefined : alongBudgets(forecast, figure, factor);
    const points = along ?? allFor(price, forecast, figure);
    if (points.length > 0) brings = { ...brings, [metric]: withTail(points, forecast, { figure, factor }) };
  }
  return brings;
}

function alongBudgets(forecast: Forecast, figure: string, factor: number | undefined) {
  if (factor === undefined) return undefined;
  return curveOf(forecast, figure)?.map(({ budget, range }) => ({
    ...asSure(range, forecast.method),
    amount: minorOf(budget, factor),
  }));
}

function allFor(amount: number | undefined, forecast: Forecast, figure: string): readonly BroughtPoint[] {
  const all = availableOf(forecast, { figure });
  return amount === undefined || all === undefined ? [] : [{ ...all, amount }];
}

/** Where a larger budget gives impressions and no figure of it: as much for each as at the largest that gives both. */
function withTail(
  points: readonly BroughtPoint[],
  forecast: Forecast,
  { figure, factor }: { readonly figure: string; readonly factor: number | undefined },
): readonly BroughtPoint[] {
  const [last, largest] = [points.at(-1), forecast.curve.at(-1)];
  const rate = ratioOf(forecast, figure, "impressions");
  if (last === undefined || largest === undefined || rate === undefined || factor === undefined)
    return points;
  const amount = minorOf(largest.budget, factor);
  const isGiven = forecast.points.some(
    ({ budget = 0, figures }) => budget >= largest.budget && figures.has(figure),
  );
  if (isGiven || amount <= last.amount) return points;
  const tail = times(rate, largest.impressions);
  return tail.mid > last.mid ? [...points, { ...tail, amount }] : points;
}

/** What all that is charged for costs, where it is no impression and is forecast. */
function costOfAll(forecast: Forecast, { charges, cost }: Pricing): number | undefined {
  const available = charges && metricOf(forecast, charges.figure);
  return available && cost && available.mid > 0 ? Math.ceil(available.mid * cost.mid) : undefined;
}

function wholeAmount({ price }: Pricing, { brief, exchange }: Terms): number | undefined {
  if (price === undefined) return undefined;
  const factor = minorPer(price.currency, brief.budget.currency, exchange);
  return factor && minorOf(price.minor / 10 ** currencyDigits(price.currency), factor);
}

/** Minor units of `to` for a major unit of `from`. */
function minorPer(from: string, to: string, exchange: ExchangeTable | undefined): number | undefined {
  const rate = isCurrency(from) ? exchangeRate(exchange, from, to) : undefined;
  return rate && rate * 10 ** currencyDigits(to);
}

function minorOf(budget: number, factor: number): number {
  return Math.ceil(budget * factor * (1 - 4 * Number.EPSILON));
}

/** A forecast's curve with its budgets in minor units of `to`; undefined without one, or without a rate. */
export function responseOf(
  { curve, currency }: Forecast,
  { from, to, exchange }: { readonly from: string; readonly to: string; readonly exchange?: ExchangeTable },
): readonly ResponsePoint[] | undefined {
  const largest = curve.at(-1);
  const factor = minorPer(currency ?? from, to, exchange);
  if (largest === undefined || factor === undefined) return undefined;
  if (largest.budget === 0 || largest.budget * factor > Number.MAX_SAFE_INTEGER) return undefined;
  return curve.map(({ budget, impressions, reach }) => ({
    amount: minorOf(budget, factor),
    impressions,
    reach,
  }));
}

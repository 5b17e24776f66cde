import { type ExchangeTable, exchangeRate } from "../../../lib/exchange.ts";
import { currencyDigits } from "../../../lib/money.ts";
import type { Kpi } from "../../model/brief.ts";
import type { Expectation, Measure } from "../../model/learned/feedback.ts";
import type { CampaignState } from "../../model/state.ts";
import type { Unit } from "./units.ts";

/** A cost of one outcome may be less than a minor unit. */
const manyOutcomes = 1000;

/** What the plan expects of a unit's spend, in `currency`; a sentence says why it expects nothing that can be counted. */
export function expectationOf(
  { packages }: Unit,
  { metric }: Measure,
  currency: string,
  { brief, plan, exchange }: CampaignState,
): Expectation | string {
  const kpi = brief?.kpi;
  if (kpi !== undefined && (kpi.metric === "cpc" || kpi.metric === "cpcv" || kpi.metric === "cpa")) {
    const rate = rateFrom(brief?.budget.currency ?? currency, currency, exchange);
    if (rate === undefined) return `the brief's target cannot be put in ${currency}: no exchange rate`;
    return {
      outcomes: manyOutcomes,
      spendMinor: Math.round(manyOutcomes * kpi.target * rate),
      basis: "the brief's target",
    };
  }
  const lines = packages.map(({ lineId }) => plan?.lines.find((line) => line.lineId === lineId));
  const impressions = lines.map((line) => line?.expectedImpressions ?? 0);
  const spendMinor = lines.reduce((total, line) => total + (line?.budget.minor ?? 0), 0);
  if (impressions.includes(0) || spendMinor === 0) return `the plan expects no number of ${metric}`;
  const outcomes = impressions.reduce((a, b) => a + b, 0) * shareOf(kpi);
  return { outcomes, spendMinor, basis: "the plan's forecast" };
}

/** Outcomes of one impression. */
function shareOf(kpi: Kpi | undefined): number {
  return kpi?.metric === "ctr" || kpi?.metric === "completion_rate" ? kpi.target : 1;
}

/** Minor units of `to` for a major unit of `from`. */
function rateFrom(from: string, to: string, exchange: ExchangeTable | undefined): number | undefined {
  const rate = exchangeRate(exchange, from, to);
  return rate === undefined ? undefined : rate * 10 ** currencyDigits(to);
}

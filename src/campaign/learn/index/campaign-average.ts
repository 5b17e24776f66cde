import { type ExchangeTable, exchangeRate } from "../../../lib/exchange.ts";
import { currencyDigits } from "../../../lib/money.ts";
import type { Expectation, MeasuredDay } from "./inputs.ts";
import { totalOf } from "./reckon-index.ts";

/** Units of which there must be more than one: what stands alone is as good as itself. */
const fewestUnits = 2;

/**
 * What all units of a period brought for their spend, in `currency`: what a unit is held against where the brief has no target
 * for what is counted. A sentence says why there is no average.
 */
export function campaignAverage(
  units: readonly { readonly currency: string; readonly days: readonly MeasuredDay[] }[],
  currency: string,
  exchange: ExchangeTable | undefined,
): Expectation | string {
  if (units.length < fewestUnits) return "there is nothing to compare it with, and the brief has no target";
  const totals = units.map((unit) => {
    const { outcomes, spendMinor } = totalOf(unit);
    const rate = exchangeRate(exchange, unit.currency, currency);
    const digits = currencyDigits(currency) - currencyDigits(unit.currency);
    return { outcomes, spendMinor: rate === undefined ? undefined : spendMinor * rate * 10 ** digits };
  });
  const outcomes = totals.reduce((total, unit) => total + unit.outcomes, 0);
  if (outcomes === 0) return "the whole campaign has no such result in the period";
  let spent = 0;
  for (const { spendMinor } of totals) {
    if (spendMinor === undefined)
      return `the campaign's spend cannot be put in ${currency}: no exchange rate`;
    spent += spendMinor;
  }
  return { outcomes, spendMinor: Math.round(spent), basis: "the campaign's average" };
}

import { type ExchangeTable, exchangeRate } from "../../lib/exchange.ts";
import { currencyDigits, isCurrency } from "../../lib/money.ts";
import type { Forecast } from "./forecast.ts";
import type { ResponsePoint } from "./offer.ts";

/** A forecast's curve with its budgets in minor units of `to`; undefined without one, or without a rate. */
export function responseOf(
  { curve, currency }: Forecast,
  {
    from,
    to,
    exchange,
  }: { readonly from: string; readonly to: string; readonly exchange?: ExchangeTable | undefined },
): readonly ResponsePoint[] | undefined {
  if (curve.length === 0) return undefined;
  const own = currency ?? from;
  const rate = isCurrency(own) ? exchangeRate(exchange, own, to) : undefined;
  if (rate === undefined) return undefined;
  const factor = rate * 10 ** currencyDigits(to);
  if (!(curve.at(-1)?.budget ?? 0) || (curve.at(-1)?.budget ?? 0) * factor > Number.MAX_SAFE_INTEGER)
    return undefined;
  return curve.map(({ budget, impressions, reach }) => ({
    amount: Math.ceil(budget * factor * (1 - 4 * Number.EPSILON)),
    impressions,
    ...(reach !== undefined && { reach }),
  }));
}

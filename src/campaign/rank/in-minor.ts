import { exchangeRate } from "../../lib/exchange.ts";
import { currencyDigits, type Money } from "../../lib/money.ts";
import type { RankContext } from "./criterion.ts";

/** An amount in another currency's minor units, which need not be whole; undefined without a rate. */
export function inMinor(
  amount: Money,
  currency: string,
  exchange: RankContext["exchange"],
): number | undefined {
  const rate = exchangeRate(exchange, amount.currency, currency);
  return rate && amount.minor * rate * 10 ** (currencyDigits(currency) - currencyDigits(amount.currency));
}

import { type ExchangeTable, exchangeDown, exchangeRate } from "../../lib/exchange.ts";
import { currencyDigits, type Money, money } from "../../lib/money.ts";

/**
 * The smallest amount of `currency` that is worth `target` after rounding down: the way back of `exchangeDown`.
 * Undefined where the table does not hold both currencies.
 */
export function amountFor(
  target: Money,
  currency: string,
  table: ExchangeTable | undefined,
): Money | undefined {
  if (target.currency === currency) return target;
  const rate = exchangeRate(table, target.currency, currency);
  if (rate === undefined) return undefined;
  const scale = 10 ** (currencyDigits(currency) - currencyDigits(target.currency));
  const estimate = Math.floor(target.minor * rate * scale);
  // Binary error moves the answer by a unit at most for amounts of money that exist; the bound only ends the search.
  for (let minor = Math.max(0, estimate - 1); minor <= estimate + 3; minor += 1) {
    if (!Number.isSafeInteger(minor)) return undefined;
    const amount = money(minor, currency);
    const worth = exchangeDown(amount, target.currency, table);
    if (worth !== undefined && worth.minor >= target.minor) return amount;
  }
  return undefined;
}

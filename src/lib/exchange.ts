import { z } from "zod";
import { dayMs } from "./days.ts";
import { currencyDigits, type Money, money } from "./money.ts";

/**
 * A dated table of exchange rates: one unit of `base` buys `rates[X]` units of X. Offers are compared through it; what is
 * bought stays in the seller's own currency.
 */
export const exchangeTableSchema = z.strictObject({
  date: z.iso.date(),
  source: z.string().min(1),
  base: z.string().regex(/^[A-Z]{3}$/),
  rates: z.record(z.string().regex(/^[A-Z]{3}$/), z.number().positive()),
});
export type ExchangeTable = Readonly<z.infer<typeof exchangeTableSchema>>;

/** Units of `to` for one unit of `from`; undefined where the table does not hold both. Never a guess. */
export function exchangeRate(table: ExchangeTable | undefined, from: string, to: string): number | undefined {
  if (from === to) return 1;
  const perBase = (currency: string) => (currency === table?.base ? 1 : table?.rates[currency]);
  const a = perBase(from);
  const b = perBase(to);
  return a === undefined || b === undefined ? undefined : b / a;
}

/** `amount` in minor units of another currency, which need not be whole; undefined without a rate. */
export function inMinor(amount: Money, to: string, table: ExchangeTable | undefined): number | undefined {
  const rate = exchangeRate(table, amount.currency, to);
  return rate && amount.minor * rate * 10 ** (currencyDigits(to) - currencyDigits(amount.currency));
}

/**
 * What is wrong with buying by these rates on a day, as words that follow "by"; undefined where they are near enough. `mostMs`: how
 * old they may be, any age where absent. A day ahead may be today elsewhere; more is a slip.
 */
export function tooFar({ date }: ExchangeTable, today: string, mostMs: number | undefined) {
  if (mostMs === undefined) return undefined;
  const age = Date.parse(today) - Date.parse(date);
  if (age < -dayMs) return `exchange rates of ${date}, a day that is to come`;
  return age > mostMs ? `exchange rates of ${date}, which is longer ago than \`exchange_age\`` : undefined;
}

/** What amounts may be compared by on a day: a table, or why none. */
export interface Rates {
  readonly exchange?: ExchangeTable;
  /** Of the table that there is, where it is of no near day: words that follow "by". */
  readonly far?: string;
}

/** The same as `tooFar` of a table that there may be. */
export function nearRates(
  exchange: ExchangeTable | undefined,
  today: string,
  mostMs: number | undefined,
): Rates {
  const far = exchange && tooFar(exchange, today, mostMs);
  return far === undefined ? { ...(exchange && { exchange }) } : { far };
}

/** `amount` in another currency, rounded up to its minor unit: what it comes to is never counted too low. */
export function exchangeUp(amount: Money, to: string, table: ExchangeTable | undefined): Money | undefined {
  if (amount.currency === to) return amount;
  const minor = Math.ceil(inMinor(amount, to, table) ?? Number.NaN);
  return Number.isSafeInteger(minor) ? money(minor, to) : undefined;
}

/** `amount` in another currency, rounded down to its minor unit, so that what it buys back is never more than `amount`. */
export function exchangeDown(amount: Money, to: string, table: ExchangeTable | undefined): Money | undefined {
  const rate = exchangeRate(table, amount.currency, to);
  if (rate === undefined) return undefined;
  if (amount.currency === to) return amount;
  const factor = rate * 10 ** (currencyDigits(to) - currencyDigits(amount.currency));
  const nearest = Math.round(amount.minor * factor);
  return money(nearest / factor <= amount.minor ? nearest : Math.floor(amount.minor * factor), to);
}

import { z } from "zod";
import { grouped } from "./english.ts";

/** An amount in integer minor units (cents, öre, yen) of one ISO 4217 currency. Never a float. */
export const moneySchema = z.object({
  minor: z.number().int(),
  currency: z.string().regex(/^[A-Z]{3}$/),
});
export type Money = Readonly<z.infer<typeof moneySchema>>;

/** An amount of `minor` units. Refuses anything but a safe integer: NaN, infinities, fractions and overflow end here. */
export function money(minor: number, currency: string): Money {
  if (!Number.isSafeInteger(minor))
    throw new RangeError(`${minor} ${currency} is not a whole number of minor units`);
  return { minor, currency };
}

/** Decimal digits of a currency (2 for EUR, 0 for JPY), from the platform's own table. */
export function currencyDigits(currency: string): number {
  const known = digitsByCurrency.get(currency);
  if (known !== undefined) return known;
  if (!currencies.has(currency)) throw new RangeError(`"${currency}" is not an ISO 4217 currency code`);
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat("en", {
    style: "currency",
    currency,
  }).resolvedOptions();
  digitsByCurrency.set(currency, maximumFractionDigits);
  return maximumFractionDigits;
}

export function isCurrency(code: string): boolean {
  return currencies.has(code);
}

/** A decimal amount (`12.5`) as money, rounded half away from zero to the minor unit. */
export function fromDecimal(amount: number, currency: string): Money {
  const scaled = amount * 10 ** currencyDigits(currency);
  // The nudge undoes the binary error of amounts such as 1.005 before rounding.
  const minor = Math.sign(scaled) * Math.round(Math.abs(scaled) * (1 + Number.EPSILON));
  return money(minor === 0 ? 0 : minor, currency);
}

/** Minor units that nobody may write as one amount: several of what is less still add up exactly. */
export const tooMuchToWrite = 1e15;

/** More minor units than any buy is of: so many of them still add up exactly. */
const mostCounted = 1e14;

/** An amount from elsewhere as money; undefined where it cannot be counted with. */
export function countedMoney(amount: number, currency: string): Money | undefined {
  const code = currency.toUpperCase();
  if (!isCurrency(code)) return undefined;
  return Math.abs(amount) * 10 ** currencyDigits(code) <= mostCounted ? fromDecimal(amount, code) : undefined;
}

/** The plain number that goes on the wire, in the currency's major unit. */
export function toDecimal(amount: Money): number {
  const digits = currencyDigits(amount.currency);
  return Number((amount.minor / 10 ** digits).toFixed(digits));
}

export function add(a: Money, b: Money): Money {
  sameCurrency(a, b);
  return money(a.minor + b.minor, a.currency);
}

export function subtract(a: Money, b: Money): Money {
  sameCurrency(a, b);
  return money(a.minor - b.minor, a.currency);
}

export function sum(amounts: readonly Money[], currency: string): Money {
  return amounts.reduce(add, money(0, currency));
}

export function totalMoney<Row>(rows: readonly Row[], currency: string, amount: (row: Row) => Money): Money {
  return sum(rows.map(amount), currency);
}

/** The sum of numbers, or of what `of` gives for each item. */
export function sumOver(numbers: readonly number[]): number;
export function sumOver<Item>(items: readonly Item[], of: (item: Item, place: number) => number): number;
export function sumOver<Item>(items: readonly Item[], of: (item: Item, place: number) => number = Number) {
  let sum = 0;
  for (const [place, item] of items.entries()) sum += of(item, place);
  return sum;
}

/** `total` split in proportion to `weights` by largest remainder: the parts are whole minor units and add up exactly. */
export function split(total: Money, weights: readonly number[]): Money[] {
  return splitWhole(total.minor, weights).map((minor) => money(minor, total.currency));
}

/** A whole number split in proportion to `weights` by largest remainder: the parts are whole and add up exactly. */
export function splitWhole(total: number, weights: readonly number[]): number[] {
  const all = sumOver(weights);
  if (weights.length === 0 || !(all > 0) || weights.some((w) => !(w >= 0)))
    throw new RangeError("a split needs at least one positive weight and no negative ones");
  const exact = weights.map((weight) => (total * weight) / all);
  const parts = exact.map(Math.floor);
  const byRemainder = exact.map((value, i) => ({ i, rest: value - Math.floor(value) }));
  byRemainder.sort((a, b) => b.rest - a.rest || a.i - b.i);
  let left = total - sumOver(parts);
  for (const { i } of byRemainder) {
    if (left <= 0) break;
    parts[i] = (parts[i] ?? 0) + 1;
    left -= 1;
  }
  return parts;
}

/** `EUR 12,500.00`: the code first, so that a column of amounts lines up and no symbol is ambiguous. */
export function formatMoney(amount: Money): string {
  const digits = currencyDigits(amount.currency);
  const scale = 10 ** digits;
  const minor = Math.abs(amount.minor);
  const fraction = digits === 0 ? "" : `.${String(minor % scale).padStart(digits, "0")}`;
  return `${amount.currency} ${amount.minor < 0 ? "-" : ""}${grouped(Math.floor(minor / scale))}${fraction}`;
}

const currencies = new Set(Intl.supportedValuesOf("currency"));
const digitsByCurrency = new Map<string, number>();

function sameCurrency(a: Money, b: Money): void {
  if (a.currency !== b.currency)
    throw new RangeError(`cannot put ${a.currency} and ${b.currency} together without an exchange rate`);
}

/** Minor units that need not be whole, such as an expected price, as money. */
export function formatMinor(minor: number, currency: string): string {
  return formatMoney(money(Math.round(minor), currency));
}

/** What one of something costs, from minor units: to three significant digits, and with as many decimals as its currency has. `EUR 0.0147` */
export function unitCost(minor: number, currency: string): string {
  const digits = currencyDigits(currency);
  const major = minor / 10 ** digits;
  if (!(major > 0) || major >= 10 ** (2 - digits)) return formatMinor(minor, currency);
  const written = major.toFixed(Math.min(20, 2 - Math.floor(Math.log10(major))));
  const [whole = "0", decimals = ""] = written.split(".");
  const kept = decimals.replace(/0+$/, "").padEnd(digits, "0");
  return `${currency} ${kept === "" ? whole : `${whole}.${kept}`}`;
}

/** `amount` times `part` over `whole`, rounded up to a whole minor unit; exact, however large the product. */
export function proportionUp(amount: number, part: number, whole: number): number {
  if (!(whole > 0)) throw new RangeError(`there is no part of ${whole}`);
  const [product, divisor] = [BigInt(amount) * BigInt(part), BigInt(whole)];
  return Number((product + divisor - 1n) / divisor);
}

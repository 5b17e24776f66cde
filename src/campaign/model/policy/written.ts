import { z } from "zod";
import { currencyDigits, isCurrency, type Money, tooMuchToWrite } from "../../../lib/money.ts";

/** A value as a person wrote it in a policy file, or what is wrong with it and what to write. */
export type Reading<Value> = { readonly value: Value } | { readonly problem: string };

/** A schema of what `read` reads. */
export function readBy<Value>(read: (written: unknown) => Reading<Value>) {
  return z.unknown().transform((written, context): Value => {
    const reading = read(written);
    if ("value" in reading) return reading.value;
    context.addIssue({ code: "custom", message: reading.problem, input: written });
    return z.NEVER;
  });
}

/** First and last day, both included, as ISO dates. */
export interface DaySpan {
  readonly from: string;
  readonly to: string;
}

/**
 * "50,000 EUR" or "EUR 50,000.50", exactly: commas stand between thousands only, and no digit is rounded away. What could
 * be read in two ways ("50,00", "50.000") is refused.
 */
export function readMoney(written: unknown): Reading<Money> {
  const refused = (why: string) => ({ problem: `${shown(written)} ${why}; write for example "50,000 EUR"` });
  if (written === undefined) return { problem: 'an amount is missing; write for example "50,000 EUR"' };
  if (typeof written === "number") return refused("has no currency");
  const text = typeof written === "string" ? written.trim() : "";
  const parts = partsOfMoney(text);
  if (parts === undefined) return refused("is not an amount of money");
  const { whole, fraction, currency } = parts;
  if (currency === undefined) return refused("has no currency");
  if (!isCurrency(currency)) return refused(`is in ${currency}, which is not a currency`);
  const digits = currencyDigits(currency);
  if (fraction.length > digits)
    return refused(`has ${fraction.length} digits after the point and ${currency} has ${digits}`);
  const minor = Number(whole.replaceAll(",", "") + fraction.padEnd(digits, "0"));
  return minor < tooMuchToWrite ? { value: { minor, currency } } : refused("is too large");
}

/** The parts of "50,000.50 EUR" or "EUR 50,000.50"; undefined where it is no amount, or names a currency twice. */
function partsOfMoney(text: string) {
  const [, before, amount = "", after] = /^(?:([A-Z]{3}) )?([\d,.]+)(?: ?([A-Z]{3}))?$/.exec(text) ?? [];
  const [, whole, fraction = ""] = /^(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d+))?$/.exec(amount) ?? [];
  if (whole === undefined || (before !== undefined && after !== undefined)) return undefined;
  return { whole, fraction, currency: before ?? after };
}

/** "40%" or "12.5 %" in basis points (hundredths of a per cent), up to `highest`. */
export function readShare(written: unknown, highest = 10_000): Reading<number> {
  const refused = (why: string) => ({ problem: `${shown(written)} ${why}; write for example "40%"` });
  if (typeof written === "number") return refused("has no per cent sign");
  const text = typeof written === "string" ? written.trim() : "";
  const [, whole, fraction = ""] = /^(\d+)(?:\.(\d{1,2}))? ?%$/.exec(text) ?? [];
  if (whole === undefined) return refused("is not a share");
  const basisPoints = Number(whole + fraction.padEnd(2, "0"));
  return basisPoints <= highest ? { value: basisPoints } : refused(`is more than ${highest / 100}%`);
}

/** A whole number, written without quotes. */
export function readCount(written: unknown): Reading<number> {
  return typeof written === "number" && Number.isSafeInteger(written)
    ? { value: written }
    : { problem: `${shown(written)} is not a whole number; write for example 14` };
}

/** A day that the calendar has: "2027-12-24". */
export function readDay(written: unknown): Reading<string> {
  const refused = (why: string) => ({ problem: `${shown(written)} ${why}; write for example 2027-12-24` });
  if (typeof written !== "string" || !/^\d{4}-\d{2}-\d{2}$/.test(written)) return refused("is not a day");
  const time = Date.parse(`${written}T00:00:00Z`);
  // The platform's parser takes 31 February for 3 March.
  const exists = !Number.isNaN(time) && new Date(time).toISOString().startsWith(written);
  return exists ? { value: written } : refused("is not in the calendar");
}

/** "2027-12-24" or "2027-12-24 to 2027-12-26". */
export function readDaySpan(written: unknown): Reading<DaySpan> {
  const [first, last, ...more] = typeof written === "string" ? written.split(" to ") : [written];
  const from = readDay(first);
  const to = last === undefined ? from : readDay(last);
  if (more.length > 0) return { problem: `${shown(written)} is not a day or "first day to last day"` };
  if ("problem" in from) return from;
  if ("problem" in to) return to;
  return from.value <= to.value
    ? { value: { from: from.value, to: to.value } }
    : { problem: `${shown(written)} ends before it begins` };
}

/** A value as it is quoted in a message, cut where it is long. */
export function shown(written: unknown): string {
  if (written === undefined || written === null) return "nothing";
  const text = JSON.stringify(written);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

import { z } from "zod";
import {
  currencyDigits,
  fromDecimal,
  isCurrency,
  type Money,
  moneySchema,
  toDecimal,
  tooMuchToWrite,
} from "../../lib/money.ts";
import { readMoney } from "../grammar/amounts.ts";
import { inEnglish } from "../grammar/question.ts";
import { codecs, type Refuse } from "./codec.ts";
import { field } from "./field.ts";

/** Money with its currency: as a text, or as two fields. */
export const amount = z
  .union([
    z.string().min(1),
    z.strictObject({
      amount: field(z.number().positive(), "In the currency's major unit.", 250000),
      currency: field(z.string(), "ISO 4217 code.", "EUR"),
    }),
  ])
  .brand<"amount">()
  .register(codecs, {
    read: (written, refuse, example) =>
      readAmount(written, (message, below) =>
        refuse(`${message}; write an amount with its currency, such as "${String(example)}"`, below),
      ),
    write: (value) => writeAmount(moneySchema.parse(value)),
  });

/** A part of a whole: a percentage, or a fraction of 1. */
export const share = z
  .union([z.string().regex(/^\d+(?:\.\d+)?\s?%$/), z.number()])
  .brand<"share">()
  .register(codecs, {
    read: readShare,
    write: writeShare,
  });

/** The same, or none of it. */
export const shareOrNone = share.clone().register(codecs, {
  read: (written, refuse) => (partOf(written) === 0 ? 0 : readShare(written, refuse)),
  write: writeShare,
});

/** Least and most of a whole: as two shares, as `20-50%`, or as one share that is both. */
export const leastAndMost = z
  .union([
    z.strictObject({ min: share.optional(), max: share.optional() }),
    z.string().regex(/^\d+(?:\.\d+)?\s?%?(?:\s?(?:-|–|\.\.|to)\s?\d+(?:\.\d+)?\s?%?)?$/),
  ])
  .brand<"range">()
  .register(codecs, {
    read: (written, refuse) => {
      const { min, max } = rangeOf(written);
      for (const part of [min, max]) if (part !== undefined) readShare(part, refuse);
      return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
    },
    write: (value) =>
      Object.fromEntries(Object.entries(Object(value)).map(([end, part]) => [end, writeShare(part)])),
  });

/** Parts of 1. */
export function rangeOf(written: z.output<typeof leastAndMost>): {
  readonly min?: number;
  readonly max?: number;
} {
  if (typeof written === "object")
    return {
      ...(written.min !== undefined && { min: partOf(written.min) }),
      ...(written.max !== undefined && { max: partOf(written.max) }),
    };
  const ends = written.match(/\d+(?:\.\d+)?/g)?.map(Number) ?? [];
  const [min = 0, max = min] = written.includes("%") ? ends.map(ofHundred) : ends;
  return { min, max };
}

/** What a KPI is to come to: a number, a rate as a percentage, a cost with its currency. */
export const target = z
  .union([z.number().positive(), z.string().min(1)])
  .brand<"target">()
  .register(codecs, {
    read: (written, refuse, example) => {
      const figure = typeof written === "string" ? targetOf(written).figure : written;
      return (
        figure ??
        refuse(`"${written}" is no figure; write a number, such as ${String(example)}, 70% or 30 EUR`)
      );
    },
    write: (value) => value,
  });

/** A target in words: what it comes to, and what kind of figure it is; none where it is no figure. */
export function targetOf(written: string): {
  readonly figure?: number;
  readonly isShare?: true;
  readonly cost?: Money;
} {
  if (/^\d+(?:\.\d+)?\s?%$/.test(written)) return { figure: partOf(written), isShare: true };
  if (/^\d{1,3}(?:,\d{3})+$/.test(written)) return { figure: Number(written.replaceAll(",", "")) };
  const read = readMoney(written);
  return read?.type === "clear" ? { figure: toDecimal(read.amount), cost: read.amount } : {};
}

function readShare(written: string | number, refuse: Refuse): number {
  const part = partOf(written);
  if (!(part > 0 && part <= 1)) refuse(`is ${written}; write more than 0 and at most 1, such as 40% or 0.4`);
  return part;
}

function writeShare(value: unknown): unknown {
  const percentage = `${Number((Number(value) * 100).toPrecision(12))}%`;
  return partOf(percentage) === value && percentage.length < "100.00%".length ? percentage : value;
}

function readAmount(
  written: string | { readonly amount: number; readonly currency: string },
  refuse: Refuse,
): Money | undefined {
  if (typeof written === "string") {
    const read = readMoney(written);
    if (read === undefined) return refuse(`"${written}" is not an amount of money`);
    if (read.type === "unclear") return refuse(`"${written}" ${inEnglish(read.problem)}`);
    return read.amount.minor > 0 ? read.amount : refuse(`"${written}" is not more than zero`);
  }
  const { amount, currency } = written;
  if (!isCurrency(currency)) return refuse(`"${currency}" is not a currency code`, ["currency"]);
  if (amount * 10 ** currencyDigits(currency) >= tooMuchToWrite)
    return refuse(`${amount} is too large`, ["amount"]);
  const exact = fromDecimal(amount, currency);
  if (toDecimal(exact) !== amount) return refuse(`${amount} has more decimals than ${currency}`, ["amount"]);
  return exact;
}

/** `250,000.00 EUR`. With three decimals the mark could be read as the one between thousands: those are written as fields. */
function writeAmount(amount: Money): string | { amount: number; currency: string } {
  const digits = currencyDigits(amount.currency);
  if (digits > 2) return { amount: toDecimal(amount), currency: amount.currency };
  const [major = "", rest] = toDecimal(amount).toFixed(digits).split(".");
  const grouped = major.replaceAll(/\B(?=(?:\d{3})+$)/g, ",");
  return `${grouped}${rest === undefined || Number(rest) === 0 ? "" : `.${rest}`} ${amount.currency}`;
}

export function partOf(share: string | number): number {
  return typeof share === "string" ? ofHundred(Number(share.replace("%", ""))) : share;
}

/** 13.636363 of a hundred is 0.13636363. */
function ofHundred(figure: number): number {
  return Number((figure / 100).toPrecision(12));
}

/** With two decimals at most, or as many as are asked for, the last of them rounded. */
export function percent(share: number, round = Math.round, digits = 2): string {
  const whole = 10 ** digits;
  return `${round(Number((share * 100 * whole).toFixed(6))) / whole}%`;
}

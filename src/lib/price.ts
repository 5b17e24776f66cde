import { z } from "zod";
import { currencyDigits, moneySchema, unitCost } from "./money.ts";

/**
 * What one unit costs, in minor units of one currency that need not be whole: a rate and no sum. A view for EUR 0.0035 is 0.35.
 */
export const priceSchema = moneySchema.extend({ minor: z.number().nonnegative() });
export type Price = Readonly<z.infer<typeof priceSchema>>;

/** Prices are kept to a millionth of a minor unit. */
const steps = 1e6;

export const leastPrice = 1 / steps;

/** Beyond any price of media; keeps what is computed from it a safe integer. */
const largest = 1e13;

/**
 * A decimal amount as a price, rounded up: what a seller asks is never understated, and a floor is met. Undefined for an amount that
 * cannot be a price.
 */
export function priceUp(amount: number, currency: string): Price | undefined {
  return priceOf(amount, currency, Math.ceil);
}

/** The same rounded down, for what must not go over a limit. */
export function priceDown(amount: number, currency: string): Price | undefined {
  return priceOf(amount, currency, Math.floor);
}

/** A plain number from the wire, as near as prices are kept. */
export function fromDecimalPrice(amount: number, currency: string): Price {
  return { minor: Math.round(amount * 10 ** currencyDigits(currency) * steps) / steps, currency };
}

/** The plain number that goes on the wire, in the currency's major unit. */
export function toDecimalPrice({ minor, currency }: Price): number {
  const digits = currencyDigits(currency);
  return Number((minor / 10 ** digits).toFixed(digits + Math.log10(steps)));
}

/** To three significant digits, and with four decimals where two do not do: `EUR 0.0150`. */
export function formatPrice({ minor, currency }: Price): string {
  const digits = currencyDigits(currency);
  const written = unitCost(minor, currency);
  const decimals = written.split(".")[1]?.length ?? 0;
  return decimals > digits ? `${written}${"0".repeat(Math.max(0, digits + 2 - decimals))}` : written;
}

function priceOf(amount: number, currency: string, round: (steps: number) => number): Price | undefined {
  const minor = amount * 10 ** currencyDigits(currency);
  if (!(minor >= 0 && minor <= largest)) return undefined;
  const near = fromDecimalPrice(amount, currency);
  // What lies within the binary error of an amount such as 1.1 is the amount.
  const isNear = Math.abs(near.minor - minor) <= minor * 4 * Number.EPSILON;
  return isNear ? near : { minor: round(minor * steps) / steps, currency };
}

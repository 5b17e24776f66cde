import { currencyDigits, type Money, money } from "../../lib/money.ts";

/** Beyond any price of media; keeps what is computed from it a safe integer. */
const largest = 1e13;

/** Undoes the binary error of amounts such as 1.1 before rounding. */
const slack = 4 * Number.EPSILON;

/**
 * A decimal amount in whole minor units, rounded up: what a seller asks is never understated.
 * Undefined for an amount that cannot be a price.
 */
export function minorUp(amount: number, currency: string): Money | undefined {
  const minor = Math.ceil(amount * 10 ** currencyDigits(currency) * (1 - slack));
  return minor >= 0 && minor <= largest ? money(minor, currency) : undefined;
}

import { currencyDigits, type Money, money } from "../../lib/money.ts";

/** Beyond any price of media; keeps what is computed from it a safe integer. */
const largest = 1e13;

/**
 * A decimal amount in whole minor units, rounded up: what a seller asks is never understated, and a floor is met.
 * Undefined for an amount that cannot be a price.
 */
export function minorUp(amount: number, currency: string): Money | undefined {
  return whole(amount, currency, Math.ceil, 1 - slack);
}

/** The same rounded down, for what must not go over a limit. */
export function minorDown(amount: number, currency: string): Money | undefined {
  return whole(amount, currency, Math.floor, 1 + slack);
}

/** Undoes the binary error of amounts such as 1.1 before rounding. */
const slack = 4 * Number.EPSILON;

function whole(amount: number, currency: string, round: (x: number) => number, nudge: number) {
  const minor = round(amount * 10 ** currencyDigits(currency) * nudge);
  return minor >= 0 && minor <= largest ? money(minor, currency) : undefined;
}

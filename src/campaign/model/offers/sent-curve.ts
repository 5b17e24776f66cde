import { type Brief, pacingFor } from "../../../brief/brief.ts";

/**
 * The curve that an order gives its seller, and that the seller is measured by. even-instead: the brief asks for one that orders
 * have no word for.
 */
export const sentCurves = ["even", "front_loaded", "even-instead"] as const;
export type SentCurve = (typeof sentCurves)[number];

/** `sent` is the pacing of the order's package. */
export function sentCurve(
  { pacing: sent }: { readonly pacing?: string },
  wanted: Pick<Brief, "pacing" | "channelPacing">,
  channels: readonly string[],
): SentCurve {
  if (sent === "front_loaded") return sent;
  return pacingFor(wanted, channels) === "even" ? "even" : "even-instead";
}

/**
 * The part of a budget that a curve wants spent when `elapsed` of `length` days are over, 0 to 1. It starts at 0, never
 * falls, and ends at 1.
 */
export function shareBy(curve: SentCurve, elapsed: number, length: number): number {
  const part = length <= 0 ? 1 : Math.min(1, Math.max(0, elapsed / length));
  // The daily rate falls from 1.5 to 0.5 times the even one.
  return curve === "front_loaded" ? part * (1.5 - 0.5 * part) : part;
}

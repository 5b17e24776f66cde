import { sha256 } from "../lib/digest.ts";

const longestMs = 5 * 60_000;

/**
 * How much later than the clock's round hour an installation is at work, in milliseconds: at most a tenth of the period
 * and five minutes, so that not all installations of the world ask the same sellers in the same second. The same
 * installation is always late by the same time.
 */
export function jitterOf(installation: string, periodMs: number): number {
  const share = Number.parseInt(sha256(installation).slice(0, 8), 16) / 2 ** 32;
  return Math.floor(share * Math.min(longestMs, periodMs / 10));
}

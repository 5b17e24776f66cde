import { sha256 } from "../lib/digest.ts";

/** A number from 0 up to 1 that depends on the parts alone: the sandbox's chance repeats in every run. */
export function fraction(...parts: readonly (string | number)[]): number {
  return Number.parseInt(sha256(parts.join("\u0000")).slice(0, 8), 16) / 2 ** 32;
}

/** A repeatable number between `low` and `high`. */
export function between(low: number, high: number, ...parts: readonly (string | number)[]): number {
  return low + (high - low) * fraction(...parts);
}

import { formatCount } from "../../lib/english.ts";

/** `261 million`, `1.2 billion`; below a million to the unit. */
export function rounded(count: number): string {
  if (count < 999_500) return formatCount(count);
  const [divisor, unit] = count < 999_500_000 ? [1e6, "million"] : [1e9, "billion"];
  return `${Number((count / divisor).toPrecision(3)).toLocaleString("en-US")} ${unit}`;
}

/** Two counts that differ on the page: to the unit where rounding makes them look the same. */
export function roundedApart(one: number, other: number): readonly [string, string] {
  const [a, b] = [rounded(one), rounded(other)];
  return a === b ? [formatCount(one), formatCount(other)] : [a, b];
}

/** The largest number of three digits and zeros that is not over `count`. */
export function floored(count: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, count))) - 2);
  return Math.floor(count / step) * step;
}

import type { Product } from "../../../protocol/records/product.ts";

/** How a seller says that it reports what a product delivers. */
export interface Reporting {
  readonly every?: "hour" | "day" | "month";
  /** Hours after the end of a day until its figures are there. */
  readonly delayHours?: number;
  /** It reports what was delivered since the beginning, and no period of it. */
  readonly lifetimeOnly?: true;
}

/** The rhythm of a product's reports, by the public standard's names; absent where its seller says nothing. */
export function reportingOf({ reporting_capabilities: capabilities }: Product): Reporting | undefined {
  const {
    available_reporting_frequencies: frequencies = [],
    expected_delay_minutes: delay,
    date_range_support: range,
  } = capabilities ?? {};
  const every = finest.find(([word]) => frequencies.includes(word))?.[1];
  const lifetimeOnly = range === "lifetime_only";
  if (every === undefined && delay === undefined && !lifetimeOnly) return undefined;
  // Read for thousands of products at once: filled in place.
  const reporting: { -readonly [Key in keyof Reporting]: Reporting[Key] } = {};
  if (every !== undefined) reporting.every = every;
  if (lifetimeOnly) reporting.lifetimeOnly = true;
  if (delay !== undefined) reporting.delayHours = Math.min(longestDelayHours, Math.ceil(delay / 60));
  return reporting;
}

const finest = [
  ["hourly", "hour"],
  ["daily", "day"],
  ["monthly", "month"],
] as const;

/** A seller that says it needs longer is asked all the same. */
const longestDelayHours = 7 * 24;

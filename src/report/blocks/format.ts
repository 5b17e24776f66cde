import { kpiName, unitOf } from "../../brief/kpi.ts";
import type { SentCurve } from "../../campaign/model/offers/sent-curve.ts";
import { counted, formatCount } from "../../lib/english.ts";
import {
  currencyDigits,
  formatMoney,
  type Money,
  money,
  splitWhole,
  sumOver,
  unitCost,
} from "../../lib/money.ts";
import { type Parts, partsIn } from "../../lib/parts.ts";

export { regionName as formatRegion } from "../../brief/grammar/regions.ts";
export { kpiName } from "../../brief/kpi.ts";

interface Range {
  readonly low: number;
  readonly high: number;
}

/** `1.25 M`, `830 k`: three significant digits, for charts and narrow places. */
export function formatShort(value: number): string {
  const [divisor, unit] = value >= 999_500 ? [1e6, " M"] : value >= 1000 ? [1e3, " k"] : [1, ""];
  return `${Number((value / divisor).toPrecision(3))}${unit}`;
}

/** `42 %` of a share between 0 and 1; `12.5 %` with one digit. */
export function formatPercent(share: number, digits = 0): string {
  return `${(share * 100).toFixed(digits)} %`;
}

/** Shares, each in whole percent, that add up to what they are together. */
export function formatShares(shares: readonly number[]): string[] {
  const whole = Math.round(sumOver(shares) * 100);
  return whole > 0
    ? splitWhole(whole, shares).map((part) => formatPercent(part / 100))
    : shares.map((share) => formatPercent(share));
}

/** `+4.3 %`, `-11.3 %`; without a sign where it rounds to nothing. */
export function formatDifference(share: number): string {
  const text = formatPercent(share, 1);
  if (Number.parseFloat(text) === 0) return formatPercent(0, 1);
  return share > 0 ? `+${text}` : text;
}

/** `EUR 8.10 – 9.40`, or one amount where the range is a point. */
export function formatCpmRange(range: Range, currency: string): string {
  const low = unitCost(range.low, currency);
  const high = unitCost(range.high, currency);
  return low === high ? low : `${low} – ${high.slice(currency.length + 1)}`;
}

export function formatCountRange(range: Range): string {
  const low = formatShort(range.low);
  const high = formatShort(range.high);
  return low === high ? low : `${low} – ${high}`;
}

/** `2027-01-18 09:30 UTC`, `2027-01-18 10:30 Europe/Berlin` */
export function formatInstant(iso: string, timeZone = "UTC"): string {
  // Swedes write a day and an hour as ISO 8601 does.
  const local = new Date(iso).toLocaleString("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" });
  return `${local} ${timeZone}`;
}

/** `18 Jan` */
export function formatDay(isoDay: string): string {
  return dayFormat.format(new Date(isoDay));
}

/** `1 March 2027` */
export function formatLongDay(isoDay: string): string {
  return longDayFormat.format(new Date(isoDay));
}

const longDayFormat = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

const dayFormat = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });

/** `3.2 s`, `840 ms` */
export function formatElapsed(milliseconds: number): string {
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}

/** `EUR 12,500`: without decimals where they say nothing; for headlines only. */
export function formatWhole(amount: Money): string {
  return formatMoney(amount).replace(/\.0+$/, "");
}

/** `EUR 12,501`: to the major unit, for tiles; the exact amount stands elsewhere. */
export function formatRounded(amount: Money): string {
  const unit = 10 ** currencyDigits(amount.currency);
  return formatWhole(money(Math.round(amount.minor / unit) * unit, amount.currency));
}

/** `Waits for a person.` */
export function sentence(words: string): string {
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}${/[.!?]$/.test(words) ? "" : "."}`;
}

/** What there is to say, one sentence or word after the other. */
export function textsOf(...parts: readonly Parts<string>[]): string[] {
  return partsIn<string>(parts).filter((part) => part !== "");
}

/** `2027-01-18 to 2027-01-24` */
export function formatPeriod({ start, end }: { readonly start: string; readonly end: string }): string {
  return `${start} to ${end}`;
}

/** `18 January to 28 February 2027`, `18 January 2027`; what is no day stays as it is. */
export function formatSpan({ start, end }: { readonly start: string; readonly end: string }): string {
  if ([start, end].some((day) => Number.isNaN(Date.parse(day)))) return formatPeriod({ start, end });
  if (start === end) return formatLongDay(start);
  const first = formatLongDay(start);
  return `${start.slice(0, 4) === end.slice(0, 4) ? first.slice(0, -5) : first} to ${formatLongDay(end)}`;
}

/** `CPM of EUR 18.00`, `completion rate of 85 %`, `15,000,000 impressions`, `reach of 2,000,000` */
export function formatKpi(
  { metric, target }: { readonly metric: string; readonly target?: number },
  currency: string,
): string {
  const name = kpiName(metric);
  if (target === undefined) return name;
  const amount =
    metric.startsWith("reach") && target < 1
      ? `${formatPercent(target)} of the target group`
      : formatTarget(metric, target, currency);
  return unitOf(metric) === "count" && metric !== "reach" ? `${amount} ${name}` : `${name} of ${amount}`;
}

/** The same in few characters: `15 M`. */
export function shortTarget(metric: string, target: number, currency: string): string {
  return unitOf(metric) === "count" ? formatShort(target) : formatTarget(metric, target, currency);
}

export function isRate(metric: string): boolean {
  return unitOf(metric) === "rate";
}

/** A KPI's figure in its own unit: `85.0 %`, `15,000,000`, `3 times`, `EUR 18.00` */
function formatTarget(metric: string, target: number, currency: string): string {
  switch (unitOf(metric)) {
    case "rate":
      return formatPercent(target, 1);
    case "count":
      return formatCount(target);
    case "times":
      return `${target} times`;
    case "cost":
      return unitCost(target * 10 ** currencyDigits(currency), currency);
  }
}

/** Shown wherever sellers are measured by another curve than the brief's. */
export function evenInstead(lines: readonly { readonly curve?: SentCurve }[]): string {
  const count = lines.filter(({ curve }) => curve === "even-instead").length;
  if (count === 0) return "";
  const which = count === lines.length ? "" : ` of ${counted(count, "package")}`;
  return ` The brief's pacing cannot be booked${which}: delivery there is measured against an even curve.`;
}

export const curveInWords: Readonly<Record<SentCurve, string>> = {
  even: "even",
  front_loaded: "front-loaded",
  "even-instead": "even, as the brief's cannot be booked",
};

/** `cpm-auction` as `CPM auction`. */
export function pricingWords(model = ""): string {
  return model.replace(/^cp\w+/, (name) => name.toUpperCase()).replaceAll(/[-_]/g, " ");
}

/** `non_guaranteed` as `non-guaranteed`. */
export function deliveryWords(type = ""): string {
  return type.replaceAll("_", "-");
}

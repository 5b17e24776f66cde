import { attempt } from "../../../lib/cause.ts";
import { isDay } from "../../../lib/days.ts";
import { isObject, type JsonObject } from "../../../lib/json-object.ts";
import { type Flaw, itemsOf, type RawAnswer } from "../fault.ts";
import { pointer } from "../pointer.ts";
import { aggregated, type Figures, type ReportedBuy, reportedBuys } from "./reported-buys.ts";

/** What is known of a seller's packages beside a report on them. */
export interface Books {
  /** Currencies of packages and of buys, by their ids. */
  readonly currencies: ReadonlyMap<string, string>;
  /** Currencies that anything is sold in. */
  readonly sold: ReadonlySet<string>;
  /** Reporting time zones of packages, by their ids. */
  readonly zones: ReadonlyMap<string, string>;
}

/** A report on delivery: its sums, its currencies and its days. */
export function checkDelivery({ payload }: RawAnswer, books: Books): Flaw[] {
  const buys = reportedBuys(payload);
  const all = aggregated(payload);
  const totals = buys.map((buy) => buy.totals);
  return [
    ...buys.flatMap((buy) => [
      ...checkSums(buy),
      ...checkCurrencies(buy, books),
      ...checkDays(payload, buy, books),
    ]),
    ...(all === undefined ? [] : sumFaults(all, totals, "buys")),
  ];
}

const metrics = ["impressions", "clicks", "spend"] as const;

function checkSums({ totals, packages, days }: ReportedBuy): Flaw[] {
  return [
    ...sumFaults(totals, packages, "packages"),
    ...sumFaults(totals, days, "days"),
    ...packages.flatMap((one) => sumFaults(one, one.days, "days")),
  ];
}

/** A sum is compared where each of its parts has the figure, and money where all is in one currency. */
function sumFaults(whole: Figures, parts: readonly Figures[], kind: "packages" | "days" | "buys"): Flaw[] {
  const currencies = new Set(parts.flatMap(({ currency }) => currency ?? []));
  return metrics.flatMap((metric): Flaw | [] => {
    const total = whole[metric];
    const figures = parts.flatMap((part) => part[metric] ?? []);
    if (total === undefined || parts.length === 0 || figures.length < parts.length) return [];
    if (metric === "spend" && currencies.size > 1) return [];
    const sum = figures.reduce((all, figure) => all + figure, 0);
    if (Math.abs(sum - total) <= roundingOf(metric, parts.length)) return [];
    return {
      rule: `total-not-sum-of-${kind}`,
      path: `${whole.path}${pointer(metric)}`,
      value: total,
      wanted: `the sum of its ${kind} is wanted, which is ${Number(sum.toFixed(2))}`,
      follows: "pacing, caps and claims rest on figures that do not agree",
    };
  });
}

/** Each part may be rounded: a count to one, money to the smallest unit of a currency with two decimals. */
function roundingOf(metric: (typeof metrics)[number], parts: number): number {
  return (metric === "spend" ? 0.01 : 1) * parts + 1e-6;
}

function checkCurrencies({ id: buy = "", packages }: ReportedBuy, { currencies, sold }: Books): Flaw[] {
  return packages.flatMap(({ id = "", path, currency }): Flaw | [] => {
    const known = currencies.get(id) ?? currencies.get(buy);
    const right = known === undefined ? sold : new Set([known]);
    if (right.size === 0 || currency === undefined || right.has(currency)) return [];
    return {
      rule: "package-in-other-currency",
      path: `${path}${pointer("currency")}`,
      value: currency,
      wanted: `one currency for each package is wanted, and it was sold in ${[...right].join(" or ")}`,
      follows: "what it spent is not counted against what was ordered",
    };
  });
}

function checkDays(payload: JsonObject, { packages, days, zoneOwner }: ReportedBuy, books: Books): Flaw[] {
  const period = periodOf(payload);
  const zoneOf = (id: string | undefined) => (id === undefined ? undefined : books.zones.get(id));
  const dated = [
    ...days.map((day) => ({ ...day, zone: zoneOf(zoneOwner) })),
    ...packages.flatMap((one) => one.days.map((day) => ({ ...day, zone: zoneOf(one.id) }))),
  ];
  const twice = [days, ...packages.map((one) => one.days)].flatMap((list) => daysTwice(list));
  const outside = dated.flatMap(({ path, date, zone = "UTC" }): Flaw | [] => {
    if (!isDay(date)) return [];
    const [from, until] = period === undefined ? [] : [dayIn(period.start, zone), dayIn(period.end, zone)];
    if (from === undefined || until === undefined || (date >= from && date <= until)) return [];
    return {
      rule: "day-outside-period",
      path: `${path}${pointer("date")}`,
      value: date,
      wanted: `a day of the report in ${zone}, from ${from} to ${until}, is wanted`,
      follows: "it is counted on a day on which nothing was expected",
    };
  });
  return [...twice, ...outside];
}

function daysTwice(days: ReportedBuy["days"]): Flaw[] {
  const seen = new Set<string>();
  return days.flatMap(({ path, date }): Flaw | [] => {
    if (!seen.has(date)) {
      seen.add(date);
      return [];
    }
    return {
      rule: "day-twice",
      path: `${path}${pointer("date")}`,
      value: date,
      wanted: "each day once is wanted",
      follows: "which of its figures count is not known",
    };
  });
}

function periodOf({ reporting_period: period }: JsonObject): { start: number; end: number } | undefined {
  if (!isObject(period)) return undefined;
  const { start, end } = period;
  const read = { start: Date.parse(String(start)), end: Date.parse(String(end)) };
  return Number.isNaN(read.start) || Number.isNaN(read.end) ? undefined : read;
}

/** The day of an instant in a time zone; undefined in one that nobody knows. */
function dayIn(at: number, timeZone: string): string | undefined {
  return attempt(() => new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" }).format(at));
}

/** Periods are in UTC on the wire, whatever zone a product reports in. */
export function checkPeriod({ payload }: RawAnswer): Flaw[] {
  const period = payload["reporting_period"];
  if (!isObject(period)) return [];
  return (["start", "end"] as const).flatMap((field): Flaw | [] => {
    const value = period[field];
    if (typeof value !== "string" || !/[+-]\d{2}:\d{2}$/.test(value) || /[+-]00:00$/.test(value)) return [];
    return {
      rule: "period-not-in-utc",
      path: pointer("reporting_period", field),
      value,
      wanted: "a time in UTC, which ends with Z, is wanted",
      follows: "it is read with its zone",
    };
  });
}

/** Time zones that products report in and that nobody knows. */
export function checkZones({ payload }: RawAnswer): Flaw[] {
  return itemsOf(payload["products"]).flatMap(([i, { reporting_capabilities: reporting }]): Flaw | [] => {
    const zone = isObject(reporting) ? reporting["timezone"] : undefined;
    if (typeof zone !== "string" || dayIn(0, zone) !== undefined) return [];
    return {
      rule: "unknown-time-zone",
      path: pointer("products", i, "reporting_capabilities", "timezone"),
      value: zone,
      wanted: "UTC or a zone like Europe/Berlin is wanted",
      follows: "its days are taken for days in UTC",
    };
  });
}

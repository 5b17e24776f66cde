import { cleanText } from "../../lib/clean-text.ts";
import { isDay } from "../../lib/days.ts";
import { groupBy } from "../../lib/group-by.ts";
import { countedMoney, formatMoney, isCurrency, money, sumOver, toDecimal } from "../../lib/money.ts";
import type { ResponseOf } from "../../protocol/tasks/index.ts";
import { readPrice } from "../account/agreed-price.ts";
import { flightOf, type LiveBuy, type LivePackage } from "../account/live-buys.ts";
import type { ReportedPrice, SpendOf, SpentInAll } from "../model/measured/delivery.ts";
import {
  type ReportedFigures,
  readFigures,
  unreadable,
  type WireFigures,
} from "../model/measured/figures.ts";

export type Report = ResponseOf<"get_media_buy_delivery">;
type PackageRow = NonNullable<Report["by_package"]>[number];
type DayRow = NonNullable<Report["timeseries"]>[number];

export interface Period {
  readonly start: string;
  readonly end: string;
}

export type ReportedDay = ReportedFigures & { readonly final?: boolean };
/** By date. */
export type Days = ReadonlyMap<string, ReportedDay>;

/** What a report shows as spent in the buy's currency, in minor units. */
export interface ReportedSpend {
  readonly total?: number;
  /** Of rows that are of the buy's packages, or may be. */
  readonly own: number;
  /** Of rows of packages that are not the buy's. */
  readonly unknown: readonly SpendOf[];
  /** Of the same, in what cannot be counted in it. */
  readonly uncounted: NonNullable<SpentInAll["uncounted"]>;
  /** On days of the buy's that lie outside of its flight. */
  readonly outside: readonly SpendOf[];
}

/** A seller's report, read for one buy: figures in its currency, rows by what was bought, and what was odd. */
export interface OpenReport {
  readonly period: Period;
  readonly whole: ReportedDay;
  /** Absent where the seller reports no days. */
  readonly wholeDays?: Days;
  readonly packages: ReadonlyMap<string, { readonly total: ReportedDay; readonly days?: Days }>;
  /** It names single days or packages: a total of nothing says nothing of one that it does not name. */
  readonly lists: boolean;
  /** The seller says that some of it is not there yet. */
  readonly unfinished: boolean;
  readonly final?: boolean;
  readonly sandbox: boolean;
  readonly matched: Matched;
  readonly spent: ReportedSpend;
  /** What it says of each package's price. */
  readonly prices: readonly ReportedPrice[];
  /** Days outside of the period. */
  readonly strayDays: readonly string[];
  /** Currencies other than the buy's. */
  readonly currencies: readonly string[];
  /** Figures that were reported as null or as what cannot be one, by their wire names. */
  readonly unreadable: readonly string[];
}

/** Reads a report that is of this buy. `period` is what was asked for. */
export function openReport(report: Report, buy: LiveBuy, period: Period): OpenReport {
  const { currency, packages } = buy;
  const mostSpent = mostSpentOn(buy);
  const matched = assignRows(report.by_package ?? [], packages);
  const strayDays = new Set<string>();
  const spent = spentIn(report, matched, buy);
  const inPeriod = (rows: readonly DayRow[]) =>
    rows.filter(({ date }) => {
      const fits = date >= period.start && date <= period.end;
      if (!fits && !spent.outside.some(({ of }) => of === date)) strayDays.add(date);
      return fits;
    });
  const daysOf = (rows: readonly DayRow[]): Days =>
    new Map(inPeriod(rows).map((row) => [row.date, reportedDay(row, currency, mostSpent)]));
  const own = [...matched.own.values()];
  const rows: readonly WireFigures[] = [
    report.delivery,
    ...own,
    ...matched.foreign,
    ...(report.timeseries ?? []),
    ...own.flatMap(({ timeseries = [] }) => timeseries),
  ];
  return {
    period,
    whole: reportedDay(report.delivery, currency, mostSpent),
    ...(report.timeseries === undefined ? {} : { wholeDays: daysOf(report.timeseries) }),
    packages: new Map(
      [...matched.own].map(([packageId, row]) => [
        packageId,
        {
          total: reportedDay(row, currency, mostSpent),
          ...(row.timeseries === undefined ? {} : { days: daysOf(row.timeseries) }),
        },
      ]),
    ),
    lists: rowsAreListed(report, own),
    unfinished: report.partial_data === true || report.status === "reporting_delayed",
    final: report.is_final,
    sandbox: report.sandbox === true,
    matched,
    spent,
    prices: packages.map(({ packageId }) => priceIn(matched.own.get(packageId), { packageId, report })),
    strayDays: [...strayDays],
    currencies: unique(rows.flatMap(({ spend }) => (spend == null ? [] : [spend.currency]))).filter(
      (code) => code !== currency,
    ),
    unreadable: unique(rows.flatMap((row) => unreadable(row, mostSpent))),
  };
}

/** A row of a package that has one already, or without a product where one has none, may be that package's. */
function spentIn(report: Report, { own, ambiguous, foreign }: Matched, buy: LiveBuy): ReportedSpend {
  const { delivery, timeseries = [] } = report;
  const mostSpent = mostSpentOn(buy);
  const spentOf = (row: WireFigures) => readFigures(row, buy.currency, mostSpent).spendMinor;
  const sumOf = (rows: readonly WireFigures[]) => sumOver(rows, (row) => spentOf(row) ?? 0);
  const rowSpend = (row: PackageRow) => spentOf(row) ?? sumOf(row.timeseries ?? []);
  const isOpen = own.size < buy.packages.length;
  const isStrange = ({ package_id, product_id }: PackageRow) =>
    (!isOpen || product_id !== undefined) && !buy.packages.some((one) => one.packageId === package_id);
  const owned = [...own.values(), ...ambiguous, ...foreign.filter((row) => !isStrange(row))];
  const flight = flightOf(buy);
  const isOutside = ({ date }: DayRow) => isDay(date) && (date < flight.start || date > flight.end);
  const ownDays = [...own.values()].flatMap((row) => row.timeseries ?? []).filter(isOutside);
  const wholeDays = timeseries.filter(isOutside);
  const on = (rows: readonly DayRow[], of: string) => sumOf(rows.filter(({ date }) => date === of));
  const spent = (parts: readonly SpendOf[]) => parts.filter(({ spendMinor }) => spendMinor > 0);
  const strange = foreign
    .filter(isStrange)
    .map((row) => ({ row, of: cleanText(row.package_id ?? "a row without an id", 60) }));
  return {
    total: spentOf(delivery),
    own: sumOver(owned, (row) => rowSpend(row)),
    unknown: spent(strange.map(({ row, of }) => ({ of, spendMinor: rowSpend(row) }))),
    uncounted: strange.flatMap(({ row, of }) =>
      spentOf(row) === undefined ? uncountedIn(row, (one) => spentOf(one) === undefined, of) : [],
    ),
    outside: spent(
      unique([...wholeDays, ...ownDays].map(({ date }) => date))
        .sort()
        .map((of) => ({ of, spendMinor: Math.max(on(wholeDays, of), on(ownDays, of)) })),
    ),
  };
}

/** What a row states as spent that cannot be counted, by currency: in all, or else by its days. */
function uncountedIn(
  { spend, timeseries = [] }: PackageRow,
  isUncounted: (row: WireFigures) => boolean,
  of: string,
): ReportedSpend["uncounted"] {
  const stated = (spend == null ? timeseries : [{ spend }]).flatMap((one) =>
    one.spend != null && isUncounted(one) && one.spend.amount > 0 ? [one.spend] : [],
  );
  return [...groupBy(stated, ({ currency }) => currency)].map(([currency, some]) => {
    const amount = sumOver(some, (one) => one.amount);
    const counted = isCurrency(currency) ? countedMoney(amount, currency) : undefined;
    return { of, stated: counted ? formatMoney(counted) : cleanText(`${amount} ${currency}`, 60) };
  });
}

function rowsAreListed({ timeseries, by_package }: Report, own: readonly PackageRow[]): boolean {
  const days = own.some((row) => row.timeseries !== undefined);
  return timeseries !== undefined || days || (by_package !== undefined && own.length === 0);
}

/** In no currency of its own a package is paid for in that of the report. */
function priceIn(
  row: PackageRow | undefined,
  { packageId, report }: { readonly packageId: string; readonly report: Report },
): ReportedPrice {
  const paidIn =
    row?.spend?.currency ?? row?.["currency"] ?? report.delivery.spend?.currency ?? report.currency;
  return { packageId, ...readPrice({ ...row, currency: paidIn }) };
}

/** So many times what was ever ordered, and at least so many minor units, is never spent: what is more would not add up. */
const farTooMuch = 1_000;
const leastOrdered = 1_000_000;

function mostSpentOn({ currency, packages }: Pick<LiveBuy, "currency" | "packages">): number {
  const ordered = sumOver(packages, ({ budgets }) => Math.max(0, ...budgets.map(({ minor }) => minor)));
  return toDecimal(money(farTooMuch * Math.max(leastOrdered, ordered), currency));
}

function reportedDay(
  row: WireFigures & { readonly is_final?: boolean },
  currency: string,
  mostSpent: number,
): ReportedDay {
  return {
    ...readFigures(row, currency, mostSpent),
    ...(row.is_final === undefined ? {} : { final: row.is_final }),
  };
}

function unique(words: readonly string[]): string[] {
  return [...new Set(words)];
}

interface Matched {
  /** Rows by the id of the package that was bought. */
  readonly own: ReadonlyMap<string, PackageRow>;
  /** Ids that the seller gave no package, with the package that each was taken for. */
  readonly renamed: readonly { readonly reported: string; readonly packageId: string }[];
  /** Rows that could be of more than one package. */
  readonly ambiguous: readonly PackageRow[];
  /** Rows of packages that were not bought here. */
  readonly foreign: readonly PackageRow[];
}

/**
 * Finds out which package each row of a report is of: by its id, else by our reference, else by its product where only one
 * package without a row is of that product. What could be of two packages is of none.
 */
function assignRows(rows: readonly PackageRow[], packages: readonly LivePackage[]): Matched {
  const own = new Map<string, PackageRow>();
  const renamed: { reported: string; packageId: string }[] = [];
  const take = (row: PackageRow, packageId: string) => {
    own.set(packageId, row);
    if (row.package_id !== undefined && row.package_id !== packageId)
      renamed.push({ reported: row.package_id, packageId });
  };
  const isOpen = ({ packageId }: LivePackage) => !own.has(packageId);

  const withoutTaken = (
    some: readonly PackageRow[],
    isOfRow: (one: LivePackage, row: PackageRow) => boolean,
  ) =>
    some.filter((row) => {
      const found = packages.find((one) => isOfRow(one, row) && isOpen(one));
      if (found !== undefined) take(row, found.packageId);
      return found === undefined;
    });
  const unnamed = withoutTaken(rows, ({ packageId }, row) => packageId === row.package_id);
  const left = withoutTaken(unnamed, ({ lineId }, row) => lineId === row.buyer_ref);
  const open = packages.filter(isOpen);
  const isOf = (row: PackageRow) => (one: LivePackage) => one.productId === row.product_id;
  const ambiguous: PackageRow[] = [];
  const foreign: PackageRow[] = [];
  for (const row of left) {
    const candidates = open.filter(isOf(row));
    const rivals = left.filter(({ product_id }) => product_id === row.product_id);
    const [only] = candidates;
    if (only !== undefined && candidates.length === 1 && rivals.length === 1) take(row, only.packageId);
    else (candidates.length > 0 ? ambiguous : foreign).push(row);
  }
  return { own, renamed, ambiguous, foreign };
}

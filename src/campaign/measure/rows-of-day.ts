import { splitWhole } from "../../lib/money.ts";
import { budgetNow, type LiveBuy, type LivePackage } from "../buys/live-buys.ts";
import type { DeliveryRow } from "../model/measured/delivery.ts";
import { type Count, counts, type Told, totalOf } from "../model/measured/figures.ts";
import type { OpenReport, ReportedDay } from "./open-report.ts";
import { differ } from "./tolerance.ts";

/** A day of a package as the seller tells it now. `final` is the seller's own word; absent where it says nothing. */
export type ReportedRow = Omit<DeliveryRow, "final"> & { readonly final?: boolean };

/** What a seller answered: for the whole period, and for single days that it was asked for alone. */
export interface Answers {
  readonly range: OpenReport;
  readonly alone: ReadonlyMap<string, OpenReport>;
  /** It was asked for all of them at once, as it tells no days: its totals are since the beginning of the buy. */
  readonly isWhole?: boolean;
}

/** One row for each package, of all days to the end of the period: what its totals say. Not final before the flight is over. */
export function wholeRows(range: OpenReport, buy: LiveBuy): ReportedRow[] {
  const { start: from, end: date } = { ...range.period, start: buy.start };
  const { packages } = buy;
  const told = packages.map(({ packageId }) => range.packages.get(packageId)?.total);
  const [only] = told;
  const own = packages.length === 1 ? [{ ...range.whole, ...only }] : told;
  const parted = partUp(own, range.whole, packages, range);
  return packages.flatMap(({ packageId, lineId }, i): ReportedRow[] => {
    const { final: said, ...figures } = parted.figures[i] ?? {};
    if (figures.impressions === undefined && figures.spendMinor === undefined) return [];
    const final = date < buy.end ? false : (said ?? range.whole.final ?? range.final);
    return [
      {
        packageId,
        lineId,
        date,
        from,
        ...figures,
        final,
        basis: parted.shared.has(i) ? "shared out" : "told",
      },
    ];
  });
}

/** The rows of one day, one for each package; empty where the seller does not tell the day. */
export function rowsOfDay(date: string, answers: Answers, buy: LiveBuy): ReportedRow[] {
  const { packages } = buy;
  const whole = wholeDay(date, answers);
  const told = packages.map((one) => {
    const own = packageDay(date, one, answers);
    if (packages.length > 1 || whole === undefined) return own;
    return { ...whole, ...own };
  });
  const parted = partUp(told, whole, packages, answers.range);
  return packages.flatMap(({ packageId, lineId }, i): ReportedRow[] => {
    const figures = parted.figures[i];
    if (figures === undefined) return [];
    if (figures.impressions === undefined && figures.spendMinor === undefined) return [];
    const { range } = answers;
    const final =
      figures.final ??
      whole?.final ??
      range.packages.get(packageId)?.total.final ??
      range.whole.final ??
      range.final;
    const { final: _, ...own } = figures;
    return [
      {
        packageId,
        lineId,
        date,
        ...own,
        final,
        basis: parted.shared.has(i) ? "shared out" : "told",
      },
    ];
  });
}

/** The buy's own figures of a day. A day that is not among those told delivered nothing where they add up to the total. */
function wholeDay(date: string, { range, alone }: Answers): ReportedDay | undefined {
  return (
    range.wholeDays?.get(date) ??
    alone.get(date)?.whole ??
    impliedDay(date, range, range.wholeDays, range.whole)
  );
}

function packageDay(
  date: string,
  { packageId }: LivePackage,
  { range, alone }: Answers,
): ReportedDay | undefined {
  const own = range.packages.get(packageId);
  return (
    own?.days?.get(date) ??
    alone.get(date)?.packages.get(packageId)?.total ??
    (own === undefined ? undefined : impliedDay(date, range, own.days, own.total))
  );
}

function impliedDay(
  date: string,
  { period }: OpenReport,
  days: ReadonlyMap<string, Told> | undefined,
  total: ReportedDay,
): ReportedDay | undefined {
  if (period.start === period.end) return date === period.start ? total : undefined;
  if (days === undefined) return isNothing(total) ? nothing(total) : undefined;
  const rows = [...days.values()];
  const isWhole = (["impressions", "spendMinor"] as const).some((count) => {
    const [all, sum] = [total[count], totalOf(rows, count)];
    return all !== undefined && sum !== undefined && !differ(all, sum, rows.length);
  });
  return isWhole ? nothing(total) : undefined;
}

function isNothing(total: Told): boolean {
  return total.impressions === 0 && (total.spendMinor ?? 0) === 0;
}

/** A day without delivery tells the figures that the total tells. */
function nothing(total: Told): ReportedDay {
  return Object.fromEntries(counts.flatMap((count) => (total[count] === undefined ? [] : [[count, 0]])));
}

/**
 * Fills in what only the whole buy's figure of the day tells: what is left of it is shared out to the packages that tell
 * none, as their totals of the period are, else as their budgets are. The parts add up to the whole exactly.
 */
function partUp(
  told: readonly (ReportedDay | undefined)[],
  whole: ReportedDay | undefined,
  packages: readonly LivePackage[],
  range: OpenReport,
): { readonly figures: readonly (ReportedDay | undefined)[]; readonly shared: ReadonlySet<number> } {
  const figures = told.map((one) => (one === undefined ? undefined : { ...one }));
  const shared = new Set<number>();
  if (whole === undefined || packages.length < 2) return { figures, shared };
  for (const count of counts) {
    const all = whole[count];
    const open = packages.flatMap((_, i) => (told[i]?.[count] === undefined ? [i] : []));
    if (all === undefined || open.length === 0) continue;
    const left = Math.max(0, all - told.reduce((sum, one) => sum + (one?.[count] ?? 0), 0));
    const weights = weightsOf(
      open.flatMap((i) => packages[i] ?? []),
      count,
      range,
    );
    const parts = splitWhole(Math.round(left), weights);
    open.forEach((i, at) => {
      figures[i] = { ...figures[i], [count]: parts[at] ?? 0 };
      shared.add(i);
    });
  }
  return { figures, shared };
}

function weightsOf(packages: readonly LivePackage[], count: Count, range: OpenReport): number[] {
  const totals = packages.map(({ packageId }) => range.packages.get(packageId)?.total[count]);
  const told = totals.flatMap((total) => total ?? []);
  if (told.length === packages.length && told.some((total) => total > 0)) return told;
  const budgets = packages.map(budgetNow);
  return budgets.some((budget) => budget > 0) ? budgets : packages.map(() => 1);
}

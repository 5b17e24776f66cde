import { splitWhole } from "../../lib/money.ts";
import { budgetNow, type LiveBuy, type LivePackage } from "../account/live-buys.ts";
import type { DeliveryRow } from "../model/measured/delivery.ts";
import { type Count, counts } from "../model/measured/figures.ts";
import { differ } from "../model/measured/tolerance.ts";
import type { Days, OpenReport, ReportedDay } from "./open-report.ts";

/** A day of a package as the seller reports it now. `final` is as the seller says; absent where it says nothing. */
export type ReportedRow = Omit<DeliveryRow, "final"> & { readonly final?: boolean };

/** What a seller answered: for the whole period, and for single days that it was asked for alone. */
export interface Answers {
  readonly range: OpenReport;
  /** The last day of the flight that is in it. */
  readonly last: string;
  readonly alone: ReadonlyMap<string, OpenReport>;
  /** It was asked for all of them at once, as it reports no days: its totals are since the beginning of the buy. */
  readonly isWhole?: boolean;
}

/** One row for each package, of all days to the last one: what its totals say. Not final before the flight is over. */
export function wholeRows(answers: Answers, buy: LiveBuy): ReportedRow[] {
  const { range, last: date } = answers;
  const reported = buy.packages.map(({ packageId }) => range.packages.get(packageId)?.total);
  const own = buy.packages.length === 1 ? [{ ...range.whole, ...reported[0] }] : reported;
  const rows = rowsFrom(own, range.whole, answers, buy, { date, from: buy.start });
  return date < buy.end ? rows.map((row) => ({ ...row, final: false })) : rows;
}

/** The rows of one day, one for each package; empty where the seller does not report the day. */
export function rowsOfDay(date: string, answers: Answers, buy: LiveBuy): ReportedRow[] {
  const { packages } = buy;
  const whole = wholeDay(date, answers);
  const reported = packages.map((one) => {
    const own = packageDay(date, one, answers);
    return packages.length > 1 || whole === undefined ? own : { ...whole, ...own };
  });
  return rowsFrom(reported, whole, answers, buy, { date });
}

/** A row for each package that delivery or spend is reported of. */
function rowsFrom(
  reported: readonly (ReportedDay | undefined)[],
  whole: ReportedDay | undefined,
  { range }: Answers,
  { packages }: LiveBuy,
  days: Pick<ReportedRow, "date" | "from">,
): ReportedRow[] {
  const { figures, shared } = partUp(reported, whole, packages, range);
  return packages.flatMap(({ packageId, lineId }, i): ReportedRow[] => {
    const { final: own, ...counted } = figures[i] ?? {};
    if (isSilent(counted)) return [];
    // The nearest word counts.
    const said = [
      own,
      whole?.final,
      range.packages.get(packageId)?.total.final,
      range.whole.final,
      range.final,
    ];
    const final = said.find((one) => one !== undefined);
    const basis = shared.has(i) ? "shared out" : "stated";
    return [{ packageId, lineId, ...days, ...counted, final, basis }];
  });
}

function isSilent({ impressions, spendMinor }: ReportedDay): boolean {
  return impressions === undefined && spendMinor === undefined;
}

function wholeDay(date: string, { range, alone }: Answers): ReportedDay | undefined {
  const single = alone.get(date);
  return (
    range.wholeDays?.get(date) ??
    (single && impliedDay(date, single, single.wholeDays, single.whole)) ??
    impliedDay(date, range, range.wholeDays, range.whole)
  );
}

function packageDay(date: string, { packageId }: LivePackage, { range, alone }: Answers) {
  const own = range.packages.get(packageId);
  const ofSingle = (single: OpenReport | undefined) => {
    const one = single?.packages.get(packageId);
    return single && one && impliedDay(date, single, one.days, one.total);
  };
  return own?.days?.get(date) ?? ofSingle(alone.get(date)) ?? ofSingle(range);
}

/**
 * What a total says of a day: that of the day alone is the day's, and one of nothing holds for each day of its period. A day that
 * is not in the list of a report is not reported: sellers add their totals up from the same rows, unless they call a total of nothing
 * final. It says nothing while its seller calls its figures unfinished.
 */
function impliedDay(
  date: string,
  { period, lists, unfinished, final, wholeDays, strayDays }: OpenReport,
  days: Days | undefined,
  total: ReportedDay,
): ReportedDay | undefined {
  const isAlone = period.start === period.end && period.start === date;
  const named = isAlone ? (days ?? wholeDays)?.get(date) : undefined;
  if (counts.every((count) => (total[count] ?? 0) === 0)) {
    const isOpen = unfinished || isSilent(total) || (lists && (total.final ?? final) !== true);
    return isOpen && named === undefined ? undefined : total;
  }
  // Who lists other days than the one that was asked for adds all of them up.
  return isAlone && strayDays.length === 0 ? total : named;
}

/**
 * Fills in what only the whole buy's figure of the day shows: what is left of it is shared out to the packages that have
 * none, as their totals of the period are, else as their budgets are. The parts add up to the whole exactly.
 */
function partUp(
  reported: readonly (ReportedDay | undefined)[],
  whole: ReportedDay | undefined,
  packages: readonly LivePackage[],
  range: OpenReport,
): { readonly figures: readonly (ReportedDay | undefined)[]; readonly shared: ReadonlySet<number> } {
  const figures = reported.map((one) => (one === undefined ? undefined : { ...one }));
  const shared = new Set<number>();
  if (whole === undefined || packages.length < 2) return { figures, shared };
  for (const count of counts) {
    const all = whole[count];
    const open = packages.flatMap((_, i) => (reported[i]?.[count] === undefined ? [i] : []));
    if (all === undefined || open.length === 0) continue;
    const named = reported.flatMap((one) => one?.[count] ?? []);
    const sum = named.reduce((total, one) => total + one, 0);
    const left = Math.max(0, all - sum);
    // A whole that is made of the packages that are reported says nothing of the others.
    if (named.length > 0 && (left === 0 || !differ(all, sum, named.length))) continue;
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
  const reported = totals.flatMap((total) => total ?? []);
  if (reported.length === packages.length && reported.some((total) => total > 0)) return reported;
  const budgets = packages.map(budgetNow);
  return budgets.some((budget) => budget > 0) ? budgets : packages.map(() => 1);
}

import { addDays, eachDay, laterDay } from "../../../lib/days.ts";
import { isSameBuy } from "../step/buy-identity.ts";
import type { BuyDelivery, DeliveryReport, DeliveryRow, OpenFinding } from "./delivery.ts";
import { restates } from "./figures.ts";

/**
 * Takes a report in: a row replaces the one of the same package and day, which is kept as an earlier version. Nothing is
 * added up, so that a report that comes twice changes nothing. `at` is UTC, ISO 8601.
 */
export function keepDelivery(
  known: readonly BuyDelivery[],
  report: DeliveryReport,
  at: string,
): readonly BuyDelivery[] {
  const before = known.find((one) => isSameBuy(one, report));
  if (before === undefined) return [...known, withReport(begin(report, at), report, at)];
  return known.map((one) => (one === before ? withReport(one, report, at) : one));
}

function begin({ mediaBuyId, sellerId, currency, period }: DeliveryReport, at: string): BuyDelivery {
  return {
    mediaBuyId,
    sellerId,
    currency,
    rows: [],
    restated: [],
    findings: [],
    reportedTo: addDays(period.start, -1),
    reportedAt: at,
  };
}

function withReport(known: BuyDelivery, report: DeliveryReport, at: string): BuyDelivery {
  const unanswered = report.findings.find(({ kind }) => kind === "late");
  if (unanswered !== undefined)
    return { ...known, late: unanswered.text, findings: openFindings(known.findings, report) };
  const { late: _, ...before } = known;
  const { rows, replaced } = withRows(known.rows, report.rows, at);
  return {
    ...before,
    rows,
    ...(report.prices && { prices: report.prices }),
    ...(report.inAll && { inAll: report.inAll }),
    ...(report.rows.some(isWhole) && { wholes: [...(known.wholes ?? []), ...report.rows.filter(isWhole)] }),
    restated: replaced.length === 0 ? known.restated : [...known.restated, ...replaced],
    findings: openFindings(known.findings, report),
    reportedTo: laterDay(known.reportedTo, report.period.end),
    reportedAt: at,
  };
}

const isWhole = ({ from }: DeliveryRow) => from !== undefined;

/**
 * Both by date, then package. A period that is reported as a whole takes the place of what was reported of its package before,
 * and goes where days are reported. Rows before the first reported one are left as they are: most reports are of the last days.
 */
function withRows(all: readonly DeliveryRow[], reported: readonly DeliveryRow[], at: string) {
  const [first] = reported.map(({ date }) => date).sort();
  if (first === undefined) return { rows: all, replaced: [] };
  const known = withoutReplaced(all, reported);
  const from = known.findLastIndex(({ date }) => date < first) + 1;
  const rows = new Map(known.slice(from).map((row) => [rowKey(row), row]));
  const replaced: BuyDelivery["restated"][number][] = [];
  for (const row of reported) {
    const was = rows.get(rowKey(row));
    rows.set(rowKey(row), row);
    if (was !== undefined && restates(row, was)) replaced.push({ row: was, until: at });
  }
  const sorted = [...rows].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
  return { rows: [...known.slice(0, from), ...sorted], replaced };
}

/** Of a package that is reported otherwise now, by the day or as a whole, and of a period that has grown, nothing else stands. */
function withoutReplaced(known: readonly DeliveryRow[], reported: readonly DeliveryRow[]) {
  const now = new Map(
    reported.map(({ packageId, from, date }) => [packageId, { isWhole: from !== undefined, date }]),
  );
  const stands = ({ packageId, from, date }: DeliveryRow) => {
    const is = now.get(packageId);
    if (is === undefined) return true;
    return is.isWhole ? from !== undefined && date === is.date : from === undefined;
  };
  return known.every(stands) ? known : known.filter(stands);
}

export function rowKey({ date, packageId }: Pick<DeliveryRow, "date" | "packageId">): string {
  return `${date} ${packageId}`;
}

/**
 * The findings after a report: each stands for the days that were last reported with it, and goes from those that a report gives
 * without it. A seller's silence says nothing of any day.
 */
export function openFindings(
  known: readonly OpenFinding[],
  { findings, period }: Pick<DeliveryReport, "findings" | "period">,
): readonly OpenFinding[] {
  const isSilent = findings.some(({ kind }) => kind === "late");
  const reported = isSilent ? [] : eachDay(period.start, period.end);
  const others = (days: readonly string[]) => days.filter((day) => !reported.includes(day));
  const stillOpen = known.map((before) => {
    const found = findings.find(({ kind }) => kind === before.kind);
    if (found === undefined) return { ...before, days: others(before.days) };
    return { ...found, days: [...others(before.days), ...reported].sort() };
  });
  const first = findings.filter(({ kind }) => !known.some((one) => one.kind === kind));
  return [...stillOpen, ...first.map((one) => ({ ...one, days: reported }))];
}

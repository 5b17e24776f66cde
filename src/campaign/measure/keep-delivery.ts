import { dayBefore } from "./days.ts";
import type { BuyDelivery, DeliveryFinding, DeliveryReport, DeliveryRow } from "./delivery.ts";
import { restates } from "./same-figures.ts";

/**
 * Takes a report in: a row replaces the one of the same package and day, which is kept as an earlier version. Nothing is
 * added up, so that a report that comes twice changes nothing. `at` is UTC, ISO 8601.
 */
export function keepDelivery(
  known: readonly BuyDelivery[],
  report: DeliveryReport,
  at: string,
): readonly BuyDelivery[] {
  const before = known.find(({ mediaBuyId }) => mediaBuyId === report.mediaBuyId);
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
    reportedTo: dayBefore(period.start),
    reportedAt: at,
  };
}

function withReport(known: BuyDelivery, report: DeliveryReport, at: string): BuyDelivery {
  const unanswered = report.findings.find(({ kind }) => kind === "late");
  if (unanswered !== undefined)
    return { ...known, late: unanswered.text, findings: withFindings(known.findings, report.findings) };
  const { late: _, ...before } = known;
  const rows = new Map(known.rows.map((row) => [keyOf(row), row]));
  const replaced = report.rows.flatMap((row) => {
    const was = rows.get(keyOf(row));
    rows.set(keyOf(row), row);
    return was === undefined || !restates(row, was) ? [] : [{ row: was, until: at }];
  });
  return {
    ...before,
    rows: [...rows.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)),
    restated: [...known.restated, ...replaced],
    findings: withFindings(known.findings, report.findings),
    reportedTo: laterDay(known.reportedTo, report.period.end),
    reportedAt: at,
  };
}

function keyOf({ date, packageId }: DeliveryRow): string {
  return `${date} ${packageId}`;
}

function laterDay(a: string, b: string): string {
  return a.localeCompare(b) < 0 ? b : a;
}

function withFindings(known: readonly DeliveryFinding[], found: readonly DeliveryFinding[]) {
  const kinds = new Set(found.map(({ kind }) => kind));
  return [...known.filter(({ kind }) => !kinds.has(kind)), ...found];
}

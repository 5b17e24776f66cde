import { endOf } from "../../lib/days.ts";
import type { BuyDelivery, DeliveryFinding, DeliveryRow } from "../model/measured/delivery.ts";
import { hasSameFigures, restates } from "../model/measured/figures.ts";
import { rowKey } from "../model/measured/keep-delivery.ts";
import type { ReportedRow } from "./rows-of-day.ts";

/**
 * The rows that are not known yet, or not so. A row is final where its seller says so, else where its figures have stood
 * for `finalAfterMs` since its day, or since they were restated; never without a spend, without the impressions that are
 * reported of other days, or while the seller says that figures are missing.
 * A figure that is reported no more stands, and what is shared out does not take the place of what was reported.
 */
export function newRows(
  reported: readonly ReportedRow[],
  known: BuyDelivery | undefined,
  { now, finalAfterMs, unfinished }: Readonly<{ now: number; finalAfterMs: number; unfinished: boolean }>,
): { readonly rows: DeliveryRow[]; readonly finding?: DeliveryFinding } {
  const knownRows = new Map(known?.rows.map((row) => [rowKey(row), row]));
  const restatedAt = new Map(known?.restated.map(({ row, until }) => [rowKey(row), Date.parse(until)]));
  const all = [...(known?.rows ?? []), ...reported];
  const counting = new Set(all.flatMap((row) => (row.impressions === undefined ? [] : row.packageId)));
  const hasStood = (row: Omit<DeliveryRow, "final">, was: DeliveryRow | undefined) => {
    if (row.spendMinor === undefined) return false;
    if (row.impressions === undefined && counting.has(row.packageId)) return false;
    const isRestated = was !== undefined && restates(row, was);
    const since = isRestated ? now : Math.max(endOf(row.date), restatedAt.get(rowKey(row)) ?? 0);
    return now - since >= finalAfterMs;
  };
  const rows = reported.flatMap(({ final: said, ...figures }): DeliveryRow[] => {
    const was = knownRows.get(rowKey(figures));
    if (was?.basis === "stated" && figures.basis === "shared out") return [];
    const merged = { ...was, ...figures };
    const wasFinal = was?.final === true && hasSameFigures(merged, was);
    const row = { ...merged, final: wasFinal || (!unfinished && (said ?? hasStood(merged, was))) };
    return was?.final === row.final && was.basis === row.basis && hasSameFigures(row, was) ? [] : [row];
  });
  const text = restatedText(
    rows.flatMap((is) => {
      const was = knownRows.get(rowKey(is));
      return was !== undefined && restates(is, was) ? [{ was, is }] : [];
    }),
  );
  return { rows, ...(text === undefined ? {} : { finding: { kind: "restated", text } }) };
}

function restatedText(restated: readonly { readonly was: DeliveryRow; readonly is: DeliveryRow }[]) {
  const [first] = restated;
  if (first === undefined) return undefined;
  const { was, is } = first;
  const days = new Set(restated.map(({ is: { date } }) => date));
  const closed = restated.filter(({ was: { final } }) => final).length;
  const counted = was.impressions !== is.impressions;
  const before = counted ? `${was.impressions ?? "no"} impressions` : "other figures";
  const after = counted ? `${is.impressions ?? "none"}` : "the same impressions";
  return (
    `${days.size === 1 ? "a day has" : `${days.size} days have`} other figures than before, such as ${is.date} of ` +
    `${is.packageId} with ${after} instead of ${before}; the last ones are taken` +
    (closed === 0 ? "" : `, although ${closed} ${closed === 1 ? "row was" : "rows were"} final`)
  );
}

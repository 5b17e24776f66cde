import { endOf } from "../../lib/days.ts";
import type { BuyDelivery, DeliveryFinding, DeliveryRow } from "../model/measured/delivery.ts";
import { hasSameFigures, restates } from "../model/measured/figures.ts";
import type { ReportedRow } from "./rows-of-day.ts";

export interface NewRows {
  readonly rows: readonly DeliveryRow[];
  readonly finding?: DeliveryFinding;
}

/**
 * The rows that are not known yet, or not so. A row is final where its seller says so, else where its figures have stood
 * for `finalAfterMs` since its day, or since they were restated; never without a spend, without the impressions that are
 * reported of other days, or while the seller says that figures are missing.
 * A figure that is reported no more stands, and what is shared out does not take the place of what was reported.
 */
export function newRows(
  reported: readonly ReportedRow[],
  known: BuyDelivery | undefined,
  {
    now,
    finalAfterMs,
    unfinished,
  }: { readonly now: number; readonly finalAfterMs: number; readonly unfinished: boolean },
): NewRows {
  const knownRows = new Map(known?.rows.map((row) => [keyOf(row), row]));
  const since = new Map(known?.restated.map(({ row, until }) => [keyOf(row), Date.parse(until)]));
  const counted = [...(known?.rows ?? []), ...reported].filter(
    ({ impressions }) => impressions !== undefined,
  );
  const counting = new Set(counted.map(({ packageId }) => packageId));
  const restated: { readonly was: DeliveryRow; readonly is: DeliveryRow }[] = [];
  const rows = reported.flatMap(({ final: isFinal, ...figures }): DeliveryRow[] => {
    const was = knownRows.get(keyOf(figures));
    if (was?.basis === "stated" && figures.basis === "shared out") return [];
    const wasFinal = was?.final ?? false;
    const merged = { ...was, ...figures };
    const isSame = was !== undefined && hasSameFigures(merged, was);
    const isRestated = was !== undefined && restates(merged, was);
    const stoodSince = isRestated ? now : Math.max(endOf(figures.date), since.get(keyOf(figures)) ?? 0);
    const isWhole = merged.impressions !== undefined || !counting.has(figures.packageId);
    const hasStood = merged.spendMinor !== undefined && isWhole && now - stoodSince >= finalAfterMs;
    const row = { ...merged, final: (isSame && wasFinal) || (!unfinished && (isFinal ?? hasStood)) };
    if (isRestated) restated.push({ was, is: row });
    return isSame && row.final === wasFinal && row.basis === was.basis ? [] : [row];
  });
  const text = restatedText(restated);
  return { rows, ...(text === undefined ? {} : { finding: { kind: "restated", text } }) };
}

function keyOf({ date, packageId }: Pick<DeliveryRow, "date" | "packageId">): string {
  return `${date} ${packageId}`;
}

function restatedText(
  restated: readonly { readonly was: DeliveryRow; readonly is: DeliveryRow }[],
): string | undefined {
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

import { canonicalJson } from "../../../lib/canonical-json.ts";
import { latest } from "../../../lib/days.ts";
import type { BuyerResult, ResultBook } from "./result.ts";

const empty: ResultBook = { rows: [], restated: [] };

/** Takes results in: one with a known id replaces it, and the earlier version is kept. `at` is UTC, ISO 8601. */
export function keepResults(
  book: ResultBook = empty,
  imported: readonly BuyerResult[],
  completeTo: string | undefined,
  at: string,
): ResultBook {
  const rows = new Map(book.rows.map((row) => [row.id, row]));
  const restated = imported.flatMap((row) => {
    const was = rows.get(row.id);
    rows.set(row.id, row);
    return was === undefined || isSameResult(was, row) ? [] : [{ row: was, until: at }];
  });
  const last = latest([book.completeTo, completeTo].filter((day) => day !== undefined));
  return { rows: [...rows.values()], restated: [...book.restated, ...restated], completeTo: last };
}

export function isSameResult(a: BuyerResult, b: BuyerResult): boolean {
  return canonicalJson(a) === canonicalJson(b);
}

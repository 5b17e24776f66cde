import { z } from "zod";
import { type Described, each, fields } from "../../lib/described.ts";
import { digest } from "../../lib/digest.ts";
import { isSameResult } from "../model/measured/keep-results.ts";
import type { BuyerResult, ResultBook } from "../model/measured/result.ts";
import type { Journal } from "../model/state/journal.ts";
import { placeResults } from "./place-results.ts";
import type { ImportedResults } from "./results/results-file.ts";

/** Results in one entry of the ledger: many, and still one row that can be read. */
const resultsAtOnce = 10_000;

const count = z.number().int().nonnegative();

/** What became of results that were imported. */
export const resultsImportSchema = fields({
  imported: count,
  restated: count.describe("known ids with other figures; the last version counts"),
  unchanged: count,
  unplaced: each({ id: z.string(), reason: z.string() })
    .readonly()
    .describe("results that belong to nothing that was bought"),
});
export type ResultsImport = Described<typeof resultsImportSchema>;

/** Writes the buyer's results down, each version once: importing them again, from any process, changes nothing. */
export async function takeResults(journal: Journal, imported: ImportedResults): Promise<ResultsImport> {
  const { results, completeTo } = imported;
  await journal.refresh();
  const before = journal.state().results;
  const chunks = Math.max(1, Math.ceil(results.length / resultsAtOnce));
  for (let chunk = 0; chunk < chunks; chunk++) {
    const rows = results.slice(chunk * resultsAtOnce, (chunk + 1) * resultsAtOnce);
    // A day is complete once all of the results are written down.
    await takeChunk(journal, rows, chunk === chunks - 1 ? completeTo : undefined);
  }
  const known = new Set(before?.rows.map(({ id }) => id));
  const changed = notKnown(before, results);
  const restated = changed.filter(({ id }) => known.has(id)).length;
  const ids = new Set(results.map(({ id }) => id));
  return {
    imported: changed.length - restated,
    restated,
    unchanged: results.length - changed.length,
    unplaced: placeResults(journal.state()).unplaced.flatMap(({ result, reason }) =>
      ids.has(result.id) ? [{ id: result.id, reason }] : [],
    ),
  };
}

async function takeChunk(journal: Journal, rows: readonly BuyerResult[], completeTo: string | undefined) {
  for (;;) {
    const { results: book, sequence } = journal.state();
    const fresh = notKnown(book, rows);
    const isLater = completeTo !== undefined && completeTo > (book?.completeTo ?? "");
    if (fresh.length === 0 && !isLater) return;
    const event = {
      type: "results-taken" as const,
      results: fresh,
      ...(isLater ? { completeTo } : {}),
    };
    // A version may come back after another one, so its place in the record is part of the key.
    const key = `results/${sequence}/${digest(event).slice(0, 16)}`;
    if (await journal.record(event, key, ({ results }) => results === book)) return;
  }
}

function notKnown(book: ResultBook | undefined, rows: readonly BuyerResult[]): BuyerResult[] {
  const known = new Map(book?.rows.map((row) => [row.id, row]));
  return rows.filter((row) => {
    const was = known.get(row.id);
    return was === undefined || !isSameResult(was, row);
  });
}

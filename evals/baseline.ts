import { readFileSync, writeFileSync } from "node:fs";
import { type CaseSet, caseSets } from "./brief-case.ts";
import type { Scores } from "./run-cases.ts";
import { regressions, type Summary, summarize } from "./summarize.ts";

export type Baseline = Readonly<Record<CaseSet, Summary>>;

const file = new URL("baseline.json", import.meta.url);

export function summaries(scores: Scores): Baseline {
  const { known, fresh, seen, unseen, open, sealed } = scores;
  return {
    known: summarize(known),
    fresh: summarize(fresh),
    seen: summarize(seen),
    unseen: summarize(unseen),
    open: summarize(open),
    sealed: summarize(sealed),
  };
}

/** What became worse than the committed baseline, in any set. */
export function worseThanBaseline(now: Baseline): string[] {
  // Written by `writeBaseline` from the same type.
  const before = JSON.parse(readFileSync(file, "utf8")) as Baseline;
  return caseSets.flatMap((set) => regressions(before[set], now[set]).map((worse) => `${set}: ${worse}`));
}

export function writeBaseline(now: Baseline): void {
  writeFileSync(file, `${JSON.stringify(now, null, 2)}\n`);
}

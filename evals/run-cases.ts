import { readText } from "../src/brief/reader/read-text.ts";
import type { Model } from "../src/llm/model.ts";
import { type CaseSet, caseSets, loadCases } from "./brief-case.ts";
import { throughFile } from "./file-forms.ts";
import { type BriefScore, scoreBrief } from "./score-brief.ts";

/** The day on which the briefs are read: years that they leave out count from it. */
export const today = "2026-11-21";

export type Scores = Readonly<Record<CaseSet, readonly BriefScore[]>>;

/** Reads every brief and scores it; one after the other, so that a model's limits are kept. */
export async function runCases(model?: Model): Promise<Scores> {
  const scores: Record<CaseSet, BriefScore[]> = {
    known: [],
    fresh: [],
    seen: [],
    unseen: [],
    open: [],
    sealed: [],
  };
  for (const set of caseSets)
    for (const brief of loadCases(set)) {
      const text = brief.form === undefined ? brief.text : await throughFile(brief.text, brief.form);
      const draft = await readText({ text, today, ...(model && { model }) });
      scores[set].push(scoreBrief({ ...brief, text }, draft));
    }
  return scores;
}

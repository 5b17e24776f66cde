import { expect, test } from "vitest";
import { summaries, worseThanBaseline, writeBaseline } from "./baseline.ts";
import { flawlessSets } from "./brief-case.ts";
import { openEvalModel } from "./open-eval-model.ts";
import { scoresText } from "./print-scores.ts";
import { runCases } from "./run-cases.ts";

const model = openEvalModel(process.env);

test("no amount, no day and nothing ruled out is wrong without a question, and nothing is worse than the baseline", async () => {
  const scores = await runCases(model);
  process.stdout.write(`\n${scoresText(scores)}\n\n`);
  const now = summaries(scores);
  for (const set of flawlessSets)
    expect(now[set].silentlyWrong).toEqual({ money: 0, dates: 0, exclusions: 0 });
  // A model's answers are not the same twice: they are shown and never become the baseline.
  if (model !== undefined) return;
  if (process.env["EVAL_UPDATE"] === "1") writeBaseline(now);
  expect(worseThanBaseline(now)).toEqual([]);
});

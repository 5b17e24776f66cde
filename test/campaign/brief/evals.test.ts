import { expect, test } from "vitest";
import { summaries, worseThanBaseline } from "../../../evals/baseline.ts";
import { runCases } from "../../../evals/run-cases.ts";

test("the briefs of evals/ are read no worse than the baseline says, and no amount or day is silently wrong", async () => {
  const now = summaries(await runCases());
  expect(now.known.silentlyWrong).toEqual({ money: 0, dates: 0 });
  expect(now.fresh.silentlyWrong).toEqual({ money: 0, dates: 0 });
  expect(worseThanBaseline(now)).toEqual([]);
});

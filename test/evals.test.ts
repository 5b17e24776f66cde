import { expect, test } from "vitest";
import { summaries, worseThanBaseline } from "../evals/baseline.ts";
import { flawlessSets } from "../evals/brief-case.ts";
import { openEvalModel } from "../evals/open-eval-model.ts";
import { runCases } from "../evals/run-cases.ts";
import { runProposals } from "../evals/run-proposals.ts";
import { atLength } from "./depth.ts";

const now = summaries(await runCases());
const none = { money: 0, dates: 0, exclusions: 0 };
const noneAnywhere = Object.fromEntries(flawlessSets.map((set) => [set, { silentlyWrong: none }]));

test("no amount, no day and nothing ruled out in the briefs of evals/ is wrong without a question about it", () => {
  expect(now).toMatchObject(noneAnywhere);
});

test("the briefs of evals/ are read no worse than the baseline says", () => {
  expect(worseThanBaseline(now)).toEqual([]);
});

test("what became worse is told by its name", () => {
  const { whole, missedQuestions } = now.known;
  const known = { ...now.known, whole: whole - 1, missedQuestions: missedQuestions + 1 };
  expect(worseThanBaseline({ ...now, known })).toEqual([
    expect.stringContaining("known: briefs read without a mistake"),
    expect.stringContaining("known: missed questions"),
  ]);
});

test("models that lie about the briefs make nothing wrong without a question, lose no veto and cost few questions", async () => {
  const helped = await runProposals(atLength ? 13 : 29);
  const none = helped["none"] ?? [];
  const asked = (all: typeof none) => all.reduce((sum, { questions }) => sum + questions, 0);
  for (const [name, all] of Object.entries(helped)) {
    expect(
      all.flatMap(({ id, silentlyWrong }) => silentlyWrong.map((what) => `${name}, ${id}: ${what}`)),
    ).toEqual([]);
    expect(all.flatMap(({ id, vetoesLost }) => vetoesLost.map((what) => `${name}, ${id}: ${what}`))).toEqual(
      [],
    );
    expect(asked(all), name).toBeLessThanOrEqual(Math.ceil(asked(none) * 1.3));
  }
  const whole = (all: typeof none) => all.filter((one) => one.whole).length;
  expect(whole(helped["perfect"] ?? [])).toBeGreaterThanOrEqual(whole(none));
}, 900_000);

test.each(["gpt-5-mini", "llama3@localhost"])("EVAL_MODEL=%s is refused with what to write", (name) => {
  expect(() => openEvalModel({ EVAL_MODEL: name })).toThrow("write openai:<model> or <model>@<base URL");
});

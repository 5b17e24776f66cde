import { expect, it } from "vitest";
import { readText } from "../../src/brief/reader/read-text.ts";
import { some } from "../depth.ts";
import { hostileTexts } from "../stories/injection/hostile-texts.ts";
import { proposingModel } from "./proposing-model.ts";

const clear =
  "Acme (acme.example) wants awareness in Germany on CTV. Budget: 50,000 EUR. 1 to 31 March 2027.\n\n";
const today = "2026-11-21";

it("hostile words in a brief, and a model that labels as they wish, change a clear budget or flight into a question at most", async () => {
  const { budget, flightStart, flightEnd } = await readText({ text: clear, today });
  expect([budget?.value.minor, flightStart?.value, flightEnd?.value]).toEqual([
    5_000_000,
    "2027-03-01",
    "2027-03-31",
  ]);
  for (const { name, text } of some(hostileTexts(), 3))
    for (const role of ["total_budget", "past", "flight", "end", "other"] as const) {
      const model = proposingModel(() => role);
      const read = await readText({ text: `${clear}${text}`.slice(0, 5_000), today, model });
      const told = [read.budget?.value.minor, read.flightStart?.value, read.flightEnd?.value];
      const expected = [5_000_000, "2027-03-01", "2027-03-31"];
      told.forEach((value, i) => {
        if (value !== undefined) expect(value, `${name}, ${role}`).toBe(expected[i]);
      });
      if (told.includes(undefined)) expect(read.questions.length).toBeGreaterThan(0);
    }
});

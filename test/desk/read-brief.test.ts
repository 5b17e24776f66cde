import { expect, it } from "vitest";
import { readWritten } from "../../src/desk/read-brief.ts";
import { type Model, noModel } from "../../src/llm/model.ts";

const written = {
  name: "brief.txt",
  text: "50,000 EUR for acme.example, CTV in Germany, 1 to 31 March 2027.",
  today: "2026-11-28",
};

async function notesWith(ask: Model["ask"]): Promise<readonly string[]> {
  const notes: string[] = [];
  const model = { ...noModel, ask, spending: () => ({ calls: 0, microUsd: 0, budgetMicroUsd: 0 }) };
  const reading = await readWritten(written, { model: () => model, note: (line) => notes.push(line) });
  expect(reading).toMatchObject({ draft: { budget: { value: { minor: 5_000_000, currency: "EUR" } } } });
  return notes;
}

it("reads without a model that is down, and says so in one line", async () => {
  expect(await notesWith(() => Promise.resolve({ type: "unavailable", reason: "status 503" }))).toEqual([
    "The model was no help (status 503): the text is read without it.",
  ]);
});

it("says nothing where no model is configured", async () => {
  expect(await notesWith(noModel.ask)).toEqual([]);
});

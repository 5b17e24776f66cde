import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { settingsSchema } from "../../src/config.ts";
import { briefOf, readWritten } from "../../src/desk/read-brief.ts";
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

it("puts what the desk's settings have of limits beside a brief's own", async () => {
  const settings = settingsSchema.parse({
    floor_per_channel: "5 %",
    least_per_line: "1%",
    round_to: "100 EUR, 1,000 JPY",
  });
  const text = readFileSync("examples/brief-to-campaign/brief.yaml", "utf8");
  const desk = { settings, today: "2026-11-28" } as Parameters<typeof briefOf>[1];
  const { limits } = await briefOf({ name: "brief.yaml", text }, desk);
  expect(limits).toMatchObject({
    channelShares: { ctv: { min: 0.35 } },
    floorPerChannel: 0.05,
    leastPerLine: { minor: 250_000, currency: "EUR" },
    roundTo: { minor: 10_000, currency: "EUR" },
    ofDesk: ["floorPerChannel", "leastPerLine", "roundTo"],
  });
  const own = text.replace("limits:\n", "limits:\n  round_to: 50 EUR\n  floor_per_channel: 0%\n");
  const other = await briefOf({ name: "brief.yaml", text: own }, desk);
  expect(other.limits).toMatchObject({
    floorPerChannel: 0,
    roundTo: { minor: 5_000 },
    ofDesk: ["leastPerLine"],
  });
});

it.each([
  [{ floor_per_channel: "5" }, "write a percentage"],
  [{ round_to: "100 EUR, some" }, "one for each currency"],
])("refuses limits of the desk that are none: %j", (settings, message) => {
  expect(JSON.stringify(settingsSchema.safeParse(settings).error?.issues)).toContain(message);
});

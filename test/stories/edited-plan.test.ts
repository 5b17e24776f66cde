import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readPlanFile } from "../../src/cli/input/read-plan-file.ts";
import { openDesk } from "../../src/index.ts";
import { type Cell, number, type Sheet, text } from "../../src/report/blocks/sheet.ts";
import { makeSheets } from "../../src/report/renderers/sheets.ts";
import { renderXlsx } from "../../src/report/renderers/xlsx.ts";
import { makeReport } from "../../src/report/report.ts";
import { brief, openStory, type Story } from "./story.ts";

let story: Story;
beforeAll(async () => {
  story = await openStory({ brief: { limits: { ...brief.limits, maxPackages: 12 } } });
  await story.run("plan");
});
afterAll(() => story[Symbol.asyncDispose]());

type Row = readonly Cell[];
type Edit = (rows: readonly Row[], columns: { amount: number; id: number }) => readonly Row[];

/** Writes the plan's workbook, edits it as a planner would, and asks what it would come to. */
async function askedFor(edit: Edit, change: (sheets: readonly Sheet[]) => readonly Sheet[] = (all) => all) {
  const sheets = makeSheets(makeReport(await story.state())).map((one) => {
    if (one.name !== "plan") return one;
    const placeOf = (title: string) => one.columns.findIndex((column) => column.title === title);
    const columns = { amount: placeOf("Amount (EUR)"), id: placeOf("Package id") };
    return { ...one, rows: edit(one.rows, columns) };
  });
  const file = join(story.home, "plan.xlsx");
  writeFileSync(file, await renderXlsx(change(sheets)));
  const amounts = await readPlanFile(file, story.campaignId);
  await using desk = await openDesk({
    settings: { home: story.home },
    caller: { name: "kim" },
    clock: story.sandbox.clock,
  });
  return await desk.whatIf({ campaign: story.campaignId, amounts });
}

const lines = async () => (await story.state()).plan?.lines ?? [];
const set =
  (place: number, value: Cell): Edit =>
  (rows, { amount }) =>
    rows.map((row, i) => (i === place ? row.with(amount, value) : row));

describe("a plan edited in a spreadsheet", () => {
  it("is the same plan where nothing is edited", async () => {
    const { edited, scenarios } = await askedFor((rows) => rows);
    expect(edited).toEqual({ changes: [], rejected: [], broken: [] });
    expect(scenarios).toEqual([]);
  });

  it("comes back with each of twenty edits, held against the limits", async () => {
    const budget = brief.budget.minor;
    const factors = [0.5, 0.9, 1.1, 2, 0];
    let broken = 0;
    for (let edit = 0; edit < 20; edit++) {
      const place = edit % (await lines()).length;
      const line = (await lines())[place];
      if (line === undefined) throw new Error("the plan has lines");
      const minor = Math.round(line.amount.minor * (factors[edit % factors.length] ?? 1));
      const { edited, scenarios } = await askedFor(set(place, number(minor / 100, 2)));
      expect(edited?.rejected).toEqual([]);
      expect(edited?.changes).toEqual([
        expect.objectContaining({
          line: line.lineId,
          before: line.amount,
          after: { minor, currency: "EUR" },
        }),
      ]);
      const total = (await lines()).reduce(
        (sum, one, i) => sum + (i === place ? minor : one.amount.minor),
        0,
      );
      if (total > budget)
        expect(edited?.broken.join("\n")).toContain("is more than the budget of EUR 200,000.00");
      if (edited?.broken.length === 0) expect(scenarios.map((one) => one.total.minor)).toEqual([total]);
      else {
        expect(scenarios).toEqual([]);
        broken += 1;
      }
    }
    expect(broken).toBeGreaterThan(0);
    expect(broken).toBeLessThan(20);
  });

  it("does without a package whose row is gone", async () => {
    const { edited } = await askedFor((rows) => rows.slice(1));
    expect(edited?.changes).toMatchObject([{ line: (await lines())[0]?.lineId, after: { minor: 0 } }]);
  });

  it("takes up a package that was offered and not planned", async () => {
    const planned = new Set((await lines()).map(({ productId }) => productId));
    const other = (await story.state()).offers?.find(({ productId }) => !planned.has(productId));
    if (other === undefined) throw new Error("everything was planned");
    const id = `${other.sellerId}/${other.productId}`;
    const { edited } = await askedFor((rows, columns) => [
      ...rows,
      Array.from({ length: 30 }, (_, i) =>
        i === columns.id ? text(id) : i === columns.amount ? number(10) : undefined,
      ),
    ]);
    expect(edited?.changes).toMatchObject([{ line: id, after: { minor: 1000 } }]);
    expect(edited?.broken.join("\n")).toContain(other.productId);
  });

  it("says of rows that belong to no package what is wrong with them, and leaves those amounts as they were", async () => {
    const { edited } = await askedFor((rows, { id }) =>
      rows.map((row, i) =>
        i === 0
          ? row.with(id, text("nobody.example/x"))
          : i === 1
            ? row.with(0, text("Something else"))
            : row,
      ),
    );
    expect(edited?.rejected).toEqual([
      expect.stringMatching(/plan\.xlsx, sheet "plan", row 2: "nobody\.example\/x" was not offered/),
      expect.stringMatching(/row 3: it says Something else of .*, and its package id is of/),
    ]);
    expect(edited?.changes).toMatchObject([{ line: (await lines())[0]?.lineId, after: { minor: 0 } }]);
  });

  it.each<[string, Edit, RegExp]>([
    [
      "a text for an amount",
      set(0, text("many")),
      /row 2: "many" is not an amount; write a number, 0 or more/,
    ],
    ["a negative amount", set(0, number(-5)), /row 2: -5 is not an amount/],
    ["an amount that is gone", set(1, undefined), /row 3: there is no amount; write 0/],
    [
      "an id that is gone",
      (rows, { id }) => rows.map((row, i) => (i === 0 ? row.with(id, undefined) : row)),
      /row 2: there is no "Package id"/,
    ],
    ["no packages", () => [], /sheet "plan" has no packages/],
  ])("is refused in words for %s", async (_, edit, words) => {
    await expect(askedFor(edit)).rejects.toThrow(words);
  });

  it("is refused where it is another campaign's, or no plan", async () => {
    const renamed = (sheets: readonly Sheet[]) =>
      sheets.map((one) =>
        one.name === "summary"
          ? {
              ...one,
              rows: one.rows.map((row) =>
                row[0]?.type === "text" && row[0].text === "Campaign id"
                  ? row.with(2, text("other-1a2b3c4d"))
                  : row,
              ),
            }
          : one,
      );
    await expect(askedFor((rows) => rows, renamed)).rejects.toThrow(
      /it is the plan of other-1a2b3c4d, not of/,
    );
    await expect(
      askedFor(
        (rows) => rows,
        (sheets) => sheets.filter(({ name }) => name !== "plan"),
      ),
    ).rejects.toThrow(/has no sheet "plan"/);
    writeFileSync(join(story.home, "text.xlsx"), "hello");
    await expect(readPlanFile(join(story.home, "text.xlsx"), story.campaignId)).rejects.toThrow(
      /not a workbook/,
    );
    await expect(readPlanFile(story.home, story.campaignId)).rejects.toThrow(/this is a folder/);
  });
});

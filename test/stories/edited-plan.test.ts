import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { lineIdOf } from "../../src/campaign/model/offers/offer.ts";
import { readPlanFile } from "../../src/desk/files/plan-file.ts";
import { openDesk as openHome } from "../../src/desk/open-desk.ts";
import { callOperation, type InputOf } from "../../src/desk/operations.ts";
import { openDesk } from "../../src/index.ts";
import { addDays } from "../../src/lib/days.ts";
import { Secret } from "../../src/lib/secret.ts";
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
        expect(edited?.broken).toContainEqual({
          text: expect.stringContaining("is more than the budget of EUR 200,000.00"),
          lines: [],
        });
      if (edited?.broken.length === 0) expect(scenarios.map((one) => one.total.minor)).toEqual([total]);
      else {
        expect(scenarios).toEqual([]);
        broken += 1;
      }
    }
    expect(broken).toBeGreaterThan(0);
    expect(broken).toBeLessThan(20);
  });

  it("takes another first day, or says why not", async () => {
    const first = makeSheets(makeReport(await story.state())).find(({ name }) => name === "plan");
    const at = first?.columns.findIndex(({ title }) => title === "First day") ?? -1;
    const on = async (start: string) =>
      (await askedFor((rows) => rows.map((row, i) => (i === 0 ? row.with(at, text(start)) : row)))).edited;
    const { start, end } = brief.flight;
    const later = addDays(start, 7);
    const [line] = await lines();
    const moved = await on(later);
    if (moved?.rejected.length === 0)
      expect(moved.changes).toMatchObject([{ line: line?.lineId, days: { start: later, end } }]);
    else expect(moved?.rejected).toMatchObject([{ days: "whole" }]);
    expect((await on(addDays(start, -7)))?.rejected).toMatchObject([{ days: "outside" }]);
  });

  it("takes a day in whatever cell it stands, or names row and column", async () => {
    const first = makeSheets(makeReport(await story.state())).find(({ name }) => name === "plan");
    const later = addDays(brief.flight.start, 7);
    const place = (await lines()).findIndex(({ flight }) => flight === undefined);
    const edited = (title: string, cell: Cell) => {
      const at = first?.columns.findIndex((column) => column.title === title) ?? -1;
      return askedFor((rows) => rows.map((row, i) => (i === place ? row.with(at, cell) : row)));
    };
    const serial = (Date.parse(later) - Date.UTC(1899, 11, 30)) / 86_400_000;
    const asText = (await edited("First day", text(later))).edited;
    expect([...(asText?.changes ?? []), ...(asText?.rejected ?? [])]).toHaveLength(1);
    for (const cell of [{ type: "date", day: later } as const, number(serial)])
      expect((await edited("First day", cell)).edited).toEqual(asText);
    await expect(edited("Last day", text("28 Feb"))).rejects.toThrow(
      `sheet "plan", row ${place + 2}, "Last day": "28 Feb" is not a day; write one such as 2027-03-01`,
    );
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
    expect(edited?.broken).toContainEqual({ text: expect.stringContaining(other.name), lines: [id] });
  });

  it("takes it up by the offer's id, as the workbook's offers have it, from a first day on", async () => {
    const planned = new Set((await lines()).map(({ productId }) => productId));
    const other = (await story.state()).offers?.find(
      ({ productId, whole }) => !planned.has(productId) && whole === undefined,
    );
    if (other === undefined) throw new Error("everything was planned");
    const plan = makeSheets(makeReport(await story.state())).find(({ name }) => name === "plan");
    const first = plan?.columns.findIndex(({ title }) => title === "First day") ?? -1;
    const later = addDays(brief.flight.start, 7);
    const { edited } = await askedFor((rows, columns) => [
      ...rows,
      Array.from({ length: 30 }, (_, i) =>
        i === columns.id
          ? text(other.id)
          : i === columns.amount
            ? number(10)
            : i === first
              ? text(later)
              : undefined,
      ),
    ]);
    expect(edited?.rejected).toEqual([]);
    expect(edited?.changes).toMatchObject([
      {
        line: `${other.sellerId}/${other.productId}`,
        after: { minor: 1000 },
        days: { start: later, end: brief.flight.end },
      },
    ]);
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
    expect(edited?.rejected.map(({ text }) => text)).toEqual([
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

/** The workbook of a story's plan with other amounts in it: a package without one is gone, others stand in new rows. */
async function workbookOf(story: Story, amounts: ReadonlyMap<string, number>): Promise<string> {
  const sheets = makeSheets(makeReport(await story.state())).map((one) => {
    if (one.name !== "plan") return one;
    const placeOf = (title: string) => one.columns.findIndex((column) => column.title === title);
    const [amount, id] = [placeOf("Amount (EUR)"), placeOf("Package id")];
    const idOf = (row: Row) => (row[id]?.type === "text" ? row[id].text : "");
    const kept = one.rows.flatMap((row) => {
      const minor = amounts.get(idOf(row));
      return minor === undefined ? [] : [row.with(amount, number(minor / 100, 2))];
    });
    const isThere = new Set(kept.map(idOf));
    const added = [...amounts].flatMap(([line, minor]) =>
      isThere.has(line)
        ? []
        : [
            one.columns.map((_, i) =>
              i === id ? text(line) : i === amount ? number(minor / 100, 2) : undefined,
            ),
          ],
    );
    return { ...one, rows: [...kept, ...added] };
  });
  const file = join(story.home, "edited.xlsx");
  writeFileSync(file, await renderXlsx(sheets));
  return file;
}

describe("an edited plan that is made the campaign's", () => {
  const wide = {
    channels: ["ctv", "olv", "streaming_audio", "dooh", "display", "social"],
    limits: { excludedSellers: [], maxPackages: 30, maxSharePerSeller: 0.6 },
  };
  const kim = { kind: "terminal", name: "kim" } as const;
  const orderedSchema = z.array(z.looseObject({ buyer_ref: z.string(), budget: z.number() }));

  function deskOf({ sandbox, home }: Story) {
    return openHome({
      settings: {
        home,
        registry_url: sandbox.registryUrl,
        governance_url: sandbox.governanceUrl,
        well_known_url: sandbox.wellKnownUrl,
        separate_sellers: [...sandbox.sharedOrigins],
        exchange: "examples/exchange.yaml",
      },
      secrets: { token: new Secret(sandbox.token) },
      clock: sandbox.clock,
    });
  }

  /** A fifth less for what is sold by the thousand, what has one price gone, and eight others for 3,000 each. */
  async function edits(story: Story) {
    const { plan, offers = [] } = await story.state();
    const { lines = [], leftOut = [] } = plan ?? {};
    const byId = new Map(offers.map((offer) => [offer.id, offer]));
    const kept = lines.flatMap(({ lineId, offerId, amount }) =>
      byId.get(offerId)?.whole === true ? [] : [[lineId, Math.round(amount.minor * 0.8)] as const],
    );
    const others = leftOut.flatMap(({ offerId, reason }) => {
      const offer = byId.get(offerId);
      const isFit =
        offer?.currency === "EUR" && offer.whole !== true && (offer.minimumSpend?.minor ?? 0) <= 300_000;
      return offer !== undefined && isFit && / (less|more) than the last of it on /.test(reason)
        ? [[lineIdOf(offer), 300_000] as const]
        : [];
    });
    return new Map([...kept, ...[...new Map(others)].slice(0, 8)]);
  }

  it("is bought exactly as edited, and says who set what", async () => {
    await using story = await openStory({ brief: wide });
    await story.run("plan");
    const amounts = await edits(story);
    const file = await workbookOf(story, amounts);
    await using desk = deskOf(story);
    const given = { campaign: story.campaignId, amounts: await readPlanFile(file, story.campaignId) };
    const shown = await callOperation("what-if", desk, given, kim);
    expect(shown.edited).toMatchObject({ rejected: [], broken: [] });
    expect(shown.edited?.changes.length).toBeGreaterThanOrEqual(20);
    await callOperation("replan", desk, { ...given, basis: shown.basis ?? "" }, kim);
    const { plan } = await story.state();
    expect(new Map(plan?.lines.map(({ lineId, amount }) => [lineId, amount.minor]))).toEqual(amounts);
    expect(plan?.binding[0]).toBe(`${shown.edited?.changes.length} amounts set by kim`);
    expect(plan?.lines.every(({ reason }) => reason.includes("by kim"))).toBe(true);
    await story.run();
    story.sandbox.advance(1);
    await story.run();
    const ordered = story.sandbox.calls
      .filter(({ task }) => task === "create_media_buy")
      .flatMap(({ arguments: { packages } }) => orderedSchema.parse(packages))
      .map(({ buyer_ref, budget }) => [buyer_ref, Math.round(budget * 100)] as const);
    const inEuro = new Set(
      plan?.lines.flatMap(({ lineId, budget }) => (budget.currency === "EUR" ? [lineId] : [])),
    );
    expect(inEuro.size).toBeGreaterThan(15);
    expect(new Map(ordered.filter(([line]) => inEuro.has(line)))).toEqual(
      new Map([...amounts].filter(([line]) => inEuro.has(line))),
    );
    expect(ordered.map(([line]) => line).sort()).toEqual([...amounts.keys()].sort());
  });

  it("changes nothing where a row or a limit is wrong, and takes the limit changed in the same breath", async () => {
    await using story = await openStory({
      brief: { ...wide, limits: { ...wide.limits, maxSharePerSeller: 0.3 } },
    });
    await story.run("plan");
    await using desk = deskOf(story);
    const { campaignId: campaign } = story;
    const planOf = async () => (await story.state()).plan;
    const before = await planOf();
    const amounts = new Map(before?.lines.map(({ lineId, amount }) => [lineId, amount.minor]));
    const { sellerId: rich } = before?.lines.find(({ sellerId }) => sellerId.startsWith("metropol")) ?? {};
    const ofRich = before?.lines.filter(({ sellerId }) => sellerId === rich) ?? [];
    const more = ofRich.at(-1)?.lineId ?? "";
    const less = before?.lines.find(({ sellerId }) => sellerId.startsWith("albion"))?.lineId ?? "";
    amounts.set(more, (amounts.get(more) ?? 0) + 1_000_000).set(less, (amounts.get(less) ?? 0) - 1_000_000);
    const edited = await readPlanFile(await workbookOf(story, amounts), campaign);
    const { basis = "" } = await callOperation("what-if", desk, { campaign }, kim);
    const replan = (given: Partial<InputOf<"replan">>) =>
      callOperation("replan", desk, { campaign, basis, ...given }, kim);

    await expect(replan({})).rejects.toThrow(
      "nothing is changed: name a change, or hand in the edited amounts",
    );
    await expect(replan({ amounts: edited })).rejects.toThrow(
      /metropol-screens\.example gets EUR .*, more than EUR/,
    );
    const unknown = edited.map((one, i) => (i === 0 ? { ...one, line: "nobody.example/x" } : one));
    await expect(replan({ amounts: unknown })).rejects.toThrow('"nobody.example/x" was not offered');
    const shares = ["40%", "50%"].map((value) => ({ option: "max-share" as const, value }));
    await expect(replan({ amounts: edited, changes: shares })).rejects.toThrow(
      "these are changes of several plans",
    );
    expect(await planOf()).toEqual(before);

    await replan({ amounts: edited, changes: shares.slice(0, 1) });
    const after = await story.state();
    expect(new Map(after.plan?.lines.map(({ lineId, amount }) => [lineId, amount.minor]))).toEqual(amounts);
    expect(after.brief?.limits.maxSharePerSeller).toBe(0.4);
    await expect(replan({ amounts: edited })).rejects.toThrow(
      /its plan is another by now|nothing is changed/,
    );
  });
});

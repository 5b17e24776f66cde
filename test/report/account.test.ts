import fc from "fast-check";
import { readSheet } from "read-excel-file/universal";
import { describe, expect, it } from "vitest";
import { orderedLines } from "../../src/campaign/account/ordered-lines.ts";
import type { CampaignEvent } from "../../src/campaign/model/state/events.ts";
import { addDays } from "../../src/lib/days.ts";
import { money } from "../../src/lib/money.ts";
import { reconcile } from "../../src/report/account/reconcile.ts";
import { makeStatement } from "../../src/report/account/statement.ts";
import { statementMarkdown } from "../../src/report/account/statement-markdown.ts";
import { statementSchema } from "../../src/report/account/statement-schema.ts";
import { statementSheets } from "../../src/report/account/statement-sheets.ts";
import { renderXlsx } from "../../src/report/renderers/xlsx.ts";
import {
  boughtEvents,
  buyOf,
  campaign,
  flight,
  flightDays,
  type Line,
  reported,
  update,
} from "../campaign/bought-campaign.ts";

const line: Line = {};
const asOrdered = reported(line, { days: flightDays, impressions: 100_000, spendMinor: 100_000 });
const months = ["2027-01", "2027-02", "2027-03"];

describe("three ways", () => {
  it("agree, and the books are closed, where all is told, final and as ordered", () => {
    const { lines, unbalanced } = reconcile(campaign([...boughtEvents([line]), asOrdered]));
    expect(unbalanced).toEqual([]);
    expect(lines).toMatchObject([
      {
        planned: { budget: money(4_200_000, "EUR"), impressions: 4_200_000 },
        ordered: { budget: money(4_200_000, "EUR"), impressions: 4_200_000 },
        reported: { days: flightDays, finalDays: flightDays, impressions: 4_200_000 },
        variance: { order: 0, impressions: 0, spend: 0, price: 0 },
        flags: [],
        open: [],
      },
    ]);
  });

  it("are flagged where they differ by more than a tenth, and where more than the order is spent", () => {
    const report = reported(line, { days: flightDays, impressions: 89_000, spendMinor: 100_001 });
    const [found] = reconcile(campaign([...boughtEvents([line]), report])).lines;
    expect(found?.flags).toEqual([
      "impressions are 11.0 % under the order",
      "the CPM is 12.4 % over the order",
      "EUR 0.42 more than the order is reported as spent",
    ]);
  });

  it("are held against what was due so far while a line runs", () => {
    const report = reported(line, { days: 14, impressions: 100_000, spendMinor: 100_000 });
    const [found] = reconcile(campaign([...boughtEvents([line]), report])).lines;
    expect(found?.variance).toMatchObject({ impressions: 0, spend: 0 });
    expect(found?.open).toEqual([`reported to ${addDays(flight.start, 13)}, and runs to ${flight.end}`]);
  });

  it("stay open for what is not told, not final, without spend or not read back, and say so", () => {
    const report = reported(line, {
      days: flightDays,
      impressions: (day) => (day === 3 || day === 4 ? undefined : 100_000),
      final: false,
    });
    const pause = update(line, { status: "paused" }, { readBack: false });
    const [found] = reconcile(campaign([...boughtEvents([line]), ...pause, report])).lines;
    expect(found?.open).toEqual([
      "2 days not reported, the first on 2027-01-21",
      "40 days without spend",
      "40 days may still be restated",
      `change ${buyOf(line).mediaBuyId}: done`,
    ]);
    expect(reconcile(campaign(boughtEvents([line]))).lines[0]?.open).toEqual([
      "its seller has reported nothing",
    ]);
  });

  it("hold nothing against a seller for days that it has not reported", () => {
    const report = reported(line, {
      days: 14,
      impressions: (day) => (day === 3 || day === 4 ? undefined : 100_000),
      spendMinor: (day) => (day === 3 || day === 4 ? undefined : 100_000),
    });
    const state = campaign([...boughtEvents([line]), report]);
    expect(reconcile(state).lines[0]).toMatchObject({ variance: { impressions: 0, spend: 0 }, flags: [] });
    const { rows, totals } = makeStatement([state], "2027-01");
    expect(rows).toMatchObject([{ variance: 0, flagged: false, spend: money(1_200_000, "EUR") }]);
    expect(rows[0]?.open).toContain("2 days not reported, the first on 2027-01-21");
    expect(totals).toMatchObject([{ spend: money(1_200_000, "EUR") }]);
  });

  it("have no spend where none was reported, which is not a spend of nothing", () => {
    const { rows, totals } = makeStatement([campaign(boughtEvents([line]))], "2027-01");
    expect(rows[0]).not.toHaveProperty("spend");
    expect(totals[0]).not.toHaveProperty("spend");
    expect(rows[0]?.open).toEqual(["its seller has reported nothing"]);
  });

  it("name a buy for which the ledger holds more than is ordered", () => {
    const lower = { packages: [{ package_id: buyOf(line).packageId, budget: 40_000 }] };
    const state = campaign([...boughtEvents([line]), ...update(line, lower, { readBack: true })]);
    expect(reconcile(state).unbalanced).toEqual([
      {
        mediaBuyId: buyOf(line).mediaBuyId,
        sellerId: "harbour.example",
        committed: money(4_200_000, "EUR"),
        ordered: money(4_000_000, "EUR"),
      },
    ]);
  });
});

describe("a month's statement", () => {
  it("tells what was said first and what restatements changed", () => {
    const first = reported(line, { days: 3, impressions: 100_000, spendMinor: 100_000, final: false });
    const again = reported(line, { days: 3, impressions: 90_000, spendMinor: 90_000 });
    const { rows, totals } = makeStatement([campaign([...boughtEvents([line]), first, again])], "2027-01");
    expect(rows).toMatchObject([
      {
        from: flight.start,
        to: "2027-01-31",
        ordered: { budget: money(1_400_000, "EUR"), impressions: 1_400_000 },
        firstReported: money(300_000, "EUR"),
        adjustment: money(-30_000, "EUR"),
        spend: money(270_000, "EUR"),
        variance: expect.closeTo(-0.1),
        flagged: false,
      },
    ]);
    expect(totals).toMatchObject([{ currency: "EUR", rows: 1, open: 1, adjustment: money(-30_000, "EUR") }]);
  });

  it("adds nothing up across currencies", () => {
    const krona: Line = { sellerId: "nordlicht.example", currency: "SEK" };
    const states = [
      campaign([
        ...boughtEvents([line, krona]),
        asOrdered,
        reported(krona, { days: 42, impressions: 1, spendMinor: 7 }),
      ]),
    ];
    expect(makeStatement(states, "2027-01").totals.map(({ spend }) => spend)).toEqual([
      money(1_400_000, "EUR"),
      money(98, "SEK"),
    ]);
  });

  it("has no row for what neither ran nor was told", () => {
    expect(makeStatement([campaign([...boughtEvents([line]), asOrdered])], "2027-04").rows).toEqual([]);
  });

  it("fits its schema, and tells the same as Markdown", () => {
    const made = makeStatement([campaign([...boughtEvents([line]), asOrdered])], "2027-02");
    expect(statementSchema.parse(made)).toEqual(made);
    const markdown = statementMarkdown(made);
    expect(markdown).toContain("# Statement for 2027-02");
    expect(markdown).toContain("| EUR | 1 | EUR 28,000.00 | EUR 28,000.00 | EUR 0.00 | EUR 28,000.00 |");
  });
});

const anyDay = fc.record({
  impressions: fc.option(fc.nat(300_000), { nil: undefined, freq: 5 }),
  spendMinor: fc.nat(300_000),
  restated: fc.option(fc.nat(300_000), { nil: undefined }),
});
const anyLines = fc.uniqueArray(
  fc.record({
    sellerId: fc.constantFrom("harbour.example", "kiosk.example"),
    product: fc.constantFrom("a", "b"),
    currency: fc.constantFrom("EUR", "JPY", "KWD"),
    budgetMinor: fc.integer({ min: 1, max: 9_999_999 }),
    impressions: fc.integer({ min: 1, max: 9_999_999 }),
    days: fc.array(anyDay, { minLength: 1, maxLength: flightDays + 3 }),
  }),
  { minLength: 1, maxLength: 3, selector: ({ sellerId, product }) => `${sellerId}/${product}` },
);

it("totals are the sums of their rows, and the months of a flight add up to all of it, to the last cent", () => {
  fc.assert(
    fc.property(anyLines, (lines) => {
      const reports = lines.flatMap((one): CampaignEvent[] => {
        const report = (spendMinor: (day: number) => number) =>
          reported(one, {
            days: one.days.length,
            impressions: (day) => one.days[day]?.impressions,
            spendMinor,
          });
        const first = report((day) => one.days[day]?.spendMinor ?? 0);
        return [first, report((day) => one.days[day]?.restated ?? one.days[day]?.spendMinor ?? 0)];
      });
      const state = campaign([...boughtEvents(lines), ...reports]);
      const statements = months.map((month) => makeStatement([state], month));
      for (const { rows, totals } of statements)
        for (const { currency, ...total } of totals) {
          const own = rows.filter(({ ordered }) => ordered.budget.currency === currency);
          const sum = (of: (row: (typeof own)[number]) => number | undefined) =>
            own.reduce((all, row) => all + (of(row) ?? 0), 0);
          expect(total.rows).toBe(own.length);
          expect(total.ordered.minor).toBe(sum(({ ordered }) => ordered.budget.minor));
          const { spend, firstReported, adjustment } = total;
          // Where none was reported there is no sum.
          expect(spend === undefined).toBe(own.every((row) => row.spend === undefined));
          expect(spend?.minor ?? 0).toBe(sum((row) => row.spend?.minor));
          expect((firstReported?.minor ?? 0) + (adjustment?.minor ?? 0)).toBe(spend?.minor ?? 0);
        }
      const reconciled = new Map(reconcile(state).lines.map((one) => [one.packageId, one]));
      for (const { packageId, ordered } of orderedLines(state)) {
        const parts = statements.flatMap(({ rows }) => rows.filter((row) => row.packageId === packageId));
        const sum = (of: (row: (typeof parts)[number]) => number | undefined) =>
          parts.reduce((all, row) => all + (of(row) ?? 0), 0);
        const whole = reconciled.get(packageId)?.reported;
        expect(sum((row) => row.ordered.budget.minor)).toBe(ordered.budget.minor);
        expect(sum((row) => row.ordered.impressions)).toBe(ordered.impressions);
        expect(sum((row) => row.delivered)).toBe(whole?.impressions ?? 0);
        expect(sum((row) => row.spend?.minor)).toBe(whole?.spend?.minor ?? 0);
        expect(sum((row) => row.adjustment?.minor)).toBe(whole?.adjustment.minor);
        expect(sum((row) => row.days)).toBe(whole?.days);
      }
    }),
  );
});

describe("the statement's workbook", () => {
  it("holds amounts as numbers, days as dates, and a seller's text as text", async () => {
    const hostile: Line = { product: '=HYPERLINK("https://evil.example")' };
    const state = campaign([
      ...boughtEvents([line, hostile]),
      asOrdered,
      reported(hostile, { days: 2, impressions: 5, spendMinor: 12_345 }),
    ]);
    const made = makeStatement([state], "2027-01");
    const file = new Blob([new Uint8Array(await renderXlsx(statementSheets(made)))]);
    const [titles = [], ...rows] = await readSheet(file, "statement 2027-01");
    const column = (title: string) => rows.map((row) => row[titles.indexOf(title)]);
    expect(column("Spend")).toEqual([246.9, 14_000]);
    expect(column("Product")).toEqual(['=HYPERLINK("https://evil.example")', "spots"]);
    expect(column("First day")).toEqual([new Date(flight.start), new Date(flight.start)]);
    const [, total] = await readSheet(file, "totals");
    expect(total?.at(-1)).toBe(14_246.9);
    expect((await readSheet(file, "open")).length).toBeGreaterThan(1);
  });
});

import fc from "fast-check";
import { readSheet } from "read-excel-file/universal";
import { describe, expect, it } from "vitest";
import { money, toDecimal } from "../../src/lib/money.ts";
import { renderCsv } from "../../src/report/renderers/csv.ts";
import { makeSheets } from "../../src/report/renderers/sheets.ts";
import { renderXlsx } from "../../src/report/renderers/xlsx.ts";
import { makeReport } from "../../src/report/report.ts";
import { amount, sheet, text } from "../../src/report/sheet.ts";
import { campaignAfter, campaignEvents } from "./campaign-fixture.ts";
import { richCampaign } from "./rich-campaign.ts";

const report = makeReport(richCampaign());
const sheets = makeSheets(report);

describe("the sheets", () => {
  it("are there for what there is", () => {
    expect(sheets.map(({ name }) => name)).toEqual([
      "target",
      "plan",
      "performance",
      "scenarios",
      "offers",
      "sellers",
      "assumptions",
    ]);
    const compared = makeSheets(makeReport(campaignAfter(4)));
    expect(compared.map(({ name }) => name)).toEqual(["target", "offers", "sellers", "assumptions"]);
  });

  it("can be made at every stage of a campaign", async () => {
    for (let count = 0; count < campaignEvents.length; count += 5) {
      const made = makeSheets(makeReport(campaignAfter(count)));
      for (const one of made) expect(renderCsv(one)).toContain("\r\n");
      expect((await renderXlsx(made)).length).toBeGreaterThan(1000);
    }
  });
});

describe("the workbook", async () => {
  const file = new Blob([new Uint8Array(await renderXlsx(sheets))]);
  const rowsOf = async (name: string) => {
    const [titles = [], ...rows] = await readSheet(file, name);
    return rows.map((row) => Object.fromEntries(row.map((value, i) => [String(titles[i]), value])));
  };

  it("holds the plan's amounts as numbers and its days as dates", async () => {
    const rows = await rowsOf("plan");
    const { plan, brief } = report;
    expect(rows.map((row) => row["Amount (EUR)"])).toEqual(plan?.lines.map((line) => toDecimal(line.amount)));
    expect(rows.map((row) => row["Budget at the seller"])).toEqual(
      plan?.lines.map((line) => toDecimal(line.budget)),
    );
    expect(rows[0]?.["First day"]).toEqual(new Date(brief?.flight.start ?? ""));
    const weeks = Object.keys(rows[0] ?? {}).filter((title) => title.startsWith("From "));
    for (const row of rows) {
      const total = weeks.reduce((sum, week) => sum + Number(row[week]), 0);
      expect(total).toBeCloseTo(Number(row["Amount (EUR)"]), 2);
    }
  });

  it("holds every offer with the figures of the report", async () => {
    const rows = await rowsOf("offers");
    expect(rows.map((row) => row["Offer id"])).toEqual(report.offers.map(({ id }) => id));
    expect(rows.map((row) => row["Expected price for 1,000 (EUR)"])).toEqual(
      report.offers.map(({ cpm }) => (cpm ? Math.round(cpm.mid) / 100 : null)),
    );
    expect(rows.map((row) => row["Impressions, expected"])).toEqual(
      report.offers.map(({ impressions }) => impressions?.mid ?? null),
    );
  });
});

describe("a text of a seller", () => {
  const dangerous = fc
    .tuple(fc.constantFrom("=", "+", "-", "@", "\t=", "\r=", " =", "\u200b="), fc.string({ unit: "binary" }))
    .map((parts) => parts.join(""));

  it("never begins like a formula in a field of CSV", () => {
    fc.assert(
      fc.property(dangerous, (words) => {
        const csv = renderCsv(sheet("one", [{ title: "t", width: 9, cell: text }], [words]));
        const field = csv.split("\r\n").slice(1).join("\r\n").replace(/^"/, "");
        expect(field).not.toMatch(/^[\s\p{Cf}]*[=+\-@\t]/u);
      }),
    );
  });

  it("is the same text in the workbook, and no formula", async () => {
    const words = ["=1+1", "+49 30", "-2", "@SUM(A1)", "007", "2027-01-01", "TRUE"];
    const made = await renderXlsx([sheet("one", [{ title: "t", width: 9, cell: text }], words)]);
    const [, ...rows] = await readSheet(new Blob([new Uint8Array(made)]), "one");
    expect(rows.map(([value]) => value)).toEqual(words);
  });
});

describe("an amount", () => {
  it("is what it was, in any currency", async () => {
    const amounts = [money(12_34, "EUR"), money(5000, "JPY"), money(1_234_567, "KWD")];
    const one = sheet("one", [{ title: "t", width: 9, cell: amount }], amounts);
    expect(renderCsv(one).split("\r\n").slice(1, 4)).toEqual(["12.34", "5000", "1234.567"]);
    const [, ...rows] = await readSheet(new Blob([new Uint8Array(await renderXlsx([one]))]), "one");
    expect(rows.map(([value]) => value)).toEqual([12.34, 5000, 1234.567]);
  });
});

import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inflateRawSync } from "node:zlib";
import fc from "fast-check";
import { strFromU8, unzipSync } from "fflate";
import { readSheet } from "read-excel-file/universal";
import { describe, expect, it } from "vitest";
import { money, subtract, toDecimal } from "../../src/lib/money.ts";
import { amount, cellAt, type Sheet, sheet, text } from "../../src/report/blocks/sheet.ts";
import { renderCsv } from "../../src/report/renderers/csv.ts";
import { makeSheets } from "../../src/report/renderers/sheets.ts";
import { renderXlsx } from "../../src/report/renderers/xlsx.ts";
import { makeReport, type Report } from "../../src/report/report.ts";
import { temporaryFolder } from "../cli/flightdesk.ts";
import { campaignAfter, campaignEvents } from "./campaign-fixture.ts";
import { richCampaign } from "./rich-campaign.ts";

const report = makeReport(richCampaign());
const sheets = makeSheets(report);

describe("the sheets", () => {
  it("are there for what there is", () => {
    expect(sheets.map(({ name }) => name)).toEqual([
      "summary",
      "flowchart",
      "target",
      "plan",
      "delivery",
      "performance",
      "scenarios",
      "offers",
      "sellers",
      "assumptions",
    ]);
    const compared = makeSheets(makeReport(campaignAfter(4)));
    expect(compared.map(({ name }) => name)).toEqual([
      "summary",
      "target",
      "offers",
      "sellers",
      "assumptions",
    ]);
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
    const rows = (await rowsOf("plan")).slice(0, -1);
    const { plan, brief } = report;
    expect(rows.map((row) => row["Amount (EUR)"])).toEqual(plan?.lines.map((line) => toDecimal(line.amount)));
    expect(rows.map((row) => row["Budget at the seller"])).toEqual(
      plan?.lines.map((line) => toDecimal(line.budget)),
    );
    expect(rows[0]?.["First day"]).toEqual(new Date(brief?.flight.start ?? ""));
    const weeks = Object.keys(rows[0] ?? {}).filter((title) => title.startsWith("From "));
    for (const row of rows) {
      const total = weeks.reduce((sum, week) => sum + Number(row[week]), 0);
      expect(total).toBeCloseTo(Number(row["Current (EUR)"] ?? row["Amount (EUR)"]), 2);
    }
  });

  it("holds every offer with the figures of the report", async () => {
    const rows = await rowsOf("offers");
    expect(rows.map((row) => row["Offer id"])).toEqual(report.offers.map(({ id }) => id));
    expect(rows.map((row) => row["Expected CPM (EUR)"])).toEqual(
      report.offers.map(({ cpm }) => (cpm ? Math.round(cpm.mid) / 100 : null)),
    );
    expect(rows.map((row) => row["Impressions, expected"])).toEqual(
      report.offers.map(({ impressions }) => impressions?.mid ?? null),
    );
  });
});

/** The text of one file of a workbook: the list at a zip file's end tells where each lies. */
function inflated(made: Uint8Array, name: string): string {
  const bytes = Buffer.from(made);
  const entry = bytes.lastIndexOf(name) - 46;
  const start = bytes.readUInt32LE(entry + 42);
  const data = start + 30 + bytes.readUInt16LE(start + 26) + bytes.readUInt16LE(start + 28);
  return inflateRawSync(bytes.subarray(data, data + bytes.readUInt32LE(entry + 20))).toString("utf8");
}

/** The report of a client that pays more than media. */
function withFees({ brief, ...others }: Report): Report {
  if (brief === undefined) throw new Error("the fixture has a brief");
  const total = money(30_000_000, "EUR");
  const fees = [{ name: "commission", amount: subtract(total, brief.budget) }];
  return { ...others, brief: { ...brief, gross: { total, fees } } };
}

/** All figures of a workbook by sheet and cell. */
async function figuresIn(file: Blob): Promise<ReadonlyMap<string, number>> {
  const names = ["summary", "flowchart", "plan"];
  const sheets = await Promise.all(names.map((name) => readSheet(file, name)));
  return new Map(
    sheets.flatMap((rows, place) =>
      rows.flatMap((row, i) =>
        row.flatMap((value, j) =>
          typeof value === "number" ? [[`${names[place]} ${cellAt(j, i + 1)}`, value] as const] : [],
        ),
      ),
    ),
  );
}

const noSpreadsheet = spawnSync("soffice", ["--version"]).error !== undefined;

describe("its formulas", () => {
  const priced = makeSheets(withFees(report));
  const blobOf = async (made: readonly Sheet[]) => new Blob([new Uint8Array(await renderXlsx(made))]);

  it("stand on sheets that are printed with every column on one page", async () => {
    const files = unzipSync(await renderXlsx(priced));
    for (const place of priced.keys()) {
      const xml = strFromU8(files[`xl/worksheets/sheet${place + 1}.xml`] ?? new Uint8Array());
      expect(xml).toMatch(/^[\s\S]*?<worksheet[^>]*><sheetPr><pageSetUpPr fitToPage="1"\/><\/sheetPr>/);
      expect(xml).toContain('<pageSetup orientation="landscape" fitToWidth="1" fitToHeight="0"/>');
    }
  });

  it("say what they come to, for those who only look", async () => {
    const figures = await figuresIn(await blobOf(priced));
    const lines = report.plan?.lines.length ?? 0;
    const planned = toDecimal(report.plan?.total ?? money(0, "EUR"));
    expect(figures.get("summary B2")).toBe(toDecimal(report.brief?.budget ?? money(0, "EUR")));
    expect(figures.get("summary B5")).toBe(planned);
    expect(figures.get(`plan D${lines + 2}`)).toBe(planned);
  });

  it.skipIf(noSpreadsheet)(
    `come to the same in a spreadsheet, and follow an amount that is edited${noSpreadsheet ? " (skipped: no soffice)" : ""}`,
    async () => {
      const before = await figuresIn(await blobOf(priced));
      const calculated = await figuresIn(await recalculated(await blobOf(priced)));
      for (const [cell, value] of before)
        expect(Math.abs((calculated.get(cell) ?? 0) - value), cell).toBeLessThan(0.006);

      const edited = priced.map((one) => (one.name === "plan" ? withMore(one, 1000) : one));
      const after = await figuresIn(await recalculated(await blobOf(edited)));
      const lines = report.plan?.lines.length ?? 0;
      for (const cell of ["summary B5", `plan D${lines + 2}`])
        expect((after.get(cell) ?? 0) - (before.get(cell) ?? 0), cell).toBeCloseTo(1000, 2);
      expect((after.get("summary B6") ?? 0) - (before.get("summary B6") ?? 0)).toBeCloseTo(-1000, 2);
    },
    120_000,
  );
});

/** A sheet of the plan whose first amount is higher, and nothing else yet. */
function withMore(one: Sheet, more: number): Sheet {
  const [[...first] = [], ...others] = one.rows;
  const amount = first[3];
  if (amount?.type !== "money") throw new Error("the fourth column holds amounts");
  first[3] = { ...amount, value: amount.value + more };
  return { ...one, rows: [first, ...others] };
}

/** What a spreadsheet makes of a workbook, every formula calculated anew. */
async function recalculated(file: Blob): Promise<Blob> {
  using folder = temporaryFolder();
  const { path } = folder;
  mkdirSync(join(path, "profile/user"), { recursive: true });
  writeFileSync(join(path, "profile/user/registrymodifications.xcu"), alwaysRecalculate);
  writeFileSync(join(path, "plan.xlsx"), Buffer.from(await file.arrayBuffer()));
  const { status, stderr } = spawnSync(
    "soffice",
    [
      `-env:UserInstallation=file://${path}/profile`,
      "--headless",
      "--convert-to",
      "xlsx:Calc MS Excel 2007 XML",
      "--outdir",
      join(path, "out"),
      join(path, "plan.xlsx"),
    ],
    { encoding: "utf8" },
  );
  expect(status, stderr).toBe(0);
  return new Blob([readFileSync(join(path, "out/plan.xlsx"))]);
}

const alwaysRecalculate = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry"><item oor:path="/org.openoffice.Office.Calc/Formula/Load">
<prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop></item></oor:items>`;

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
    const styles = inflated(made, "xl/styles.xml");
    expect(styles.match(/<xf [^>]*quotePrefix="1"/g)).toHaveLength(1);
    const cells = inflated(made, "xl/worksheets/sheet1.xml");
    expect(cells.match(/<c r="A[2-5]" s="\d+" t="s">/g)).toHaveLength(4);
    expect(cells.match(/<c r="A[678]" (s="0" )?t="s">/g)).toHaveLength(3);
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

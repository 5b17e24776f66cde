import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { readSheet } from "read-excel-file/universal";
import { describe, expect, it } from "vitest";
import { renderCsv } from "../../src/report/renderers/csv.ts";
import { renderHtml } from "../../src/report/renderers/html.ts";
import { renderMarkdown } from "../../src/report/renderers/markdown.ts";
import { makeSheets } from "../../src/report/renderers/sheets.ts";
import { renderStage, renderStatus } from "../../src/report/renderers/terminal.ts";
import { renderXlsx } from "../../src/report/renderers/xlsx.ts";
import { makeReport } from "../../src/report/report.ts";
import { launchBrowser, noBrowser } from "../chromium.ts";
import { hostileTexts } from "../stories/injection/hostile-texts.ts";
import { hostileCampaign } from "./hostile-campaign.ts";

const state = hostileCampaign();
const report = makeReport(state);
const unseen = /[^\P{C}\n]|\p{Default_Ignorable_Code_Point}/u;

it("the campaign shows every hostile text", () => {
  expect(report.offers.length).toBeGreaterThan(hostileTexts().length);
});

describe.skipIf(noBrowser)(noBrowser ? `the page (skipped: ${noBrowser})` : "the page", () => {
  it("runs nothing, asks for nothing, opens nothing and links nowhere", async () => {
    const folder = mkdtempSync(join(tmpdir(), "flightdesk-inert-"));
    const address = pathToFileURL(join(folder, "report.html")).href;
    writeFileSync(join(folder, "report.html"), await renderHtml(report));
    const browser = await launchBrowser();
    const page = await browser.newPage();
    const seen: string[] = [];
    page.on("dialog", (dialog) => {
      seen.push(`dialog ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on("request", (request) => seen.push(request.url()));
    page.on("pageerror", (error) => seen.push(error.message));
    page.on("console", (message) => seen.push(message.text()));
    page.on("popup", () => seen.push("a window"));
    await page.goto(address);
    await page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true");
    expect(await page.evaluate<string[]>(alive)).toEqual([]);
    expect(await page.evaluate<string>("document.body.innerText")).toContain("alert(1)");
    expect(seen).toEqual([address]);
    await browser.close();
    rmSync(folder, { recursive: true });
  });
});

/** Runs in the page: elements and attributes that could do something, but for the page's own. */
const alive = `(() => [...document.querySelectorAll("*")].flatMap((node) => [
  ...(/^(iframe|object|embed|form|base|img|video|audio|math|template)$/i.test(node.localName) ? [node.localName] : []),
  ...[...node.attributes]
    .filter(({ name, value }) => /^on/i.test(name) || /^(srcdoc|formaction)$/.test(name) ||
      (/^(href|src|action|xlink:href)$/.test(name) && !/^(#|data:,$)/.test(value)))
    .map(({ name, value }) => node.localName + " " + name + "=" + value.slice(0, 80)),
]))()`;

describe("the Markdown", () => {
  const markdown = renderMarkdown(report);

  it("has no markup, no link, no fence and no image of a seller's", () => {
    expect(markdown).not.toMatch(unseen);
    expect(markdown).not.toMatch(/<[a-z!/?]/i);
    expect(markdown).not.toMatch(/(?<!\\)\]\s*(?:\(|:|\[)/);
    expect(markdown).not.toMatch(/(?<!\\)`|~~~|^\s{0,3}(?:---|===)/m);
    expect(markdown).not.toMatch(/\b(?:https?|javascript|file|data):\/\//i);
  });

  it("keeps each table's rows to its columns", () => {
    let columns: number | undefined;
    for (const line of markdown.split("\n")) {
      const cells = line.startsWith("|") ? line.replace(/\\./g, "").split("|").length : undefined;
      if (columns !== undefined && cells !== undefined) expect(cells, line).toBe(columns);
      columns = cells;
    }
  });
});

it("nothing that is shown in a terminal moves its cursor, colours it or hides in it", () => {
  const stages = [
    "brief",
    "sellers",
    "offers",
    "signals",
    "ranking",
    "plan",
    "preflight",
    "steps",
    "creatives",
    "delivery",
    "feedback",
  ] as const;
  const shown = [renderStatus(state), ...stages.map((stage) => renderStage(stage, state))];
  for (const text of shown) expect(text).not.toMatch(unseen);
  expect(shown.join("\n")).toContain("alert(1)");
});

describe("the tables", () => {
  const sheets = makeSheets(report);

  it("begin no CSV cell with what a spreadsheet would reckon", () => {
    for (const sheet of sheets)
      for (const cell of renderCsv(sheet).split(/\r\n|,(?=(?:[^"]*"[^"]*")*[^"]*$)/)) {
        const text = cell.replace(/^\ufeff?"?/, "");
        if (!/^-?[\d.]+"?$/.test(text)) expect(text).not.toMatch(/^[=+\-@\t\r]/);
      }
  });

  it("hold texts as texts in the workbook, and no formula", async () => {
    const bytes = await renderXlsx(sheets);
    const file = new Blob([new Uint8Array(bytes)]);
    const names = report.offers.map(({ product }) => product);
    const [titles = [], ...rows] = await readSheet(file, "offers");
    const column = titles.findIndex((title) => /product|^offer$/i.test(String(title)));
    expect(rows).toHaveLength(names.length);
    for (const row of rows) expect(typeof (row[column] ?? "")).toBe("string");
  });
});

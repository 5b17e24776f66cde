import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { renderHtml } from "../../src/report/renderers/html.ts";
import { makeReport } from "../../src/report/report.ts";
import { launchBrowser, noBrowser, seriousFaults } from "../chromium.ts";
import { campaignAfter } from "./campaign-fixture.ts";
import { richCampaign } from "./rich-campaign.ts";

const title = noBrowser ? `the page in a browser (skipped: ${noBrowser})` : "the page in a browser";

describe.skipIf(noBrowser)(title, () => {
  const folder = mkdtempSync(join(tmpdir(), "flightdesk-report-"));
  const file = join(folder, "report.html");
  const comparison = join(folder, "comparison.html");
  const planned = join(folder, "planned.html");
  let browser: Browser;

  beforeAll(async () => {
    writeFileSync(file, await renderHtml(makeReport(richCampaign())));
    writeFileSync(comparison, await renderHtml(makeReport(campaignAfter(4))));
    writeFileSync(planned, await renderHtml(makeReport(campaignAfter(6))));
    browser = await launchBrowser();
  });

  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true });
  });

  function open(
    path: string,
    { width = 1280, ...options }: { width?: number; colorScheme?: "light" | "dark" } = {},
  ) {
    return browser
      .newPage({ viewport: { width, height: 900 }, ...options })
      .then((page) => page.goto(pathToFileURL(path).href).then(() => page));
  }

  it.each([
    [1280, "light"],
    [1280, "dark"],
    [400, "light"],
    [400, "dark"],
  ] as const)("fits a width of %i in %s without errors or requests", async (width, colorScheme) => {
    const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
    const errors: string[] = [];
    const requests: string[] = [];
    page.on("pageerror", (error) => errors.push(error.message));
    page.on("console", (message) => errors.push(message.text()));
    page.on("request", (request) => requests.push(request.url()));
    await page.goto(pathToFileURL(file).href);
    expect(await page.evaluate<number>("document.documentElement.scrollWidth")).toBe(width);
    expect(await page.locator("h1").textContent()).toBe("Aurora e-bike spring launch");
    await page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })");
    expect(await page.evaluate<number>("document.documentElement.scrollWidth")).toBe(width);
    expect(await page.locator("figure svg:visible").count()).toBe(3);
    expect(await page.locator("table:visible").count()).toBeGreaterThan(6);
    expect(errors).toEqual([]);
    expect(requests).toEqual([pathToFileURL(file).href]);
    await page.close();
  });

  it.each([
    ["campaign", 1280, "light"],
    ["campaign", 400, "dark"],
    ["comparison", 1280, "dark"],
    ["comparison", 400, "light"],
  ] as const)(
    "of a %s has no serious fault for those who need aids, %i wide in %s",
    async (kind, width, colorScheme) => {
      const page = await open(kind === "campaign" ? file : comparison, { width, colorScheme });
      expect(await page.evaluate<number>("document.documentElement.scrollWidth")).toBe(width);
      expect(await seriousFaults(page)).toEqual([]);
      await page.close();
    },
  );

  it("sorts by keyboard, lowest first, highest first and as given, and tells it", async () => {
    const page = await open(comparison);
    const head = page.locator("#offers thead th", { hasText: "CPM" });
    const order = () => page.evaluate<(string | null)[]>(prices);
    const given = await order();
    await head.getByRole("button").focus();
    await page.keyboard.press("Enter");
    expect(await head.getAttribute("aria-sort")).toBe("ascending");
    const rising = await order();
    expect(rising).not.toEqual(given);
    const known = rising.filter((price) => price !== null).map(Number);
    expect(known).toEqual([...known].sort((a, b) => a - b));
    expect(rising.slice(known.length).every((price) => price === null)).toBe(true);
    expect(await page.locator("#offers [role=status]").textContent()).toMatch(/sorted by CPM, lowest first/);
    await page.keyboard.press("Space");
    expect(await head.getAttribute("aria-sort")).toBe("descending");
    expect((await order()).filter((price) => price !== null).map(Number)).toEqual(known.reverse());
    await page.keyboard.press("Space");
    expect(await head.getAttribute("aria-sort")).toBe("none");
    expect(await order()).toEqual(given);
    await page.close();
  });

  it("filters by keyboard and tells how many are left", async () => {
    const page = await open(comparison);
    const rows = page.locator("#offers tbody tr:visible");
    const status = page.locator("#offers [role=status]");
    expect(await rows.count()).toBe(10);
    await page.getByRole("button", { name: "Show all 12" }).press("Enter");
    expect(await rows.count()).toBe(12);
    await page.getByLabel("Filter offers").focus();
    await page.keyboard.type("streamhouse CTV");
    expect(await status.textContent()).toBe("2 of 12 offers shown");
    expect(await rows.count()).toBe(2);
    await page.keyboard.press("Escape");
    expect(await rows.count()).toBe(12);
    await page.close();
  });

  it("shows every row where script does not run, and no control that would do nothing", async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(pathToFileURL(comparison).href);
    expect(await page.locator("#offers tbody tr:visible").count()).toBe(12);
    expect(await page.locator("button, input").count()).toBe(0);
    await context.close();
  });

  it("says on the first screen of a plan what it buys, in which weeks, with what risks, and who decides", async () => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.goto(pathToFileURL(planned).href);
    for (const part of [".verdict", ".cards", ".bar", ".flowchart", ".columns"]) {
      const box = await page.locator(`#overview ${part}`).first().boundingBox();
      expect((box?.y ?? 800) + (box?.height ?? 0), part).toBeLessThanOrEqual(800);
    }
    const appendix = await page.locator("#appendix").boundingBox();
    expect(appendix?.y).toBeLessThan(3500);
    expect(statSync(planned).size).toBeLessThan(300_000);
    await page.close();
  });

  it("prints its appendix too, from a page of its own on", async () => {
    const page = await open(file, { width: 718 });
    await page.emulateMedia({ media: "print" });
    expect(await page.locator("#appendix #brief").isVisible()).toBe(true);
    expect(await page.locator("#plan details").first().isVisible()).toBe(false);
    await page.close();
  });

  it("moves nothing for those who want no motion", async () => {
    const page = await open(file);
    const moves = () => page.evaluate<string>("getComputedStyle(document.documentElement).scrollBehavior");
    expect(await moves()).toBe("smooth");
    await page.emulateMedia({ reducedMotion: "reduce" });
    expect(await moves()).toBe("auto");
    await page.close();
  });

  it("fits a sheet of paper", async () => {
    const page = await open(file, { width: 718 });
    await page.emulateMedia({ media: "print" });
    expect(await page.evaluate<number>("document.documentElement.scrollWidth")).toBe(718);
    expect(await page.locator("nav:visible, input:visible, button.more-rows:visible").count()).toBe(0);
    expect(await page.evaluate<string[]>(brokenAmounts)).toEqual([]);
    await page.close();
  });

  it("has words of enough contrast on every ground, light and dark", async () => {
    for (const colorScheme of ["light", "dark"] as const) {
      const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, colorScheme });
      await page.goto(pathToFileURL(file).href);
      expect(await page.evaluate<string[]>(weakContrasts)).toEqual([]);
      await page.close();
    }
  });
});

/** Runs in the page: what each offer is sorted by in the column of prices, null where it has none. */
const prices = `[...document.querySelectorAll("#offers tbody tr")]
  .map((row) => row.querySelector('[data-label="CPM"]').dataset.sort ?? null)`;

/** Runs in the page: amounts in tables that begin on one line and end on another. */
const brokenAmounts = `[...document.querySelectorAll("td")].flatMap((cell) => {
  const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
  const broken = [];
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode())
    for (const { 0: amount, index } of text.data.matchAll(/\\d{1,3}(,\\d{3})*\\.\\d\\d/g)) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + amount.length);
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(amount);
    }
  return broken;
})`;

/** Runs in the page: texts whose colour and ground differ by less than 4.5 to 1 (WCAG AA). */
const weakContrasts = `(() => {
  const rgb = (text) => text.match(/[\\d.]+/g).map(Number);
  const light = ([r, g, b]) => [r, g, b].map((v) => v / 255)
    .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const ground = (node) => {
    for (let at = node; at; at = at.parentElement) {
      const colour = rgb(getComputedStyle(at).backgroundColor);
      if (colour.length === 3 || colour[3] === 1) return colour;
    }
    return [255, 255, 255];
  };
  return [...document.querySelectorAll("body *:not(svg, svg *)")]
    .filter((node) => [...node.childNodes].some((child) => child.nodeType === 3 && child.textContent.trim()))
    .filter((node) => {
      const [a, b] = [light(rgb(getComputedStyle(node).color)), light(ground(node))];
      return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) < 4.5;
    })
    .map((node) => node.className + ": " + node.textContent.slice(0, 40));
})()`;

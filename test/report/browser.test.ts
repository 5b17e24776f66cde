import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, chromium } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { renderHtml } from "../../src/report/html.ts";
import { makeReport } from "../../src/report/report.ts";
import { campaignAfter } from "./campaign-fixture.ts";

const executablePath = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
const missing = !existsSync(executablePath) && process.env["CI"] === undefined;
const title = missing
  ? `the page in a browser (skipped: no chromium at ${executablePath})`
  : "the page in a browser";

describe.skipIf(missing)(title, () => {
  const folder = mkdtempSync(join(tmpdir(), "flightdesk-report-"));
  const file = join(folder, "report.html");
  let browser: Browser;

  beforeAll(async () => {
    writeFileSync(file, await renderHtml(makeReport(campaignAfter())));
    browser = await chromium.launch({
      executablePath,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    });
  });

  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true });
  });

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
    expect(await page.locator("figure svg:visible").count()).toBe(4);
    expect(await page.locator("table:visible").count()).toBeGreaterThan(6);
    expect(errors).toEqual([]);
    expect(requests).toEqual([pathToFileURL(file).href]);
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

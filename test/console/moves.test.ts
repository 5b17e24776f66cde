import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { takeResults } from "../../src/campaign/measure/take-results.ts";
import { boughtPackages } from "../../src/campaign/model/derived/bought.ts";
import type { BuyerResult } from "../../src/campaign/model/measured/result.ts";
import { english } from "../../src/console/words/english.ts";
import { callOperation } from "../../src/desk/operations.ts";
import { addDays } from "../../src/lib/days.ts";
import { formatMoney } from "../../src/lib/money.ts";
import { launchBrowser, noBrowser, seriousFaults } from "../chromium.ts";
import { type OpenConsole, openConsole } from "./open-console.ts";

const lib = { kind: "library", name: "lee" } as const;
const { moves: words, terms } = english;
const brief = {
  name: "brief.yaml",
  text: readFileSync("examples/brief-to-campaign/brief.yaml", "utf8")
    .replace("excluded_sellers: []", "excluded_sellers: [stotter-media.example]")
    .replace(/kpi:\n {2}metric: impressions\n {2}target: \d+/, "kpi:\n  metric: cpa\n  target: 40"),
};

/** What the buyer counts in a week: much more on one line than on each other one. */
async function week({ desk }: OpenConsole, campaign: string, start: string): Promise<void> {
  const { journal } = await desk.app.ports(campaign);
  const results = boughtPackages(journal.state()).flatMap(({ lineId }, place) =>
    Array.from(
      { length: place === 1 ? 400 : 40 },
      (_, i): BuyerResult => ({
        id: `${start}-${lineId}-${i}`,
        at: `${addDays(start, i % 7)}T12:00:00.000Z`,
        type: "purchase",
        of: { lineId },
      }),
    ),
  );
  await takeResults(journal, { results, completeTo: addDays(start, 6) });
}

const textOf = async (page: Page) => ((await page.textContent("main")) ?? "").replaceAll("\u00a0", " ");

it.skipIf(noBrowser)(
  "shows a move of money with all its lines by name, and takes it back by a button and a signature",
  async () => {
    await using console_ = await openConsole({ askAbove: "900,000 EUR" });
    const { desk, sandbox, url } = console_;
    const browser = await launchBrowser();
    const page = await browser.newPage();
    await page.goto(`${url}/console/login#${console_.login()}`);
    await page.waitForURL(`${url}/console`);
    const { campaign } = await callOperation("run", desk, { brief, execute: true, confirmed: true }, lib);
    for (const days of [3, 3, 9]) {
      sandbox.advance(days);
      await callOperation("turn", desk, {}, lib);
    }
    sandbox.advance(7);
    await week(console_, campaign, "2027-01-18");
    await callOperation("turn", desk, {}, lib);
    const waiting = async () => (await callOperation("inbox", desk, {}, lib)).waiting;
    const [asked] = await waiting();
    const move = asked?.move;
    if (move === undefined) throw new Error("nothing is to be moved");
    expect(move.moves.length).toBeGreaterThan(1);

    await page.goto(`${url}/console/inbox`);
    const line = move.moves[0]?.product ?? "";
    await page.getByRole("link", { name: /^Move EUR/ }).click();
    const shown = await textOf(page);
    for (const { product, vendor, from, to } of move.moves)
      for (const text of [product, vendor, formatMoney(from), formatMoney(to)]) expect(shown).toContain(text);
    expect(shown).toMatch(/Expected until the end of the flight: [\d.]+ % more .* between -?[\d.]+ % and/);
    const [request] = shown.split(english.decision.approve);
    for (const { lineId } of move.moves) expect(request).not.toContain(lineId);
    expect(request).not.toMatch(/flightdesk \w|-0\.0 %/);
    expect(await seriousFaults(page)).toEqual([]);

    await callOperation("approve", desk, { step: asked?.stepId ?? "", seen: asked?.seen ?? "" }, lib);
    for (const _ of [1, 2]) await callOperation("turn", desk, {}, lib);
    await page.goto(`${url}/console/campaigns/${campaign}/live`);
    await page.locator("summary", { hasText: "moved" }).click();
    expect(await textOf(page)).toContain(words.title);
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByRole("button", { name: words.takeBack }).click();
    await page.getByRole("heading", { name: "Done", exact: true }).waitFor({ timeout: 60_000 });
    expect(await textOf(page)).toContain(words.taken);
    // What is cut is cut; what is raised is signed for.
    const signed = (await waiting()).filter(({ requiredBy }) => requiredBy === "console");
    expect(signed.length).toBeGreaterThan(0);
    await page.goto(`${url}/console/campaigns/${campaign}/live`);
    expect(await textOf(page)).toContain(words.isTakenBack);
    expect(await textOf(page)).toContain(terms.lines);
    expect(line).not.toBe("");
    expect(console_.faults).toEqual([]);
    await browser.close();
  },
);

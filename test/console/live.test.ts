import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse, stringify } from "yaml";
import { english } from "../../src/console/words/english.ts";
import { callOperation } from "../../src/desk/operations.ts";
import { money } from "../../src/lib/money.ts";
import { launchBrowser, noBrowser, seriousFaults } from "../chromium.ts";
import { type OpenConsole, openConsole } from "./open-console.ts";

const text = readFileSync("examples/brief-to-campaign/brief.yaml", "utf8").replace(
  "excluded_sellers: []",
  "excluded_sellers: [stotter-media.example]",
);
const lib = { kind: "library", name: "lee" } as const;
const { change: words, today, live } = english;

describe.skipIf(noBrowser)(
  noBrowser
    ? `a campaign that runs, in a browser (skipped: ${noBrowser})`
    : "a campaign that runs, in a browser",
  () => {
    let it_: OpenConsole;
    let browser: Browser;
    let campaign: string;
    let page: Page;
    let refuses = false;

    beforeAll(async () => {
      [it_, browser] = await Promise.all([
        openConsole({
          askAbove: "900,000 EUR",
          named: true,
          governance: {
            decide: () => (refuses ? { verdict: "denied", explanation: "not now" } : undefined),
          },
        }),
        launchBrowser(),
      ]);
      const context = await browser.newContext();
      page = await context.newPage();
      const cdp = await context.newCDPSession(page);
      await cdp.send("WebAuthn.enable");
      await cdp.send("WebAuthn.addVirtualAuthenticator", {
        options: {
          protocol: "ctap2",
          transport: "internal",
          hasUserVerification: true,
          isUserVerified: true,
          automaticPresenceSimulation: true,
        },
      });
      await page.goto(`${it_.url}/console/login#${it_.login()}`);
      await page.waitForURL(`${it_.url}/console`);
      await page.goto(`${it_.url}/console/passkey`);
      await page.getByLabel(english.passkey.name).fill("robin");
      await page.getByRole("button", { name: english.passkey.make }).click();
      const [robin] = parse((await page.locator("pre.command").textContent()) ?? "") as object[];
      it_.name(stringify({ approvers: [{ ...robin, up_to: "900,000 EUR", login: "robin@agency.example" }] }));
      await page.goto(`${it_.url}/console`);
      expect(await page.textContent("main")).toContain(today.nothingRuns);

      const brief = { name: "brief.yaml", text };
      const begun = await callOperation("run", it_.desk, { brief, execute: true, confirmed: true }, lib);
      campaign = begun.campaign;
      for (const days of [3, 3, 9]) {
        it_.sandbox.advance(days);
        await callOperation("turn", it_.desk, {}, lib);
      }
    });
    afterAll(async () => {
      await browser?.close();
      await it_?.[Symbol.asyncDispose]();
    });

    const linesNow = async () =>
      (await callOperation("live", it_.desk, { campaign }, lib)).campaigns[0]?.lines ?? [];
    const sent = () => it_.sandbox.calls.filter(({ task }) => task === "update_media_buy").length;
    const place = async () => (await it_.desk.app.ledger.changed(0)).position;
    const open = (path: string, within = page) => within.goto(`${it_.url}/console${path}`);
    const lineAt = (line: string, asked = "") =>
      `/campaigns/${campaign}/line?${new URLSearchParams({ line }).toString()}${asked}`;
    const newAmount = (minor: number) => `&verb=amount&to=${minor / 100}`;
    /** Between a currency and its amount no line breaks. */
    const textOf = async (within: Page) =>
      ((await within.textContent("main")) ?? "").replaceAll("\u00a0", " ");
    const press = (name: string, within = page) => within.getByRole("button", { name, exact: true }).click();
    /** Waits for what was asked for, and gives what is said of it. */
    const outcome = async (within = page) => {
      await within.getByRole("heading", { name: /^(?:Done|Not done)$/ }).waitFor({ timeout: 120_000 });
      return textOf(within);
    };
    const lineOf = async (wanted: number) => {
      const line = (await linesNow())[wanted];
      if (line === undefined) throw new Error("nothing runs");
      return line;
    };

    it("shows each line by name with its figures, and changes nothing by being looked at", async () => {
      const lines = await linesNow();
      expect(lines.length).toBeGreaterThan(3);
      for (const line of lines) {
        expect(line.spent, line.lineId).toBeDefined();
        expect(line.pace?.share, line.lineId).toBeCloseTo((line.spent?.minor ?? 0) / line.due.minor);
        expect(line.needed?.minor).toBe(
          Math.round((line.current.minor - (line.spent?.minor ?? 0)) / line.daysLeft),
        );
      }
      const [at, before] = [await place(), sent()];
      const [first] = lines;
      const asked = [
        "&verb=pause",
        "&verb=cancel",
        "&verb=amount&to=20.000+%E2%82%AC",
        "&verb=amount&to=many",
        "&verb=extend&until=2027-03-07",
        "&verb=use-creatives&use=none",
        "&verb=steal",
      ];
      const paths = [
        "",
        "/campaigns",
        "/campaigns?state=running&name=acme",
        `/campaigns/${campaign}/live`,
        lineAt(first?.lineId ?? ""),
        ...asked.map((one) => lineAt(first?.lineId ?? "", one)),
      ];
      for (const path of paths) {
        await open(path);
        for (const [width, colorScheme] of [
          [1280, "light"],
          [400, "dark"],
        ] as const) {
          await page.emulateMedia({ colorScheme });
          await page.setViewportSize({ width, height: 900 });
          expect(await page.evaluate<number>("document.documentElement.scrollWidth"), path).toBe(width);
          expect(await seriousFaults(page), path).toEqual([]);
        }
      }
      expect([await place(), sent()]).toEqual([at, before]);
      await open(`/campaigns/${campaign}/live`);
      const shown = await textOf(page);
      for (const { product, vendor } of lines) {
        expect(shown).toContain(product);
        expect(shown).toContain(vendor);
      }
      await open("/campaigns?state=ended");
      expect(await page.locator("tbody tr").count()).toBe(0);
    });

    it("pauses and lowers a line as it was shown, without a script, and says what is left over", async () => {
      const plain = await browser.newContext({ javaScriptEnabled: false });
      const bare = await plain.newPage();
      await open("/login", bare);
      await bare.fill("input[name=link]", it_.login());
      await bare.click("#login button");
      const [paused, lowered] = [await lineOf(1), await lineOf(0)];
      await open(`/campaigns/${campaign}/live`, bare);
      await bare
        .locator("tr", { hasText: paused.product })
        .getByRole("link", { name: words.verbs.pause })
        .click();
      expect(await textOf(bare)).toContain("Idle while it is paused: EUR");
      await bare.getByLabel(words.reason).fill("a new spot comes");
      await press(words.make, bare);
      expect(await outcome(bare)).toContain(words.made);
      expect((await lineOf(1)).runs).toBe("paused");
      expect((await lineOf(1)).setBy?.by).toEqual(["kim"]);

      await open(lineAt(lowered.lineId), bare);
      const to = money(lowered.current.minor - 950_000, lowered.current.currency);
      await bare.getByLabel(words.amount).fill(`${to.minor / 100}`);
      await press(`${words.verbs.amount}: ${words.show}`, bare);
      expect(await textOf(bare)).toContain("Money left over from this change: EUR 9,500.00");
      await press(words.make, bare);
      expect(await outcome(bare)).toContain("Money left over from this change: EUR 9,500.00");
      expect((await lineOf(0)).current).toEqual(to);
      await open("", bare);
      const shown = await textOf(bare);
      expect(shown).toContain(`kim paused ${paused.product}`);
      expect(shown).toContain(`kim lowered ${lowered.product}`);
      expect(shown).toContain("a new spot comes");
      expect(shown).toMatch(/EUR 9,500\.00 freed and not placed since/);
      await plain.close();
    });

    it("sends nothing that costs money before a person has signed exactly that change", async () => {
      const line = await lineOf(2);
      const more = money(line.current.minor + 50_000, line.current.currency);
      const before = sent();
      await open(lineAt(line.lineId, newAmount(more.minor)));
      expect(await textOf(page)).toContain(words.signLead);
      await press(words.sign);
      expect(await outcome()).toContain(words.waits);
      expect(sent()).toBe(before);
      expect((await lineOf(2)).current).toEqual(line.current);
      await page.getByRole("link", { name: english.work.next }).click();
      expect(await page.textContent("h1")).toBe(line.product);
      expect(await page.textContent("pre.command")).toMatch(/^flightdesk approve /);
      await page.getByLabel(english.passkey.approver).fill("robin");
      await press(english.passkey.approve);
      await outcome();
      expect(sent()).toBe(before + 1);
      expect((await lineOf(2)).current).toEqual(more);
    });

    it("extends the campaign with an order that runs past its last day, and says so before the signature", async () => {
      const line = await lineOf(2);
      const from = it_.sandbox.calls.length;
      await open(lineAt(line.lineId, "&verb=extend&until=2027-03-07"));
      expect(await textOf(page)).toContain(words.limits);
      expect(await textOf(page)).toMatch(
        /Its last day would be 2027-03-07, after 2027-02-28, the campaign's last day: a yes extends the campaign to it/,
      );
      await page.getByLabel(words.reason).fill("the client wants a week more");
      await press(words.sign);
      await outcome();
      await page.getByRole("link", { name: english.work.next }).click();
      expect(await textOf(page)).toContain("the client wants a week more");
      expect(await textOf(page)).toContain("a yes extends the campaign to it");
      await page.getByLabel(english.passkey.approver).fill("robin");
      await press(english.passkey.approve);
      expect(await outcome()).not.toContain("Not done");
      const tasks = it_.sandbox.calls.slice(from).map(({ task }) => task);
      expect(tasks.filter((task) => /sync_plans|update_media_buy/.test(task))).toEqual([
        "sync_plans",
        "update_media_buy",
      ]);
      expect(await lineOf(2)).toMatchObject({ end: "2027-03-07", current: line.current });
      await open(`/campaigns/${campaign}/live`);
      expect(await textOf(page)).not.toContain(live.lastChange.refused);
    });

    it("says after the signature that governance refused", async () => {
      const line = await lineOf(2);
      const before = sent();
      await open(lineAt(line.lineId, newAmount(line.current.minor + 60_000)));
      await press(words.sign);
      await outcome();
      await page.getByRole("link", { name: english.work.next }).click();
      await page.getByLabel(english.passkey.approver).fill("robin");
      refuses = true;
      await press(english.passkey.approve);
      expect(await outcome()).toMatch(
        /Not done[\s\S]*Refused after the approval by governance agent: not now/,
      );
      refuses = false;
      expect(await page.textContent("h1")).toContain(line.product);
      expect(sent()).toBe(before);
      const [{ alerts } = expect.unreachable("nothing runs")] = (
        await callOperation("today", it_.desk, { campaign }, lib)
      ).campaigns;
      expect(alerts.find(({ kind }) => kind === "change-refused")?.text).toMatch(
        /refused by governance agent: /,
      );
    });

    it("gives the statement of each month in which anything ran", async () => {
      await open(`/campaigns/${campaign}/documents`);
      const link = page.getByRole("link", { name: english.documents.statement("2027-01") });
      const file = await page.request.get(`${it_.url}${await link.getAttribute("href")}`);
      expect([file.status(), file.headers()["content-disposition"]]).toEqual([
        200,
        `attachment; filename="${campaign}.statement-2027-01.xlsx"`,
      ]);
    });

    it("refuses a change that was overtaken, and says what moved", async () => {
      const line = await lineOf(2);
      const [shown, other] = [line.current.minor - 200_000, line.current.minor - 100_000];
      await open(lineAt(line.lineId, newAmount(shown)));
      const requested = { verb: "decrease", to: money(other, line.current.currency) } as const;
      const input = { campaign, line: line.lineId, requested, execute: true };
      await callOperation("change-buy", it_.desk, input, lib);
      await press(words.make);
      expect(await outcome()).toContain("it has changed since it was shown");
      expect((await lineOf(2)).current.minor).toBe(other);

      await open(lineAt(line.lineId, newAmount(shown)));
      const scope = { type: "campaign", id: campaign } as const;
      await callOperation("stop", it_.desk, { scope, reason: "the client called" }, lib);
      await press(words.make);
      expect(await outcome()).toContain("stopped by lee: the client called");
      expect((await lineOf(2)).current.minor).toBe(other);
    });

    it("has a stop released by whom the company names as one who decides, with a typed word", async () => {
      await open("/stop");
      expect(await page.getByRole("button", { name: english.stop.release }).count()).toBe(0);
      const form = await page.locator("input[name=form]").last().inputValue();
      const forced = await page.request.post(`${it_.url}/console/stop/release`, {
        form: { form, scope: `campaign:${campaign}`, word: english.stop.releaseWord },
        headers: { origin: it_.url },
      });
      expect(await forced.text()).not.toContain(english.stop.released);
      const orders = async () => (await callOperation("status", it_.desk, {}, lib)).orders.length;
      expect(await orders()).toBe(1);
      const theirs = await browser.newContext();
      await theirs.addCookies([await it_.admit({ person: "ada@agency.example", roles: ["approver"] })]);
      const ada = await theirs.newPage();
      await open("/stop", ada);
      await ada.getByLabel(english.stop.type(english.stop.releaseWord)).fill(english.stop.releaseWord);
      await press(english.stop.release, ada);
      expect(await outcome(ada)).toContain(english.stop.released);
      expect(await orders()).toBe(0);
      expect((await linesNow()).filter(({ runs }) => runs === "running")).toEqual([]);
      await theirs.close();
    });

    it("holds a line and frees it, and lets freed money stay unspent", async () => {
      const line = await lineOf(3);
      await open(lineAt(line.lineId));
      const isSet = line.setBy !== undefined;
      await press(isSet ? words.free : words.keep);
      expect(await outcome()).toContain(isSet ? words.freed : words.kept);
      expect((await lineOf(3)).setBy !== undefined).toBe(!isSet);
      await open(`/campaigns/${campaign}/live`);
      await page.getByText(live.leaveIdle).first().click();
      await page.getByLabel(words.reason).fill("the client keeps it");
      await press(live.leaveIdle);
      expect(await outcome()).toMatch(/EUR [\d,.]+ stays unspent/);
      expect(it_.faults).toEqual([]);
    });

    it("offers creatives to choose from, or says how another one is handed in", async () => {
      const ways = new Set<string>();
      for (const { lineId, runs } of await linesNow()) {
        if (runs === "over" || runs === "ended") continue;
        await open(lineAt(lineId));
        const choices = await page.locator("input[name=use]").count();
        const command = (await textOf(page)).includes(
          `flightdesk buys swap-creative ${lineId} --campaign ${campaign} --creatives`,
        );
        ways.add(`${choices > 1} ${command}`);
      }
      ways.delete("true false");
      expect([...ways]).toEqual(["false true"]);
      await open(lineAt((await lineOf(0)).lineId, "&verb=use-creatives&use=none"));
      expect(await textOf(page)).toContain("hand in another one");
    });

    it("shows what can be done about a line, and the first week of a plan, however narrow the window", async () => {
      /** How far it is from the edge behind which it would be cut off. */
      const leftOf = (selector: string) =>
        page
          .locator(selector)
          .first()
          .evaluate((one, card) => {
            const { right } = one.getBoundingClientRect();
            return (one.closest(card)?.getBoundingClientRect().right ?? 0) - right;
          }, ".scroll");
      for (const width of [1280, 900]) {
        await page.setViewportSize({ width, height: 900 });
        await open(`/campaigns/${campaign}/live`);
        expect(
          await leftOf("[aria-labelledby=lines] tbody td:last-child a"),
          `${width}`,
        ).toBeGreaterThanOrEqual(0);
      }
      const bursts =
        "flights:\n  - { start: 2027-01-18, end: 2027-01-31 }\n  - { start: 2027-02-15, end: 2027-02-28 }\n";
      const other = { name: "brief.yaml", text: text.replace("late winter", "on a telephone") + bursts };
      const planned = await callOperation("plan", it_.desk, { brief: other }, lib);
      for (const scheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme: scheme });
        await page.setViewportSize({ width: 400, height: 900 });
        await open(`/campaigns/${planned.campaign}/plan`);
        // No more than its margin.
        expect(await leftOf("table.grid thead th:nth-child(5)")).toBeGreaterThan(-10);
        expect(await page.getByText(english.grid.sideways).isVisible()).toBe(true);
        expect(await textOf(page)).not.toContain(english.grid.start("", "").slice(0, 9));
        expect(await page.textContent("#lead")).toBe(english.grid.lead(false));
      }
      await page.setViewportSize({ width: 1280, height: 900 });
      expect(await page.getByText(english.grid.sideways).isVisible()).toBe(false);
    });
  },
);

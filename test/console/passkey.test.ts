import { readFileSync } from "node:fs";
import type { Browser, BrowserContext, CDPSession, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse, stringify } from "yaml";
import { english } from "../../src/console/words/english.ts";
import { callOperation } from "../../src/desk/operations.ts";
import { money } from "../../src/lib/money.ts";
import { sellers } from "../../src/sandbox/inventory/sellers.ts";
import type { FaultRule } from "../../src/sandbox/sandbox.ts";
import { launchBrowser, noBrowser, seriousFaults } from "../chromium.ts";
import { buysAt } from "../stories/story.ts";
import { type OpenConsole, openConsole } from "./open-console.ts";

const brief = readFileSync("examples/brief-to-campaign/brief.yaml", "utf8").replace(
  "excluded_sellers: []",
  "excluded_sellers: [stotter-media.example]",
);

const lib = { kind: "library", name: "lee" } as const;
const soldOut: FaultRule = {
  task: "create_media_buy",
  do: "fail",
  code: "PRODUCT_UNAVAILABLE",
  recovery: "terminal",
};

describe.skipIf(noBrowser)(
  noBrowser ? `passkeys in a browser (skipped: ${noBrowser})` : "passkeys in a browser",
  () => {
    let it_: OpenConsole;
    let browser: Browser;
    const seen: string[] = [];

    beforeAll(async () => {
      [it_, browser] = await Promise.all([openConsole({ askAbove: "1 EUR", named: true }), launchBrowser()]);
    });
    afterAll(async () => {
      await browser?.close();
      await it_?.[Symbol.asyncDispose]();
    });

    interface Person {
      readonly page: Page;
      readonly cdp: CDPSession;
      readonly device: string;
      readonly context: BrowserContext;
    }

    /** Somebody who has come in by a link. */
    async function person(): Promise<Person> {
      const come = await stranger();
      await come.page.goto(`${it_.url}/console/login#${it_.login()}`);
      await come.page.waitForURL(`${it_.url}/console`);
      return come;
    }

    /** Somebody at a browser of their own, with a device that makes sure of who holds it. */
    async function stranger(): Promise<Person> {
      const context = await browser.newContext();
      const page = await context.newPage();
      page.on("console", (message) => seen.push(`${message.text()} ${message.location().url}`));
      page.on("pageerror", (error) => seen.push(error.message));
      page.on("request", (request) => {
        if (!request.url().startsWith(it_.url) && !request.url().startsWith("data:"))
          seen.push(request.url());
      });
      const cdp = await context.newCDPSession(page);
      await cdp.send("WebAuthn.enable");
      const { authenticatorId: device } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
        options: {
          protocol: "ctap2",
          transport: "internal",
          hasUserVerification: true,
          isUserVerified: true,
          automaticPresenceSimulation: true,
        },
      });
      return { page, cdp, device, context };
    }

    async function enrol(page: Page, name: string): Promise<unknown> {
      await page.goto(`${it_.url}/console/passkey`);
      await page.getByLabel("Your name, as approvers.yaml has it").fill(name);
      await page.getByRole("button", { name: english.passkey.make }).click();
      const lines = await page.locator("pre.command").textContent();
      return (parse(lines ?? "") as unknown[])[0];
    }

    /** Waits for what was asked for, and goes where it leads. */
    async function goOn(page: Page): Promise<void> {
      await page.getByRole("link", { name: english.work.next }).click({ timeout: 120_000 });
    }

    const turn = () => callOperation("turn", it_.desk, {}, lib);
    const theReport = async () => (await callOperation("report", it_.desk, {}, lib)).report;

    async function approve(page: Page, name: string, total = "200,000"): Promise<void> {
      await page.getByLabel(english.passkey.approver).fill(name);
      const asked = page.getByLabel(english.passkey.total);
      if ((await asked.count()) > 0) await asked.fill(total);
      await page.getByRole("button", { name: "Approve with a passkey" }).click();
    }

    it("puts the name of a company's login beside a passkey, so that its owner approves nothing of their own", async () => {
      const { page, context } = await person();
      await context.addCookies([await it_.admit({ person: "kim@agency.example", roles: ["approver"] })]);
      expect(await enrol(page, "kim")).toMatchObject({ name: "kim", login: "kim@agency.example" });
      expect(await enrol(page, "Kim@agency.example")).not.toHaveProperty("login");
      seen.length = 0;
    });

    it("has a plan approved once by two people with devices of their own, and asks again for what departs from it", async () => {
      const [robin, lee] = [await person(), await person()];
      const people = [await enrol(robin.page, "robin"), await enrol(lee.page, "lee")];
      it_.name(
        stringify({
          approvers: people.map((one, i) => ({
            ...(one as object),
            up_to: "900,000 EUR",
            login: `subject-${i}`,
          })),
          tiers: [{ over: "100,000 EUR", approvers: 2, type_total: true }],
        }),
      );
      // Until the file of approvers is there, pages say that it is missing.
      seen.length = 0;
      const { page } = robin;
      await page.goto(`${it_.url}/console/brief`);
      await page.fill("textarea", brief);
      await page.getByRole("button", { name: english.brief.readDocument }).click();
      await page.getByLabel(english.brief.typeStart).fill("START");
      await page.getByRole("button", { name: "Start the campaign" }).click();
      await goOn(page);

      // Nothing is bought yet: a plan with less money is made the campaign's.
      await page.getByRole("link", { name: "What if" }).click();
      await page.getByLabel("Budget").fill("-20%");
      await page.getByRole("button", { name: "Plan again" }).click();
      await page.getByLabel(english.grid.reason).fill("the client has less to spend");
      await page.getByRole("button", { name: english.whatif.make }).click();
      await goOn(page);
      await turn();
      const { plan } = await theReport();
      expect(plan?.total).toEqual(money(20_000_000, "EUR"));
      expect(buysAt(it_.sandbox)).toEqual([]);

      for (const { page: one } of [robin, lee]) {
        await one.goto(`${it_.url}/console/inbox`);
        await one.getByRole("link", { name: /^The whole plan/ }).click();
      }
      expect(await seriousFaults(page)).toEqual([]);
      expect(await page.textContent("main")).toContain("none of 2");

      // A device that makes sure of nobody signs nothing.
      const { cdp, device } = robin;
      await cdp.send("WebAuthn.setUserVerified", { authenticatorId: device, isUserVerified: false });
      await approve(page, "robin");
      await expect.poll(() => page.locator("[role=alert]").textContent()).toMatch(/not allowed|timed out/i);
      await cdp.send("WebAuthn.setUserVerified", { authenticatorId: device, isUserVerified: true });
      // Nor does anybody's device for somebody else, or for nobody.
      await approve(page, "lee");
      await expect.poll(() => page.locator("[role=alert]").textContent()).not.toBe("");
      await approve(page, "kim");
      await expect
        .poll(() => page.locator("[role=alert]").textContent())
        .toContain('approvers.yaml does not name "kim"');
      expect(buysAt(it_.sandbox)).toEqual([]);
      expect(seen.splice(0).filter((text) => !text.includes("409"))).toEqual([]);

      // The total is typed, where a tier asks for it.
      for (const [typed, why] of [
        ["", "type the total"],
        ["200,000.01", "is not the total"],
      ] as const) {
        await approve(page, "robin", typed);
        await expect.poll(() => page.locator("[role=alert]").textContent()).toContain(why);
      }
      expect(seen.splice(0).filter((text) => !text.includes("409"))).toEqual([]);

      // Who has come in by a company's login is known by the name that it tells.
      await approve(page, "Subject-0");
      await goOn(page);
      expect(buysAt(it_.sandbox)).toEqual([]);
      await lee.page.reload();
      expect(await lee.page.textContent("main")).toContain("1 of 2: robin");
      // One seller of the plan turns out to be sold out.
      const [line] = plan?.lines ?? [];
      const gone = sellers.find(({ slug }) => line?.sellerId.startsWith(slug))?.slug ?? "sales";
      it_.sandbox.faults.set(gone, { rules: [soldOut] });
      await approve(lee.page, "lee");
      await goOn(lee.page);
      const bought = buysAt(it_.sandbox);
      expect(bought.length).toBeGreaterThan(1);
      expect(new Set(bought).size).toBe(bought.length);

      await page.goto(`${it_.url}/console/audit?campaign=${(await theReport()).campaign.id}`);
      expect(await page.textContent("main")).toMatch(/robin and lee|lee and robin/);
      expect(await page.textContent("main")).toContain("with the same result");

      // Its money goes to other packages: nobody has approved those, and each asks alone.
      const { waiting } = await callOperation("inbox", it_.desk, {}, lib);
      expect(waiting.length).toBeGreaterThan(0);
      const asked = new Set(waiting.flatMap(({ arguments: sent }) => sent.map(({ value }) => value)));
      expect(bought.filter((reference) => asked.has(reference))).toEqual([]);
      const [departed] = waiting;
      if (departed === undefined) throw new Error("nothing departs");
      const { campaignId, stepId } = departed;
      // It costs less than what two must approve.
      await page.goto(
        `${it_.url}/console/inbox/${encodeURIComponent(campaignId)}/${encodeURIComponent(stepId)}`,
      );
      await approve(page, "robin");
      await goOn(page);
      expect(buysAt(it_.sandbox)).toHaveLength(bought.length + 1);

      // An open page tells what is delivered as it comes in.
      await page.goto(`${it_.url}/console/campaigns/${campaignId}/live`);
      const chart = page.getByText(/delivered by 2\d Jan 2027/);
      expect(await chart.count()).toBe(0);
      it_.sandbox.advance(20);
      await turn();
      await chart.waitFor({ timeout: 90_000 });

      await page.goto(`${it_.url}/console/stop`);
      await page.getByLabel(english.stop.type(english.stop.word)).fill(english.stop.word);
      await page.getByLabel(english.stop.scope).selectOption("all");
      await page.getByLabel(english.terms.reason).fill("the client calls");
      await page.getByRole("button", { name: english.stop.button, exact: true }).click();
      await goOn(page);
      expect((await callOperation("status", it_.desk, {}, lib)).orders).toHaveLength(1);
      await callOperation("release", it_.desk, { scope: { type: "all" } }, lib);
      expect((await callOperation("status", it_.desk, {}, lib)).orders).toEqual([]);
      const { rows } = await callOperation(
        "statement",
        it_.desk,
        { month: "2027-01", campaign: campaignId },
        lib,
      );
      expect(rows.length).toBeGreaterThan(1);
      expect(it_.faults).toEqual([]);
      expect(seen).toEqual([]);
    });

    it("holds a typed total against the plan whoever asked for it, and asks for it by the approvers of now", async () => {
      const { page } = await person();
      const lines = await enrol(page, "robin");
      seen.length = 0;
      const approvers = [{ ...(lines as object), up_to: "900,000 EUR" }];
      it_.name(stringify({ approvers, tiers: [{ over: "1 EUR", type_total: true }] }));
      const named = { name: "brief.yaml", text: brief.replace(/^name: .*/m, "name: Late approvers") };
      const run = { brief: named, execute: true };
      const { campaign } = await callOperation("run", it_.desk, run, lib);
      const total = page.getByLabel(english.passkey.total);
      const openPlan = () => page.goto(`${it_.url}/console/plans/${campaign}`);
      const bought = buysAt(it_.sandbox).length;
      await openPlan();
      // By the file of now nobody need type it; the page that is open asks for it.
      it_.name(stringify({ approvers }));
      for (const [typed, why] of [
        ["15", "is not the total"],
        ["", "type the total"],
      ] as const) {
        await approve(page, "robin", typed);
        await expect.poll(() => page.locator("[role=alert]").textContent()).toContain(why);
      }
      await openPlan();
      expect(await total.count()).toBe(0);
      expect(buysAt(it_.sandbox)).toHaveLength(bought);
      expect(seen.splice(0).filter((text) => !text.includes("409"))).toEqual([]);
    });

    it("lets in who may approve by their passkey, without a link, and where they were going", async () => {
      const [sam, other] = [await stranger(), await stranger()];
      const enter = async (page: Page) => {
        await page.goto(`${it_.url}/console/inbox`);
        await page.getByLabel(english.passkey.approver).fill("Sam");
        await page.getByRole("button", { name: english.login.byPasskey }).click();
      };
      await sam.page.goto(`${it_.url}/console/login`);
      await sam.page.getByRole("link", { name: english.passkey.make }).click();
      await sam.page.getByLabel(english.passkey.name).fill("sam");
      await sam.page.getByRole("button", { name: english.passkey.make }).click();
      const [made] = parse((await sam.page.locator("pre.command").textContent()) ?? "") as object[];
      expect(made).toMatchObject({ name: "sam" });
      seen.length = 0;
      // Nobody comes in whom the file does not name; a device says no more than that it has no such key.
      await enter(sam.page);
      await expect.poll(() => sam.page.locator("[role=alert]").textContent()).not.toBe("");
      await enrol(other.page, "somebody else");
      it_.name(stringify({ approvers: [{ ...made, up_to: "50,000 EUR" }] }));
      await enter(other.page);
      await expect.poll(() => other.page.locator("[role=alert]").textContent()).not.toBe("");
      await other.page.goto(`${it_.url}/console/inbox`);
      expect(await other.page.textContent("h1")).toBe(english.login.title);
      // What somebody makes up has no signature of the device.
      await other.page.evaluate(`document.querySelector("form[data-passkey]").submit()`);
      await other.page.getByText(english.login.passkeyRefused).waitFor();

      await enter(sam.page);
      await sam.page.waitForURL(`${it_.url}/console/inbox`);
      expect(await sam.page.textContent("header")).toContain(english.loggedInAs("sam"));
      const [first] = (await sam.context.cookies()).filter(({ name }) => /^flightdesk_\d+$/.test(name));
      expect(first).toMatchObject({ httpOnly: true, sameSite: "Strict" });
      expect(it_.faults.map(String)).toEqual([expect.stringContaining("a login by passkey")]);
    });
  },
);

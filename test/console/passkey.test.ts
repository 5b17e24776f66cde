import { readFileSync } from "node:fs";
import type { Browser, BrowserContext, CDPSession, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse, stringify } from "yaml";
import { english } from "../../src/console/words.ts";
import { launchBrowser, noBrowser, seriousFaults } from "../chromium.ts";
import { buysAt } from "../stories/story.ts";
import { type OpenConsole, openConsole } from "./open-console.ts";

const brief = readFileSync("examples/brief-to-campaign/brief.yaml", "utf8").replace(
  "excluded_sellers: []",
  "excluded_sellers: [stotter-media.example]",
);

describe.skipIf(noBrowser)(
  noBrowser ? `passkeys in a browser (skipped: ${noBrowser})` : "passkeys in a browser",
  () => {
    let it_: OpenConsole;
    let browser: Browser;
    const seen: string[] = [];

    beforeAll(async () => {
      [it_, browser] = await Promise.all([openConsole({ named: true }), launchBrowser()]);
    });
    afterAll(async () => {
      await browser?.close();
      await it_?.[Symbol.asyncDispose]();
    });

    /** Somebody at a browser of their own, with a device that makes sure of who holds it. */
    async function person(): Promise<{
      page: Page;
      cdp: CDPSession;
      device: string;
      context: BrowserContext;
    }> {
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
      await page.goto(`${it_.url}/console/login#${it_.login()}`);
      await page.waitForURL(`${it_.url}/console`);
      return { page, cdp, device, context };
    }

    async function enrol(page: Page, name: string): Promise<unknown> {
      await page.goto(`${it_.url}/console/passkey`);
      await page.getByLabel("Your name, as approvers.yaml has it").fill(name);
      await page.getByRole("button", { name: "Make a passkey" }).click();
      const lines = await page.locator("pre.command").textContent();
      return (parse(lines ?? "") as unknown[])[0];
    }

    async function approve(page: Page, name: string): Promise<void> {
      await page.getByLabel("Who approves, as approvers.yaml names them").fill(name);
      await page.getByRole("button", { name: "Approve with a passkey" }).click();
    }

    it("approves a plan once, by two people, each with a device of their own", async () => {
      const [robin, lee] = [await person(), await person()];
      const people = [await enrol(robin.page, "robin"), await enrol(lee.page, "lee")];
      it_.name(
        stringify({
          approvers: people.map((one) => ({ ...(one as object), up_to: "900,000 EUR" })),
          tiers: [{ over: "100,000 EUR", approvers: 2 }],
        }),
      );
      // Until the file of approvers is there, pages say that it is missing.
      seen.length = 0;
      const { page } = robin;
      await page.goto(`${it_.url}/console/brief`);
      await page.fill("textarea", brief);
      await page.getByRole("button", { name: english.brief.readDocument }).click();
      await page.getByLabel("Type START to begin").fill("START");
      await page.getByRole("button", { name: "Start the campaign" }).click();
      await page.getByRole("link", { name: "Go on" }).click({ timeout: 60_000 });
      const before = buysAt(it_.sandbox).length;

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
        .toContain("kim has no passkey here");
      expect(buysAt(it_.sandbox)).toHaveLength(before);
      expect(seen.splice(0).filter((text) => !text.includes("409"))).toEqual([]);

      await approve(page, "robin");
      await page.getByRole("link", { name: "Go on" }).click({ timeout: 120_000 });
      expect(buysAt(it_.sandbox)).toHaveLength(before);
      await lee.page.reload();
      expect(await lee.page.textContent("main")).toContain("1 of 2: robin");
      await approve(lee.page, "lee");
      await lee.page.getByRole("link", { name: "Go on" }).click({ timeout: 120_000 });
      const bought = buysAt(it_.sandbox);
      expect(bought.length).toBeGreaterThan(before + 1);
      expect(new Set(bought).size).toBe(bought.length);
      await page.goto(`${it_.url}/console/inbox`);
      expect(await page.textContent("main")).not.toContain("The whole plan");
      expect(it_.faults).toEqual([]);
      expect(seen).toEqual([]);
    });
  },
);

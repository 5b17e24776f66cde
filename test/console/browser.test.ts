import { readFileSync } from "node:fs";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { asForm } from "../../evals/file-forms.ts";
import { english } from "../../src/console/words/english.ts";
import { callOperation } from "../../src/desk/operations.ts";
import { launchBrowser, noBrowser, seriousFaults } from "../chromium.ts";
import { isDeep } from "../depth.ts";
import { buysAt } from "../stories/story.ts";
import { type OpenConsole, openConsole } from "./open-console.ts";

/** Without the seller that has nothing to say and is waited for. */
const text = readFileSync("examples/brief-to-campaign/brief.yaml", "utf8").replace(
  "excluded_sellers: []",
  "excluded_sellers: [stotter-media.example]",
);
const mail = `Campaign: Acme spring trails
Brand: acme.example
Budget: 250,000 EUR
Flight: 18 January 2027 to 28 February 2027
Countries: Germany and Austria
Channels: CTV, online video, streaming audio and digital out of home
The CEO loves jazz.
Split it 80/20 between them. The depot wants 9 gnomes.`;

/** What the Tab key stops at, in order: of a page that is as it was loaded. */
const stops = `[...document.querySelectorAll("a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex='0']")]
  .filter((one) => one.checkVisibility() && !one.disabled)`;
const countStops = `(window.stops = ${stops}).length`;
const currentStop = `(() => {
  const one = document.activeElement;
  const { outlineStyle, outlineWidth } = getComputedStyle(one);
  const shows = outlineStyle !== "none" && outlineWidth !== "0px";
  return { place: window.stops.indexOf(one), name: one.outerHTML.slice(0, 100), shows };
})()`;

describe.skipIf(noBrowser)(
  noBrowser ? `the console in a browser (skipped: ${noBrowser})` : "the console in a browser",
  () => {
    let it_: OpenConsole;
    let browser: Browser;
    const seen: string[] = [];
    let context: BrowserContext;

    beforeAll(async () => {
      [it_, browser] = await Promise.all([openConsole(), launchBrowser()]);
      context = await login();
    });
    afterAll(async () => {
      await browser?.close();
      await it_?.[Symbol.asyncDispose]();
    });

    /** A browser's profile that has come in by a link; whatever is not as it should be is written down. */
    async function login(options: Parameters<Browser["newContext"]>[0] = {}): Promise<BrowserContext> {
      const entered = await browser.newContext(options);
      entered.on("page", (page) => {
        page.on("console", (message) => seen.push(message.text()));
        page.on("pageerror", (error) => seen.push(error.message));
        page.on("request", (request) => {
          if (!request.url().startsWith(it_.url) && !request.url().startsWith("data:"))
            seen.push(request.url());
        });
      });
      const page = await entered.newPage();
      const secret = it_.login();
      if (options.javaScriptEnabled === false) {
        await page.goto(`${it_.url}/console/login`);
        await page.fill("input[name=link]", secret);
        await page.click("#login button");
      } else await page.goto(`${it_.url}/console/login#${secret}`);
      await page.waitForURL(`${it_.url}/console`);
      await page.close();
      return entered;
    }

    async function open(path: string, within = context): Promise<Page> {
      const page = await within.newPage();
      await page.goto(`${it_.url}/console${path}`);
      return page;
    }

    /** Waits for what was asked for, and goes where it leads. */
    async function goOn(page: Page): Promise<void> {
      await page.getByRole("link", { name: english.work.next }).click({ timeout: 120_000 });
    }

    it("reads a brief, asks what is open, and shows plan beside plan", async () => {
      const page = await open("/brief");
      await page.setInputFiles("input[type=file]", {
        name: "brief.docx",
        mimeType: "application/octet-stream",
        buffer: Buffer.from(await asForm(mail, "docx")),
      });
      await page.getByRole("button", { name: english.brief.read, exact: true }).click();
      expect(await page.textContent("main")).toContain("“Germany … Austria”");
      expect(await page.locator(".requirements strong").allTextContents()).toEqual(
        expect.arrayContaining(["First day", "Last day", "Countries", "Channels"]),
      );
      expect(await page.textContent("main")).toContain("CEO loves jazz");
      const objective = page.locator("input[name='answer.objective']");
      expect(await objective.getAttribute("placeholder")).toBe(
        english.brief.suchAs("awareness, consideration, conversion"),
      );
      await objective.fill("fame");
      await page.getByRole("button", { name: english.brief.apply }).click();
      expect(await objective.inputValue()).toBe("fame");
      await objective.fill("awareness");
      await page.getByRole("button", { name: english.brief.apply }).click();
      expect(await page.locator("textarea[name=document]").first().inputValue()).toContain(
        "objective: awareness",
      );
      expect(await page.textContent("h1")).toBe("Acme spring trails");

      // A kept requirement is changed in words, words that nobody understood become one or are set aside, and one is added.
      const lost = page.locator("select[name^='use.']");
      expect(await page.locator(".mark.lost").allTextContents()).toEqual([
        expect.stringContaining("80/20"),
        expect.stringContaining("gnomes"),
      ]);
      await lost.nth(0).selectOption("limits.country_shares");
      await page.locator("input[name^='words.']").first().fill("Germany 80 %, Austria 20 %");
      await lost.nth(1).selectOption("none");
      await page.locator("#requirement-budget summary").click();
      await page.fill("input[name='change.budget']", "260k EUR");
      await page.getByText(english.brief.add, { exact: true }).click();
      await page.selectOption("select[name='add.field']", "limits.max_cpm");
      await page.fill("input[name='add.words']", "at most 14 EUR");
      await page.getByRole("button", { name: english.brief.apply }).click();
      const made = await page.locator("textarea[name=document]").first().inputValue();
      expect(made).toMatch(/budget: (?:260,000|260k) EUR/);
      expect(made).toMatch(/country_shares:\n {4}DE:[\s\S]*80[\s\S]*AT:[\s\S]*20/);
      expect(made).toMatch(/max_cpm: .*14/);
      expect(made).not.toMatch(/gnomes|80\/20/);
      expect(await page.locator("#lead").textContent()).toContain("10 requirements: 10 kept. ");
      // A mistyped word costs nobody the text that they began with.
      await page.getByLabel(english.brief.typeStart).fill("go");
      await page.getByRole("button", { name: english.brief.start }).click();
      expect(await page.textContent(".source")).toContain("The CEO loves jazz");

      await page.goto(`${it_.url}/console/brief`);
      await page.fill("textarea", text);
      await page.getByRole("button", { name: english.brief.readDocument }).click();
      await page.waitForURL(/brief\/./);
      const draft = page.url();
      await page.getByRole("button", { name: "Make a plan" }).click();
      await goOn(page);
      const plan = page.url();
      await page.goto(`${it_.url}/console/campaigns`);
      await page.getByText(english.campaigns.compared(1)).click();
      await page.locator(`a[href="${new URL(plan).pathname}"]`).click();
      await page.getByRole("button", { name: english.brief.change }).click();
      await page.waitForURL(draft);
      const document = page.locator("textarea[name=document]").first();
      expect(await document.inputValue()).toContain("Acme Trail Shoes");
      // A mistyped word costs nobody their brief.
      await page.getByLabel(english.brief.typeStart).fill("go");
      await page.getByRole("button", { name: "Start the campaign" }).click();
      expect(await page.textContent("[role=alert]")).toBe(english.brief.startRefused);
      expect(await document.inputValue()).toContain("Acme Trail Shoes");
      await page.goto(plan);
      await page.getByRole("link", { name: "What if" }).click();
      await page.getByLabel("Budget").fill("+20%");
      await page.getByRole("button", { name: "Plan again" }).click();
      expect(await page.textContent("table")).toMatch(/EUR.300,000\.00/);
      expect(await page.textContent("main")).toContain(english.whatif.make);
      expect(buysAt(it_.sandbox)).toEqual([]);
      await page.close();
      expect(it_.faults).toEqual([]);
      expect(seen).toEqual([]);
    });

    it("starts the plan that was looked at, rejects one of its orders, and stops", async () => {
      const page = await open("/brief");
      await page.fill("textarea", text);
      await page.getByRole("button", { name: english.brief.readDocument }).click();
      await page.getByRole("button", { name: "Make a plan" }).click();
      await goOn(page);
      const packages = await page.locator("tbody th").allTextContents();
      const asked = () => it_.sandbox.calls.filter(({ task }) => task === "get_products").length;
      const before = asked();
      await page.getByLabel(english.brief.typeStart).fill("START");
      await page.getByRole("button", { name: "Start the campaign" }).click();
      await goOn(page);
      expect(await page.textContent("h1")).toBe("SANDBOX: Acme Trail Shoes, late winter");
      expect(await page.locator("section:has(table) tbody th").allTextContents()).toEqual(
        expect.arrayContaining(packages),
      );
      expect(asked()).toBe(before);
      const bought = buysAt(it_.sandbox).length;
      expect(bought).toBeGreaterThan(0);

      await page.getByRole("link", { name: "Inbox", exact: true }).click();
      const steps = page.locator("tbody th a");
      const waiting = await steps.count();
      expect(waiting).toBeGreaterThan(0);
      const besides = await Promise.all(["/campaigns", "/inbox"].map((path) => open(path)));
      const [overview, inbox] = besides;
      await steps.first().click();
      expect(await page.textContent("main")).toMatch(/costs over EUR.40,000\.00/);
      expect(await page.textContent("pre")).toMatch(/^flightdesk approve /);
      await page.getByLabel("Reason").fill("too dear");
      await page.getByRole("button", { name: "Reject" }).click();
      await goOn(page);
      expect(await steps.count()).toBe(waiting - 1);
      // The pages that were open have renewed what they show.
      await inbox
        ?.locator("tbody tr")
        .nth(waiting - 1)
        .waitFor({ state: "detached", timeout: 90_000 });
      await inbox
        ?.locator("#lead", { hasText: english.inbox.lead(waiting - 1) })
        .waitFor({ timeout: 90_000 });
      await overview
        ?.locator("td", { hasText: english.inbox.lead(waiting - 1) })
        .waitFor({ timeout: 90_000 });
      await Promise.all(besides.map((one) => one.close()));
      expect(buysAt(it_.sandbox)).toHaveLength(bought);

      await page.getByRole("link", { name: "Stop", exact: true }).click();
      await page.getByLabel("What to stop").selectOption("all");
      await page.getByLabel("Reason").fill("a test");
      await page.getByLabel("Type STOP").fill("STOP");
      await page.getByRole("button", { name: "Stop" }).click();
      await goOn(page);
      expect(await page.textContent("main")).toContain("a test");
      expect(await page.textContent("pre")).toBe("flightdesk release --all");
      const person = { kind: "library", name: "lee" } as const;
      await callOperation("release", it_.desk, { scope: { type: "all" } }, person);
      await page.reload();
      expect(await page.textContent("main")).toContain("No stop order is in force.");
      const { campaigns } = await callOperation("status", it_.desk, {}, person);
      const audit = await open(`/audit?campaign=${campaigns[0]?.campaign}`);
      expect(await audit.textContent("main")).toMatch(/with the same result/);
      expect(await audit.textContent("main")).toContain("kim");
      await audit.close();
      await page.close();
      expect(it_.faults).toEqual([]);
      expect(seen).toEqual([]);
    });

    const looks = [
      ["light", 1280],
      ["dark", 400],
      ...(isDeep
        ? ([
            ["light", 400],
            ["dark", 1280],
          ] as const)
        : []),
    ] as const;

    it("shows every page without a serious fault, wide and narrow, light and dark", async () => {
      const caller = { kind: "library", name: "a test" } as const;
      const { campaigns } = await callOperation("status", it_.desk, {}, caller);
      const { waiting } = await callOperation("inbox", it_.desk, {}, caller);
      const campaign = `/campaigns/${campaigns[0]?.campaign}`;
      const [step] = waiting;
      const brief = { name: "brief.yaml", text: text.replace("late winter", "not begun") };
      const planned = await callOperation("plan", it_.desk, { brief }, caller);
      const paths = [
        "",
        "/campaigns",
        campaign,
        `${campaign}/plan`,
        `/campaigns/${planned.campaign}/plan`,
        `${campaign}/live`,
        `${campaign}/offers`,
        `${campaign}/what-if`,
        `${campaign}/documents`,
        "/inbox",
        `/inbox/${campaigns[0]?.campaign}/${encodeURIComponent(step?.stepId ?? "")}`,
        "/brief",
        "/sellers",
        `/audit?campaign=${campaigns[0]?.campaign}`,
        "/stop",
      ];
      const inGerman = await login({ locale: "de-DE" });
      for (const [i, path] of paths.entries()) {
        const page = await open(path, i % 3 === 0 ? inGerman : context);
        for (const [colorScheme, width] of looks) {
          await page.emulateMedia({ colorScheme });
          await page.setViewportSize({ width, height: 900 });
          expect(await page.evaluate<number>("document.documentElement.scrollWidth"), path).toBe(width);
          expect(await seriousFaults(page), `${path}, ${colorScheme}`).toEqual([]);
        }
        expect(await stopsOf(page), path).toEqual([]);
        await page.close();
      }
      await inGerman.close();
      const grid = await open(`/campaigns/${planned.campaign}/plan`);
      await grid.locator("input[name^='amount.']").first().fill("many");
      await grid.getByRole("button", { name: english.grid.check }).click();
      await grid.locator(".problem").waitFor();
      expect(await seriousFaults(grid)).toEqual([]);
      await grid.close();
      const papers = await open(`${campaign}/documents`);
      for (const [paper, begins] of [
        [english.documents.xlsx, "PK"],
        [english.documents.pdf, "%PDF"],
        [english.documents.order(""), "%PDF"],
      ] as const) {
        const link = papers.getByRole("link", { name: paper.replace(/ \(PDF\)$/, "") }).first();
        const [file] = await Promise.all([papers.waitForEvent("download"), link.click()]);
        expect(readFileSync(await file.path(), "latin1"), paper).toMatch(new RegExp(`^${begins}`));
      }
      // Of several orders each has its own file.
      const order = papers.locator("a[href*='/io-pdf/']").last();
      const name = decodeURIComponent((await order.getAttribute("href"))?.split("/").at(-1) ?? "none");
      const [own] = await Promise.all([papers.waitForEvent("download"), order.click()]);
      expect(own.suggestedFilename()).toContain(name);
      await papers.close();
      const report = await open(`${campaign}/report`);
      expect(await report.textContent("h1")).toBe("SANDBOX: Acme Trail Shoes, late winter");
      expect(await report.evaluate("self.origin")).toBe("null");
      await report.close();
      expect(seen).toEqual([]);
    });

    /** What keeps somebody without a mouse from a page: the skip link comes first, each stop shows itself, all are reached. */
    async function stopsOf(page: Page): Promise<string[]> {
      const faults: string[] = [];
      const reached = new Set<number>();
      const all = await page.evaluate<number>(countStops);
      // The parts of a date are stops of their own.
      for (let stop = 0; stop < 4 * all && reached.size < all; stop++) {
        await page.keyboard.press("Tab");
        const at = await page.evaluate<{ place: number; name: string; shows: boolean }>(currentStop);
        if (stop === 0 && !at.name.includes("skip")) faults.push(`${at.name} comes before the skip link`);
        if (!at.shows) faults.push(`${at.name} does not show that it has the focus`);
        reached.add(at.place);
      }
      return reached.size === all ? faults : [...faults, `${reached.size} of ${all} stops are reached`];
    }

    it("needs no script", async () => {
      const plain = await login({ javaScriptEnabled: false });
      const page = await open("/inbox", plain);
      await page.locator("tbody th a").first().click();
      expect(await page.textContent("pre")).toMatch(/^flightdesk approve /);
      await page.getByLabel("Reason").fill("not this one either");
      await page.getByRole("button", { name: "Reject" }).click();
      await goOn(page);
      expect(await page.textContent("h1")).toBe("Inbox");
      const caller = { kind: "library", name: "a test" } as const;
      const brief = { name: "brief.yaml", text: text.replace("late winter", "not begun") };
      const { campaign } = await callOperation("plan", it_.desk, { brief }, caller);
      await page.goto(`${it_.url}/console/campaigns/${campaign}/plan`);
      const cell = page.locator("input[name^='amount.']").first();
      await cell.fill("many");
      await cell.press("Enter");
      expect(await cell.inputValue()).toBe("many");
      expect(await page.textContent(".problem")).toBe(english.grid.unread("many"));
      await page.getByRole("button", { name: "Log out" }).click();
      expect(await page.textContent("h1")).toBe("Log in");
      await page.goto(`${it_.url}/console/inbox`);
      expect(await page.textContent("h1")).toBe("Log in");
      await plain.close();
      expect(seen).toEqual([]);
    });
  },
);

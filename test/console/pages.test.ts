import { convert } from "html-to-text";
import { expect, it } from "vitest";
import { auditPage } from "../../src/console/pages/audit.ts";
import { briefPage, newBriefPage } from "../../src/console/pages/brief.ts";
import { campaignPage, comparePage } from "../../src/console/pages/campaign.ts";
import { campaignsPage } from "../../src/console/pages/campaigns.ts";
import { askedIn, changePage, linePage } from "../../src/console/pages/change.ts";
import { documentsPage } from "../../src/console/pages/documents.ts";
import { decisionPage, inboxPage } from "../../src/console/pages/inbox.ts";
import { type LiveCampaign, type LiveLine, livePage } from "../../src/console/pages/live.ts";
import { loginPage } from "../../src/console/pages/login.ts";
import { planPage } from "../../src/console/pages/plan.ts";
import { gridPage } from "../../src/console/pages/plan-grid.ts";
import type { Reading } from "../../src/console/pages/requirements.ts";
import { sellersPage } from "../../src/console/pages/sellers.ts";
import { shownPage } from "../../src/console/pages/shown.ts";
import { stopPage } from "../../src/console/pages/stop.ts";
import { todayPage } from "../../src/console/pages/today.ts";
import { typedPlan } from "../../src/console/pages/typed-plan.ts";
import { whatifPage } from "../../src/console/pages/what-if.ts";
import { workPage } from "../../src/console/pages/work.ts";
import type { View } from "../../src/console/shell.ts";
import { english, type Words } from "../../src/console/words/english.ts";
import { german } from "../../src/console/words/german.ts";
import { wordsFor } from "../../src/console/words/languages.ts";
import type { AnswerOf } from "../../src/desk/operations.ts";
import { UsageError } from "../../src/desk/usage-error.ts";
import { money } from "../../src/lib/money.ts";
import { makeReport } from "../../src/report/report.ts";
import { atLength } from "../depth.ts";
import { hostileCampaign } from "../report/hostile-campaign.ts";
import { richCampaign } from "../report/rich-campaign.ts";
import { hostileTexts } from "../stories/injection/hostile-texts.ts";

const live = { path: "/console/inbox", stream: "/console/live?since=1" };
const view: View = { words: english, person: "kim", formToken: () => "token", may: () => true, live };
const texts = hostileTexts().map(({ text }) => text);
const all = texts.join(" ");
const eur = (minor: number) => ({ minor, currency: "EUR" });

const order = {
  scope: { type: "seller", id: all },
  by: all,
  reason: all,
  at: "2027-01-04T08:00:00Z",
} as const;
const buy = { campaignId: all, sellerId: all, mediaBuyId: all, stepId: all, reason: all };
const status: AnswerOf<"status"> = {
  command: "status",
  orders: [
    { ...order, notStopped: [{ ...buy, stopped: false }], objections: [{ ...buy, verdict: "denied" }] },
  ],
  campaigns: texts.map((text) => ({
    campaign: text,
    name: text,
    begunAt: "2027-01-04T08:00:00Z",
    steps: {},
    waiting: [{ type: "seller", stepId: text, reason: text }],
    undelivered: [],
    alerts: [{ at: "2027-01-04T08:00:00Z", lineId: text, text }],
    pacing: [{ budget: eur(100), planned: eur(50), spent: eur(40), notReported: 0 }],
    orphans: [],
  })),
};
const waitingPlan: AnswerOf<"inbox">["plans"][number] = {
  campaignId: all,
  campaignName: all,
  requestedBy: texts,
  digest: all,
  total: money(1000, "EUR"),
  packages: [],
  inWords: [],
  reasons: texts,
  steps: texts,
  approvals: { needed: 2, by: texts, problems: texts },
  typeTotal: true,
  until: "2027-01-18T00:00:00.000Z",
  command: all,
};

const waiting: AnswerOf<"inbox">["waiting"][number] = {
  campaignId: all,
  campaignName: all,
  requestedBy: texts,
  stepId: all,
  task: "create_media_buy",
  seller: all,
  vendor: all,
  purpose: all,
  reason: all,
  requiredBy: "preflight",
  packages: [],
  reasons: texts,
  total: eur(100),
  planTotal: eur(100),
  digest: "0",
  seen: "1",
  arguments: texts.map((text) => ({ field: text, value: text })),
  changes: texts.map((text) => ({ field: text, before: text, after: text })),
  buyChanges: [{ field: all, before: all, after: all }],
  asBooked: [{ field: all, before: all, after: all }],
  approvals: { needed: 2, by: texts, problems: texts },
  typeTotal: true,
  commands: { approve: all, reject: all },
};
const place = { text: all, start: 0, end: 1 };

const line: LiveLine = {
  lineId: all,
  sellerId: all,
  mediaBuyId: all,
  packageId: all,
  vendor: all,
  product: all,
  runs: "paused",
  start: "2027-01-18",
  end: "2027-02-28",
  signed: eur(100),
  current: eur(90),
  spent: eur(10),
  due: eur(20),
  notReported: 1,
  daysLeft: 3,
  idle: eur(80),
  setBy: { by: texts, at: "2027-01-20", what: all, reason: all },
  lastChange: { stepId: all, verb: "increase", status: "failed", reason: all },
};
const off: LiveLine = { ...line, runs: "running", pace: { is: "behind", share: 0.5 }, atRisk: eur(40) };
const running: LiveCampaign = {
  campaign: all,
  name: all,
  flight: { start: "2027-01-18", end: "2027-02-28", day: 3, days: 42 },
  lines: [line, off],
  totals: [],
  notPlaced: {
    amount: eur(50),
    since: "2027-01-20T08:00:00Z",
    takers: [{ lineId: all, product: all, amount: eur(50), to: eur(140) }],
    commands: { place: all, leaveIdle: all },
  },
  cases: [{ lineId: all, product: all, kind: "final", owed: 7, hasLetter: true }],
  changes: [
    { at: "2027-01-20", who: "person", by: texts, did: "pause", lineIds: texts, products: [all], text: all },
  ],
  next: [{ date: "2027-01-21", what: "creatives", lineId: all, product: all }],
};

/** The pages of a morning. */
async function livePages(view: View, report: AnswerOf<"report">["report"]): Promise<string[]> {
  const morning = { command: "live", today: "2027-01-20", since: "2027-01-19", until: "2027-01-27" } as const;
  const planned: AnswerOf<"change-buy"> = {
    command: "buys decrease",
    campaign: all,
    line: all,
    mediaBuyId: all,
    seller: all,
    executed: false,
    status: "planned",
    shown: all,
    reason: all,
    localVerdict: "escalated",
    differences: [{ field: "creatives", what: all, before: all, after: all }],
    findings: texts,
  };
  const asked = askedIn(all, new URLSearchParams({ line: all, verb: "amount", to: all }));
  return [
    await todayPage(
      { ...morning, campaigns: [running], finished: [{ ...running, end: "2027-01-15" }] },
      { command: "inbox", waiting: [waiting], plans: [waitingPlan] },
      status,
      view,
    ),
    await livePage(running, { waiting: [], report }, view),
    linePage(line, running, { coverage: [], problem: all }, view),
    await changePage(planned, asked, line, view),
    await changePage({ ...planned, status: "not-possible" }, asked, off, view),
  ];
}

/** A plan's grid in which everything is wrong. */
function editedPage(all: string, report: AnswerOf<"report">["report"], view: View): Promise<string> {
  const { plan } = report;
  const [line] = plan?.lines ?? [];
  if (plan === undefined || line === undefined) throw new Error("the campaign has a plan");
  const { lineId: of } = line;
  const given = new Map([
    [`amount.${of}`, all],
    [`was.${all}`, `100 ${all}`],
  ]);
  const limits = [
    { text: all, lines: [of] },
    { text: all, lines: [] },
  ];
  const scenario = {
    name: "the plan",
    change: all,
    total: plan.total,
    lines: 1,
    sellers: 1,
    changes: [],
    differences: [],
    moved: [],
  };
  const answer: AnswerOf<"what-if"> = {
    command: "whatif",
    campaign: all,
    offers: 1,
    plan: { ...scenario, expectedImpressions: { low: 1, mid: 2, high: 3 } },
    edited: { changes: [], rejected: [{ line: of, text: all }], broken: limits },
    scenarios: [],
  };
  const grid = { typed: typedPlan(report, plan, given, view.words), answer, problem: view.words.grid.stale };
  return gridPage({ campaign: all, report }, grid, view);
}

/** Every page, full of what others have written. */
async function everyPage(words: Words, all: string, report: AnswerOf<"report">["report"]): Promise<string[]> {
  const view: View = { words, person: "kim", formToken: () => "token", may: () => true, live };
  const replay: AnswerOf<"replay"> = {
    command: "audit replay",
    sound: false,
    campaignId: all,
    broken: [{ sequence: 1, key: all }],
    decisions: [{ sequence: 1, about: all, same: false, difference: all }],
  };
  const sound = { command: "audit verify" as const, campaigns: 1, faults: [] };
  const broken = { ...sound, faults: [{ campaignId: all, sequence: 1, reason: all }] };
  const reading: Reading = {
    text: all,
    values: [{ field: all, value: { [all]: all }, ...place }],
    unread: [
      { ...place, why: "order" },
      { ...place, why: "requirement" },
    ],
    language: all,
  };
  return [
    await campaignsPage(status, view),
    await campaignPage(
      { campaign: all, waiting: [{ type: "person", stepId: all, reason: all }], report },
      view,
    ),
    await comparePage({ campaign: all, report }, view),
    documentsPage(
      { campaign: all, report },
      {
        orders: [{ name: all, missing: [{ field: "name", party: { role: "vendor", key: all } }] }],
        months: ["2027-01"],
        letterhead: { operator: all, terms: { terms: all, parties: { [all]: { name: all } } } },
      },
      view,
    ),
    await inboxPage({ command: "inbox", waiting: [waiting], plans: [waitingPlan] }, view),
    await planPage(waitingPlan, { report }, view),
    await decisionPage(waiting, { report }, view),
    await shownPage(waiting, { to: all, lines: report.plan?.lines ?? [] }, view),
    await auditPage(sound, status, { report, replay }, view),
    await auditPage(broken, status, undefined, view),
    stopPage(status, texts, view),
    briefPage(
      {
        draft: { id: "1", name: all, person: all, changedAt: 0, document: all, reading },
        checked: {
          problems: [{ file: all, line: 1, column: 1, field: all, message: all }],
          questions: [{ field: all, text: all }],
          feasibility: [],
        },
        open: [
          { id: all, questions: texts, current: all, choices: texts, several: false, suggestions: texts },
        ],
        replaced: { budget: "90,000 EUR" },
        refused: { [all]: all },
        fields: [{ field: all, value: { [all]: all } }],
        given: new Map([[`answer.${all}`, all]]),
      },
      view,
    ),
    workPage({ id: "1", title: all, lines: texts, state: { type: "failed", reason: all } }, view),
    workPage(
      { id: "1", title: all, lines: texts, state: { type: "done", words: all, next: "/console" } },
      view,
    ),
    newBriefPage([{ id: "1", name: all, person: all, changedAt: 0, document: all }], view),
    await sellersPage({ command: "sellers show", sellers: [] }, view),
    await whatifPage({ campaign: all, report }, new UsageError(all), [], view),
    await editedPage(all, report, view),
    ...(await livePages(view, report)),
  ];
}

it.runIf(atLength)(
  "shows what sellers and briefs say as text: it runs nothing, leads nowhere and hides nothing",
  async () => {
    const pages = await everyPage(english, all, makeReport(hostileCampaign()));
    expect(pages.filter((page) => !page.includes("alert(1)"))).toHaveLength(1);
    for (const page of pages) {
      expect(page).not.toMatch(/[^\P{C}\n]|\p{Default_Ignorable_Code_Point}/u);
      const tags = page.match(/<[^>]*>/g) ?? [];
      const names = tags.map((tag) => tag.replaceAll(/"[^"]*"/g, ""));
      expect(names.filter((tag) => /\s(?:on\w+|style|srcdoc)\s*=/i.test(tag))).toEqual([]);
      const scripts = tags.filter((tag) => tag.startsWith("<script"));
      expect(scripts.filter((tag) => tag !== '<script src="/console/passkey.js" defer>')).toEqual(
        ["tables.en", "htmx", "live"].map((name) => `<script src="/console/${name}.js" defer>`),
      );
      // What would have the browser make code of a text.
      expect(
        tags.filter((tag) =>
          /hx-on|hx-vals|hx-confirm|="\s*(?:js|javascript):|hx-trigger="[^"]*\[/i.test(tag),
        ),
      ).toEqual([]);
      const leads = tags.flatMap((tag) => / (?:href|action|src)="([^"]*)"/.exec(tag)?.[1] ?? []);
      expect(
        leads.filter(
          (lead) =>
            !/^(?:\/console(?:[/?]|$)|#(?:main|requirement-[a-zA-Z0-9-]{0,60}|left-\d+)$|data:,$)/.test(lead),
        ),
      ).toEqual([]);
    }
  },
);

/** Every text of a table of words; what is made of figures and names is asked for with some. */
function textsOf(words: unknown): string[] {
  if (typeof words === "string") return [words];
  if (typeof words === "function") return textsOf(words("4711", 4712, "4713"));
  return typeof words === "object" && words !== null ? Object.values(words).flatMap(textsOf) : [];
}

function keysOf(words: object, before = ""): string[] {
  return Object.entries(words).flatMap(([name, value]) =>
    typeof value === "object" && value !== null ? keysOf(value, `${before}${name}.`) : [`${before}${name}`],
  );
}

it("speaks one language on a page, and marks what stands in another", async () => {
  expect(keysOf(german).toSorted()).toEqual(keysOf(english).toSorted());
  const known = new Set(textsOf(german));
  const foreign = textsOf(english).filter((text) => !known.has(text) && /\p{L}{3}/u.test(text));
  expect(foreign.length).toBeGreaterThan(200);
  const view: View = { words: german, formToken: () => "token", may: () => true };
  const pages = await everyPage(german, "Acme", makeReport(richCampaign()));
  for (const page of [
    ...pages,
    loginPage(german.login.tooSoon, { company: true, link: true, passkey: true }, view),
  ]) {
    const shown = convert(page, {
      wordwrap: false,
      limits: { maxInputLength: 2 ** 26 },
      selectors: [
        { selector: "[lang=en]", format: "skip" },
        ...["h1", "h2", "h3"].map((selector) => ({ selector, options: { uppercase: false } })),
      ],
    }).split(/\n|(?<=[.:]) /);
    const labels = [...page.matchAll(/ (?:aria-label|placeholder|data-filter)="([^"]*)"/g)].map(
      ([, label]) => label,
    );
    const said = new Set([...shown.map((line) => line.trim()), ...labels]);
    expect(foreign.filter((text) => said.has(text))).toEqual([]);
    expect(page).toMatch(/^<!doctype html>\n<html lang="de">/);
  }
});

it("says in German where a purchase stands, its channels and its days", async () => {
  const view: View = { words: german, formToken: () => "token", may: () => true };
  const answer = { campaign: "campaign-1", waiting: [], report: makeReport(richCampaign()) };
  const page = await campaignPage(answer, view);
  const [packages = ""] = /<table[\s\S]*?<\/table>/.exec(page) ?? [];
  expect(packages).toContain(">gebucht<");
  expect(packages).not.toMatch(/bought|online video|streaming audio/);
  const flight = { start: "2027-03-08T00:00:00Z", end: "2027-04-12T00:00:00Z" };
  expect(await decisionPage({ ...waiting, flight }, answer, view)).toContain("08.03.2027 bis 11.04.2027");
});

it("says of a campaign under a stop order that it is stopped", async () => {
  const rows = status.campaigns
    .slice(0, 2)
    .map((row, i) => ({ ...row, campaign: `campaign-${i}`, name: "" }));
  const scope = { type: "campaign", id: "campaign-1" } as const;
  const orders = [{ ...order, scope, notStopped: [], objections: [] }];
  const page = await campaignsPage({ ...status, orders, campaigns: rows }, view);
  const standings = [...page.matchAll(/<span class="chip \w+">([^<]*)</g)].map(([, words]) => words);
  expect(standings).toEqual(["with vendors", "stopped"]);
  const answer = { campaign: "campaign-1", waiting: [], report: makeReport(richCampaign()) };
  expect(await campaignPage({ ...answer, orders }, view)).toContain("Stop orders in force");
  expect(await campaignPage(answer, view)).not.toContain("Stop orders in force");
});

it("asks to approve an order by its last day, as people count", async () => {
  const report = makeReport(richCampaign());
  const flight = { start: "2027-03-08T00:00:00Z", end: "2027-04-12T00:00:00Z" };
  expect(await decisionPage({ ...waiting, flight }, { report }, view)).toContain("8 Mar 2027 to 11 Apr 2027");
  const shown = await decisionPage(waiting, { report }, view);
  expect(shown).toContain("<li>CPM.</li>");
  expect(shown).toMatch(/<small>[^<]+ · [^<]*(?:CTV|online video)/);
  expect(await comparePage({ campaign: "one", report }, view)).toContain('data-first="25"');
});

it("names below the offers who was not asked, and why", async () => {
  const state = richCampaign();
  const report = makeReport({
    ...state,
    sellers: (state.sellers ?? []).map((seller, index) =>
      index === 0
        ? {
            ...seller,
            eligible: false,
            barred: true as const,
            reasons: ["is not asked: its <key> cannot be read"],
          }
        : { ...seller, eligible: true, reasons: [] },
    ),
  });
  const shown = await comparePage({ campaign: "one", report }, view);
  expect(shown).toContain("Not asked");
  expect(shown).toContain("is not asked: its &#60;key&#62; cannot be read");
  const all = { ...report, sellers: report.sellers.map((seller) => ({ ...seller, eligible: true })) };
  expect(await comparePage({ campaign: "one", report: all }, view)).not.toContain("Not asked");
});

it("takes the language that was chosen, else the one that the browser prefers", () => {
  const asked = (accepted?: string, chosen?: string) => wordsFor(chosen, accepted).language;
  expect(asked("de-AT,de;q=0.9,en;q=0.5")).toBe("de");
  expect(asked("fr, de;q=0.4, en;q=0.6")).toBe("en");
  expect(asked("de", "en")).toBe("en");
  expect([asked(), asked("fr"), asked("de", "klingon"), asked("__proto__", "constructor")]).toEqual([
    "en",
    "en",
    "de",
    "en",
  ]);
  const figures = [
    "EUR 250,000.00",
    "1.25 M",
    "830 k",
    "12.5 %",
    "EUR 250,000",
    "EUR 8.10 – 9.40",
    "JPY 1,200",
    "EUR 1.2 M",
  ];
  expect(figures.map((text) => german.figure(text).replaceAll("\u00a0", " "))).toEqual([
    "250.000,00 €",
    "1,25 Mio.",
    "830 Tsd.",
    "12,5 %",
    "250.000 €",
    "8,10 – 9,40 €",
    "1.200 ¥",
    "1,2 Mio. €",
  ]);
});

it("draws what was delivered beside the plan, and says it in words", async () => {
  const state = richCampaign();
  const answer = { campaign: state.id, waiting: [], report: makeReport(state) };
  const shown = await livePage({ ...running, campaign: state.id }, answer, view);
  expect(shown).toMatch(/<svg[^>]* role="img" aria-label="[\d.]+ [Mk] delivered by \d+ \w+ 2027/);
  expect(await campaignPage(answer, view)).not.toContain(english.campaign.waits);
});

it("adds the lines up", async () => {
  const state = richCampaign();
  const answer = { campaign: state.id, waiting: [], report: makeReport(state) };
  const [shown = ""] = /<table[\s\S]*?<\/table>/.exec(await campaignPage(answer, view)) ?? [];
  expect(shown).toMatch(/<tfoot>.*All lines.*EUR/s);
});

it("leads from whatever waits for a person to its decision, and says its rule there alone", async () => {
  const report = makeReport(richCampaign());
  const [line] = report.plan?.lines ?? [];
  const stepId = line?.stepId ?? "";
  const reason = "house-rules.yaml: a person is asked";
  const page = await campaignPage(
    { campaign: "one", waiting: [{ type: "person", stepId, reason }], report },
    view,
  );
  const path = `/console/inbox/one/${encodeURIComponent(stepId)}`;
  expect(page.split(`href="${path}"`).length).toBeGreaterThan(2);
  expect(page).not.toContain(reason);
  // What costs nothing has no amount to decide by.
  const free = report.steps.find(({ amount }) => amount.minor === 0)?.id ?? "";
  const unpaid = [{ type: "person" as const, stepId: free, reason }];
  expect(await campaignPage({ campaign: "one", waiting: unpaid, report }, view)).toContain(reason);
});

it.each([
  ["block", undefined, "The plan may not be bought as it stands", false],
  ["ask", false, "A person decides before anything is bought", true],
  ["ask", true, undefined, true],
] as const)(
  "says what was found before the first buy: %s, agreed %s",
  async (result, agreed, title, canStart) => {
    const report = makeReport(richCampaign());
    const finding = { result, where: "unread", what: "A seller & a name.", todo: "Rule it out.", agreed };
    const preflight = { result, checks: [{ name: "sellers" as const, result, findings: [finding] }] };
    const answer = { campaign: "one", waiting: [], report: { ...report, preflight }, brief: "name: One" };
    const page = await campaignPage(answer, view);
    if (title === undefined) expect(page).not.toContain("Rule it out");
    else expect(page).toMatch(new RegExp(`${title}[\\s\\S]*A seller &#38; a name\\. Rule it out\\.`));
    expect(page.includes("Start the campaign")).toBe(canStart);
    expect(page).toContain("Change the brief");
  },
);

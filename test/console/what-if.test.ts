import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { campaignPage } from "../../src/console/pages/campaign.ts";
import { changesOf, whatifPage } from "../../src/console/pages/what-if.ts";
import { english } from "../../src/console/words/english.ts";
import { german } from "../../src/console/words/german.ts";
import { type AnswerOf, callOperation, type InputOf } from "../../src/desk/operations.ts";
import { buysAt } from "../stories/story.ts";
import { type OpenConsole, openConsole } from "./open-console.ts";

const lee = { kind: "library", name: "lee" } as const;
/** Without the seller that has nothing to say and is waited for. */
const text = readFileSync("examples/brief-to-campaign/brief.yaml", "utf8").replace(
  "excluded_sellers: []",
  "excluded_sellers: [stotter-media.example]",
);
let it_: OpenConsole;
let campaign: string;

beforeAll(async () => {
  it_ = await openConsole({ askAbove: "1 EUR" });
  const begun = { brief: { name: "brief.yaml", text }, execute: true };
  ({ campaign } = await callOperation("run", it_.desk, begun, lee));
});
afterAll(() => it_?.[Symbol.asyncDispose]());

const whatif = (changes: InputOf<"replan">["changes"]) =>
  callOperation("what-if", it_.desk, { campaign, changes }, lee);
const replan = (changes: InputOf<"replan">["changes"], basis = "") =>
  callOperation("replan", it_.desk, { campaign, basis, changes }, { kind: "console", name: "kim" });
const replayed = async () => {
  const bundle = JSON.stringify(await callOperation("export", it_.desk, { campaign }, lee));
  return callOperation("replay", it_.desk, { bundle }, lee);
};

it("makes a plan that was looked at the campaign's own, before anything is bought, and buys nothing by it", async () => {
  expect(buysAt(it_.sandbox)).toEqual([]);
  const before = await callOperation("report", it_.desk, { campaign }, lee);
  const [first] = before.report.plan?.lines ?? [];
  const changes = [
    { option: "budget", value: "-20%" },
    { option: "without-seller", value: first?.sellerId ?? "" },
    { option: "without-channel", value: "dooh" },
  ] as const;
  const { basis = "", scenarios } = await whatif(changes.slice());
  // A plan that nobody was shown is not made.
  await expect(replan(changes.slice(), "another")).rejects.toThrow("its plan is another by now");
  const { report } = await replan(changes.slice(), basis);
  expect(report.plan?.total).toEqual(scenarios[0]?.total);
  expect(report.plan?.lines.length).toBe(scenarios[0]?.lines);
  expect(report.plan?.lines.map(({ sellerId }) => sellerId)).not.toContain(first?.sellerId);
  expect(buysAt(it_.sandbox)).toEqual([]);
  // What waited is of the plan that was.
  expect((await callOperation("inbox", it_.desk, { campaign }, lee)).waiting).toEqual([]);

  await callOperation("resume", it_.desk, { campaign }, lee);
  expect(buysAt(it_.sandbox)).toEqual([]);
  const { waiting } = await callOperation("inbox", it_.desk, { campaign }, lee);
  expect(waiting.map(({ seller }) => seller).sort()).toEqual(
    [...new Set(report.plan?.lines.map(({ sellerId }) => sellerId))].sort(),
  );
  // Who asked for the change may not approve it either.
  expect(waiting[0]?.requestedBy).toEqual(["lee", "kim"]);
  // Orders are held against the governance agent's plan: it was told the new one first.
  const budgets = it_.sandbox.calls
    .filter(({ task }) => task === "sync_plans")
    .map(({ arguments: given }) => JSON.stringify(given).match(/"total":(\d+)/)?.[1]);
  expect(budgets).toEqual(["250000", "200000"]);
  const { decisions, broken } = await replayed();
  expect(broken).toEqual([]);
  expect(decisions.filter(({ same }) => !same)).toEqual([]);
});

it("leaves the plan alone as soon as something is bought", async () => {
  const { waiting } = await callOperation("inbox", it_.desk, { campaign }, lee);
  const { basis = "" } = await whatif([{ option: "budget", value: "-10%" }]);
  const stepsNow = async () => (await callOperation("status", it_.desk, {}, lee)).campaigns[0]?.steps;
  expect((await stepsNow())?.["escalated"]).toBe(waiting.length);
  await callOperation(
    "approve",
    it_.desk,
    { campaign, step: waiting[0]?.stepId ?? "", seen: waiting[0]?.seen ?? "" },
    lee,
  );
  expect(buysAt(it_.sandbox)).toHaveLength(1);
  // What stood before is not told again.
  expect((await stepsNow())?.["escalated"]).toBe(waiting.length - 1);
  await expect(replan([{ option: "budget", value: "-10%" }], basis)).rejects.toThrow(
    "is bought or being bought",
  );
  const { fixed } = await whatif([{ option: "budget", value: "-10%" }]);
  expect(fixed).toContain(waiting[0]?.stepId);
});

it("offers the button for one plan that is possible, and says why there is none", async () => {
  const shown = await callOperation("campaign", it_.desk, { campaign }, lee);
  const changes = changesOf(new URLSearchParams("budget=-10%25&without-channel=ctv&without-channel=olv"));
  expect(changes).toHaveLength(3);
  const answer = await whatif([{ option: "budget", value: "-10%" }]);
  const { fixed: _, ...open } = answer;
  const view = { words: english, formToken: () => "token", may: () => true };
  const page = (of: AnswerOf<"what-if">) => whatifPage(shown, of, changes, view);
  expect(await page(answer)).toContain(english.whatif.fixed);
  expect(await page({ ...open, basis: "abc" })).toContain(
    'name="changes" value="budget=-10%25&#38;without-channel=ctv&#38;without-channel=olv"',
  );
  expect(await page({ ...open, basis: "abc", scenarios: [] })).not.toContain(english.whatif.make);
  const reach = { low: 273_000, expected: 400_000, overlap: "usual", high: 900_000, assumption: "" } as const;
  const known = { ...open.plan, reach: { ...reach, without: [] } };
  expect(await page({ ...open, plan: known })).toContain("273 k – 900 k");
  const inPart = await page({ ...open, plan: { ...known, reach: { ...reach, without: ["tells none"] } } });
  expect(inPart).toContain(">from 273 k<");
  expect(inPart).not.toContain("900 k");
});

it("leads from channels that get nothing to the plan that has a floor for them", async () => {
  const free = text
    .replace(/ {2}channel_shares:\n.*\n/, "")
    .replace("share_per_seller: 35%", "share_per_seller: 60%");
  const begun = {
    brief: { name: "brief.yaml", text: free.replace("late winter", "no floor") },
    execute: false,
  };
  const { campaign: own } = await callOperation("run", it_.desk, begun, lee);
  const shown = await callOperation("report", it_.desk, { campaign: own }, lee);
  const { floor } = shown.report.plan ?? {};
  expect(floor?.channels).toEqual(["ctv"]);
  const view = { words: english, formToken: () => "token", may: () => true };
  const page = await campaignPage({ ...shown, waiting: [], orders: [] }, view);
  const [, query = ""] = /what-if\?(channel=[^"]+)"/.exec(page) ?? [];
  expect(page).not.toContain("limits.channel_shares");
  const changes = changesOf(new URLSearchParams(query));
  expect(changes).toEqual([{ option: "channel", value: "ctv=5%..100%" }]);
  const answer = await callOperation("what-if", it_.desk, { campaign: own, changes }, lee);
  expect(answer.scenarios[0]?.goal?.expected.mid).toBe(floor?.expected);
  const shownIn = await whatifPage(shown, answer, changes, view);
  expect(shownIn).toContain('<option value="ctv" selected>CTV</option>');
  expect(shownIn).toContain('name="least" value="5%"');
});

function plain(page: string): string {
  return page.replaceAll("\u00a0", " ");
}

const rated = text
  .replace("late winter", "rated")
  .replace("metric: impressions\n  target: 15000000", "metric: completion_rate\n  target: 0.72")
  .replace(/ {2}channel_shares:\n.*\n/, "");
const german_ = { words: german, formToken: () => "token", may: () => true };

it("sets plan beside plan by the brief's KPI in its own unit, in the page's words, and takes one of what has not begun", async () => {
  await using it_ = await openConsole();
  const brief = { name: "brief.yaml", text: rated };
  const { campaign: own } = await callOperation("plan", it_.desk, { brief }, lee);
  const shown = await callOperation("report", it_.desk, { campaign: own }, lee);
  const changes = changesOf(
    new URLSearchParams("budget=-20%25&channel=ctv&least=10&most=60 %25&channel=&least=&most=&spend=all"),
  );
  expect(changes.map(({ option, value }) => `${option} ${value}`)).toEqual([
    "budget -20%",
    "spend all",
    "channel ctv=10%..60 %",
  ]);
  const answer = await callOperation("what-if", it_.desk, { campaign: own, changes }, lee);
  const page = plain(await whatifPage(shown, answer, changes, german_));
  expect(page).toContain(">Completion Rate<");
  for (const { goal } of [answer.plan, ...answer.scenarios]) {
    const rate = `${((goal?.reached?.mid ?? 0) * 100).toFixed(1).replace(".", ",")} %`;
    expect(page).toContain(`>${rate}<`);
  }
  expect(page).toContain("20 % weniger Budget, das ganze Budget ausgegeben, CTV 10 % bis 60 %");
  expect(page.slice(page.indexOf("<table"))).not.toMatch(/becomes|as it is|EUR/);
  expect(page).toContain(german.whatif.make);
  expect(page).toContain('name="reason"');

  const { basis = "" } = answer;
  const { report } = await callOperation(
    "replan",
    it_.desk,
    { campaign: own, basis, changes, reason: "the client has less" },
    lee,
  );
  expect(report.plan?.total).toEqual(answer.scenarios[0]?.total);
  const now = await callOperation("report", it_.desk, { campaign: own }, lee);
  expect(now.brief).toContain("spend: all");
  expect(now.brief).toContain("budget: 200,000 EUR");
  await callOperation("start-planned", it_.desk, { campaign: own, basis: now.basis ?? "" }, lee);
  const begun = await callOperation("report", it_.desk, { campaign: own }, lee);
  expect(begun.report.plan?.total).toEqual(answer.scenarios[0]?.total);
  const bundle = JSON.stringify(await callOperation("export", it_.desk, { campaign: own }, lee));
  const { decisions } = await callOperation("replay", it_.desk, { bundle }, lee);
  expect(decisions.filter(({ same }) => !same)).toEqual([]);
});

it("opens the brief with the changes where offers were compared alone, and says in the page's words what cannot be read", async () => {
  const brief = { name: "brief.yaml", text: rated.replace("rated", "compared") };
  const { campaign: own } = await callOperation("compare", it_.desk, { brief }, lee);
  const shown = await callOperation("report", it_.desk, { campaign: own }, lee);
  const changes = [{ option: "budget" as const, value: "200,000 EUR" }];
  const answer = await callOperation("what-if", it_.desk, { campaign: own, changes }, lee);
  expect(answer.basis).toBeUndefined();
  expect(await whatifPage(shown, answer, changes, german_)).toContain("budget: 200,000 EUR");
  const wrong = [{ option: "channel" as const, value: "ctv=viel..60%" }];
  const refused = await callOperation("what-if", it_.desk, { campaign: own, changes: wrong }, lee).catch(
    (cause: Error) => cause,
  );
  const page = plain(await whatifPage(shown, refused, wrong, german_));
  expect(page).toContain(german.whatif.wrong.share(german.whatif.channel, "CTV viel bis 60%"));
  expect(page).not.toContain("--channel");
});

it("keeps a director's no with its reason on the campaign and in the plan's versions, and leads on to another approval", async () => {
  await using it_ = await openConsole({ askAbove: "1 EUR" });
  const { name, value } = await it_.admit({ person: "kim", roles: ["planner"] });
  const cookie = `${name}=${value}`;
  const open = async (path: string) =>
    (await fetch(`${it_.url}/console/campaigns/${path}`, { headers: { cookie } })).text();
  const brief = { name: "brief.yaml", text: text.replace("late winter", "refused") };
  const { campaign: own } = await callOperation("run", it_.desk, { brief, execute: true }, lee);
  const reason = "too much out of home, says the client";
  const dora = { kind: "console", name: "dora" } as const;
  await callOperation("reject", it_.desk, { campaign: own, reason }, dora);
  const refused = await open(own);
  expect(refused).toContain(english.grid.rejected("dora", english.day("2027-01-04")));
  expect(refused).toContain(reason);
  expect(refused).toContain(`/campaigns/${own}/plan">${english.grid.toGrid}`);
  expect(await open(`${own}/plan`)).toContain(english.grid.versions.rejected("dora", reason));

  const changes = [{ option: "without-channel" as const, value: "dooh" }];
  const { basis = "" } = await callOperation("what-if", it_.desk, { campaign: own, changes }, lee);
  const replanned = { campaign: own, basis, changes, reason: "no out of home" };
  await callOperation("replan", it_.desk, replanned, { kind: "console", name: "kim" });
  const now = await open(own);
  expect(now).not.toContain(reason);
  expect(now).toContain(english.grid.send);
  const [, form = ""] = /action="[^"]*\/send"[\s\S]*?name="form" value="([^"]+)"/.exec(now) ?? [];
  const sent = await fetch(`${it_.url}/console/campaigns/${own}/send`, {
    method: "POST",
    redirect: "manual",
    headers: { cookie, origin: it_.url },
    body: new URLSearchParams({ form }),
  });
  const place = new URL(sent.headers.get("location") ?? "", it_.url);
  for (let page = english.work.working; page.includes(english.work.working); )
    page = await (await fetch(place, { headers: { cookie } })).text();
  const { waiting } = await callOperation("inbox", it_.desk, { campaign: own }, lee);
  expect(waiting.length).toBeGreaterThan(0);
  const { versions } = await callOperation("plan-versions", it_.desk, { campaign: own }, lee);
  expect(versions.map(({ number, by, rejected }) => [number, by, rejected.map((one) => one.reason)])).toEqual(
    [
      [2, ["kim"], []],
      [1, ["lee"], [reason]],
    ],
  );
  expect(versions[0]?.why).toContain("no out of home");
  expect(await open(`${own}/plan`)).toContain(reason);
});

it("takes a share and a price as planners type them, and says beside its field what is none", async () => {
  expect(changesOf(new URLSearchParams("max-share=40"))).toEqual([{ option: "max-share", value: "40%" }]);
  const changes = [
    { option: "max-share" as const, value: "40%" },
    { option: "max-cpm" as const, value: "20" },
  ];
  expect((await whatif(changes)).scenarios[0]?.changes).toContainEqual({
    type: "max-cpm",
    price: { minor: 2000, currency: "EUR" },
  });
});

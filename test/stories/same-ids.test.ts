import { expect, it } from "vitest";
import { findBuy, meantBy, namesOf } from "../../src/campaign/account/changes/find-line.ts";
import { liveBuys } from "../../src/campaign/account/live-buys.ts";
import { changeBuy } from "../../src/campaign/change/change-buy.ts";
import { buysOf } from "../../src/campaign/change/list-buys.ts";
import { buyKey } from "../../src/campaign/model/step/buy-identity.ts";
import { release } from "../../src/campaign/stop/release.ts";
import { stop } from "../../src/campaign/stop/stop.ts";
import { type Money, money } from "../../src/lib/money.ts";
import { reconcile } from "../../src/report/account/reconcile.ts";
import { makeReport } from "../../src/report/report.ts";
import { flightdesk } from "../cli/flightdesk.ts";
import { openStory, type Story } from "./story.ts";

/** Two weeks and four days of video at several sellers, each of which numbers its buys from 1 on. */
const open = () =>
  openStory({
    sandbox: { mediaBuyIds: "per-seller" },
    brief: { flight: { start: "2027-01-18", end: "2027-02-04" }, channels: ["olv"] },
  });

/** The day on which it has run for some days. */
async function running(morning = "2027-01-22T08:00:00Z"): Promise<Story> {
  const story = await open();
  await story.run();
  story.sandbox.advance(1);
  await story.run();
  story.sandbox.advance((Date.parse(morning) - story.sandbox.clock.now()) / 86_400_000);
  await story.run();
  return story;
}

const portsOf = (story: Story) => story.app.ports(story.campaignId);

/** Every buy as its own seller's books have it, by its seller. */
async function booksOf(story: Story) {
  const { read } = await portsOf(story);
  const books = await Promise.all(
    liveBuys(await story.state()).map(async ({ sellerId, agentUrl, mediaBuyId }) => {
      const told = await read(agentUrl, "get_media_buys", { media_buy_ids: [mediaBuyId] });
      if (told.type !== "answered") throw new Error(`${sellerId} tells nothing`);
      const [buy] = told.payload.media_buys;
      if (buy === undefined) throw new Error(`${sellerId} has no ${mediaBuyId}`);
      return [sellerId, buy] as const;
    }),
  );
  return new Map(books);
}

async function statusesOf(story: Story): Promise<Record<string, string>> {
  const books = await booksOf(story);
  return Object.fromEntries([...books].map(([sellerId, { status }]) => [sellerId, status]));
}

function pausesSent(story: Story): string[] {
  return story.sandbox.calls
    .filter(({ task }) => task === "update_media_buy")
    .map(({ agentId, arguments: { media_buy_id, updates } }) =>
      JSON.stringify([agentId, media_buy_id, updates]),
    );
}

/** All that sellers may have in common is: the same ids of buys, and of packages. */
async function expectSameIds(story: Story): Promise<string[]> {
  const buys = liveBuys(await story.state());
  const sellers = buys.map(({ sellerId }) => sellerId);
  expect(sellers.length).toBeGreaterThan(2);
  expect(new Set(sellers).size).toBe(sellers.length);
  expect(new Set(buys.map(({ mediaBuyId }) => mediaBuyId))).toEqual(new Set(["mb_1"]));
  for (const { packages } of buys) expect(packages[0]?.packageId).toBe("mb_1_p1");
  return sellers;
}

it("keeps each seller's delivery apart, tells each its own indices, and closes the books", async () => {
  await using story = await running("2027-01-30T08:00:00Z");
  const { sandbox, state } = story;
  const sellers = await expectSameIds(story);

  for (const _ of [1, 2, 3]) {
    sandbox.advance(10);
    await story.run();
  }
  expect((await state()).ended).toMatch(/flight over/);
  expect((await state()).delivery.map(({ sellerId }) => sellerId).sort()).toEqual([...sellers].sort());
  const { read } = await portsOf(story);
  for (const { sellerId, agentUrl, mediaBuyId, currency } of liveBuys(await state())) {
    const told = await read(agentUrl, "get_media_buy_delivery", { media_buy_id: mediaBuyId });
    if (told.type !== "answered") throw new Error(`${sellerId} tells nothing`);
    const { impressions, spend } = told.payload.delivery;
    const rows = (await state()).delivery.find((one) => one.sellerId === sellerId)?.rows ?? [];
    expect(
      rows.reduce((sum, row) => sum + (row.impressions ?? 0), 0),
      sellerId,
    ).toBe(impressions);
    const spent = rows.reduce((sum, row) => sum + (row.spendMinor ?? 0), 0);
    expect(money(spent, currency), sellerId).toEqual(moneyOf(spend));
  }

  const { feedback = [] } = await state();
  expect(new Set(feedback.map(({ sellerId }) => sellerId))).toEqual(new Set(sellers));
  const posted = sandbox.calls.filter(({ task }) => task === "provide_performance_feedback");
  const told = posted.map(({ agentId, arguments: one }) => [
    agentId,
    one["package_id"],
    one["measurement_period"],
    one["performance_index"],
  ]);
  expect(told).toHaveLength(feedback.length);
  expect(told).toEqual(
    expect.arrayContaining(
      feedback.map((one) => [one.sellerId, one.packageId, one.period, one.performanceIndex]),
    ),
  );
  const report = makeReport(await state());
  expect(report.feedback.map(({ status }) => status)).toEqual(feedback.map(() => "done"));
  const { lines, unbalanced } = reconcile(await state());
  expect(unbalanced).toEqual([]);
  expect(lines.map(({ open }) => open)).toEqual(lines.map(() => []));
});

function moneyOf(told: unknown): Money {
  const { amount, currency } = told as { readonly amount: number; readonly currency: string };
  return money(Math.round(amount * 100), currency);
}

it("changes the one buy that is named, and asks which where several go by the name", async () => {
  await using story = await running();
  const [first = "", second = "", ...others] = await expectSameIds(story);
  const desk = {
    FLIGHTDESK_HOME: story.home,
    FLIGHTDESK_TOKEN: story.sandbox.token,
    FLIGHTDESK_REGISTRY_URL: story.sandbox.registryUrl,
    FLIGHTDESK_GOVERNANCE_URL: story.sandbox.governanceUrl,
  };
  for (const name of ["mb_1", "mb_1_p1"]) {
    const asked = await flightdesk(["buys", "pause", name, "--execute"], desk);
    expect(asked.code, asked.stdout).toBe(2);
    for (const buy of liveBuys(await story.state()))
      for (const { lineId } of buy.packages.slice(0, 1)) expect(asked.stderr).toContain(lineId);
  }
  expect(pausesSent(story)).toEqual([]);
  expect(findBuy(await story.state(), "mb_1")).toBeUndefined();
  expect(namesOf(await story.state())).not.toContain("mb_1");
  for (const name of namesOf(await story.state()))
    expect(meantBy(await story.state(), name), name).toHaveLength(1);

  const whole = findBuy(await story.state(), `${first}/mb_1`);
  const line = findBuy(await story.state(), liveBuys(await story.state())[1]?.packages[0]?.lineId ?? "");
  if (whole === undefined || line === undefined) throw new Error("both are bought");
  const asked = { askedBy: ["kim"], requested: { verb: "pause" } } as const;
  expect(await changeBuy(whole, asked, { execute: true }, await portsOf(story))).toMatchObject({
    type: "performed",
    current: { status: "done", step: { agentId: first }, check: { made: true } },
  });
  expect(pausesSent(story)).toEqual([JSON.stringify([first, "mb_1", { status: "paused" }])]);

  const before = await booksOf(story);
  const lowered = money(
    Math.round((line.subject.bought.amount.minor * 2) / 5),
    line.subject.bought.amount.currency,
  );
  const requested = { verb: "decrease", to: lowered } as const;
  expect(
    await changeBuy(line, { requested, askedBy: ["kim"] }, { execute: true }, await portsOf(story)),
  ).toMatchObject({
    type: "performed",
    current: { status: "done", step: { agentId: second }, check: { made: true } },
    findings: [],
  });
  const after = await booksOf(story);
  for (const seller of [first, ...others]) expect(after.get(seller), seller).toEqual(before.get(seller));
  expect(after.get(second)?.packages).not.toEqual(before.get(second)?.packages);

  for (const { sellerId, mediaBuyId, status, revision } of await buysOf(await portsOf(story)))
    expect({ mediaBuyId, status, revision }, sellerId).toEqual({
      mediaBuyId: "mb_1",
      status: after.get(sellerId)?.status,
      revision: after.get(sellerId)?.revision,
    });
  const { lines, unbalanced } = reconcile(await story.state());
  expect(unbalanced).toEqual([]);
  for (const { sellerId, planned, ordered } of lines)
    if (sellerId !== second) expect(ordered.budget, sellerId).toEqual(planned.budget);
});

it("pauses every buy under a stop and lets every one of them run again", async () => {
  await using story = await running();
  const sellers = await expectSameIds(story);
  const { buys } = await stop({ type: "all" }, { by: "kim", reason: "wrong price" }, story.app);
  expect(buys.map(({ sellerId, stopped }) => [sellerId, stopped])).toEqual(
    expect.arrayContaining(sellers.map((seller) => [seller, true])),
  );
  expect(Object.values(await statusesOf(story))).toEqual(sellers.map(() => "paused"));
  expect(new Set(pausesSent(story)).size).toBe(sellers.length);

  const resumed = await release({ type: "all" }, { by: "kim", resumeBuys: true }, story.app);
  expect(resumed.map(({ sellerId, status }) => `${sellerId} ${status}`).sort()).toEqual(
    sellers.map((seller) => `${seller} done`).sort(),
  );
  expect(Object.values(await statusesOf(story))).toEqual(sellers.map(() => "active"));
});

it("pauses one seller's buy under a stop of that seller", async () => {
  await using story = await running();
  const [first = "", ...others] = await expectSameIds(story);
  await stop({ type: "seller", id: first }, { by: "kim", reason: "wrong price" }, story.app);
  expect(await statusesOf(story)).toEqual({
    [first]: "paused",
    ...Object.fromEntries(others.map((seller) => [seller, "active"])),
  });
  expect(liveBuys(await story.state()).map(buyKey)).toEqual(
    [first, ...others].map((seller) => `${seller}/mb_1`),
  );
});

import { expect, it } from "vitest";
import { findBuy } from "../../src/campaign/account/changes/find-line.ts";
import { orderedLines } from "../../src/campaign/account/ordered-lines.ts";
import { bindings } from "../../src/campaign/account/still-bound.ts";
import { giveApproval } from "../../src/campaign/approvals/approve.ts";
import { exportBundle } from "../../src/campaign/audit/bundle.ts";
import { replay } from "../../src/campaign/audit/replay.ts";
import { grantMakeGood } from "../../src/campaign/learn/grant-make-good.ts";
import { recordsOf } from "../../src/campaign/learn/track-record/records-of.ts";
import { boughtPackages } from "../../src/campaign/model/derived/bought.ts";
import type { UnderDelivery } from "../../src/campaign/model/learned/under-delivery.ts";
import { openJournal } from "../../src/campaign/model/state/journal.ts";
import { advance } from "../../src/campaign/run/advance.ts";
import { makeGoodText } from "../../src/cli/text/claims.ts";
import { openDesk } from "../../src/desk/open-desk.ts";
import { callOperation } from "../../src/desk/operations.ts";
import { addDays } from "../../src/lib/days.ts";
import { money } from "../../src/lib/money.ts";
import { Secret } from "../../src/lib/secret.ts";
import { reconcile } from "../../src/report/account/reconcile.ts";
import { makeStatement } from "../../src/report/account/statement.ts";
import { makeReport } from "../../src/report/report.ts";
import { sellers } from "../../src/sandbox/inventory/sellers.ts";
import { sellerAt } from "../fixtures/seller-at.ts";
import { brief, openStory, type Story } from "./story.ts";

const seller = "nordlicht.example";

/** A campaign that has bought at sellers that give their buys the same ids, and whose seller reports three fifths of what it would have delivered, 24 days later. */
async function short(): Promise<Story> {
  const story = await openStory({
    sandbox: { mediaBuyIds: "per-seller" },
  });
  await story.run();
  story.sandbox.advance(1);
  await story.run();
  const { sandbox } = story;
  sandbox.faults.set("nordlicht", {
    rules: [{ do: "restate", factor: 0.6, times: "always", task: "get_media_buy_delivery" }],
  });
  sandbox.advance(24);
  await story.run();
  return story;
}

async function grantOf(
  story: Story,
  { lineId, sellerId, mediaBuyId, packageId }: UnderDelivery,
  { granted, until, execute }: { granted: number; until: string; execute: boolean },
) {
  const foundBuy = findBuy(await story.state(), lineId);
  if (foundBuy === undefined) throw new Error(`${lineId} is not bought`);
  const makeGood = { lineId, sellerId, mediaBuyId, packageId, impressions: granted, until, by: "kim" };
  const ports = await story.app.ports(story.campaignId);
  return grantMakeGood(foundBuy, { makeGood, askedBy: ["kim"], execute }, ports);
}

it("finds a shortfall once, notes what the seller grants for it, and closes the books", async () => {
  await using story = await short();
  const { sandbox, state } = story;
  const found = (await state()).underDeliveries.filter(({ sellerId }) => sellerId === seller);
  expect(found.map(({ kind }) => kind)).toEqual(["projected"]);
  const [underDelivery] = found;
  if (underDelivery === undefined) throw new Error("nothing was found");
  expect(underDelivery.remedy).toMatchObject({ type: "makeGood", impressions: underDelivery.owed });
  await story.run();
  expect((await state()).underDeliveries.filter(({ sellerId }) => sellerId === seller)).toEqual(found);

  const { lineId, owed } = underDelivery;
  const granted = Math.round(owed / 2);
  const grant = (execute: boolean) =>
    grantOf(story, underDelivery, { granted, until: brief.flight.end, execute });
  expect(await grant(false)).toEqual({ recorded: false });
  expect((await state()).makeGoods).toEqual([]);
  expect(await grant(true)).toEqual({ recorded: true });
  expect(await grant(true)).toEqual({ recorded: false });
  expect((await state()).makeGoods).toMatchObject([{ lineId, impressions: granted, by: "kim" }]);

  // What is told last is final when it has stood for some days.
  for (const days of [60, 4]) {
    sandbox.advance(days);
    await story.run();
  }
  expect((await state()).ended).toMatch(/flight over/);
  const { lines, unbalanced } = reconcile(await state());
  expect(unbalanced).toEqual([]);
  expect(lines.map((line) => line.open)).toEqual(lines.map(() => []));
  const last = (await state()).underDeliveries.findLast((one) => one.lineId === lineId);
  expect(last).toMatchObject({ kind: "final", period: brief.flight });
  const reported = makeReport(await state()).underDeliveries?.find((one) => one.lineId === lineId);
  // What was granted was to come inside the flight, and did not.
  expect(reported?.outstanding).toBe(last?.owed);
  expect(reported?.claim).toContain("Your own reports, by week");

  const end = await state();
  const months = ["2027-01", "2027-02", "2027-03"].map((month) => makeStatement([end], month));
  for (const { sellerId, packageId: id, reported: told, ordered } of lines) {
    const rows = months.flatMap((month) =>
      month.rows.filter((row) => row.sellerId === sellerId && row.packageId === id),
    );
    expect(rows.reduce((sum, { spend }) => sum + (spend?.minor ?? 0), 0)).toBe(told.spend?.minor);
    expect(rows.reduce((sum, row) => sum + row.ordered.budget.minor, 0)).toBe(ordered.budget.minor);
    expect(rows.flatMap(({ open }) => open)).toEqual([]);
  }
});

it("extends the buy for a make-good through the gate, which asks a person; the seller's word stands in the record", async () => {
  await using story = await short();
  const { state } = story;
  const underDelivery = (await state()).underDeliveries.find(({ sellerId }) => sellerId === seller);
  if (underDelivery === undefined) throw new Error("nothing was found");
  const until = addDays(brief.flight.end, 14);
  const boundBefore = bindings(await state(), underDelivery);
  const grant = (execute: boolean) =>
    grantOf(story, underDelivery, { granted: underDelivery.owed, until, execute });

  expect(await grant(false)).toMatchObject({ recorded: false, extension: { type: "planned" } });
  expect(await grant(true)).toMatchObject({ recorded: true, extension: { type: "performed" } });
  const extension = (await state()).steps.find(({ step }) => step.change?.requested.verb === "extend");
  // It runs past the campaign's last day: a person is asked before anything goes to the governance agent or the seller.
  expect(extension).toMatchObject({
    status: "escalated",
    verdicts: [
      {
        verdict: {
          by: "limits",
          reasons: [expect.stringContaining("after 2027-02-28, the campaign's last day: a yes extends")],
        },
      },
    ],
    step: { amount: { minor: 0 } },
  });
  expect((await state()).makeGoods).toMatchObject([{ until, impressions: underDelivery.owed }]);
  expect(bindings(await state(), underDelivery)).toEqual(boundBefore);
});

it("extends an order of several lines for one of them, by the line's name, and notes nothing where it cannot", async () => {
  const harbour = sellerAt("harbour.example");
  const others = sellers.map(({ domain }) => domain).filter((domain) => domain !== harbour.domain);
  await using story = await openStory({
    policies: [],
    sandbox: { sellers: [harbour] },
    brief: {
      budget: money(6_000_000, "EUR"),
      flight: { start: "2027-01-11", end: "2027-01-24" },
      channels: ["ctv", "olv"],
      limits: { maxCpm: money(4500, "EUR"), maxSharePerSeller: 1, excludedSellers: others },
    },
  });
  const { sandbox, home, campaignId: campaign, state } = story;
  await story.run();
  sandbox.advance(9);
  await story.run();
  await using desk = openDesk({
    settings: {
      home,
      registry_url: sandbox.registryUrl,
      governance_url: sandbox.governanceUrl,
      well_known_url: sandbox.wellKnownUrl,
    },
    secrets: { token: new Secret(sandbox.token) },
    clock: sandbox.clock,
  });
  const kim = { kind: "terminal", name: "kim" } as const;
  const lines = boughtPackages(await state());
  const [line] = lines;
  if (line === undefined || lines.length < 2) throw new Error("the order has one line");
  const grant = (until: string, execute: boolean, name = line.lineId) =>
    callOperation("make-good", desk, { campaign, line: name, impressions: 1000, until, execute }, kim);

  await expect(grant("2027-01-02", false)).rejects.toThrow("2027-01-02 is over: name a day from");
  await expect(grant("2027-01-31", false, line.mediaBuyId)).rejects.toThrow(line.lineId);
  expect(await grant("2027-01-31", false)).toMatchObject({ extension: { status: "planned" } });
  expect(await grant("2027-01-31", true)).toMatchObject({
    recorded: true,
    extension: { status: "escalated" },
  });
  const step = (await state()).steps.find((one) => one.step.change?.requested.verb === "extend")?.step;
  expect(step?.lineIds).toEqual(lines.map(({ lineId }) => lineId));
  await giveApproval(await story.app.ports(campaign), step?.id ?? "", "kim");
  await story.run();
  expect(orderedLines(await state()).map(({ period }) => period.end)).toEqual(lines.map(() => "2027-01-31"));

  sandbox.advance(20);
  await story.run();
  const late = await grant("2027-03-07", true);
  expect(late).toMatchObject({ recorded: false, extension: { status: "not-possible" } });
  expect(makeGoodText(late)).toMatch(/^not noted: 1,000 impressions/);
  expect((await state()).makeGoods).toHaveLength(1);
});

it("keeps a record of each seller, ranks the next campaign by it, and ranks the same when it is replayed", async () => {
  await using story = await short();
  const { app, sandbox, state } = story;
  for (const days of [60, 4]) {
    sandbox.advance(days);
    await story.run();
  }
  const record = recordsOf([await state()]).find(({ sellerId }) => sellerId === seller);
  expect(record).toMatchObject({ campaigns: 1, buys: 1, answers: { asked: 1, answered: 1 } });
  expect(record?.approvals).toMatchObject({ asked: 1, agreed: 1, refused: 0 });
  expect(record?.delivery.average).toBeLessThan(0.8);

  const flight = { start: "2027-05-03", end: "2027-05-30" };
  const next = await app.begin({ ...brief, name: "Next", flight });
  await advance(await app.ports(next), "ranking");
  const after = (await openJournal(app.ledger, next)).state();
  expect(after.trackRecords.find(({ sellerId }) => sellerId === seller)).toEqual(record);
  const certainty = after.ranking?.rows
    .find(({ offerId }) => offerId.startsWith(`${seller}/`))
    ?.parts.find(({ criterion }) => criterion === "certainty");
  expect(certainty?.reason).toMatch(/record -0\.\d\d of 1 from 1 earlier campaigns with 1 buys/);
  const { decisions, broken } = await replay(await exportBundle(app.ledger, next));
  expect(broken).toEqual([]);
  expect(decisions).toEqual([expect.objectContaining({ about: "the ranking", same: true })]);
});

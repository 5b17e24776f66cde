import { expect, it } from "vitest";
import type { Brief } from "../../src/brief/brief.ts";
import { findBuy, namesOf } from "../../src/campaign/account/changes/find-line.ts";
import { changeBuy } from "../../src/campaign/change/change-buy.ts";
import { outcomesOf } from "../../src/campaign/measure/outcomes-of.ts";
import type { CampaignState } from "../../src/campaign/model/state/state.ts";
import type { ChangeRequest } from "../../src/campaign/model/step/buy-change.ts";
import { release as releaseStop } from "../../src/campaign/stop/release.ts";
import { stop } from "../../src/campaign/stop/stop.ts";
import { money } from "../../src/lib/money.ts";
import { termsDigest } from "../../src/protocol/proposals/proposal.ts";
import type { Creative } from "../../src/protocol/records/creative.ts";
import { sellers } from "../../src/sandbox/inventory/sellers.ts";
import type { Payload } from "../../src/sandbox/payload.ts";
import type { FaultRule, SellerProfile } from "../../src/sandbox/sandbox.ts";
import { connect } from "../sandbox/connect.ts";
import { openStory, type Story } from "./story.ts";

const compactly = (lifecycle: NonNullable<SellerProfile["lifecycle"]>): SellerProfile[] =>
  sellers.map((one) => ({ ...one, lifecycle }));

const release = { protocol: "adcp", release: "3.2" } as const;

function moneyOf({ plan, steps }: CampaignState) {
  return {
    lines: plan?.lines.map(({ lineId, amount, budget }) => [lineId, amount, budget]),
    bought: steps
      .filter(({ step }) => step.task === "create_media_buy")
      .map(({ step, status }) => [step.id, step.amount, step.planAmount, status]),
  };
}

async function wholeLife(story: Story) {
  await story.run();
  story.sandbox.advance(1);
  await story.run();
  story.sandbox.advance(60);
  await story.run();
  return story.state();
}

it("buys, measures and ends at sellers with compact tools alone as at the older tools", async () => {
  await using older = await openStory({ sandbox: release });
  await using compact = await openStory({
    sandbox: { ...release, sellers: compactly({ alone: true }) },
  });
  const [before, now] = [await wholeLife(older), await wholeLife(compact)];
  expect(moneyOf(now)).toEqual(moneyOf(before));
  expect(now.ended).toEqual(before.ended);
  expect(outcomesOf(now)).toEqual(outcomesOf(before));
  const called = new Set(compact.sandbox.calls.map(({ task }) => task));
  expect(called).toContain("list_products");
  expect(called).toContain("buy_products");
  expect(called).not.toContain("get_products");
  expect(called).not.toContain("create_media_buy");
});

const harbour = compactly({ alone: true, mostIncrease: 20 }).filter(({ slug }) => slug === "sales");

/** What few sellers have part in, and governance approves by itself. */
const small = {
  budget: money(9_000_000, "EUR"),
  channels: ["ctv", "olv"],
  limits: {
    maxCpm: money(4500, "EUR"),
    maxSharePerSeller: 0.5,
    excludedSellers: ["gletscher-video.example", "stotter-media.example", "albion-audio.example"],
  },
} satisfies Partial<Brief>;
const orderAt = "buy/harbour.example/EUR";

/** A campaign that has bought at a seller, among others, whose tools are compact. */
async function boughtAt(options: { readonly rules?: readonly FaultRule[] } = {}) {
  const story = await openStory({
    sandbox: {
      ...release,
      sellers: harbour,
      ...(options.rules && { faults: new Map([["sales", options.rules]]) }),
    },
    brief: small,
  });
  await story.run();
  return story;
}

async function change(story: Story, name: string, requested: ChangeRequest) {
  const buy = findBuy(await story.state(), name);
  if (buy === undefined) throw new Error(`${name} is not bought`);
  return changeBuy(
    buy,
    { requested, askedBy: ["kim"] },
    { execute: true },
    await story.app.ports(story.campaignId),
  );
}

const ordersOf = ({ sandbox }: Story) => sandbox.calls.filter(({ task }) => task === "buy_products");

async function booked(story: Story) {
  const { call } = await connect(story.sandbox, "/sales/mcp");
  const status_filter = ["pending_creatives", "pending_start", "active", "paused", "canceled"];
  return (await call("get_media_buys", { status_filter })).media_buys;
}

it("changes a buy by controls, within the rights of the accepted terms, and refuses the rest before a call", async () => {
  await using story = await boughtAt();
  story.sandbox.advance(18);
  await story.run();
  const state = await story.state();
  const line = namesOf(state).find((one) => one.startsWith("harbour.example/")) ?? "";
  const { mediaBuyId } = findBuy(state, line)?.subject ?? {};
  const budget = state.plan?.lines.find(({ lineId }) => lineId === line)?.budget;
  if (mediaBuyId === undefined || budget === undefined) throw new Error("nothing is bought");
  const to = (factor: number) => money(Math.round(budget.minor * factor), budget.currency);

  for (const requested of [
    { verb: "decrease", to: to(0.9) },
    { verb: "increase", to: to(0.95) },
  ] as const)
    expect(await change(story, line, requested)).toMatchObject({
      type: "performed",
      current: { status: "done" },
    });
  for (const requested of [{ verb: "pause" }, { verb: "unpause" }] as const)
    expect(await change(story, mediaBuyId, requested)).toMatchObject({
      type: "performed",
      current: { status: "done" },
    });
  const sent = story.sandbox.calls.filter(({ task }) => task === "control_media_buy");
  expect(sent.map(({ arguments: { revision, packages, paused } }) => [revision, packages, paused])).toEqual([
    [expect.any(Number), [{ package_id: expect.any(String), budget: to(0.9).minor / 100 }], undefined],
    [expect.any(Number), [{ package_id: expect.any(String), budget: to(0.95).minor / 100 }], undefined],
    [expect.any(Number), undefined, true],
    [expect.any(Number), undefined, false],
  ]);

  expect(await change(story, line, { verb: "increase", to: to(2) })).toMatchObject({
    type: "refused",
    reason: expect.stringContaining("the accepted terms let its budget change by"),
  });
  expect(await change(story, mediaBuyId, { verb: "extend", until: "2027-03-07" })).toMatchObject({
    type: "refused",
    reason: expect.stringContaining("does not take update_dates now"),
  });
  expect(await change(story, mediaBuyId, { verb: "cancel" })).toMatchObject({
    type: "performed",
    current: { status: "done" },
  });
  expect((await booked(story)).map(({ status }) => status)).toContain("canceled");
});

it("says before any call that no control swaps a creative, and which right its seller has for it", async () => {
  await using story = await boughtAt();
  story.sandbox.advance(18);
  await story.run();
  const line = namesOf(await story.state()).find((one) => one.startsWith("harbour.example/")) ?? "";
  const dawn: Creative = {
    creative_id: "dawn",
    name: "Dawn",
    format_id: { agent_url: "https://formats.example", id: "video_15s" },
    assets: { video: { asset_type: "video", url: "https://acme.example/dawn.mp4", duration_ms: 15_000 } },
  };
  expect(await change(story, line, { verb: "swap-creative", creatives: [dawn] })).toMatchObject({
    type: "refused",
    reason: expect.stringContaining("by sync_creatives, under the right replace_creative"),
  });
  expect(story.sandbox.calls.filter(({ task }) => task === "control_media_buy")).toEqual([]);
  expect((await story.state()).steps.filter(({ step }) => step.change !== undefined)).toEqual([]);
});

it("pauses a buy by a control on the revision that its seller shows when the desk is stopped, and lets it run again", async () => {
  await using story = await boughtAt();
  story.sandbox.advance(18);
  await story.run();
  await stop({ type: "all" }, { by: "kim", reason: "wrong price" }, story.app);
  expect((await booked(story)).map(({ status }) => status)).toEqual(["paused"]);
  const [pause] = story.sandbox.calls.filter(({ task }) => task === "control_media_buy");
  expect(pause?.arguments).toMatchObject({ paused: true, revision: expect.any(Number) });
  await releaseStop({ type: "all" }, { by: "kim", resumeBuys: true }, story.app);
  expect((await booked(story)).map(({ status }) => status)).toEqual(["active"]);
});

it("buys an offer whose list has changed and whose terms have not at the present version", async () => {
  await using story = await boughtAt({
    rules: [{ do: "republish", factor: 1, task: "buy_products", times: 1 }],
  });
  const [first, second, ...others] = ordersOf(story);
  expect(others).toEqual([]);
  expect([first?.outcome, second?.outcome]).toEqual(["CONFLICT", "answered"]);
  expect(second?.arguments["feed_version"]).not.toBe(first?.arguments["feed_version"]);
  expect(second?.arguments["pricing_version"]).toBe(first?.arguments["pricing_version"]);
  expect(second?.arguments["idempotency_key"]).not.toBe(first?.arguments["idempotency_key"]);
  expect(second?.arguments["governance_context"]).not.toBe(first?.arguments["governance_context"]);
  expect(await booked(story)).toHaveLength(1);
});

it("does not buy at a price that has changed since the plan was made", async () => {
  await using story = await boughtAt({
    rules: [{ do: "republish", factor: 1.1, task: "buy_products", times: 1 }],
  });
  expect(ordersOf(story).map(({ outcome }) => outcome)).toEqual(["CONFLICT"]);
  expect(await booked(story)).toEqual([]);
  const order = (await story.state()).steps.find(({ step }) => step.id.startsWith(orderAt));
  expect(order).toMatchObject({
    status: "failed",
    reason: expect.stringContaining("is sold on other terms than it was planned with: now EUR"),
  });
});

it.each([
  ["is cut off after it is committed", { do: "drop", when: "after" }],
  ["is cut in the middle", { do: "cut" }],
  ["is cut in the middle of its JSON", { do: "malformed" }],
  ["is lost before it arrives", { do: "drop", when: "before" }],
] as const)("buys once where the answer to buy_products %s", async (_what, fault) => {
  await using story = await boughtAt({ rules: [{ ...fault, task: "buy_products", times: 1 }] });
  await story.run();
  const order = (await story.state()).steps.find(({ step }) => step.id.startsWith(orderAt));
  expect(order?.status).toBe("done");
  const books = await booked(story);
  expect(books).toHaveLength(1);
  expect(order?.receipt?.payload["media_buy_id"]).toBe(books[0]?.media_buy_id);
  const keys = new Set(ordersOf(story).map((call) => call.arguments["idempotency_key"]));
  expect(keys.size).toBe(1);
});

it.each([
  [
    "a digest that is not that of its terms",
    (payload: Payload) => ({
      ...payload,
      accepted_proposal: {
        ...(payload["accepted_proposal"] as Payload),
        terms_digest: `sha256:${"A".repeat(43)}`,
      },
    }),
  ],
  ["packages for none of its purchases", (payload: Payload) => ({ ...payload, purchase_bindings: [] })],
  ["another buy outside than inside", (payload: Payload) => ({ ...payload, media_buy_id: "mb_other" })],
])("believes the books and not an answer to buy_products with %s", async (_what, lie) => {
  await using story = await openStory({
    sandbox: {
      ...release,
      sellers: harbour,
      rewriteAnswer: ({ task, payload }) => (task === "buy_products" ? lie(payload) : payload),
    },
    brief: small,
  });
  await story.run();
  await story.run();
  const books = await booked(story);
  expect(books).toHaveLength(1);
  const order = (await story.state()).steps.find(({ step }) => step.id.startsWith(orderAt));
  expect(order).toMatchObject({
    status: "done",
    receipt: { payload: { media_buy_id: books[0]?.media_buy_id } },
  });
});

it("asks a person about accepted terms that are not those of the order", async () => {
  await using story = await openStory({
    sandbox: {
      ...release,
      sellers: harbour,
      rewriteAnswer: ({ task, payload }) => (task === "buy_products" ? dearer(payload) : payload),
    },
    brief: small,
  });
  await story.run();
  const order = (await story.state()).steps.find(({ step }) => step.id.startsWith(orderAt));
  expect(order?.check?.question?.differences).toContainEqual(
    expect.objectContaining({ what: expect.stringContaining("the price of") }),
  );
  expect((await booked(story)).map(({ status }) => status)).toEqual(["paused"]);
});

/** A purchase at a higher price, under the digest of those terms. */
function dearer(payload: Payload): Payload {
  const accepted = payload["accepted_proposal"] as Payload;
  const terms = accepted["commercial_terms"] as Payload;
  const purchases = (terms["purchases"] as Payload[]).map((one) => ({
    ...one,
    pricing: { ...(one["pricing"] as Payload), fixed_price: 99 },
  }));
  const commercial_terms = { ...terms, purchases };
  return {
    ...payload,
    accepted_proposal: { ...accepted, commercial_terms, terms_digest: termsDigest(commercial_terms) },
  };
}

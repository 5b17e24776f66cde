import { expect, it } from "vitest";
import { giveApproval } from "../../src/campaign/approvals/approve.ts";
import { perform } from "../../src/campaign/execute/perform.ts";
import { stepOf } from "../../src/campaign/model/state/state.ts";
import type { Step } from "../../src/campaign/model/step/step.ts";
import { advance } from "../../src/campaign/run/advance.ts";
import { money } from "../../src/lib/money.ts";
import { renderMarkdown } from "../../src/report/renderers/markdown.ts";
import { makeReport } from "../../src/report/report.ts";
import type { FaultRule, Sandbox } from "../../src/sandbox/sandbox.ts";
import { some } from "../depth.ts";
import { connect, key } from "../sandbox/connect.ts";
import { openStory, type Story, televised } from "./story.ts";

const buy = "buy/harbour.example/EUR";
const sellerPaths = ["/sales/mcp", "/sellers/nordlicht/mcp", "/sellers/kiosk/mcp"];

const open = (options: { readonly sellerDeadlineMs?: number } = {}) =>
  openStory({
    ...options,
    brief: {
      budget: money(9_000_000, "EUR"),
      channels: ["ctv", "olv"],
      limits: {
        maxCpm: money(4500, "EUR"),
        maxSharePerSeller: 0.5,
        excludedSellers: ["gletscher-video.example", "stotter-media.example", "albion-audio.example"],
      },
    },
  });

interface Booked {
  readonly id: string;
  readonly reference: string;
}

/** Every buy in the books of the sellers, whoever may have lost sight of it. */
async function books(sandbox: Sandbox): Promise<Booked[]> {
  const lists = await Promise.all(
    sellerPaths.map(async (path) => {
      const { call } = await connect(sandbox, path);
      return (await call("get_media_buys", {})).media_buys;
    }),
  );
  return lists.flat().map((one) => ({ id: String(one.media_buy_id), reference: String(one.buyer_ref) }));
}

async function bought(story: Story): Promise<string[]> {
  return (await story.state()).steps
    .filter(({ step }) => step.task === "create_media_buy")
    .map(({ receipt }) => String(receipt?.payload["media_buy_id"]));
}

const reportOf = async (story: Story) => renderMarkdown(makeReport(await story.state()));

/** While the fault lasts, after it is gone, and when the flight is over; the report of each time. */
async function play(story: Story, rules: readonly FaultRule[], agent = "sales"): Promise<string> {
  const { sandbox } = story;
  const reports: string[] = [];
  sandbox.faults.set(agent, { rules });
  for (const days of [0, 1, 20]) {
    if (days > 0) sandbox.advance(days);
    await story.run();
    reports.push(await reportOf(story));
  }
  sandbox.faults.delete(agent);
  // What was restated is final when it has stood for some days.
  for (const days of [0, 60, 4]) {
    if (days > 0) sandbox.advance(days);
    await story.run();
    reports.push(await reportOf(story));
  }
  return reports.join("\n");
}

const create = { task: "create_media_buy", times: 1 } as const;
const replayed = /already been done, and the first answer was given again/;
const done = /Done by harbour\.example: as mb\\?_sales\\?_1/;

const faults: readonly [name: string, says: RegExp, ...rules: FaultRule[]][] = [
  ["is slow before its work", done, { do: "slow", ms: 30, when: "before" }],
  ["is slow after the commit", done, { do: "slow", ms: 30, when: "after" }],
  ["drops the connection before a buy", done, { do: "drop", when: "before", ...create }],
  ["drops the connection after a buy", replayed, { do: "drop", when: "after", ...create }],
  ["breaks off in the middle of its answer", replayed, { do: "cut", ...create }],
  ["answers a buy in prose", replayed, { do: "prose", ...create }],
  ["tells an error in prose", done, { do: "prose", as: "error", ...create }],
  ["offers in prose", /not a JSON answer: We are sorry/, { do: "prose", task: "get_products" }],
  ["answers in JSON text only", done, { do: "text-only" }],
  ["answers in structured content only", done, { do: "structured-only" }],
  ["answers with a JSON body, not an event stream", done, { do: "json-body" }],
  ["answers everything twice", done, { do: "duplicate" }],
  ["answers out of order", done, { do: "out-of-order", ms: 20 }],
  ["sends malformed events after a buy", replayed, { do: "malformed", ...create }],
  ["sends a malformed JSON body", replayed, { do: "json-body", ...create }, { do: "malformed", ...create }],
  ["sends two megabytes", done, { do: "oversized", bytes: 2_000_000 }],
  ["sends more than is read", replayed, { do: "oversized", bytes: 40_000_000, ...create }],
  ["answers HTTP 503 twice", done, { do: "http", status: 503, task: "create_media_buy", times: 2 }],
  ["is rate limited", done, { do: "fail", code: "RATE_LIMITED", retry_after: 2, ...create }],
  ["fails inside", done, { do: "fail", code: "INTERNAL_ERROR", ...create }],
  [
    "fails inside after the commit",
    replayed,
    { do: "fail", code: "INTERNAL_ERROR", when: "after", ...create },
  ],
  [
    "is busy with the same key",
    done,
    { do: "fail", code: "IDEMPOTENCY_IN_FLIGHT", retry_after: 1, ...create },
  ],
  [
    "says that the product is gone",
    /harbour\.example said no: PRODUCT\\?_UNAVAILABLE/,
    { do: "fail", code: "PRODUCT_UNAVAILABLE", ...create },
  ],
  [
    "says that the key is expired after it bought",
    replayed,
    { do: "fail", code: "IDEMPOTENCY_EXPIRED", when: "after", ...create },
  ],
  [
    "says that the key is in conflict after it bought",
    replayed,
    { do: "fail", code: "IDEMPOTENCY_CONFLICT", when: "after", ...create },
  ],
  [
    "forgets keys at once and loses the answer",
    replayed,
    { do: "forget-keys" },
    { do: "drop", when: "after", ...create },
  ],
  [
    "names a state of the buy that nobody knows",
    /calls the buy "in\\?_limbo", which is not a known state/,
    { do: "unknown-status", ...create },
  ],
  ["has invalid products among good ones", /4 of \d+ products could not be read/, { do: "invalid-products" }],
  [
    "restates its delivery",
    /restated: \d+ days have other figures than before/,
    { do: "restate", task: "get_media_buy_delivery", call: 1 },
  ],
  [
    "reports delivery in another currency",
    /spend is reported in XXX, the buy is in EUR: it is not converted/,
    { do: "wrong-currency", task: "get_media_buy_delivery" },
  ],
  [
    "reports rows of other buyers",
    /rows of packages that were not bought here are in none of our figures: 1/,
    { do: "foreign-rows", task: "get_media_buy_delivery" },
  ],
  [
    "gives no delivery",
    /No figures from harbour\.example/,
    { do: "fail", code: "SERVICE_UNAVAILABLE", task: "get_media_buy_delivery" },
  ],
];

it.each(some(faults))("buys once and tells it when a seller %s", async (_name, says, ...rules) => {
  await using story = await open();
  expect(await play(story, rules)).toMatch(says);
  await expectBoughtOnce(story);
});

it("buys at the others and tells it when a seller is too slow with its catalogue", async () => {
  await using story = await open({ sellerDeadlineMs: 3_000 });
  const slow: FaultRule = { do: "slow", ms: 20_000, when: "before", task: "get_products" };
  expect(await play(story, [slow])).toMatch(/no answer within 3 s/);
  await expectBoughtOnce(story);
});

async function expectBoughtOnce(story: Story): Promise<void> {
  const booked = await books(story.sandbox);
  expect(booked.length).toBeGreaterThan(1);
  expect(new Set(booked.map(({ reference }) => reference)).size).toBe(booked.length);
  expect(await bought(story)).toEqual(expect.arrayContaining(booked.map(({ id }) => id)));
  expect((await story.state()).ended).toBeDefined();
}

it("asks a person about an error that nobody knows, and buys when the person says yes", async () => {
  await using story = await open();
  story.sandbox.faults.set("sales", { rules: [{ do: "fail", code: "X_HARBOUR_MOON", ...create }] });
  expect(await story.run()).toContainEqual(expect.objectContaining({ type: "person", stepId: buy }));
  expect(await reportOf(story)).toMatch(/code that is not known, X\\?_HARBOUR\\?_MOON/);
  await story.run();
  expect(stepOf(await story.state(), buy)?.status).toBe("escalated");
  await giveApproval(await story.app.ports(story.campaignId), buy, "kim");
  await story.run();
  expect(stepOf(await story.state(), buy)).toMatchObject({ status: "done", step: { id: buy } });
});

it("asks again when the same unknown error comes again", async () => {
  await using story = await open();
  story.sandbox.faults.set("sales", {
    rules: [{ do: "fail", code: "X_HARBOUR_MOON", task: "create_media_buy" }],
  });
  await story.run();
  await giveApproval(await story.app.ports(story.campaignId), buy, "kim");
  await story.run();
  expect(stepOf(await story.state(), buy)).toMatchObject({ status: "escalated", escalation: { count: 2 } });
  await giveApproval(await story.app.ports(story.campaignId), buy, "kim");
  story.sandbox.faults.delete("sales");
  await story.run();
  expect(stepOf(await story.state(), buy)?.status).toBe("done");
});

it("sends a new request under a new key only after a person's yes when the replay window is over", async () => {
  await using story = await open();
  const { sandbox } = story;
  sandbox.faults.set("sales", { rules: [{ do: "drop", when: "before", task: "create_media_buy" }] });
  await story.run();
  sandbox.faults.delete("sales");
  sandbox.advance(2);
  expect(await story.run()).toContainEqual(expect.objectContaining({ type: "person", stepId: buy }));
  expect(await reportOf(story)).toContain("its replay window is over; it shows no such buy");
  await giveApproval(await story.app.ports(story.campaignId), buy, "kim");
  await story.run();
  const next = stepOf(await story.state(), buy);
  expect(next).toMatchObject({ status: "done", step: { id: `${buy}~2` } });
  const keys = sandbox.calls
    .filter(({ task, agentId }) => task === "create_media_buy" && agentId === "harbour.example")
    .map(({ arguments: request }) => request["idempotency_key"]);
  expect(new Set(keys).size).toBe(2);
});

it("takes the window for over where the clock was set back since, and for open where it differs by seconds", async () => {
  await using story = await open();
  const { sandbox } = story;
  const creates = () =>
    sandbox.calls.filter(({ task, agentId }) => task === "create_media_buy" && agentId === "harbour.example");
  sandbox.faults.set("sales", { rules: [{ do: "drop", when: "before", task: "create_media_buy" }] });
  await story.run();
  const sent = creates().length;
  sandbox.advance(-2 / 24);
  expect(await story.run()).toContainEqual(expect.objectContaining({ type: "person", stepId: buy }));
  expect(await reportOf(story)).toContain("the clock here was set back since");
  expect(creates()).toHaveLength(sent);
  await using close = await open();
  close.sandbox.faults.set("sales", { rules: [{ do: "drop", when: "before", task: "create_media_buy" }] });
  await close.run();
  close.sandbox.faults.delete("sales");
  close.sandbox.advance(-30 / 86_400);
  await close.run();
  expect(stepOf(await close.state(), buy)?.status).toBe("done");
});

it("does not call before the time that the seller asked for, in whatever run", async () => {
  await using story = await open();
  const { sandbox } = story;
  sandbox.faults.set("sales", {
    rules: [{ do: "fail", code: "RATE_LIMITED", retry_after: 3600, ...create }],
  });
  const calls = () =>
    sandbox.calls.filter(({ task, agentId }) => task === "create_media_buy" && agentId === "harbour.example");
  await story.run();
  await story.run();
  expect(calls()).toHaveLength(1);
  sandbox.advance(1 / 24);
  await story.run();
  expect(calls()).toHaveLength(2);
  expect(stepOf(await story.state(), buy)?.status).toBe("done");
});

it("waits no longer for that time where the clock was set back since it was asked for", async () => {
  await using story = await open();
  story.sandbox.faults.set("sales", {
    rules: [{ do: "fail", code: "RATE_LIMITED", retry_after: 3600, ...create }],
  });
  await story.run();
  expect(stepOf(await story.state(), buy)).toMatchObject({ status: "begun", retryAt: expect.any(String) });
  story.sandbox.advance(-30);
  expect(await story.run()).toContainEqual(expect.objectContaining({ type: "person", stepId: buy }));
  expect(stepOf(await story.state(), buy)?.reason).toContain("the clock here was set back since");
});

it("holds everything while the governance agent breaks down in the middle, and loses nothing", async () => {
  await using story = await open();
  story.sandbox.faults.set("governance", {
    rules: [{ do: "http", status: 503, task: "check_governance" }],
  });
  await story.run();
  expect(await reportOf(story)).toMatch(/held: open the account at \S+ .*HTTP 503/);
  story.sandbox.faults.delete("governance");
  await story.run();
  const buys = (await story.state()).steps.filter(({ step }) => step.task === "create_media_buy");
  expect(buys.map(({ status }) => status)).toContain("done");
  expect(buys.map(({ status }) => status)).not.toContain("held");
});

/** A pause of the buy at the first seller, decided on the revision that its receipt has. */
async function proposePause(story: Story): Promise<Step> {
  const bought = stepOf(await story.state(), buy);
  const { media_buy_id, revision } = bought?.receipt?.payload ?? {};
  if (bought === undefined) throw new Error("nothing was bought");
  const free = money(0, "EUR");
  const step: Step = {
    ...bought.step,
    id: "pause/harbour.example",
    task: "update_media_buy",
    arguments: { media_buy_id, revision, updates: { status: "paused" } },
    amount: free,
    planAmount: free,
    purpose: "pause the buy at harbour.example",
  };
  await (await story.app.ports(story.campaignId)).journal.record(
    { type: "step-proposed", step },
    `step/${step.id}`,
  );
  return step;
}

it("decides an update anew, under another key and check, when the buy has changed meanwhile", async () => {
  await using story = await open();
  await story.run();
  const step = await proposePause(story);
  const { call } = await connect(story.sandbox, "/sales/mcp");
  story.sandbox.faults.set("sales", { rules: [{ do: "ignore-updates", times: 1 }] });
  await call("update_media_buy", { ...step.arguments, idempotency_key: key() });
  await perform(step.id, await story.app.ports(story.campaignId));
  const next = stepOf(await story.state(), step.id);
  expect(next).toMatchObject({
    status: "done",
    step: { id: `${step.id}~2`, arguments: { revision: 2 } },
    receipt: { payload: { status: "paused", revision: 3 } },
  });
  const first = (await story.state()).steps.find((one) => one.step.id === step.id);
  expect(next?.intent?.idempotencyKey).not.toBe(first?.intent?.idempotencyKey);
  expect(next?.verdicts.length).toBeGreaterThan(0);
  expect(await reportOf(story)).toContain("replaced by a changed step");
});

it("tells that a seller accepted an update and did not make it", async () => {
  await using story = await open();
  await story.run();
  const step = await proposePause(story);
  story.sandbox.faults.set("sales", { rules: [{ do: "ignore-updates" }] });
  await perform(step.id, await story.app.ports(story.campaignId));
  expect(await reportOf(story)).toContain("agreed and did not do it: the status is");
});

it("tries an order at a seller that answers HTTP 503 three times in a turn, though another one is bought and measured", async () => {
  await using story = await openStory({ brief: televised });
  const down: FaultRule = { do: "http", status: 503, task: "create_media_buy" };
  story.sandbox.faults.set("sales", { rules: [down] });
  const sendings: string[] = [];
  const ports = await story.app.ports(story.campaignId, ({ event }) => {
    if (event.type === "step-begun" || event.type === "sending-begun") sendings.push(event.stepId);
  });
  await advance(ports, "end");
  expect(stepOf(await story.state(), "buy/kiosk-exchange.example/EUR")?.status).toBe("done");
  expect(sendings.filter((id) => id === "buy/harbour.example/EUR")).toHaveLength(3);
});

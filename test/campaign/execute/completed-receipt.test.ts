import { expect, it } from "vitest";
import { answeredReceipt } from "../../../src/campaign/execute/answered-receipt.ts";
import type { ExecutePorts } from "../../../src/campaign/execute/execute-ports.ts";
import { completedReceipt } from "../../../src/campaign/execute/poll.ts";
import { emptyState } from "../../../src/campaign/model/state/state.ts";
import type { Step } from "../../../src/campaign/model/step/step.ts";
import { simulatedClock } from "../../../src/lib/clock.ts";
import { money } from "../../../src/lib/money.ts";
import { createClient } from "../../../src/protocol/client/client.ts";
import { openDialectBook, pinsInMemory } from "../../../src/protocol/dialects/book.ts";
import { TaskError } from "../../../src/protocol/messages/errors.ts";
import { speakingAgent } from "../../protocol/dialects/speaking-agent.ts";

const agentUrl = "https://seller.example/mcp";

const order: Step = {
  id: "buy/seller.example/EUR",
  task: "create_media_buy",
  agentId: "seller.example",
  agentUrl,
  arguments: {
    idempotency_key: "8f3c1a52-7b0e-4f0b-9d53-0d4f4a9c6e11",
    buyer_ref: "c1/buy",
    packages: [{ product_id: "ctv", pricing_option_id: "cpm", budget: 100, buyer_ref: "a" }],
  },
  amount: money(10_000, "EUR"),
  planAmount: money(10_000, "EUR"),
  purpose: "buy a package",
  lineIds: ["a"],
};
const pause: Step = {
  ...order,
  id: "pause/mb_1/1",
  task: "update_media_buy",
  arguments: {
    idempotency_key: "8f3c1a52-7b0e-4f0b-9d53-0d4f4a9c6e12",
    media_buy_id: "mb_1",
    updates: { status: "paused" },
  },
};

const buy = {
  media_buy_id: "mb_1",
  status: "paused",
  currency: "EUR",
  total_budget: 100,
  context: { buyer_ref: "c1/buy" },
  packages: [{ package_id: "p1", product_id: "ctv", budget: 100 }],
};

/** The means to ask an agent of the public standard that holds these buys. */
function at(buys: readonly object[]): ExecutePorts {
  const { transport } = speakingAgent({
    get_adcp_capabilities: () => ({ adcp: { supported_versions: ["3.0"] } }),
    get_media_buys: () => ({ media_buys: buys }),
  });
  const clock = simulatedClock("2027-01-04T08:00:00Z");
  const dialects = openDialectBook(undefined, pinsInMemory());
  const { read } = createClient({ transport, clock, now: clock.now, random: () => 0, dialects });
  // Nothing else is asked for here.
  const journal = { state: () => emptyState("c1") };
  return { read, journal } as unknown as ExecutePorts;
}

it("reads what a completed order became where its agent does not say", async () => {
  const receipt = await completedReceipt(order, { result: undefined, replayed: false }, at([buy]));
  expect(receipt).toMatchObject({
    status: "done",
    payload: { media_buy_id: "mb_1", status: "paused", buyer_ref: "c1/buy" },
  });
});

it("knows nothing of a completed order that is not in the books", async () => {
  const other = { ...buy, context: { buyer_ref: "c2/buy" } };
  expect(await completedReceipt(order, { result: undefined, replayed: false }, at([other]))).toBeUndefined();
});

it("reads what a completed change became, and says what was not made", async () => {
  const made = await completedReceipt(pause, { result: undefined, replayed: false }, at([buy]));
  expect(made).toMatchObject({ payload: { status: "paused" } });
  expect(made).not.toHaveProperty("notes");
  const ignored = await completedReceipt(
    pause,
    { result: undefined, replayed: false },
    at([{ ...buy, status: "active" }]),
  );
  expect(ignored).toMatchObject({
    notes: ["seller.example agreed and did not do it: the status is active, not paused"],
  });
});

it("takes a completed task without books as done, and says that nothing more is known", async () => {
  const sync: Step = { ...order, id: "creatives/1", task: "sync_creatives", arguments: {} };
  expect(await completedReceipt(sync, { result: undefined, replayed: false }, at([]))).toEqual({
    stepId: "creatives/1",
    status: "done",
    replayed: false,
    notes: ["seller.example says that it is done, and not what came of it"],
    payload: {},
  });
});

it("fails an order that its agent has completed with a no", async () => {
  const result = { media_buy_id: "mb_1", status: "rejected" };
  expect(await completedReceipt(order, { result, replayed: false }, at([]))).toBeInstanceOf(TaskError);
});

it("reads a buy whose state its answer does not name", async () => {
  const receipt = await answeredReceipt(
    order,
    { media_buy_id: "mb_1", status: "unknown" },
    { replayed: false },
    at([buy]),
  );
  expect(receipt).toMatchObject({ payload: { status: "paused" } });
  expect(receipt).not.toHaveProperty("notes");
});

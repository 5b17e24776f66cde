import { describe, expect, it } from "vitest";
import { waitingText } from "../../../src/cli/text/campaign.ts";
import { money } from "../../../src/lib/money.ts";
import { describeBudget } from "../../../src/report/sections/money-summary.ts";
import type { Canned, CannedAnswer, CannedCall, JsonObject } from "../../canned/market.ts";
import { asListed, booking, cooperativeSeller } from "./cooperative-seller.ts";
import { openDesk } from "./open-desk.ts";

const buy = "buy/alpha.example/EUR";

/** An order that is taken at the `n`th try; before that the seller answers `refusal`. */
function takenAtTry(n: number, refusal: CannedAnswer): Canned {
  return (request, tries) =>
    tries < n ? refusal : { payload: { ...booking("alpha", request), status: "completed" } };
}

/** What was sent, apart from the approval, which may have to be a new one. */
function sent({ bytes }: CannedCall): string {
  const { governance_context: _, ...order } = JSON.parse(bytes) as JsonObject;
  return JSON.stringify(order);
}

const busy = { code: "TEMPORARILY_UNAVAILABLE", recovery: "transient", retry_after: 40 };
const noBuys: Canned = () => ({ payload: { status: "completed", media_buys: [] } });

describe("an order that fails in passing", () => {
  it.each<[string, CannedAnswer, number]>([
    ["TEMPORARILY_UNAVAILABLE", { error: busy }, 40_000],
    ["RATE_LIMITED", { error: { code: "RATE_LIMITED", recovery: "transient", retry_after: 25 } }, 25_000],
    ["HTTP 503", { http: 503, headers: { "Retry-After": "30" } }, 30_000],
    ["HTTP 429", { http: 429, headers: { "Retry-After": "35" } }, 35_000],
  ])(
    "with %s goes out again with the same key and bytes, not before retry_after",
    async (_, refusal, waitMs) => {
      const create = takenAtTry(3, refusal);
      await using desk = await openDesk([
        cooperativeSeller("alpha", { create_media_buy: create, get_media_buys: noBuys }),
      ]);
      await desk.run();
      expect((await desk.step(buy)).status).toBe("done");
      const tries = desk.market.callsOf("create_media_buy");
      expect(tries.map(({ outcome }) => outcome).at(-1)).toBe("answered");
      expect(tries).toHaveLength(3);
      expect(new Set(tries.map(sent)).size).toBe(1);
      for (const [i, { at }] of tries.slice(1).entries())
        expect(at - (tries[i]?.at ?? 0)).toBeGreaterThanOrEqual(waitMs);
    },
  );

  it("for good reaches the operator with what stands and what to do, and goes on under the same key", async () => {
    let isOpen = false;
    const create: Canned = (request) =>
      isOpen ? { payload: { ...booking("alpha", request), status: "completed" } } : { error: busy };
    await using desk = await openDesk([
      cooperativeSeller("alpha", { create_media_buy: create, get_media_buys: noBuys }),
    ]);
    const waiting = await desk.run();
    expect(desk.market.callsOf("create_media_buy")).toHaveLength(3);
    expect(waiting).toContainEqual({
      type: "agent",
      stepId: buy,
      reason: expect.stringContaining("TEMPORARILY_UNAVAILABLE"),
    });
    expect(waitingText(waiting)).toMatch(/buy\/alpha\.example\/EUR: .*\n +flightdesk resume/);

    isOpen = true;
    await desk.run();
    expect(desk.market.callsOf("create_media_buy")).toHaveLength(3);
    desk.clock.advance(60_000);
    await desk.run();
    expect((await desk.step(buy)).status).toBe("done");
    expect(new Set(desk.market.callsOf("create_media_buy").map(sent)).size).toBe(1);
  });
});

describe("a caller that is not known (401)", () => {
  const unknown: CannedAnswer = {
    http: 401,
    headers: { "WWW-Authenticate": 'Bearer realm="mcp", error="invalid_token"' },
  };

  it("is asked for another credential first; the order then goes out with the same key and bytes", async () => {
    let isKnown = false;
    const create: Canned = (request) =>
      isKnown ? { payload: { ...booking("alpha", request), status: "completed" } } : unknown;
    await using desk = await openDesk([cooperativeSeller("alpha", { create_media_buy: create })]);
    const waiting = await desk.run();
    expect(desk.market.callsOf("create_media_buy")).toHaveLength(1);
    expect(waiting).toContainEqual({
      type: "person",
      stepId: buy,
      reason: expect.stringMatching(/does not know who calls .*Approve to send it again once that is mended/),
    });
    await desk.run();
    expect(desk.market.callsOf("create_media_buy")).toHaveLength(1);

    isKnown = true;
    await desk.approve(buy);
    await desk.run();
    expect((await desk.step(buy)).status).toBe("done");
    const tries = desk.market.callsOf("create_media_buy");
    expect(tries).toHaveLength(2);
    expect(new Set(tries.map(sent)).size).toBe(1);
  });
});

describe("IDEMPOTENCY_CONFLICT", () => {
  const conflict: CannedAnswer = { error: { code: "IDEMPOTENCY_CONFLICT", recovery: "correctable" } };
  const keys = (calls: readonly CannedCall[]) => calls.map(({ arguments: { idempotency_key: key } }) => key);

  it("is looked up: a buy that the seller holds is taken for what it is, and nothing is sent again", async () => {
    let order: JsonObject | undefined;
    await using desk = await openDesk([
      cooperativeSeller("alpha", {
        create_media_buy: (request) => {
          order = request;
          return conflict;
        },
        get_media_buys: () => ({
          payload: { status: "completed", media_buys: order ? [asListed(booking("alpha", order))] : [] },
        }),
      }),
    ]);
    await desk.run();
    expect(await desk.step(buy)).toMatchObject({
      status: "done",
      receipt: { payload: { media_buy_id: expect.stringContaining("mb_alpha") } },
    });
    expect(desk.market.callsOf("create_media_buy")).toHaveLength(1);
  });

  it("without such a buy never repeats its key, and takes another only when a person says so", async () => {
    const create: Canned = (request, n) =>
      n === 1 ? conflict : { payload: { ...booking("alpha", request), status: "completed" } };
    await using desk = await openDesk([
      cooperativeSeller("alpha", { create_media_buy: create, get_media_buys: noBuys }),
    ]);
    const waiting = await desk.run();
    const orders = () => desk.market.callsOf("create_media_buy");
    expect(desk.market.callsOf("get_media_buys").length).toBeGreaterThan(0);
    expect(waiting).toContainEqual({
      type: "person",
      stepId: buy,
      reason: expect.stringMatching(/shows no such buy\. Approve to try again as a new request/),
    });
    await desk.run();
    expect(orders()).toHaveLength(1);

    await desk.approve(buy);
    await desk.run();
    expect(orders()).toHaveLength(2);
    expect(new Set(keys(orders())).size).toBe(2);
    expect((await desk.step(buy)).status).toBe("done");
  });
});

it("where one seller refuses, the other's buy stays as it is, and the budget tells both", async () => {
  const refusal: Canned = () => ({ error: { code: "PRODUCT_UNAVAILABLE", recovery: "correctable" } });
  await using desk = await openDesk([
    cooperativeSeller("alpha", { create_media_buy: refusal }),
    cooperativeSeller("beta"),
  ]);
  await desk.run();
  expect((await desk.step(buy)).status).toBe("failed");
  expect((await desk.step("buy/beta.example/EUR")).status).toBe("done");
  expect(desk.market.callsOf("update_media_buy")).toEqual([]);
  expect(desk.market.callsOf("create_media_buy", "alpha")).toHaveLength(1);
  const budget = describeBudget(await desk.state());
  expect(budget?.bySeller).toEqual([
    { sellerId: "beta.example", inDoubt: money(0, "EUR"), committedSpend: budget?.committedSpend },
  ]);
  expect(budget?.committedSpend.minor).toBeGreaterThan(0);
  expect(budget?.remaining.minor).toBe(1_000_000 - (budget?.committedSpend.minor ?? 0));
});

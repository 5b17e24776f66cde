import { AdcpError } from "@adcp/sdk/server";
import { describe, expect, it } from "vitest";
import { findBuy } from "../../src/campaign/account/changes/find-line.ts";
import { changeBuy } from "../../src/campaign/change/change-buy.ts";
import { outcomesOf } from "../../src/campaign/measure/outcomes-of.ts";
import { stepOf } from "../../src/campaign/model/state/state.ts";
import { money } from "../../src/lib/money.ts";
import { openShop, type Shop } from "./open-shop.ts";
import { committedAt } from "./sellers/books.ts";

const days = 86_400_000;
const buyId = "buy/shop.example/EUR";

const buyOf = async ({ campaign }: Shop) => stepOf(await campaign.state(), buyId);
const callsOf = ({ seller }: Shop, tool: string) => seller.calls.filter((call) => call.tool === tool);
const keysOf = (shop: Shop, tool: string) =>
  callsOf(shop, tool).map(({ arguments: { idempotency_key } }) => idempotency_key);

/** What is bound of the budget in the ledger, in minor units. */
async function bound({ campaign }: Shop): Promise<number> {
  return (await campaign.app.ledger.reservations(campaign.id))
    .filter(({ claim }) => claim.scope === "budget")
    .reduce((sum, { claim }) => sum + claim.minor, 0);
}

/** A buy is lowered to EUR 8,000 while its flight runs. */
async function lower(shop: Shop) {
  await shop.campaign.run();
  shop.clock.advance(15 * days);
  const [bought = ""] = shop.seller.books.buys.keys();
  const foundBuy = findBuy(await shop.campaign.state(), bought);
  if (foundBuy === undefined) throw new Error("nothing is bought");
  const wish = { verb: "decrease", to: money(800_000, "EUR") } as const;
  const ports = await shop.campaign.app.ports(shop.campaign.id);
  return changeBuy(foundBuy, { requested: wish, askedBy: ["kim"] }, { execute: true }, ports);
}

describe("an order", () => {
  it("whose answer is lost is sent again with its key, and booked once", async () => {
    let lost = 0;
    await using shop = await openShop({
      damage: ({ tool }) => (tool === "create_media_buy" && lost++ === 0 ? "lost" : undefined),
    });
    await shop.campaign.run();
    expect((await buyOf(shop))?.status).toBe("done");
    expect(shop.seller.books.buys.size).toBe(1);
    const keys = keysOf(shop, "create_media_buy");
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    expect(await bound(shop)).toBe(committedAt([shop.seller]) * 100);
  });

  it("whose key the seller knows for something else is a person's matter, and not sent again", async () => {
    await using shop = await openShop({
      refusal: () => new AdcpError("IDEMPOTENCY_CONFLICT", { message: "this key came with another payload" }),
    });
    await shop.campaign.run();
    expect(await buyOf(shop)).toMatchObject({
      status: "escalated",
      reason: expect.stringMatching(/IDEMPOTENCY_CONFLICT.*shows no such buy\. Approve to try again/),
    });
    await shop.campaign.run();
    expect(callsOf(shop, "create_media_buy")).toHaveLength(1);
  });

  it("that the seller wants a bid for fails with the seller's own sentence, and binds nothing", async () => {
    await using shop = await openShop({
      refusal: () =>
        new AdcpError("INVALID_REQUEST", {
          message: "the price has a floor: bid_price is missing",
          field: "packages[0].bid_price",
        }),
    });
    await shop.campaign.run();
    expect(await buyOf(shop)).toMatchObject({
      status: "failed",
      reason: "INVALID_REQUEST: the price has a floor: bid_price is missing (packages[0].bid_price)",
    });
    expect(shop.seller.books.buys.size).toBe(0);
    expect(await bound(shop)).toBe(0);
  });
});

describe("an order at a seller that is busy", () => {
  it("is tried three times in all in one go, not before the seller wants to be called", async () => {
    const at: number[] = [];
    await using shop = await openShop({
      damage: ({ tool }) => {
        if (tool !== "create_media_buy") return undefined;
        at.push(shop.wireClock.now());
        return "busy";
      },
    });
    await shop.campaign.run();
    expect(at).toHaveLength(3);
    for (const [index, time] of at.slice(1).entries())
      expect(time - (at[index] ?? 0)).toBeGreaterThanOrEqual(2_000);
    expect(new Set(keysOf(shop, "create_media_buy")).size).toBe(1);
    expect(shop.seller.books.buys.size).toBe(0);
  });

  it("is booked once when it has time again", async () => {
    let busy = 2;
    await using shop = await openShop({
      damage: ({ tool }) => (tool === "create_media_buy" && busy-- > 0 ? "busy" : undefined),
    });
    await shop.campaign.run();
    expect((await buyOf(shop))?.status).toBe("done");
    expect(shop.seller.books.buys.size).toBe(1);
  });
});

it.each(["cut", "busy", "unworked"] as const)(
  "asks a governance agent again whose first word breaks off (%s), as it does a seller",
  async (damage) => {
    let left = 1;
    const once = ({ tool }: { readonly tool: string }) =>
      tool === "get_adcp_capabilities" && left-- > 0 ? damage : undefined;
    await using shop = await openShop({ governanceDamage: once });
    await shop.campaign.run();
    expect(left).toBeLessThanOrEqual(0);
    expect((await buyOf(shop))?.status).toBe("done");
  },
);

describe("a seller whose people open accounts themselves", () => {
  it("is not bought from without one, and the desk is told to ask for it", async () => {
    await using shop = await openShop({ opensNoAccounts: true });
    await shop.campaign.run();
    expect((await shop.campaign.state()).sellers).toMatchObject([
      {
        eligible: false,
        reasons: ["has no active account for acme.example, and opens accounts itself: ask it for one"],
      },
    ]);
    expect(callsOf(shop, "create_media_buy")).toEqual([]);
  });

  it("is bought from under the account that they opened", async () => {
    await using shop = await openShop({ opensNoAccounts: true });
    shop.seller.books.accounts.set("acme.example desk.example", "account-77");
    await shop.campaign.run();
    expect([...shop.seller.books.buys.values()]).toMatchObject([{ accountId: "account-77" }]);
    expect(callsOf(shop, "create_media_buy")).toMatchObject([
      { arguments: { account: { account_id: "account-77" } } },
    ]);
  });
});

describe("an update", () => {
  it("of a buy that has changed meanwhile is decided anew, with a key of its own", async () => {
    let meddled = false;
    await using shop = await openShop({
      meddle: (buy) => {
        if (!meddled) buy.revision += 1;
        meddled = true;
      },
    });
    expect(await lower(shop)).toMatchObject({ type: "performed", current: { status: "done" }, findings: [] });
    expect(committedAt([shop.seller])).toBe(8000);
    expect(callsOf(shop, "update_media_buy").map(({ arguments: { revision } }) => revision)).toEqual([1, 2]);
    expect(new Set(keysOf(shop, "update_media_buy")).size).toBe(2);
  });

  it("that the seller takes and does not make is told of", async () => {
    await using shop = await openShop({ ignoresBudgets: true });
    expect(await lower(shop)).toMatchObject({
      type: "performed",
      findings: [expect.stringMatching(/10,?000.*8,?000|8,?000.*10,?000/)],
    });
    expect(committedAt([shop.seller])).toBe(10_000);
  });
});

it("goes on without the figures of a seller that fails to tell them, and takes them when they come", async () => {
  let broken = true;
  await using shop = await openShop({ isDeliveryBroken: () => broken });
  await shop.campaign.run();
  shop.clock.advance(18 * days);
  expect(await shop.campaign.run()).toContainEqual(expect.objectContaining({ type: "date" }));
  expect((await shop.campaign.state()).delivery).toEqual([
    expect.objectContaining({ rows: [], late: expect.stringContaining("the report is not ready") }),
  ]);
  broken = false;
  shop.clock.advance(days);
  await shop.campaign.run();
  expect(outcomesOf(await shop.campaign.state())).toEqual([
    expect.objectContaining({ delivered: expect.objectContaining({ impressions: 5 * 23_809 }) }),
  ]);
});

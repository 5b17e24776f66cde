import { describe, expect, it } from "vitest";
import { findBuy } from "../../src/campaign/account/changes/find-line.ts";
import { changeBuy } from "../../src/campaign/change/change-buy.ts";
import { stepOf } from "../../src/campaign/model/state/state.ts";
import { lineBudgets } from "../../src/campaign/reallocate/live-lines.ts";
import type { Waiting } from "../../src/campaign/run/waiting.ts";
import { money } from "../../src/lib/money.ts";
import { openDoor } from "../stories/webhooks/door.ts";
import { brief, type Campaign, openCampaign } from "./open-campaign.ts";
import { type Market, openMarket } from "./open-market.ts";
import { committedAt } from "./sellers/books.ts";

const days = 86_400_000;
/** What changes something at an agent that sells or builds. */
const changes = new Set([
  "sync_accounts",
  "create_media_buy",
  "update_media_buy",
  "build_creative",
  "sync_creatives",
  "provide_performance_feedback",
]);

const sellersOf = ({ fixed, auction, slow }: Market) => [fixed, auction, slow];

it("ranks the offers of sellers that are not ours", async () => {
  await using market = await openMarket();
  await using campaign = await openCampaign(market);
  await campaign.run("ranking");
  const { quotes, ranking } = await campaign.state();
  expect(quotes?.map(({ result }) => result)).toEqual(["answered", "answered", "answered"]);
  expect(ranking?.rows.map(({ gate }) => gate)).toEqual(["pass", "pass", "pass", "pass"]);
  expect(market.calls().filter(({ tool }) => changes.has(tool))).toEqual([]);
});

/** Its money may move between lines without a word. */
const free = { limits: { ...brief.limits, reallocationThreshold: brief.budget } };

/** A person takes a tenth off the first line. */
async function cutFirst({ app, id, state }: Campaign): Promise<void> {
  const [line] = lineBudgets(await state());
  const buy = line && findBuy(await state(), line.lineId);
  if (line === undefined || buy === undefined) throw new Error("something is bought");
  const to = money(Math.round(0.9 * line.budget.minor), line.budget.currency);
  const input = { requested: { verb: "decrease", to }, askedBy: ["robin"], reason: "less of it" } as const;
  expect(await changeBuy(buy, input, { execute: true }, await app.ports(id))).toMatchObject({
    type: "performed",
  });
}

describe("a campaign at sellers that are not ours", () => {
  it("buys, builds, measures and tells them how they do", async () => {
    await using market = await openMarket();
    await using campaign = await openCampaign({ ...market, brief: free });
    const sellers = sellersOf(market);

    expect(await campaign.run()).toContainEqual(
      expect.objectContaining({ type: "seller", stepId: "buy/premium.example/EUR" }),
    );
    expect(market.slow.books.buys.size).toBe(0);
    market.slow.agree();
    await campaign.run();
    expect(sellers.map(({ books }) => books.buys.size)).toEqual([1, 1, 1]);
    expect(Math.round(committedAt(sellers) * 100)).toBe((await campaign.state()).plan?.total.minor);
    expect(market.creative.built).toEqual([{ formatId: "video_15s", message: brief.message }]);
    expect(sellers.map(({ books }) => books.creatives.size)).toEqual([1, 1, 1]);

    let left: readonly Waiting[] = [];
    for (const passed of [15, 8, 10, 10, 14, 7]) {
      market.clock.advance(passed * days);
      left = await campaign.run();
    }
    expect(left).toEqual([]);
    expect((await campaign.state()).ended).toMatch(/flight over/);
    for (const { books } of sellers) {
      const packages = [...books.buys.values()].flatMap((buy) => buy.packages.map(({ id }) => id));
      const told = books.feedback.map(({ packageId }) => packageId);
      expect(new Set(told)).toEqual(new Set(packages));
    }
    expect(sellers.map(({ books }) => books.buys.size)).toEqual([1, 1, 1]);
    expect((await campaign.state()).steps.filter(({ status }) => status !== "done")).toEqual([]);
  });

  it("asks the governance agent about exactly what it sends before it sends it, though no seller asks for that", async () => {
    await using market = await openMarket();
    await using campaign = await openCampaign({ ...market, brief: free });
    await campaign.run();
    market.slow.agree();
    await campaign.run();
    const told = market.governance.outcomes.map(({ seller_response }) => seller_response?.committed_budget);
    expect(new Set(told)).toEqual(new Set(sellersOf(market).map((seller) => committedAt([seller]))));
    expect(told).toHaveLength(3);
    market.clock.advance(30 * days);
    await campaign.run();
    await cutFirst(campaign);

    const changed = market.calls().filter(({ tool }) => changes.has(tool));
    expect(new Set(changed.map(({ tool }) => tool))).toEqual(changes);
    for (const { tool, order, arguments: sent } of changed) {
      const { governance_context: token, ...payload } = sent;
      const asked = market.governance.calls.find(
        (call) => JSON.stringify(call.arguments["payload"]) === JSON.stringify(payload),
      );
      expect(asked?.order, `the check before ${tool}`).toBeLessThan(order);
      const check = market.governance.checks.find((one) => one.token === token);
      expect(check?.request, `the approval of ${tool}`).toMatchObject({ tool, payload });
    }
  });

  it("sends nothing that the governance agent refuses", async () => {
    await using market = await openMarket({
      objection: ({ tool, payload }) =>
        tool === "create_media_buy" && JSON.stringify(payload).includes("auction_olv")
          ? "no auctions this season"
          : undefined,
    });
    await using campaign = await openCampaign(market);
    await campaign.run();
    expect(stepOf(await campaign.state(), "buy/auction.example/EUR")).toMatchObject({
      status: "refused",
      reason: expect.stringContaining("no auctions this season"),
    });
    expect(market.auction.books.buys.size).toBe(0);
    expect(market.fixed.books.buys.size).toBe(1);
  });

  it("learns from the seller's signed webhook that its people have agreed", async () => {
    await using market = await openMarket();
    await using door = await openDoor();
    await using campaign = await openCampaign({ ...market, settings: { public_url: door.url } });
    await door.openFor(campaign.app);
    await campaign.run();
    const buy = async () => stepOf(await campaign.state(), "buy/premium.example/EUR");
    expect((await buy())?.status).toBe("pending");
    expect((await buy())?.notice).toBeUndefined();
    market.slow.agree();
    await expect.poll(buy, { timeout: 20_000 }).toMatchObject({ notice: { status: "completed" } });
    expect(door.woken).toContain(campaign.id);
    expect((await buy())?.status).toBe("pending");
    await campaign.run();
    expect((await buy())?.status).toBe("done");
    expect(market.slow.books.buys.size).toBe(1);
  });
});

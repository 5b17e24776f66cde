import { describe, expect, it } from "vitest";
import { boughtPackages } from "../../../src/campaign/model/derived/bought.ts";
import { awaitsPerson } from "../../../src/campaign/model/state/state.ts";
import { simulatedClock } from "../../../src/lib/clock.ts";
import type { JsonObject } from "../../canned/market.ts";
import { booking } from "../buyer-behaviours/cooperative-seller.ts";
import { openDesk } from "../buyer-behaviours/open-desk.ts";
import { allocation, eveningSet, proposingSeller } from "./proposing-seller.ts";

const mark = /proposal-[0-9a-f]{8}/;

describe("a proposal of release 3.1", () => {
  it("is planned whole and ordered by its id and a total", async () => {
    await using desk = await openDesk([proposingSeller([eveningSet])]);
    await desk.run();
    const state = await desk.state();
    expect(state.plan?.lines.map(({ productId, amount }) => [productId, amount.minor]).sort()).toEqual([
      ["alpha_evening", 280_000],
      ["alpha_morning", 120_000],
    ]);
    const orders = state.steps.filter(({ step }) => step.task === "create_media_buy");
    expect(orders.map(({ status, step }) => [status, mark.test(step.id), step.amount.minor])).toEqual([
      ["done", true, 400_000],
    ]);
    expect(orders.some(awaitsPerson)).toBe(false);
    const [sent] = desk.market.callsOf("create_media_buy");
    expect(sent?.arguments).toMatchObject({
      proposal_id: "set_1",
      total_budget: { amount: 4000, currency: "EUR" },
      start_time: "2027-01-18T00:00:00Z",
    });
    expect(sent?.arguments).not.toHaveProperty("packages");
    // From here on they are packages like all others.
    expect(
      boughtPackages(state).map(({ offer, budget, packageId }) => [offer.productId, budget.minor, packageId]),
    ).toEqual([
      ["alpha_evening", 280_000, expect.any(String)],
      ["alpha_morning", 120_000, expect.any(String)],
    ]);
  });

  it.each<[string, JsonObject, string]>([
    ["is a draft", { proposal_status: "draft" }, "a draft"],
    ["has expired", { expires_at: "2027-01-04T08:00:00Z" }, "expired at 2027-01-04T08:00:00Z"],
    ["has parts that do not add up", { allocations: [allocation("evening", 70)] }, "70 % of its budget"],
    [
      "is of a product that is not there",
      { allocations: [allocation("noon", 100)] },
      "alpha_noon is not among",
    ],
    ["names no budget", { total_budget_guidance: undefined }, "it names no budget"],
    ["wants a signature", { insertion_order: { io_id: "io", requires_signature: true } }, "signed"],
    ["is dearer than all there is", { total_budget_guidance: { min: 20_000 } }, "its least is EUR 20,000.00"],
    ["cannot be read", { allocations: [] }, "it cannot be read"],
  ])("that %s is refused with a word, and nothing of it is ranked", async (_, change, word) => {
    await using desk = await openDesk([proposingSeller([{ ...eveningSet, ...change }])]);
    await desk.run("ranking");
    const { quotes, offers = [] } = await desk.state();
    expect(quotes?.[0]?.refusedProposals?.join()).toContain(word);
    expect(offers.filter(({ purchase }) => purchase !== undefined)).toEqual([]);
  });

  it("is taken in one of the sizes that its seller names", async () => {
    const sizes = { min: 3000, recommended: 4000, max: 8000, currency: "EUR" };
    const another = { ...eveningSet, proposal_id: "set_2", total_budget_guidance: sizes };
    await using desk = await openDesk([proposingSeller([another])]);
    await desk.run("plan");
    const { plan, offers = [] } = await desk.state();
    expect(new Set(offers.flatMap(({ purchase }) => purchase?.bundle.total.minor ?? []))).toEqual(
      new Set([300_000, 400_000, 800_000]),
    );
    expect(plan?.total.minor).toBe(800_000);
    expect(new Set(plan?.lines.map(({ bundle }) => bundle?.id)).size).toBe(1);
  });

  it("that lapses while it waits for people is not ordered, and the plan is made anew", async () => {
    const clock = simulatedClock("2027-01-04T08:00:00Z");
    await using desk = await openDesk([proposingSeller([eveningSet])], {}, { clock });
    await desk.run("plan");
    clock.advance(7 * 86_400_000);
    await desk.run();
    expect(desk.market.callsOf("create_media_buy")).toEqual([]);
    const { steps } = await desk.state();
    const order = steps.find(({ step }) => step.bundle !== undefined);
    expect(order).toMatchObject({ status: "refused", reason: expect.stringContaining("it expired at") });
  });

  it("that is booked at other prices is paused, and people are asked", async () => {
    const repriced = (request: JsonObject) => {
      const [one, other] = ["evening", "morning"].map((time, i) => ({
        package_id: `pkg_${i}`,
        product_id: `alpha_${time}`,
        pricing_option_id: `alpha_${time}_cpm`,
        budget: i === 0 ? 2800 : 1200,
        pricing: { pricing_model: "cpm", currency: "EUR", fixed_price: 10.5 },
      }));
      return { ...booking("alpha", request), packages: [one, other] };
    };
    await using desk = await openDesk([
      proposingSeller([eveningSet], {
        create_media_buy: (request) => ({
          payload: { status: "completed", adcp_version: "3.1", ...repriced(request) },
        }),
        get_media_buys: undefined,
      }),
    ]);
    await desk.run();
    const { steps } = await desk.state();
    const order = steps.find(({ step }) => step.bundle !== undefined);
    expect(order?.check?.question?.differences.map(({ wanted, stated }) => [wanted, stated])[0]).toEqual([
      expect.stringContaining("10.00"),
      expect.stringContaining("10.50"),
    ]);
    expect(desk.market.callsOf("update_media_buy")).toHaveLength(1);
  });
});

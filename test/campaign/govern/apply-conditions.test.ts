import { describe, expect, it } from "vitest";
import { applyConditions } from "../../../src/campaign/govern/apply-conditions.ts";
import type { Step } from "../../../src/campaign/model/step/step.ts";
import { money } from "../../../src/lib/money.ts";

const step: Step = {
  id: "buy/a.example/USD",
  task: "create_media_buy",
  agentId: "a.example",
  agentUrl: "https://a.example/mcp",
  arguments: {
    packages: [
      { product_id: "p", pricing_option_id: "o", budget: 6000 },
      { product_id: "q", pricing_option_id: "o", budget: 4000, bid_price: 12 },
    ],
  },
  amount: money(1_000_000, "USD"),
  planAmount: money(900_000, "EUR"),
  purpose: "buy 2 packages",
  lineIds: ["a", "b"],
};
const apply = (...conditions: [string, unknown][]) =>
  applyConditions(
    step,
    conditions.map(([field, requiredValue]) => ({ field, requiredValue, reason: "because" })),
  );

describe("applyConditions", () => {
  it("lowers budgets and bids in a step of its own, with amounts that follow", () => {
    const result = apply(["packages[0].budget", 4500], ["packages[1].bid_price", 11]);
    if (result.type !== "step") throw new Error(result.reason);
    expect(result.step).toMatchObject({
      id: "buy/a.example/USD~2",
      replaces: "buy/a.example/USD",
      amount: money(850_000, "USD"),
      planAmount: money(765_000, "EUR"),
      arguments: {
        packages: [{ budget: 4500 }, { budget: 4000, bid_price: 11 }],
      },
    });
    expect(result.changes[0]).toBe("packages[0].budget 6000 -> 4500 (because)");
    expect(step.arguments["packages"]).toMatchObject([{ budget: 6000 }, { budget: 4000 }]);
  });

  it("counts its rounds in the id", () => {
    const first = apply(["packages[0].budget", 5000]);
    if (first.type !== "step") throw new Error(first.reason);
    const second = applyConditions(first.step, [
      { field: "packages[0].budget", requiredValue: 4000, reason: "" },
    ]);
    expect(second.type === "step" && second.step.id).toBe("buy/a.example/USD~3");
  });

  it.each([
    ["a higher budget", "packages[0].budget", 7000],
    ["a budget of nothing", "packages[0].budget", 0],
    ["a budget that binds nothing", "packages[0].budget", 0.004],
    ["a budget that more is sent of than is bound", "packages[0].budget", 99.994],
    ["a budget that is no number", "packages[0].budget", "4000"],
    ["a package that is not there", "packages[7].budget", 1],
    ["another field", "end_time", "2027-01-01"],
    ["a path into the prototype", "packages[0].__proto__", {}],
  ])("leaves %s to a person", (_, field, value) => {
    expect(apply([field, value]).type).toBe("refused");
  });
});

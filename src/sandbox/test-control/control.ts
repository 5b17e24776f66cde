import { z } from "zod";
import type { Payload } from "../payload.ts";
import { livePrincipal } from "../principals.ts";
import { Refusal } from "../refusal.ts";
import { comply_test_controller, type Tool, tool } from "../tool.ts";
import {
  completeTask,
  forceAccount,
  forceBuy,
  forceCreative,
  submitNextOrder,
  submitNextSearch,
} from "./forces.ts";
import { type Controlled, controlError, type Scenario } from "./scenario.ts";
import { seedAccount, seedBuy, seedCreative, seedPrice, seedProduct } from "./seeds.ts";
import { simulateDelivery, simulateSpend } from "./simulations.ts";

const scenarios = {
  seed_product: seedProduct,
  seed_pricing_option: seedPrice,
  seed_creative: seedCreative,
  seed_media_buy: seedBuy,
  seed_account: seedAccount,
  force_account_status: forceAccount,
  force_creative_status: forceCreative,
  force_media_buy_status: forceBuy,
  force_create_media_buy_arm: submitNextOrder,
  force_get_products_arm: submitNextSearch,
  force_task_completion: completeTask,
  simulate_delivery: simulateDelivery,
  simulate_budget_spend: simulateSpend,
} satisfies Readonly<Record<string, Scenario>>;

const byName: ReadonlyMap<string, Scenario> = new Map(Object.entries(scenarios));

/** What a suite can have done here. */
export const scenarioNames: readonly string[] = [...byName.keys()];

/** Errors are answers here: a suite asks for what not every seller can do. */
export function testControl(controlled: Controlled): Tool {
  return tool(comply_test_controller, ({ scenario, params = {} }, { principal }): Payload => {
    if (principal === livePrincipal) return controlError("FORBIDDEN", "this caller's accounts are live");
    if (scenario === "list_scenarios") return { success: true, scenarios: [...scenarioNames] };
    const play = byName.get(scenario);
    if (play === undefined) return controlError("UNKNOWN_SCENARIO", `no scenario "${scenario}"`);
    try {
      return play(params, controlled, principal);
    } catch (error) {
      if (error instanceof z.ZodError) return controlError("INVALID_PARAMS", z.prettifyError(error));
      if (error instanceof Refusal) return controlError("NOT_FOUND", error.message);
      throw error;
    }
  });
}

import { totalMoney } from "../../../lib/money.ts";
import { amountOfAll, type PlanLine } from "../../model/offers/plan.ts";
import type { Seller } from "../../model/sellers/seller.ts";
import type { Step } from "../../model/step/step.ts";

/** The order that lines of a plan at one seller would make, as far as rules check it. */
export function plannedOrder(
  id: string,
  { id: agentId, agentUrl }: Pick<Seller, "id" | "agentUrl">,
  lines: readonly [PlanLine, ...PlanLine[]],
): Step {
  const [first] = lines;
  return {
    id,
    task: "create_media_buy",
    agentId,
    agentUrl,
    arguments: {},
    amount: totalMoney(lines, first.budget.currency, ({ budget }) => budget),
    planAmount: amountOfAll(lines, first.amount.currency),
    purpose: `buy from ${agentId}`,
    lineIds: lines.map(({ lineId }) => lineId),
  };
}

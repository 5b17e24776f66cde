import { money } from "../../../lib/money.ts";
import type { RequestOf } from "../../../protocol/tasks/index.ts";
import { type CampaignState, stepOf } from "../../state.ts";
import { activationStepId, wantedSignal } from "../../wanted-signals.ts";
import type { Step } from "../step.ts";
import { accountReady } from "./account-ready.ts";
import type { StepContext } from "./step-context.ts";

/**
 * Makes each signal of the plan usable at its seller, before that seller is bought from. Activating binds no money: data
 * is billed by use, and its cost is part of what the buy reserves.
 */
export function signalSteps(state: CampaignState, { uuid, governanceUrl }: StepContext): Step[] {
  const { brief, plan, sellers = [], signals = [], signalsAgents } = state;
  if (brief === undefined || plan === undefined) return [];
  if (governanceUrl !== undefined && stepOf(state, "plan")?.status !== "done") return [];
  const free = money(0, brief.budget.currency);
  return sellers.flatMap((seller) => {
    const signal = signals.find(({ id }) => id === wantedSignal(state, seller.id)?.signalId);
    const agent = signalsAgents.find(({ id }) => id === signal?.agentId);
    if (signal === undefined || agent === undefined || !accountReady(state, seller)) return [];
    const request: RequestOf<"activate_signal"> = {
      idempotency_key: uuid(),
      signal_agent_segment_id: signal.segmentId,
      destinations: [{ type: "agent", agent_url: seller.agentUrl }],
      ...(signal.pricingOptionId !== undefined && { pricing_option_id: signal.pricingOptionId }),
    };
    return [
      {
        id: activationStepId(seller.id),
        task: "activate_signal" as const,
        agentId: agent.id,
        agentUrl: agent.agentUrl,
        arguments: request,
        amount: free,
        planAmount: free,
        purpose: `make the signal "${signal.name}" usable at ${seller.id}`,
        slots: plan.lines
          .filter((line) => line.sellerId === seller.id && line.signal !== undefined)
          .map(({ slot }) => slot),
      },
    ];
  });
}

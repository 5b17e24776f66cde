import { groupBy } from "../../../lib/group-by.ts";
import { sum, toDecimal } from "../../../lib/money.ts";
import type { RequestOf } from "../../../protocol/tasks/index.ts";
import type { Activation } from "../../execute/activation.ts";
import { type CampaignState, stepOf } from "../../state.ts";
import { activationAt, wantedSignal } from "../../wanted-signals.ts";
import type { PlanLine } from "../plan.ts";
import type { Step } from "../step.ts";
import { accountReady } from "./account-ready.ts";
import { flightTimes } from "./flight-times.ts";
import { governanceTold } from "./governance-told.ts";
import type { StepContext } from "./step-context.ts";

/**
 * One buy per seller and currency (a buy has one currency), as soon as the seller's account is there and the activation
 * of the signal that the plan wants there has ended. Sellers whose account failed are not bought from, nor those that
 * were to be told the governance agent and were not.
 */
export function buySteps(state: CampaignState, context: StepContext): Step[] {
  const { uuid, settings, governanceUrl } = context;
  const { brief, plan, sellers = [], id: campaignId } = state;
  if (brief === undefined || plan === undefined) return [];
  if (governanceUrl !== undefined && stepOf(state, "plan")?.status !== "done") return [];
  const { start, end } = flightTimes(brief);
  return [...groupBy(plan.lines, ({ sellerId, budget }) => `buy/${sellerId}/${budget.currency}`)].flatMap(
    ([id, lines]) => {
      const [first] = lines;
      const seller = sellers.find((candidate) => candidate.id === first?.sellerId);
      if (first === undefined || seller === undefined || !accountReady(state, seller)) return [];
      if (!governanceTold(state, seller, context)) return [];
      const activation = activationAt(state, seller.id);
      if (wantedSignal(state, seller.id) !== undefined && activation === undefined) return [];
      const without = activation?.result === "without" ? `, without a signal: ${activation.reason}` : "";
      const request: RequestOf<"create_media_buy"> = {
        idempotency_key: uuid(),
        account: seller.account ?? { brand: { domain: brief.brand.domain }, operator: settings.operator },
        brand: { domain: brief.brand.domain },
        buyer_ref: `${campaignId}/${id}`,
        packages: lines.map((line) => ({
          product_id: line.productId,
          pricing_option_id: line.pricingOptionId,
          budget: toDecimal(budgetOf(line, activation)),
          buyer_ref: line.slot,
          ...(line.bid === undefined ? {} : { bid_price: toDecimal(line.bid) }),
          ...targetingOf(line, activation, state),
        })),
        start_time: start,
        end_time: end,
      };
      const amount = sum(
        lines.map((line) => budgetOf(line, activation)),
        first.budget.currency,
      );
      return [
        {
          id,
          task: "create_media_buy" as const,
          agentId: seller.id,
          agentUrl: seller.agentUrl,
          arguments: request,
          amount,
          planAmount: sum(
            lines.map((line) => line.amount),
            brief.budget.currency,
          ),
          purpose: `buy ${lines.length === 1 ? "a package" : `${lines.length} packages`} from ${seller.id}${without}`,
          slots: lines.map(({ slot }) => slot),
        },
      ];
    },
  );
}

function budgetOf({ budget, signal }: PlanLine, activation: Activation | undefined) {
  return signal !== undefined && activation?.result !== "live" ? signal.budgetWithout : budget;
}

/** The audience signal of a package, named as in the public standard: one group of one signal, with the key that opens it. */
function targetingOf(
  { signal }: PlanLine,
  activation: Activation | undefined,
  { signals = [] }: CampaignState,
) {
  if (signal === undefined || activation?.result !== "live") return {};
  const segment = signals.find(({ id }) => id === signal.id)?.segmentId;
  const targeted = { signal_agent_segment_id: segment, activation_key: activation.key };
  return {
    targeting_overlay: {
      signal_targeting_groups: { operator: "all", groups: [{ operator: "any", signals: [targeted] }] },
    },
  };
}

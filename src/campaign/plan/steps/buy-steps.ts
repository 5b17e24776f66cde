import { groupBy } from "../../../lib/group-by.ts";
import { sum, toDecimal } from "../../../lib/money.ts";
import type { RequestOf } from "../../../protocol/tasks/index.ts";
import { type CampaignState, stepOf } from "../../state.ts";
import type { Step } from "../step.ts";
import { flightTimes } from "./flight-times.ts";
import type { StepContext } from "./step-context.ts";

/**
 * One buy per seller and currency (a buy has one currency), as soon as the seller's account is there. Sellers whose
 * account failed are not bought from.
 */
export function buySteps(state: CampaignState, { uuid, settings, governanceUrl }: StepContext): Step[] {
  const { brief, plan, sellers = [], id: campaignId } = state;
  if (brief === undefined || plan === undefined) return [];
  if (governanceUrl !== undefined && stepOf(state, "plan")?.status !== "done") return [];
  const { start, end } = flightTimes(brief);
  return [...groupBy(plan.lines, ({ sellerId, budget }) => `buy/${sellerId}/${budget.currency}`)].flatMap(
    ([id, lines]) => {
      const [first] = lines;
      const seller = sellers.find((candidate) => candidate.id === first?.sellerId);
      if (first === undefined || seller === undefined || !accountReady(state, seller.id, seller.tasks))
        return [];
      const request: RequestOf<"create_media_buy"> = {
        idempotency_key: uuid(),
        account: { brand: { domain: brief.brand.domain }, operator: settings.operator },
        brand: { domain: brief.brand.domain },
        buyer_ref: `${campaignId}/${id}`,
        packages: lines.map((line) => ({
          product_id: line.productId,
          pricing_option_id: line.pricingOptionId,
          budget: toDecimal(line.budget),
          buyer_ref: line.slot,
          ...(line.bid === undefined ? {} : { bid_price: toDecimal(line.bid) }),
        })),
        start_time: start,
        end_time: end,
      };
      const amount = sum(
        lines.map(({ budget }) => budget),
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
          purpose: `buy ${lines.length === 1 ? "a package" : `${lines.length} packages`} from ${seller.id}`,
          slots: lines.map(({ slot }) => slot),
        },
      ];
    },
  );
}

function accountReady(state: CampaignState, sellerId: string, tasks: readonly string[]): boolean {
  return !tasks.includes("sync_accounts") || stepOf(state, `account/${sellerId}`)?.status === "done";
}

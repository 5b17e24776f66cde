import { digest } from "../../lib/digest.ts";
import { isLoopback } from "../../protocol/addresses/address-rule.ts";
import { findingText } from "../model/state/clearance.ts";
import type { EarlierCampaign, OtherCampaign } from "../model/state/other-campaigns.ts";
import { type CampaignState, mayBind, type StepState } from "../model/state/state.ts";
import { isOrder } from "../model/step/kinds.ts";

/** A campaign as others see it; undefined where it has no brief. */
export function otherCampaign(state: CampaignState): OtherCampaign | undefined {
  const { id, brief, preflight, sellers = [] } = state;
  if (brief === undefined) return undefined;
  const bought = state.steps.some(isSentBuy);
  return {
    campaign: {
      id,
      name: brief.name,
      briefDigest: digest(brief),
      budget: brief.budget,
      flight: brief.flight,
      live: isLive(state, bought),
      bought,
      products: productsOf(state),
    },
    brandDomain: brief.brand.domain.toLowerCase(),
    begunAt: state.begunAt ?? "",
    turn: preflight?.turn ?? 0,
    sellers: new Set(sellers.map(({ agentUrl }) => agentUrl)),
    acknowledged: (preflight?.findings ?? [])
      .filter(({ check }) => check === "ledger")
      .map(findingText)
      .filter((question) => preflight?.agreed.includes(question)),
  };
}

/**
 * Campaigns of the same brand that this one must be compared with: those that were checked before it. `turn` is its own; absent
 * where it was not checked yet. What was tried on a sandbox and what is real are not compared with each other.
 */
export function earlierCampaigns(
  state: CampaignState,
  others: readonly OtherCampaign[],
  turn = Number.POSITIVE_INFINITY,
): EarlierCampaign[] {
  const own = new Set(state.sellers?.map(({ agentUrl }) => agentUrl));
  return others
    .filter((other) => other.campaign.id !== state.id && other.turn < turn)
    .filter(
      ({ sellers }) => [...own].some((address) => sellers.has(address)) || (isReal(own) && isReal(sellers)),
    )
    .map(({ campaign }) => campaign);
}

/** Products of the plan, each by its seller's address and its id: a seller's name may be another's elsewhere. */
export function productsOf({ plan, sellers = [] }: CampaignState): string[] {
  const addresses = new Map(sellers.map(({ id, agentUrl }) => [id, agentUrl]));
  return (plan?.lines ?? []).map(
    ({ sellerId, productId }) => `${addresses.get(sellerId) ?? sellerId} ${productId}`,
  );
}

/** A buy that was sent and not refused: it stands, or may. */
export function isSentBuy(step: StepState): boolean {
  return isOrder(step.step) && mayBind(step);
}

function isLive({ ended, preflight, steps }: CampaignState, bought: boolean): boolean {
  if (ended !== undefined) return false;
  if (preflight === undefined || bought) return bought;
  if (preflight.refusedBy !== undefined || preflight.findings.some(({ result }) => result === "block"))
    return false;
  // A campaign of which every step was refused has nothing left to buy.
  return steps.length === 0 || steps.some(({ status }) => status !== "refused" && status !== "failed");
}

function isReal(addresses: ReadonlySet<string>): boolean {
  return [...addresses].some((address) => !isLoopback(new URL(address).hostname));
}

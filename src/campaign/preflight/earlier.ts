import { digest } from "../../lib/digest.ts";
import { isLoopback } from "../../protocol/safe-fetch.ts";
import { type CampaignState, mayBind, type StepState } from "../state.ts";
import type { EarlierCampaign } from "./facts.ts";

/**
 * Campaigns of the same brand that this one must be held against: those that were checked before it. `turn` is its own;
 * absent where it was not checked yet. What was tried on a sandbox and what is real are not held against each other.
 */
export function earlierCampaigns(
  state: CampaignState,
  others: readonly CampaignState[],
  turn = Number.POSITIVE_INFINITY,
): EarlierCampaign[] {
  const brand = state.brief?.brand.domain.toLowerCase();
  return others.flatMap((other) => {
    const { id, brief, preflight } = other;
    if (brief === undefined || id === state.id || brief.brand.domain.toLowerCase() !== brand) return [];
    if ((preflight?.turn ?? 0) >= turn || !shareAWorld(state, other)) return [];
    const bought = other.steps.some(isSentBuy);
    return [
      {
        id,
        name: brief.name,
        briefDigest: digest(brief),
        budget: brief.budget,
        flight: brief.flight,
        live: isLive(other, bought),
        bought,
        products: productsOf(other),
      },
    ];
  });
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
  return step.step.task === "create_media_buy" && mayBind(step);
}

function isLive({ ended, preflight, steps }: CampaignState, bought: boolean): boolean {
  if (ended !== undefined) return false;
  if (preflight === undefined || bought) return bought;
  if (preflight.refusedBy !== undefined || preflight.findings.some(({ result }) => result === "block"))
    return false;
  // A campaign of which every step was refused has nothing left to buy.
  return steps.length === 0 || steps.some(({ status }) => status !== "refused" && status !== "failed");
}

function shareAWorld(one: CampaignState, other: CampaignState): boolean {
  const addresses = new Set(one.sellers?.map(({ agentUrl }) => agentUrl));
  return (
    other.sellers?.some(({ agentUrl }) => addresses.has(agentUrl)) === true || (isReal(one) && isReal(other))
  );
}

function isReal({ sellers = [] }: CampaignState): boolean {
  return sellers.some(({ agentUrl }) => !isLoopback(new URL(agentUrl).hostname));
}

import { sellerName } from "../../../lib/address.ts";
import type { SellerGroup } from "../sellers/seller.ts";
import type { CampaignState } from "../state/state.ts";

type Market = Pick<CampaignState, "groups" | "sellers">;

/**
 * The one seller that an agent of a campaign belongs to. An agent that was not grouped, as a governance agent, is known by its
 * own names alone.
 */
export function sellerAt({ groups = [], sellers = [] }: Market, agentId: string): SellerGroup {
  const found = groups.find(({ members }) => members.includes(agentId));
  if (found !== undefined) return found;
  const { domain = agentId, otherNames = [] } = sellers.find(({ id }) => id === agentId) ?? {};
  const own = sellerName(agentId);
  return {
    id: agentId,
    members: [agentId],
    names: [...new Set([own, ...[domain, ...otherNames].map(sellerName)])],
    marks: [own],
  };
}

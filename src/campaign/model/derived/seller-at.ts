import { sellerName } from "../../../lib/address.ts";
import type { SellerGroup } from "../sellers/seller.ts";
import type { CampaignState } from "../state/state.ts";

type Market = Pick<CampaignState, "groups" | "sellers">;

/** Sellers that share a host alone, each licensed by its publisher's file: a person says whether they are one or several. */
export function sharedHosts({ groups = [], sellers = [] }: Market): (SellerGroup & { host: string })[] {
  return groups.flatMap(({ host, ...group }) => {
    const own = sellers.filter(({ id }) => group.members.includes(id));
    const isLicensed = own.every(({ authorisation }) => authorisation?.standing === "authorised");
    return host !== undefined && own.length > 1 && isLicensed ? [{ ...group, host }] : [];
  });
}

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

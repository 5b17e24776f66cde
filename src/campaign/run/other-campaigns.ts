import PQueue from "p-queue";
import type { Ledger } from "../../ledger/ledger.ts";
import { groupBy } from "../../lib/group-by.ts";
import { boundOrders } from "../account/books/bind-shown.ts";
import { openJournal, stateOf, statesOf } from "../model/state/journal.ts";
import {
  type BoundOrder,
  type OtherCampaign,
  type OtherCampaigns,
  turnMarks,
} from "../model/state/other-campaigns.ts";
import { LaterEntry } from "../model/state/reducer.ts";
import { otherCampaign } from "../preflight/earlier.ts";
import { campaignsIn, isCampaign } from "../stop/stop-orders.ts";

/**
 * The campaigns of a ledger as they stand now. Each is opened when something has happened to it since it was last asked
 * after: where each reads all others, opening all of them each time would cost the square of their number.
 */
export function otherCampaigns(ledger: Ledger): OtherCampaigns {
  const known = new Map<string, OtherCampaign>();
  /** By seller's address, then by campaign. */
  const orders = new Map<string, Map<string, readonly BoundOrder[]>>();
  /** Campaigns that a later flightdesk writes: what is bound for them stands as it is, and nothing is compared with them. */
  const unread = new Map<string, LaterEntry>();
  let seen = 0;
  const read = async (id: string) => {
    try {
      return await stateOf(ledger, id);
    } catch (cause) {
      if (!(cause instanceof LaterEntry)) throw cause;
      unread.set(id, cause);
      return undefined;
    }
  };
  const takeIn = async () => {
    const { position, campaignIds } = await ledger.changed(seen);
    for (const id of campaignIds.filter(isCampaign)) {
      const state = await read(id);
      if (state === undefined) continue;
      const other = otherCampaign(state);
      if (other !== undefined) known.set(id, other);
      const bound = groupBy(boundOrders(state), ({ agentUrl }) => agentUrl);
      for (const [agentUrl, campaigns] of orders) if (!bound.has(agentUrl)) campaigns.delete(id);
      for (const [agentUrl, there] of bound)
        orders.set(agentUrl, (orders.get(agentUrl) ?? new Map()).set(id, there));
    }
    seen = position;
  };
  // One reading at a time: what a slower one has read may not take the place of what a later one knows.
  const comparisons = new PQueue({ concurrency: 1 });
  return {
    campaigns: async (brandDomain) => {
      await comparisons.add(takeIn);
      const [later] = unread.values();
      if (later !== undefined) throw later;
      const brand = brandDomain.toLowerCase();
      return [...known.values()].filter((other) => other.brandDomain === brand).sort(newestFirst);
    },
    states: async () => statesOf(ledger, await campaignsIn(ledger)),
    orders: async (agentUrl) => {
      await comparisons.add(takeIn);
      return [...(orders.get(agentUrl)?.values() ?? [])].flat();
    },
    journal: (campaignId) => openJournal(ledger, campaignId),
    known: (ids) => ledger.holders(ids, "begun"),
    // Turns are taken one after the other and never given back.
    turns: async (brand) => (await ledger.marks(turnMarks(brand))).length,
  };
}

/** The same order in every process: findings that name campaigns are worded the same each time. */
function newestFirst(one: OtherCampaign, other: OtherCampaign): number {
  if (one.begunAt !== other.begunAt) return one.begunAt > other.begunAt ? -1 : 1;
  return one.campaign.id < other.campaign.id ? -1 : 1;
}

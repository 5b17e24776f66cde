import PQueue from "p-queue";
import type { Ledger } from "../../ledger/ledger.ts";
import { stateOf, statesOf } from "../model/state/journal.ts";
import { type OtherCampaign, type OtherCampaigns, turnMarks } from "../model/state/other-campaigns.ts";
import { otherCampaign } from "../preflight/earlier.ts";
import { campaignsIn, isCampaign } from "../stop/stop-orders.ts";

/**
 * The campaigns of a ledger as they stand now. Each is opened when something has happened to it since it was last asked
 * after: where each reads all others, opening all of them each time would cost the square of their number.
 */
export function otherCampaigns(ledger: Ledger): OtherCampaigns {
  const known = new Map<string, OtherCampaign>();
  let seen = 0;
  const takeIn = async () => {
    const { position, campaignIds } = await ledger.changed(seen);
    for (const id of campaignIds.filter(isCampaign)) {
      const other = otherCampaign(await stateOf(ledger, id));
      if (other !== undefined) known.set(id, other);
    }
    seen = position;
  };
  // One reading at a time: what a slower one has read may not take the place of what a later one knows.
  const comparisons = new PQueue({ concurrency: 1 });
  return {
    campaigns: async (brandDomain) => {
      await comparisons.add(takeIn);
      const brand = brandDomain.toLowerCase();
      return [...known.values()].filter((other) => other.brandDomain === brand).sort(newestFirst);
    },
    states: async () => statesOf(ledger, await campaignsIn(ledger)),
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

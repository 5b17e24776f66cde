import type { Ledger } from "../../ledger/ledger.ts";
import { openJournal } from "../model/journal.ts";
import { type OtherCampaign, type OtherCampaigns, turnMarks } from "../model/other-campaigns.ts";
import { otherCampaign } from "../preflight/earlier.ts";
import { campaignsIn, deskChain } from "../stop/stop-orders.ts";

/**
 * The campaigns of a ledger as they stand now. Each is opened when something has happened to it since it was last asked
 * after: where each looks at all others, opening all of them each time would cost the square of their number.
 */
export function otherCampaigns(ledger: Ledger): OtherCampaigns {
  const known = new Map<string, OtherCampaign>();
  let seen = 0;
  return {
    campaigns: (brandDomain) => {
      const { position, campaignIds } = ledger.changed(seen);
      for (const id of campaignIds) {
        if (id === deskChain) continue;
        const other = otherCampaign(openJournal(ledger, id).state());
        if (other !== undefined) known.set(id, other);
      }
      seen = position;
      const brand = brandDomain.toLowerCase();
      return [...known.values()].filter((other) => other.brandDomain === brand).sort(newestFirst);
    },
    states: () => campaignsIn(ledger).map((id) => openJournal(ledger, id).state()),
    knows: (campaignId) => ledger.holds(campaignId, "begun"),
    turns: (brand) => {
      // Turns are taken one after the other and never given back.
      return ledger.marks(turnMarks(brand)).length;
    },
  };
}

/** The same order in every process: findings that name campaigns are worded the same each time. */
function newestFirst(one: OtherCampaign, other: OtherCampaign): number {
  if (one.begunAt !== other.begunAt) return one.begunAt > other.begunAt ? -1 : 1;
  return one.campaign.id < other.campaign.id ? -1 : 1;
}

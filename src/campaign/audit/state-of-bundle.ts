import type { Stored } from "../../ledger/ledger.ts";
import type { CampaignEvent, Recorded } from "../model/events.ts";
import { reduce } from "../model/reducer.ts";
import { type CampaignState, emptyState } from "../model/state.ts";
import type { Bundle } from "./bundle.ts";

/** The campaign that a bundle tells of. */
export function stateOfBundle({ campaignId, entries }: Bundle): CampaignState {
  return reduce(emptyState(campaignId), entries.map(campaignEvent));
}

/** Entries of a campaign are written by its journal alone; whether somebody else was at them, their seals say. */
function campaignEvent(stored: Stored): Recorded {
  return stored as Stored & { event: CampaignEvent };
}

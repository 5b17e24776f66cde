import { campaignEvent } from "../model/former/former-events.ts";
import { reduce } from "../model/reducer.ts";
import { type CampaignState, emptyState } from "../model/state.ts";
import type { Bundle } from "./bundle.ts";

export function stateOfBundle({ campaignId, entries }: Bundle): CampaignState {
  return reduce(emptyState(campaignId), entries.map(campaignEvent));
}

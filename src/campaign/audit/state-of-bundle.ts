import { campaignEvent } from "../model/state/former-events.ts";
import { reduce } from "../model/state/reducer.ts";
import { type CampaignState, emptyState } from "../model/state/state.ts";
import type { Bundle } from "./bundle.ts";

export function stateOfBundle({ campaignId, entries }: Bundle): CampaignState {
  return reduce(emptyState(campaignId), entries.map(campaignEvent));
}

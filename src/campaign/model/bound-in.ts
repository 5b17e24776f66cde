import { boundBy, type CampaignState } from "./state.ts";
import { cameToNothing } from "./step/step-status.ts";

/** What the campaign binds, or may be about to, in minor units of the brief's currency. */
export function boundIn({ steps }: Pick<CampaignState, "steps">): number {
  return steps
    .filter((current) => !cameToNothing(current))
    .reduce((sum, current) => sum + boundBy(current).planAmount.minor, 0);
}

import { boundBy, type CampaignState } from "./state.ts";

/** What the campaign binds, or may be about to, in minor units of the brief's currency. */
export function boundIn({ steps }: Pick<CampaignState, "steps">): number {
  return steps
    .filter(({ status }) => !["failed", "refused", "replaced"].includes(status))
    .reduce((sum, current) => sum + boundBy(current).planAmount.minor, 0);
}

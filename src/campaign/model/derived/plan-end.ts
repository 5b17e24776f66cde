import type { ArgumentsOf } from "../../../protocol/tasks/index.ts";
import { flightTimes } from "../offers/flights.ts";
import type { CampaignState } from "../state/state.ts";
import type { BuyChange } from "../step/buy-change.ts";

/** When the campaign ends by the plan that the governance agent has taken last; undefined where it has none. */
export function planEnd({ steps }: Pick<CampaignState, "steps">): string | undefined {
  const taken = steps.findLast(({ step, status }) => step.task === "sync_plans" && status === "done");
  // A step's arguments are JSON of the task's schema.
  return (taken?.step.arguments["plans"] as ArgumentsOf<"sync_plans">["plans"] | undefined)?.[0]?.flight.end;
}

/** When the campaign ends: as it was extended to, else with the brief's last day. */
export function campaignEnd(state: Pick<CampaignState, "steps" | "brief">): string | undefined {
  return planEnd(state) ?? (state.brief && flightTimes(state.brief.flight).end);
}

/** The end of an order that a change moves past the campaign's. */
export function endPastCampaign(
  { differences }: Pick<BuyChange, "differences">,
  state: Pick<CampaignState, "steps" | "brief">,
): string | undefined {
  const end = campaignEnd(state);
  return differences.flatMap((one) =>
    one.field === "end" && end !== undefined && Date.parse(one.after) > Date.parse(end) ? one.after : [],
  )[0];
}

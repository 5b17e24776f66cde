import type { App } from "../app.ts";
import { openJournal } from "../campaign/journal.ts";
import { makePlan, type PlanRequest } from "../campaign/plan/make-plan.ts";
import type { Plan } from "../campaign/plan/plan.ts";
import { planRequest } from "../campaign/plan-request.ts";
import type { CampaignState } from "../campaign/state.ts";
import { campaignsIn } from "../campaign/stop/desk.ts";
import { keptComparison, keptComparisons } from "./comparisons.ts";
import { UsageError } from "./usage-error.ts";

export interface RecordedOffers {
  readonly state: CampaignState;
  readonly request: PlanRequest;
  /** As it was made, or as it would be where the campaign ended with its ranking. */
  readonly plan: Plan;
}

/** What a campaign was offered: one of the ledger, else one that was only compared. Throws a UsageError where there is none. */
export async function recordedOffers(
  { ledger }: App,
  home: string,
  campaignId: string,
): Promise<RecordedOffers> {
  const bought = campaignsIn(ledger);
  const compared = keptComparisons(home);
  const states = [
    ...(bought.includes(campaignId) ? [openJournal(ledger, campaignId).state()] : []),
    ...(compared.includes(campaignId) ? [keptComparison(home, campaignId)] : []),
  ];
  for (const state of states) {
    const request = planRequest(state);
    if (request !== undefined) return { state, request, plan: state.plan ?? (await makePlan(request)) };
  }
  if (states.length > 0) throw new UsageError(`${campaignId}: no offers were compared for it yet`);
  const known = [...new Set([...bought, ...compared])].slice(0, 10);
  throw new UsageError(
    known.length === 0
      ? "no campaign has been compared here yet; start with `flightdesk compare <brief>`"
      : `there is no campaign ${campaignId}. Known: ${known.join(", ")}`,
  );
}

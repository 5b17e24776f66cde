import type { Policy } from "../model/policy/policy.ts";
import type { CampaignState } from "../model/state.ts";
import { rankContext } from "../rank/criterion.ts";
import { rank } from "../rank/rank.ts";
import type { PlanRequest } from "./make-plan.ts";
import { withMeasuredRates } from "./measured-rates.ts";

/** All that a campaign's plan is made of, with the policies that it began under. Undefined before its offers are ranked. */
export function planRequest(state: CampaignState, policies: readonly Policy[]): PlanRequest | undefined {
  const { id, brief, offers = [], signals = [], sellers = [], ranking, exchange, trackRecords } = state;
  if (brief === undefined || ranking === undefined) return undefined;
  return {
    planId: id,
    brief,
    offers: withMeasuredRates(offers, { trackRecords, brief, exchange }),
    signals,
    withoutSignals: sellers.flatMap(({ id, ordersNoSignals }) => (ordersNoSignals === true ? [id] : [])),
    ranking,
    exchange,
    policies,
    rankUnder: (other) => rank(offers, rankContext(state, other)),
  };
}

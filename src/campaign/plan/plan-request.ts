import { sharedHosts } from "../model/derived/seller-at.ts";
import type { CampaignState } from "../model/state/state.ts";
import { rankContext } from "../rank/criterion.ts";
import { rank } from "../rank/rank.ts";
import type { PlanRequest } from "./make-plan.ts";
import type { Market } from "./market.ts";
import { withMeasuredRates } from "./measured-rates.ts";

/** All that a campaign's plan is made of, with the rules that it goes by. Undefined before its offers are ranked. */
export function planRequest(
  state: CampaignState,
  rules: Pick<Market, "policies" | "forbids" | "now">,
): PlanRequest | undefined {
  const {
    id,
    brief,
    offers = [],
    signals = [],
    sellers = [],
    ranking,
    exchange,
    trackRecords,
    byHand,
  } = state;
  if (brief === undefined || ranking === undefined) return undefined;
  return {
    planId: id,
    brief,
    offers: withMeasuredRates(offers, { trackRecords, brief, exchange }),
    signals,
    withoutSignals: sellers.flatMap(({ id, ordersNoSignals }) => (ordersNoSignals === true ? [id] : [])),
    ranking,
    exchange,
    tried: new Set(trackRecords.flatMap(({ sellerId, buys }) => (buys > 0 ? [sellerId] : []))),
    hosted: new Set(sharedHosts(state).map((group) => group.id)),
    ...rules,
    ...(byHand && { byHand }),
    rankUnder: (other) => rank(offers, rankContext(state, other)),
  };
}

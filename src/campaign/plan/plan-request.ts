import type { Brief } from "../../brief/brief.ts";
import { type ExchangeTable, exchangeRate } from "../../lib/exchange.ts";
import { groupBy } from "../../lib/group-by.ts";
import { sharedHosts } from "../model/derived/seller-at.ts";
import type { ProductResult, TrackRecord } from "../model/learned/track-record.ts";
import type { Offer } from "../model/offers/offer.ts";
import type { CampaignState } from "../model/state/state.ts";
import { rankContext } from "../rank/criterion.ts";
import { rank } from "../rank/rank.ts";
import type { PlanRequest } from "./make-plan.ts";
import type { Market } from "./market.ts";

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

/** Fewer results, or fewer impressions, say more of chance than of a product: 25 leave a rate uncertain by a fifth either way. */
const fewest = { results: 25, impressions: 10_000 };
/** Standard deviations on either side that hold nine of ten. */
const nineInTen = 1.64;

/** Offers with what flightdesk has seen of their products, where their sellers give no rates. */
export function withMeasuredRates(
  offers: readonly Offer[],
  known: {
    readonly trackRecords: readonly TrackRecord[];
    readonly brief: Pick<Brief, "budget">;
    readonly exchange?: ExchangeTable;
  },
): readonly Offer[] {
  const { trackRecords, brief, exchange } = known;
  const { currency } = brief.budget;
  const byProduct = new Map(
    trackRecords.flatMap(({ sellerId, results = [] }) =>
      [...groupBy(results, ({ productId }) => productId)].map(
        ([productId, own]) =>
          [JSON.stringify([sellerId, productId]), ratesOf(own, currency, exchange)] as const,
      ),
    ),
  );
  if (byProduct.size === 0) return offers;
  return offers.map((offer) => {
    const { rates = {} } = offer;
    const seen = (byProduct.get(JSON.stringify([offer.sellerId, offer.productId])) ?? []).filter(
      ({ metric }) => rates[metric] === undefined,
    );
    if (seen.length === 0) return offer;
    return {
      ...offer,
      rates: { ...Object.fromEntries(seen.map(({ metric, rate }) => [metric, rate])), ...rates },
      measured: Object.fromEntries(seen.map(({ metric, impressions }) => [metric, impressions])),
    };
  });
}

/** Rates that enough was seen of. What is worth something in a currency without a rate of exchange is no figure. */
function ratesOf(results: readonly ProductResult[], currency: string, exchange: ExchangeTable | undefined) {
  return [...groupBy(results, ({ metric }) => metric)].flatMap(([metric, own]) => {
    const total = (figure: (one: ProductResult) => number) => own.reduce((sum, one) => sum + figure(one), 0);
    const units = total(
      (one) => one.units * (exchangeRate(exchange, one.currency ?? currency, currency) ?? NaN),
    );
    const [impressions, count] = [total((one) => one.impressions), total((one) => one.count)];
    if (!(units > 0) || count < fewest.results || impressions < fewest.impressions) return [];
    const mid = units / impressions;
    const either = (nineInTen * mid) / Math.sqrt(count);
    return [{ metric, impressions, rate: { low: mid - either, mid, high: mid + either } }];
  });
}

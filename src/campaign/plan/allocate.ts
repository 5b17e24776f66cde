import { type ExchangeTable, exchangeDown } from "../../lib/exchange.ts";
import { type Money, money, subtract } from "../../lib/money.ts";
import type { Brief } from "../brief/brief.ts";
import type { Offer } from "../quote/offer.ts";
import type { Ranking } from "../rank/ranking.ts";
import type { Allocator } from "./allocator.ts";
import { allocateGreedily } from "./allocators/greedy.ts";
import { isWhole } from "./bounds.ts";
import { findCandidates, slotOf } from "./candidates.ts";
import { checkAllocation } from "./check-allocation.ts";
import { type Decision, explainBinding, explainLeftOut, explainLine } from "./explain.ts";
import type { Plan, PlanLine } from "./plan.ts";

const packageLimit = 12;

/** Splits the brief's budget over the offers that passed the gate. The same offers, in any order, make the same plan. */
export function allocate({
  brief,
  offers,
  ranking,
  exchange,
  planId,
  allocator = allocateGreedily,
}: {
  brief: Brief;
  offers: readonly Offer[];
  ranking: Ranking;
  exchange?: ExchangeTable | undefined;
  planId: string;
  allocator?: Allocator;
}): Plan {
  const { budget } = brief;
  const { candidates, leftOut, sellerLimit } = findCandidates({ brief, offers, ranking, exchange });
  const problem = {
    budget: budget.minor,
    sellerLimit: sellerLimit.amount.minor,
    packageLimit,
    candidates,
  };
  const allocation = allocator(problem);
  checkAllocation(problem, allocation);
  const total = money(
    [...allocation.values()].reduce((all, amount) => all + amount, 0),
    budget.currency,
  );
  const unallocated = subtract(budget, total);
  const decision: Decision = { problem, allocation, budget, unallocated, sellerLimit };

  const byId = new Map(offers.map((offer) => [offer.id, offer]));
  const lines = ranking.rows.flatMap(({ offerId }) => {
    const offer = byId.get(offerId);
    const amount = allocation.get(offerId);
    if (offer === undefined || amount === undefined) return [];
    const part = money(amount, budget.currency);
    return [lineOf(offer, part, exchange, explainLine(offer, part, ranking, isWhole(offer)))];
  });
  const notChosen = new Map(
    candidates
      .filter(({ offerId }) => !allocation.has(offerId))
      .map((candidate) => [candidate.offerId, explainLeftOut(candidate, decision)]),
  );
  return {
    id: planId,
    total,
    unallocated,
    lines,
    leftOut: [...new Map([...leftOut, ...notChosen])]
      .map(([offerId, reason]) => ({ offerId, reason }))
      .sort((a, b) => (a.offerId < b.offerId ? -1 : 1)),
    binding: explainBinding(decision),
  };
}

function lineOf(offer: Offer, amount: Money, exchange: ExchangeTable | undefined, reason: string): PlanLine {
  const whole = isWhole(offer);
  const budget = whole ? offer.price : exchangeDown(amount, offer.currency, exchange);
  if (budget === undefined)
    throw new Error(`offer ${offer.id} was allocated without a price in ${offer.currency}`);
  const impressions = whole
    ? offer.impressions?.mid
    : offer.cpm && Math.floor((amount.minor * 1000) / offer.cpm.mid);
  return {
    slot: slotOf(offer),
    offerId: offer.id,
    sellerId: offer.sellerId,
    productId: offer.productId,
    pricingOptionId: offer.pricingOptionId,
    channels: offer.channels,
    amount,
    budget,
    ...(offer.auction && offer.bid && { bid: offer.bid }),
    ...(impressions !== undefined && { expectedImpressions: Math.floor(impressions) }),
    reason,
  };
}

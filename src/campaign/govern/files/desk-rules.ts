import { money } from "../../../lib/money.ts";
import type { Offer } from "../../model/offers/offer.ts";
import type { Plan, PlanLine } from "../../model/offers/plan.ts";
import { conditionsOf, type Policy, type Rule, type Word } from "../../model/policy/policy.ts";
import type { Seller } from "../../model/sellers/seller.ts";
import type { CampaignState } from "../../model/state/state.ts";
import { findings } from "../policies/evaluate.ts";
import { factsOf } from "../policies/facts.ts";
import { plannedOrder } from "../policies/planned-order.ts";
import { policiesRecorded } from "./policy-file.ts";

/** The rules that a campaign goes by, and what they say before anything is planned. Each offer is checked against them once. */
export function deskRules(state: CampaignState) {
  const policies = policiesRecorded(state.policies);
  const ofOne = policies.map((policy) => ({
    ...policy,
    rules: { ...policy.rules, rules: policy.rules.rules.filter(isOfOffers) },
  }));
  const reasonsByOffer = new Map<string, string | undefined>();
  return {
    policies,
    /** What a rule says that forbids an offer whatever is ordered of it; undefined where none does. */
    forbids: (offer: Offer) => {
      if (!reasonsByOffer.has(offer.id)) reasonsByOffer.set(offer.id, whyForbidden(offer, ofOne, state));
      return reasonsByOffer.get(offer.id);
    },
  };
}

/** What differs from offer to offer, and is known of one before a plan is. */
const ofOffers: ReadonlySet<Word> = new Set([
  "cpm",
  "bid_over_floor",
  "sellers",
  "authorisation",
  "channels",
  "delivery_types",
  "formats",
  "missing_data",
]);
/** What is the same for all offers of a campaign. */
const ofCampaigns: ReadonlySet<Word> = new Set(["countries", "categories"]);

function whyForbidden(offer: Offer, policies: readonly Policy[], state: CampaignState): string | undefined {
  const seller = state.sellers?.find(({ id }) => id === offer.sellerId);
  if (seller === undefined || policies.every(({ rules }) => rules.rules.length === 0)) return undefined;
  return findings(policies, factsOfOffer(offer, seller, state), state.exchange).find(
    ({ outcome, shadow, lacksRate }) => outcome === "deny" && !shadow && !lacksRate,
  )?.text;
}

/** Whether it denies each order with the offer in it, whatever else is ordered: of a list, one item is enough for that. */
function isOfOffers(rule: Rule): boolean {
  if (rule.then !== "deny" || rule.on?.includes("create_media_buy") === false) return false;
  const conditions = conditionsOf(rule);
  const holdsForOne = ({ word, comparison }: (typeof conditions)[number]) =>
    ofCampaigns.has(word) || (ofOffers.has(word) && (word === "sellers" || comparison.by !== "none_of"));
  return conditions.some(({ word }) => ofOffers.has(word)) && conditions.every(holdsForOne);
}

/** As if it were ordered alone. */
function factsOfOffer(offer: Offer, seller: Seller, state: CampaignState) {
  const none = money(0, state.brief?.budget.currency ?? offer.currency);
  const line: PlanLine = {
    lineId: offer.id,
    offerId: offer.id,
    sellerId: offer.sellerId,
    productId: offer.productId,
    pricingOptionId: offer.pricingOptionId,
    channels: offer.channels,
    amount: none,
    budget: none,
    ...(offer.bid && { bid: offer.bid }),
    reason: "",
  };
  const plan: Plan = { id: "", total: none, unallocated: none, lines: [line], leftOut: [], binding: [] };
  // No word of these rules depends on the day of the call.
  return factsOf(plannedOrder(offer.id, seller, [line]), { ...state, offers: [offer], plan }, 0);
}

import { cleanText } from "../../lib/clean-text.ts";
import { objectsIn } from "../../lib/json-object.ts";
import { countedMoney, type Money, sum, sumOver } from "../../lib/money.ts";
import { priceUp } from "../../lib/price.ts";
import { type Asked, problemsOf } from "../../protocol/proposals/problems.ts";
import { type Proposal, type ProposedPurchase, proposalSchema } from "../../protocol/proposals/proposal.ts";
import { readProducts } from "../../protocol/records/read-products.ts";
import { type Bundle, isLapsed } from "../model/offers/bundle.ts";
import { isFlight } from "../model/offers/flights.ts";
import type { Offer } from "../model/offers/offer.ts";
import type { Targetable } from "../model/people/targeting.ts";
import type { Seller } from "../model/sellers/seller.ts";
import { type Bundled, type BundleMarket, collected, purchaseOffer } from "./bundles.ts";
import { normaliseProducts } from "./normalise.ts";

export interface SealedMarket extends BundleMarket {
  readonly seller: Seller;
}

const longestName = 120;

/** What proposals answer that are made of another one. */
export interface Revised extends Pick<Asked, "outcome" | "constraints" | "unsatisfied" | "known"> {
  readonly parent: Proposal;
}

/**
 * What a seller of release 3.2 answered to being asked for proposals, or for one on other terms: those whose seal and terms hold,
 * as offers. What keeps less than was asked for is an offer like any other.
 */
export function readSealed(
  answer: Readonly<Record<string, unknown>>,
  proposals: readonly unknown[],
  market: SealedMarket,
  revised?: Revised,
): Bundled {
  const read = proposals.map((one) => proposalSchema.safeParse(one).data);
  const together = read.filter((one) => one !== undefined);
  return collected(read, (proposal) => {
    if (proposal === undefined) return { name: "a proposal", problem: "it cannot be read" };
    const name = cleanText(proposal.name, longestName);
    const others = together.filter(({ proposal_id: id }) => id === proposal.proposal_id);
    const known = new Set([...(revised?.known ?? []), ...(others.length > 1 ? [proposal.proposal_id] : [])]);
    const asked: Asked = { outcome: "proposed", ...revised, known, together, answer };
    const problem = problemsOf(proposal, asked, revised?.parent).find(({ isPartial }) => !isPartial);
    if (problem !== undefined) return { name, problem: problem.text };
    const { proposal_status: status } = proposal;
    if (status !== "draft") return { name, problem: `it is ${cleanText(status, 40)}` };
    const offers = sealed(proposal, name, answer, market);
    return typeof offers === "string" ? { name, problem: offers } : { name, offers };
  });
}

/**
 * The offers of a bundle on the terms that its seller holds it by, each in the place of the one that was planned; or why it cannot be
 * bought so.
 */
export function readCommitted(
  proposal: Proposal,
  planned: readonly Offer[],
  answer: Readonly<Record<string, unknown>>,
  market: SealedMarket,
): Offer[] | string {
  const read = sealed(proposal, planned[0]?.purchase?.bundle.name ?? "", answer, market);
  if (typeof read === "string") return read;
  return read.flatMap((offer) => {
    const before = planned.find(({ purchase }) => purchase?.index === offer.purchase?.index);
    if (before?.purchase === undefined || offer.purchase === undefined) return [];
    const { digest, total, expiresAt } = offer.purchase.bundle;
    const bundle = { ...before.purchase.bundle, total, digest, expiresAt };
    return [{ ...offer, id: before.id, name: before.name, purchase: { ...offer.purchase, bundle } }];
  });
}

function sealed(
  proposal: Proposal,
  name: string,
  answer: Readonly<Record<string, unknown>>,
  market: SealedMarket,
): Offer[] | string {
  const { proposal_id: proposalId, expires_at: expiresAt, terms_digest: digest, commercial_terms } = proposal;
  const { purchases } = commercial_terms;
  if (proposal.insertion_order?.requires_signature === true) return "it asks for a signed insertion order";
  if (expiresAt === undefined) return "it does not say until when it stands";
  if (isLapsed({ expiresAt }, market.now)) return `it expired at ${expiresAt}`;
  if (!isOfFlight(proposal, market)) return "it runs at other times than the flight";
  const budgets = budgetsOf(proposal);
  if (typeof budgets === "string") return budgets;
  const plain = purchases.map((purchase) => plainOf(purchase, answer, market));
  const missing = plain.find((one) => typeof one === "string");
  if (typeof missing === "string") return missing;
  const total = sum(budgets, budgets[0]?.currency ?? "");
  // A draft of another one is taken in its place.
  const lineage = `${market.sellerId}/${proposal.parent_proposal_id ?? proposalId}`;
  const id = `${market.sellerId}/${digest}`;
  const bundle: Bundle = {
    id,
    proposalId,
    name,
    lineage,
    purchases: purchases.length,
    total,
    expiresAt,
    digest,
  };
  return plain.flatMap((offer, index) => {
    const [purchase, budget] = [purchases[index], budgets[index]];
    if (typeof offer === "string" || purchase === undefined || budget === undefined) return [];
    const { impressions } = purchase;
    const keptTo = keptBy(purchase, market);
    const own = { bundle, index, ...(offer.price && { rate: offer.price }), ...(keptTo && { keptTo }) };
    return purchaseOffer(offer, own, {
      ...market,
      budget,
      ...(impressions !== undefined && { impressions }),
    });
  });
}

/** Whether all of it runs when the brief does: an order says no other times. */
function isOfFlight({ commercial_terms: terms }: Proposal, { brief }: SealedMarket): boolean {
  return [terms, ...terms.purchases].every((one) => isFlight(brief.flight, one.start_time, one.end_time));
}

/** What each purchase costs, or why that is not known. */
function budgetsOf({ commercial_terms: { purchases, total_budget: total } }: Proposal): Money[] | string {
  const alone = purchases.length === 1 ? total?.amount : undefined;
  const budgets = purchases.flatMap(({ budget = alone, pricing }) =>
    budget === undefined ? [] : (countedMoney(budget, pricing.currency) ?? []),
  );
  if (budgets.length < purchases.length) return "its terms leave open what a purchase costs";
  if (budgets.some(({ minor }) => minor <= 0)) return "one of its purchases costs nothing";
  const stated = total && countedMoney(total.amount, total.currency)?.minor;
  const all = sumOver(budgets, ({ minor }) => minor);
  return stated === undefined || stated === all ? budgets : "its purchases do not add up to its total";
}

/** The offer that a purchase would be by itself at the price of the terms: read like all others. */
function plainOf(
  { product_id: id, pricing }: ProposedPurchase,
  { products = [] }: { readonly products?: unknown },
  { seller, brief, exchange, now, offers }: SealedMarket,
): Offer | string {
  const described = objectsIn(products).find((one) => one["product_id"] === id);
  if (pricing.fixed_price === undefined) return `${cleanText(id, 60)} is sold at auction`;
  const option = { ...pricing, pricing_model: pricing.pricing_model.replace("flat_rate", "flat-fee") };
  const { products: read } = readProducts([{ ...described, product_id: id, pricing_options: [option] }]);
  const { offers: made } = normaliseProducts({ seller, products: read, brief, exchange, now });
  const [offer] = made;
  if (offer === undefined) return `${cleanText(id, 60)} is not described`;
  if (offer.whole === true) return `${cleanText(id, 60)} is sold for a price of its own`;
  // A compact description may leave out what the seller has said of the product before.
  const known = offers.find((one) => one.productId === id && one.purchase === undefined);
  return {
    ...offer,
    channels: offer.channels.length > 0 ? offer.channels : (known?.channels ?? []),
    formats: offer.formats.length > 0 ? offer.formats : (known?.formats ?? []),
    countries: offer.countries ?? known?.countries,
    deliveryType: offer.deliveryType ?? known?.deliveryType,
    authorisation: known?.authorisation ?? seller.authorisation,
    price: priceUp(pricing.fixed_price, pricing.currency),
  };
}

/** What of the brief's places its terms keep it to. */
function keptBy({ targeting_overlay: overlay = {} }: ProposedPurchase, { brief }: SealedMarket) {
  const isWithin = (name: string, wanted: readonly string[] = []) => {
    const own: unknown = overlay[name];
    return Array.isArray(own) && own.length > 0 && own.every((code) => wanted.includes(String(code)));
  };
  const kept: Targetable = {
    ...(isWithin("geo_countries", brief.countries) && { countries: true }),
    ...(isWithin("geo_regions", brief.places?.include?.regions) && { regions: true }),
  };
  return Object.keys(kept).length > 0 ? kept : undefined;
}

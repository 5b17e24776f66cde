import { termsDigest } from "../../../src/protocol/proposals/proposal.ts";
import type { Canned, CannedSeller, JsonObject } from "../../canned/market.ts";
import { capabilities, cooperativeSeller } from "../buyer-behaviours/cooperative-seller.ts";
import { evening, morning } from "./proposing-seller.ts";

const versioned = { status: "completed", adcp_version: "3.2" };

export type Terms = ReturnType<typeof termsOf>;

/** Terms for the two products at one price, in the flight of the desk's brief. */
export function termsOf(fixed_price = 10, budgets: readonly number[] = [2800, 1200]) {
  const dates = { start_time: "2027-01-18T00:00:00Z", end_time: "2027-03-01T00:00:00Z" };
  return {
    brand: { domain: "acme.example" },
    purchases: ["evening", "morning"].map((time, i) => ({
      product_id: `alpha_${time}`,
      pricing_option_id: `alpha_${time}_set`,
      pricing: {
        pricing_option_id: `alpha_${time}_set`,
        pricing_model: "cpm",
        currency: "EUR",
        fixed_price,
      },
      budget: budgets[i] ?? 0,
      impressions: ((budgets[i] ?? 0) / fixed_price) * 1000,
      targeting_overlay: { geo_countries: ["DE"] },
      ...dates,
    })),
    ...dates,
    total_budget: { amount: budgets.reduce((sum, one) => sum + one, 0), currency: "EUR" },
  };
}

export function sealedProposal(id: string, terms = termsOf(), own: JsonObject = {}): JsonObject {
  return {
    proposal_id: id,
    proposal_kind: "new_media_buy",
    proposal_status: "draft",
    name: "Evening and morning",
    commercial_terms: terms,
    terms_digest: termsDigest(terms),
    expires_at: "2027-01-10T00:00:00Z",
    ...own,
  };
}

/** What it does otherwise than a seller should. */
export interface Manner {
  readonly drafts?: readonly JsonObject[];
  /** What comes of a draft that is to be held. */
  readonly held?: (draft: JsonObject) => JsonObject;
  readonly accepted?: (commitment: JsonObject) => JsonObject;
  readonly tools?: Readonly<Record<string, Canned | undefined>>;
  /** Whether the answer to a call is lost, although it was done. */
  readonly loses?: (tool: string) => boolean;
}

export interface SealingSeller extends CannedSeller {
  /** Ids of what it holds for somebody. */
  readonly holds: ReadonlySet<string>;
  readonly booked: readonly JsonObject[];
  /** How often it began to hold something. */
  readonly held: number;
}

/** A seller of 3.2 that makes proposals, holds and sells them, and answers each key once. */
export function sealingSeller({
  drafts = [sealedProposal("prop_1")],
  held = (draft) => draft,
  accepted = (one) => one,
  tools = {},
  loses = () => false,
}: Manner = {}): SealingSeller {
  const holds = new Map<string, JsonObject>();
  const booked: JsonObject[] = [];
  const answers = new Map<unknown, JsonObject>();
  let begun = 0;
  const once = (tool: string, { idempotency_key: key }: JsonObject, answer: () => JsonObject) => {
    const known = answers.get(key) ?? answer();
    answers.set(key, known);
    return loses(tool) ? { http: 503 } : { payload: known };
  };
  const hold = (id: string): JsonObject => {
    const draft = drafts.find(({ proposal_id }) => proposal_id === id) ?? {};
    const proposal = held({
      ...draft,
      proposal_id: `${id}_held`,
      parent_proposal_id: id,
      proposal_status: "committed",
      expires_at: "2027-01-12T00:00:00Z",
    });
    begun += 1;
    holds.set(String(proposal["proposal_id"]), proposal);
    return { source_proposal_id: id, outcome: "finalized", proposal };
  };
  const accept = (request: JsonObject): JsonObject => {
    const proposal = holds.get(String(request["proposal_id"]));
    if (proposal?.["terms_digest"] !== request["proposal_terms_digest"])
      return { errors: [{ code: "PROPOSAL_EXPIRED", message: "not held", recovery: "terminal" }] };
    holds.delete(String(request["proposal_id"]));
    const terms = proposal?.["commercial_terms"] as Terms;
    const id = `mb_${booked.length + 1}`;
    const packages = terms.purchases.map((one, at) => ({ package_id: `pkg_${at}`, ...one }));
    const commitment = accepted({
      media_buy_id: id,
      media_buy_status: "pending_creatives",
      revision: 1,
      confirmed_at: "2027-01-04T08:00:00Z",
      name: request["name"],
      context: request["context"],
      accepted_proposal: { ...proposal, proposal_status: "accepted", media_buy_id: id },
      purchase_bindings: packages.map(({ package_id, product_id }, purchase_index) => ({
        purchase_index,
        product_id,
        package_id,
      })),
    });
    booked.push({
      media_buy_id: id,
      status: "pending_creatives",
      currency: "EUR",
      revision: 1,
      total_budget: terms.total_budget.amount,
      context: request["context"],
      packages,
    });
    return { ...versioned, ...commitment };
  };
  const seller = cooperativeSeller("alpha", {
    get_adcp_capabilities: () => ({
      payload: {
        ...capabilities("alpha", { supported_versions: ["3.1", "3.2"] }),
        adcp_version: "3.2",
        media_buy: {
          portfolio: { publisher_domains: ["alpha.example"] },
          lifecycle_tools: ["request_proposals", "refine_proposals", "accept_proposal", "decline_proposals"],
        },
      },
    }),
    get_products: () => ({
      payload: { ...versioned, cache_scope: "account", products: [evening, morning] },
    }),
    request_proposals: (request) =>
      once("request_proposals", request, () => ({
        ...versioned,
        outcome: "proposed",
        products: [evening, morning],
        proposals: drafts,
      })),
    refine_proposals: (request) =>
      once("refine_proposals", request, () => ({
        ...versioned,
        products: [evening, morning],
        results: (request["refinements"] as { proposal_id: string }[]).map((one) => hold(one.proposal_id)),
      })),
    accept_proposal: (request) => once("accept_proposal", request, () => accept(request)),
    decline_proposals: (request) =>
      once("decline_proposals", request, () => ({
        results: (request["declines"] as { proposal_id: string }[]).map(({ proposal_id }) => {
          holds.delete(proposal_id);
          return { proposal_id, outcome: "declined" };
        }),
      })),
    get_media_buys: () => ({ payload: { ...versioned, media_buys: booked } }),
    ...tools,
  });
  return {
    ...seller,
    get holds() {
      return new Set(holds.keys());
    },
    get held() {
      return begun;
    },
    booked,
  };
}

import { canonicalJson } from "../../lib/canonical-json.ts";
import { partsIn } from "../../lib/parts.ts";
import { type CommercialTerms, type Proposal, type ProposalConstraints, termsDigest } from "./proposal.ts";

/** What a proposal answers. */
export interface Asked {
  readonly outcome: "proposed" | "revised" | "partial" | "finalized";
  readonly constraints?: ProposalConstraints;
  /** What the seller itself says that it does not keep. */
  readonly unsatisfied?: readonly string[];
  /** Ids of the products that it must be made of, where they were named. */
  readonly products?: readonly string[];
  /** Ids that are known already: of another proposal. */
  readonly known: ReadonlySet<string>;
  /** All that came as one answer, the proposal among them. */
  readonly together: readonly Proposal[];
  /** How many different ones were asked for. */
  readonly alternatives?: number;
  /** The answer as a whole: what the seller made of our targeting and lists. */
  readonly answer?: Readonly<Record<string, unknown>>;
}

/** Something in a proposal that is not as it must be. */
export interface ProposalProblem {
  /** One sentence, in our words. */
  readonly text: string;
  /** It may be used all the same: it keeps less than its seller says. */
  readonly isPartial?: true;
  /** It is sound in itself, on other terms than those that were to be finalised. */
  readonly isOfTerms?: true;
}

/**
 * Everything that is wrong with a proposal, by the standard's eight checks: its seal, its descent, its prices, our own constraints
 * counted anew, what a partial answer still keeps, its alternatives, what was made of our targeting, and that nothing changed where
 * it was only to be finalised. Pure; empty where it may be used.
 */
export function problemsOf(proposal: Proposal, asked: Asked, parent: Proposal | undefined) {
  const { commercial_terms: terms, terms_digest: stated } = proposal;
  return [
    ...(termsDigest(terms) === stated ? [] : [{ text: "its digest is not that of its terms" }]),
    ...descentProblems(proposal, asked, parent),
    ...priceProblems(terms),
    ...constraintProblems(terms, asked),
    ...alternativeProblems(proposal, asked),
    ...targetingProblems(asked),
    ...finalProblems(proposal, asked, parent),
  ];
}

function descentProblems(
  { proposal_id: id, parent_proposal_id: of, proposal_kind: kind }: Proposal,
  { known }: Asked,
  parent: Proposal | undefined,
): ProposalProblem[] {
  return partsIn<ProposalProblem>([
    of !== parent?.proposal_id && { text: "it descends from another proposal than was asked about" },
    known.has(id) && { text: "its id is that of an earlier one" },
    kind !== "new_media_buy" &&
      parent?.proposal_kind !== kind && {
        text: `it is a ${kind.slice(0, 40)}, and was asked for as a new buy`,
      },
  ]);
}

function priceProblems({ purchases, total_budget: total }: CommercialTerms): ProposalProblem[] {
  const currencies = new Set([
    ...purchases.map(({ pricing }) => pricing.currency),
    ...(total === undefined ? [] : [total.currency]),
  ]);
  const isOther = purchases.some(
    ({ pricing_option_id: option, pricing }) => option !== pricing.pricing_option_id,
  );
  return [
    ...(isOther ? [{ text: "a purchase is at another pricing option than it names" }] : []),
    ...(currencies.size > 1 ? [{ text: "it is in several currencies" }] : []),
  ];
}

/** A constraint that is not kept makes a draft partial, where its seller says so or calls it revised; else nothing is left to trust. */
function constraintProblems(terms: CommercialTerms, asked: Asked): ProposalProblem[] {
  const { outcome, constraints = {}, unsatisfied = [], products } = asked;
  const broken = Object.entries(checks(terms, constraints)).flatMap(([name, isKept]) =>
    isKept ? [] : [name],
  );
  const unsaid = outcome === "partial" ? broken.filter((name) => !unsatisfied.includes(name)) : broken;
  const foreign = terms.purchases.some(({ product_id: id }) => products?.includes(id) === false);
  return [
    ...unsaid.map((name) => ({
      text: `${name} is not kept, and its seller calls it ${outcome}`,
      ...(outcome === "revised" && { isPartial: true as const }),
    })),
    ...(foreign ? [{ text: "it is of a product that was not asked for" }] : []),
  ];
}

/** Whether each constraint is kept by the terms themselves. */
function checks(terms: CommercialTerms, constraints: ProposalConstraints) {
  const { cpm, total_budget: budget, impressions, flight } = constraints;
  return {
    ...(cpm && { cpm: isPricedUnder(terms, cpm) }),
    ...(budget && { total_budget: isWithin(terms, budget) }),
    ...(impressions && { impressions: volumeOf(terms) >= impressions.min }),
    ...(flight && { flight: coversFlight(terms, flight) }),
  };
}

function isPricedUnder({ purchases }: CommercialTerms, cpm: NonNullable<ProposalConstraints["cpm"]>) {
  return purchases.every(
    ({ pricing: { pricing_model: model, currency, fixed_price: price } }) =>
      (model === "cpm" || model === "vcpm") &&
      currency === cpm.currency &&
      price !== undefined &&
      price <= cpm.max,
  );
}

function isWithin(
  { total_budget: total }: CommercialTerms,
  { min = 0, max = Number.POSITIVE_INFINITY, currency }: NonNullable<ProposalConstraints["total_budget"]>,
): boolean {
  return total?.currency === currency && total.amount >= min && total.amount <= max;
}

/** Contracted impressions of all purchases; none where one states none. */
function volumeOf({ purchases }: CommercialTerms): number {
  return purchases.reduce((sum, { impressions }) => sum + (impressions ?? Number.NEGATIVE_INFINITY), 0);
}

function coversFlight(
  { start_time: start, end_time: end }: CommercialTerms,
  { start_no_later_than: first, end_no_earlier_than: last }: NonNullable<ProposalConstraints["flight"]>,
): boolean {
  // "As soon as possible" is no instant, and compares as false.
  const begins = first === undefined || Date.parse(start) <= Date.parse(first);
  return begins && (last === undefined || Date.parse(end) >= Date.parse(last));
}

function alternativeProblems(proposal: Proposal, { together, alternatives, outcome }: Asked) {
  const alike = together.filter(({ terms_digest }) => terms_digest === proposal.terms_digest);
  const isShort = alternatives !== undefined && together.length !== alternatives && outcome !== "partial";
  return partsIn<ProposalProblem>([
    alike.length > 1 && { text: "it has the same terms as another alternative" },
    isShort && { text: `${alternatives} alternatives were asked for, and ${together.length} came` },
  ]);
}

/** What its seller made of our targeting is accepted with the proposal, so that nothing is taken that nobody has seen. */
function targetingProblems({ answer = {} }: Asked): ProposalProblem[] {
  const { targeting_resolution: resolution, list_applications: lists } = answer;
  const isChanged = (resolution as { modifications?: readonly unknown[] } | undefined)?.modifications?.length;
  const applied = (Array.isArray(lists) ? lists : []) as readonly {
    readonly effect?: string;
    readonly summary?: { readonly matched?: number };
  }[];
  const isEmpty = applied.some(({ effect, summary }) => effect === "include" && summary?.matched === 0);
  return [
    ...(isChanged ? [{ text: "its seller has changed our targeting" }] : []),
    ...(isEmpty ? [{ text: "nothing that it sells is on our list" }] : []),
  ];
}

/** Finalising changes no terms: others are a new decision. */
function finalProblems(
  { proposal_status: status, terms_digest: stated, expires_at: until }: Proposal,
  { outcome }: Asked,
  parent: Proposal | undefined,
): ProposalProblem[] {
  if (outcome !== "finalized") return [];
  return partsIn<ProposalProblem>([
    (status !== "committed" || until === undefined) && { text: "it is not held until a stated time" },
    stated !== parent?.terms_digest && { text: "its terms changed while it was finalised", isOfTerms: true },
  ]);
}

/** Whether two terms are the same but for prices and amounts. */
export function differInPrice(one: CommercialTerms, other: CommercialTerms): boolean {
  return canonicalJson(withoutPrices(one)) === canonicalJson(withoutPrices(other));
}

function withoutPrices({ purchases, total_budget: _total, ...terms }: CommercialTerms) {
  return {
    ...terms,
    purchases: purchases.map(
      ({ budget: _budget, impressions: _volume, pricing: { fixed_price: _price, ...pricing }, ...rest }) => ({
        ...rest,
        pricing,
      }),
    ),
  };
}

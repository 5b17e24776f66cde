import { type Clock, isoTime } from "../../lib/clock.ts";
import { dayMs } from "../../lib/days.ts";
import { listProducts } from "../../protocol/dialects/adcp/compact/list-products.ts";
import { tasks } from "../../protocol/tasks/index.ts";
import { canonicalProduct } from "../compact/canonical-product.ts";
import type { CompactOptions } from "../compact/tools.ts";
import { findProducts } from "../find-products.ts";
import type { MediaBuyBook } from "../media-buys/book.ts";
import { type BookedPackage, bookedPackage } from "../media-buys/record.ts";
import { isPayload, type Payload } from "../payload.ts";
import { invalid, Refusal } from "../refusal.ts";
import { tenantNumbers } from "../tenant-numbers.ts";
import { type Call, type Tool, tool } from "../tool.ts";
import { type Kept, type ProposalBook, proposalBook } from "./book.ts";
import { alternativesOf, type Draft, dimensions, mostAlternatives, type Revision, revised } from "./terms.ts";

export interface ProposalOptions extends Omit<CompactOptions, "feed" | "older"> {
  readonly clock: Clock;
}

const usualHolds = 3;
/** Drafts that answer one brief. */
const mostDrafts = 3;

/** The four proposal tools of one seller. */
export function proposalTools(options: ProposalOptions): Tool[] {
  const { clock, profile } = options;
  const proposals = proposalBook(clock, profile.lifecycle?.proposals?.mostHolds ?? usualHolds);
  return [
    requestTool(proposals, options),
    refineTool(proposals, options),
    acceptTool(proposals, options),
    declineTool(proposals),
  ];
}

/** One draft for each of the best products that are sold at a fixed price in the currency of the budget. */
function requestTool(proposals: ProposalBook, options: ProposalOptions): Tool {
  return tool(tasks.request_proposals, ({ brief, criteria, account, brand }, { principal }) => {
    const of = brand ?? (account !== undefined && "brand" in account ? account.brand : undefined);
    if (of === undefined) throw invalid("brand is missing", "brand");
    const drafts = draftsFor({ brief, criteria, brand: { ...of } }, options);
    if (drafts.length === 0)
      return { outcome: "rejected", reason: "nothing here fits the criteria at a fixed price" };
    const made = drafts.map((draft) => proposals.enter(draft, principal, {}));
    return {
      outcome: "proposed",
      proposals: made.map(({ proposal }) => proposal),
      products: productsOf(made, options),
    };
  });
}

interface Wanted {
  readonly brief: string;
  readonly criteria: Payload | undefined;
  readonly brand: Payload;
}

function draftsFor({ brief, criteria = {}, brand }: Wanted, options: ProposalOptions): Draft[] {
  const { clock, profile, formatAgent } = options;
  const inside = listProducts.request.read({ criteria }, { release: "3.2", request: {} });
  const request = tasks.get_products.request.parse({ ...inside, brief });
  const { budget_range: range, start_date, end_date } = request.filters ?? {};
  const { max = 20_000, currency = "EUR" } = range ?? {};
  const start = start_date === undefined ? clock.now() + 7 * dayMs : Date.parse(start_date);
  const end = end_date === undefined ? start + 28 * dayMs : Date.parse(end_date) + dayMs;
  const { targeting_overlay, product_ids } = criteria;
  return findProducts(request, { profile, formatAgent, authenticated: true })
    .filter(({ product_id }) => !Array.isArray(product_ids) || product_ids.includes(product_id))
    .flatMap(({ product_id, pricing_options = [] }): Draft | [] => {
      const option = pricing_options.find(
        (one) => one.pricing_model === "cpm" && one.currency === currency && one.fixed_price !== undefined,
      );
      if (option?.fixed_price === undefined || max < (option.min_spend_per_package ?? 0)) return [];
      return {
        brand,
        currency,
        budget: max,
        start: Math.max(clock.now(), start),
        end,
        purchases: [{ product_id, option, price: option.fixed_price }],
        targeting_overlay: isPayload(targeting_overlay) ? targeting_overlay : undefined,
      };
    })
    .slice(0, mostDrafts);
}

function productsOf(made: readonly Kept[], { profile, formatAgent }: ProposalOptions): Payload[] {
  const ids = new Set(made.flatMap(({ draft }) => draft.purchases.map(({ product_id }) => product_id)));
  return findProducts({}, { profile, formatAgent, authenticated: true })
    .filter(({ product_id }) => ids.has(product_id))
    .map((product) => canonicalProduct(product));
}

/** Revisions one by one; holds all or none. What no revision can be read of refuses the whole task. */
function refineTool(proposals: ProposalBook, options: ProposalOptions): Tool {
  return tool(tasks.refine_proposals, ({ refinements }, call) => {
    const ids = new Set(refinements.map(({ proposal_id }) => proposal_id));
    const holds = refinements.filter(({ action }) => action === "finalize").length;
    if (ids.size < refinements.length || (holds > 0 && holds < refinements.length))
      throw invalid("a proposal once, and holds among themselves", "refinements");
    const answers =
      holds > 0
        ? finalized([...ids], proposals, call, options.clock.now())
        : refinements.map((one) => revise(one as Revision, proposals, call, options.clock.now()));
    return {
      status: "completed",
      results: answers.map(({ result }) => result),
      products: productsOf(
        answers.flatMap(({ made }) => made),
        options,
      ),
    };
  });
}

interface Answer {
  readonly result: Payload & { readonly source_proposal_id: string; readonly outcome: string };
  readonly made: readonly Kept[];
}

function unable(source_proposal_id: string, reason_code: string, reason: string): Answer {
  return { result: { source_proposal_id, outcome: "unable", reason_code, reason }, made: [] };
}

function revise(wanted: Revision, proposals: ProposalBook, call: Call, now: number): Answer {
  checkDimensions(wanted);
  const { proposal_id: id, constraints, alternatives } = wanted;
  const source = proposals.own(id, call.principal);
  if (source === undefined || !["draft", "committed"].includes(source.status) || !proposals.stands(source))
    return unable(id, "source_unavailable", "it does not stand any more");
  const isIgnored = call.lies?.includes("broken-constraint") === true;
  const found = revised(source.draft, isIgnored ? { ...wanted, constraints: undefined } : wanted, now);
  const { draft, unsatisfied } = found;
  if (constraints !== undefined && unsatisfied.length === Object.keys(constraints).length)
    return {
      result: {
        ...unable(id, "constraint_unsatisfiable", `no terms here keep ${unsatisfied.join(" and ")}`).result,
        unsatisfied_constraints: unsatisfied,
      },
      made: [],
    };
  const isSame = constraints === undefined && alternatives === undefined && !isIgnored;
  if (isSame && draft.purchases.every(({ price }, i) => price === source.draft.purchases[i]?.price))
    return unable(id, "commercially_declined", "these are the best terms");
  const drafts = alternatives === undefined ? [draft] : alternativesOf(draft, alternatives.count);
  const made = drafts.map((one) => proposals.enter(one, call.principal, { parent: source }));
  const answered = { source_proposal_id: id, proposals: made.map(({ proposal }) => proposal) };
  if (unsatisfied.length === 0) return { result: { ...answered, outcome: "revised" }, made };
  const reason = `no terms here keep ${unsatisfied.join(" and ")} as well`;
  const missing = {
    outcome: "partial",
    reason_code: "constraint_unsatisfiable",
    reason,
    unsatisfied_constraints: unsatisfied,
  };
  return { result: { ...answered, ...missing }, made };
}

function checkDimensions(wanted: Revision): void {
  const { constraints = {}, product_changes, criteria, alternatives } = wanted;
  const named = [
    ...Object.keys(constraints),
    ...Object.entries({ product_changes, criteria }).flatMap(([name, value]) =>
      value === undefined ? [] : name,
    ),
  ];
  const odd = named.find((name) => !dimensions.includes(name));
  if (odd !== undefined || wanted.change_kind === "cancellation")
    throw new Refusal(
      "UNSUPPORTED_FEATURE",
      `${odd ?? "change_kind"} is not negotiated here`,
      "refinements",
      {
        details: { unsupported_dimension: odd ?? "change_kind", supported_dimensions: dimensions },
      },
    );
  if ((alternatives?.count ?? 0) > mostAlternatives)
    throw invalid(`${mostAlternatives} alternatives at most`, "refinements");
}

/** All holds or none: where one cannot be had, the others say that the batch ended. */
function finalized(ids: readonly string[], proposals: ProposalBook, call: Call, now: number): Answer[] {
  const { principal, lies = [] } = call;
  const sources = ids.map((id) => proposals.own(id, principal));
  const again = sources.find(
    (one) => one?.committedAs !== undefined && proposals.isCommitted(proposals.find(one.committedAs)),
  );
  if (again !== undefined) throw new Refusal("INVALID_STATE", `${again.id} is held already`, "refinements");
  const isDraft = (one: Kept | undefined) => one?.status === "draft" && proposals.stands(one);
  const room = proposals.roomFor(principal);
  const isAll = sources.every(isDraft) && room >= ids.length;
  return ids.map((id, i): Answer => {
    const source = sources[i];
    if (source === undefined || !isDraft(source))
      return unable(id, "source_unavailable", "it is no draft that stands");
    if (!isAll)
      return i < room
        ? unable(id, "batch_aborted", "another of the batch cannot be held")
        : unable(id, "hold_unavailable", "no more can be held at once");
    const draft = lies.includes("changed-terms") ? dearer(source.draft) : source.draft;
    const really = lies.includes("short-hold") ? { really: now + 60_000 } : {};
    const hold = proposals.enter(draft, principal, { parent: source, isHold: true, ...really });
    return {
      result: { source_proposal_id: id, outcome: "finalized", proposal: hold.proposal },
      made: [hold],
    };
  });
}

function dearer(draft: Draft): Draft {
  const purchases = draft.purchases.map((one) => ({ ...one, price: Math.round(one.price * 110) / 100 }));
  return { ...draft, purchases };
}

/** As it comes over the wire: what is bought, the digest says. */
const acceptance = {
  ...tasks.accept_proposal,
  request: tasks.accept_proposal.request.omit({ packages: true, start_time: true, end_time: true }),
};

/** A hold becomes a buy, at its own prices. */
function acceptTool(proposals: ProposalBook, { clock, book, commitments, profile }: ProposalOptions): Tool {
  const numbers = tenantNumbers();
  return tool(acceptance, ({ proposal_id, proposal_terms_digest, name, buyer_ref }, { principal }) => {
    const hold = proposals.acceptable(proposal_id, proposal_terms_digest, principal);
    const media_buy_id = `mb_${profile.slug}_offer_${numbers(principal)}`;
    const { draft } = hold;
    book.enter({
      media_buy_id,
      principal,
      buyer_ref,
      currency: draft.currency,
      start: draft.start,
      end: draft.end,
      packages: packagesOf(hold, media_buy_id, book),
    });
    hold.status = "accepted";
    const { expires_at: _, ...proposal } = hold.proposal;
    commitments.enter(media_buy_id, {
      ...proposal,
      proposal_status: "accepted",
      media_buy_id,
      accepted_at: isoTime(clock.now()),
    });
    const bought = book.find(media_buy_id, principal);
    return {
      ...(name !== undefined && { name }),
      ...commitments.commitmentOf(bought),
      status: bought.status,
    };
  });
}

function packagesOf({ draft, proposal }: Kept, media_buy_id: string, book: MediaBuyBook): BookedPackage[] {
  const terms = proposal["commercial_terms"];
  const purchases = isPayload(terms) && Array.isArray(terms["purchases"]) ? terms["purchases"] : [];
  return draft.purchases.flatMap(({ product_id, option, price }, i): BookedPackage | [] => {
    const listing = book.listings.get(product_id);
    const bought: unknown = purchases[i];
    if (listing === undefined || !isPayload(bought)) return [];
    const of = {
      package_id: `${media_buy_id}_p${i + 1}`,
      listing,
      option: { ...option, fixed_price: price },
    };
    return bookedPackage(of, {
      budget: Number(bought["budget"]),
      targeting_overlay: draft.targeting_overlay,
    });
  });
}

/** Repeating it succeeds. What is bought is not given up so. */
function declineTool(proposals: ProposalBook): Tool {
  return tool(tasks.decline_proposals, ({ declines }, { principal }) => ({
    results: declines.map(({ proposal_id }) => {
      const one = proposals.own(proposal_id, principal);
      if (one === undefined || one.status === "accepted")
        return {
          proposal_id,
          outcome: "unable",
          reason: one === undefined ? "it is not known" : "it is bought",
        };
      one.status = "declined";
      return { proposal_id, outcome: "declined" };
    }),
  }));
}

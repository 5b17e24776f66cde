import type { Brief } from "../../brief/brief.ts";
import { exchangeDown } from "../../lib/exchange.ts";
import { objectsIn } from "../../lib/json-object.ts";
import { type Money, money, toDecimal } from "../../lib/money.ts";
import {
  type Proposal,
  type ProposalConstraints,
  proposalSchema,
} from "../../protocol/proposals/proposal.ts";
import { type ArgumentsOf, tasks } from "../../protocol/tasks/index.ts";
import { flightTimes, isFlight } from "../model/offers/flights.ts";
import { makeStep, type Step } from "../model/step/step.ts";
import { atMost } from "../plan/groups.ts";
import { readSealed, type SealedMarket } from "../quote/sealed-bundles.ts";

/** A seller's answer to being asked for proposals, or for others in their place. */
export interface Answered {
  readonly step: Step;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly market: SealedMarket;
}

type Revision = Extract<ArgumentsOf<"refine_proposals">["refinements"][number], { action: "revise" }>;

/** Drafts of one answer that are asked for on other terms, as many as one call takes. */
const mostRevised = 25;

export function readFirst({ payload, market }: Answered) {
  const own: unknown = payload["proposals"];
  return { sellerId: market.sellerId, ...readSealed(payload, Array.isArray(own) ? own : [], market) };
}

/** Asks once for the drafts that the brief's own limits rule out on terms that keep these; the drafts stay as they are. */
export function revisionOf(first: Answered, brief: Brief): Step[] {
  const { market } = first;
  const refinements = draftsOf(first)
    .flatMap((draft): Revision[] => {
      const wanted = wantedOf(draft, brief, market);
      const entry = { proposal_id: draft.proposal_id, action: "revise" } as const;
      const named = Object.entries(wanted).filter(
        ([name]) => market.seller.negotiates?.includes(name) ?? true,
      );
      if (named.length > 0) return [{ ...entry, constraints: Object.fromEntries(named) }];
      return Object.keys(wanted).length > 0 ? [{ ...entry, ask: inWords(wanted) }] : [];
    })
    .slice(0, mostRevised);
  if (refinements.length === 0) return [];
  return [
    makeStep({
      id: `revise/${market.sellerId}`,
      task: "refine_proposals",
      agent: market.seller,
      currency: brief.budget.currency,
      arguments: { refinements },
      purpose: `ask ${market.sellerId} for terms within the brief`,
    }),
  ];
}

/** What came of it: drafts of the drafts that were asked about, each checked against what was asked of it. */
export function readRevised({ step, payload, market }: Answered, first: readonly Answered[]) {
  const asked = first.find((one) => one.market.sellerId === market.sellerId);
  const { results = [] } = tasks.refine_proposals.response.safeParse(payload).data ?? {};
  const { refinements } = tasks.refine_proposals.request.pick({ refinements: true }).parse(step.arguments);
  if (asked === undefined) return [];
  const parents = draftsOf(asked);
  const known = new Set(parents.map(({ proposal_id: id }) => id));
  const products = [payload, asked.payload].flatMap((one) => objectsIn(one["products"]));
  return results.flatMap(({ source_proposal_id: id, outcome, unsatisfied_constraints, proposals = [] }) => {
    const parent = parents.find((one) => one.proposal_id === id);
    const entry = refinements.find((one) => one.proposal_id === id);
    if (parent === undefined || entry?.action !== "revise") return [];
    if (outcome !== "revised" && outcome !== "partial") return [];
    const { constraints } = entry;
    const revised = { parent, outcome, known, constraints, unsatisfied: unsatisfied_constraints } as const;
    const answer = { ...payload, products };
    return [{ sellerId: market.sellerId, ...readSealed(answer, proposals, market, revised) }];
  });
}

function draftsOf({ payload }: Answered): readonly Proposal[] {
  return objectsIn(payload["proposals"])
    .flatMap((one) => proposalSchema.safeParse(one).data ?? [])
    .filter(({ proposal_status: status }) => status === "draft");
}

/** The brief's limits that a draft does not keep, in its own currency. */
function wantedOf({ commercial_terms: terms }: Proposal, brief: Brief, { exchange }: SealedMarket) {
  const { purchases, total_budget: total, start_time, end_time } = terms;
  const currency = purchases[0]?.pricing.currency ?? brief.budget.currency;
  const { maxCpm, maxSharePerSeller } = brief.limits;
  const inTheirs = (amount: Money | undefined) => {
    const exchanged = amount && exchangeDown(amount, currency, exchange);
    return exchanged && toDecimal(exchanged);
  };
  const highest = inTheirs(maxCpm);
  const all =
    maxSharePerSeller === undefined
      ? brief.budget
      : money(atMost(maxSharePerSeller, brief.budget).most, brief.budget.currency);
  const most = inTheirs(all);
  const isByThousand = purchases.every(({ pricing }) => /^v?cpm$/.test(pricing.pricing_model));
  const dearest = Math.max(...purchases.map(({ pricing }) => pricing.fixed_price ?? 0));
  const { start, end } = flightTimes(brief.flight);
  return {
    ...(highest !== undefined && isByThousand && dearest > highest && { cpm: { max: highest, currency } }),
    ...(most !== undefined && (total?.amount ?? 0) > most && { total_budget: { max: most, currency } }),
    ...(!isFlight(brief.flight, start_time, end_time) && {
      flight: { start_no_later_than: start, end_no_earlier_than: end },
    }),
  } satisfies ProposalConstraints;
}

/** The same for a seller that negotiates by words alone. */
function inWords({ cpm, total_budget: total, flight }: ReturnType<typeof wantedOf>): string {
  return [
    cpm && `a CPM of ${cpm.max} ${cpm.currency} at most`,
    total && `${total.max} ${total.currency} at most in all`,
    flight && `a flight from ${flight.start_no_later_than} to ${flight.end_no_earlier_than}`,
  ]
    .filter((one) => one !== undefined)
    .join("; ");
}

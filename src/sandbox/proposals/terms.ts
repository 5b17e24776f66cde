import { isoTime } from "../../lib/clock.ts";
import { fromDecimal, split, toDecimal, totalMoney } from "../../lib/money.ts";
import type { ProposalConstraints } from "../../protocol/proposals/proposal.ts";
import type { PricingOption } from "../../protocol/records/product.ts";
import type { RequestOf } from "../../protocol/tasks/index.ts";
import { canonicalPrice } from "../compact/canonical-product.ts";
import type { Payload } from "../payload.ts";

/** What is asked of a draft anew. */
export type Revision = Extract<RequestOf<"refine_proposals">["refinements"][number], { action: "revise" }>;

/** What a seller negotiates over: one fixed price per product, a budget that is shared evenly, and a flight. */
export interface Draft {
  readonly brand: Payload;
  readonly currency: string;
  /** Major units. */
  readonly budget: number;
  /** UTC milliseconds. */
  readonly start: number;
  readonly end: number;
  readonly purchases: readonly {
    readonly product_id: string;
    readonly option: PricingOption;
    /** Of 1,000 impressions. */
    readonly price: number;
  }[];
  readonly targeting_overlay: Payload | undefined;
  readonly pacing?: string;
}

/** What a seller goes down to: a part of its list price. */
const lowest = 0.9;
/** What it takes off where it is only asked. */
const courtesy = 0.95;

const paces = ["even", "front_loaded", "asap"] as const;
/** Distinct terms that it makes of one draft at most. */
export const mostAlternatives = paces.length;

/** Dimensions of a revision that it can read; the others refuse the whole task. */
export const dimensions: readonly string[] = ["total_budget", "cpm", "impressions", "flight", "alternatives"];

/** The terms of a draft on the wire. */
export function termsOf({ brand, budget, currency, start, end, ...draft }: Draft): Payload {
  const [start_time, end_time] = [isoTime(start), isoTime(end)];
  const shares = sharesOf({ budget, currency, purchases: draft.purchases });
  return {
    brand,
    purchases: draft.purchases.map(({ product_id, option, price }, i) => ({
      product_id,
      pricing_option_id: option.pricing_option_id,
      pricing: canonicalPrice({ ...option, fixed_price: price }),
      budget: shares[i],
      impressions: volume(shares[i] ?? 0, price),
      start_time,
      end_time,
      ...(draft.pacing !== undefined && { pacing: draft.pacing }),
      ...(draft.targeting_overlay && { targeting_overlay: draft.targeting_overlay }),
    })),
    start_time,
    end_time,
    total_budget: { amount: budget, currency },
    change_terms: [
      {
        term_id: "ct_increase_budget",
        action: "increase_budget",
        service_mode: "self_serve",
        constraints: { kind: "budget", max_delta_percent: 20 },
      },
      ...["pause", "resume", "cancel", "decrease_budget"].map((action) => ({
        term_id: `ct_${action}`,
        action,
        service_mode: "self_serve",
      })),
    ],
  };
}

function sharesOf({ budget, currency, purchases }: Pick<Draft, "budget" | "currency" | "purchases">) {
  return split(
    fromDecimal(budget, currency),
    purchases.map(() => 1),
  ).map(toDecimal);
}

function volume(budget: number, price: number): number {
  return Math.floor((budget / price) * 1000);
}

/**
 * A draft as near to what is wanted as its seller goes, and the constraints that it does not keep; `now` is where no flight
 * begins before.
 */
export function revised(draft: Draft, { constraints, ask }: Revision, now: number) {
  if (constraints === undefined)
    return {
      draft: ask === undefined ? draft : atPrice(draft, (price) => price * courtesy),
      unsatisfied: [],
    };
  const wanted = withVolume(
    withPrice(withFlight(withBudget(draft, constraints), constraints, now), constraints),
    constraints,
  );
  const unsatisfied = Object.keys(constraints).filter((name) => !keeps(wanted, constraints, name));
  return { draft: wanted, unsatisfied };
}

/** Prices moved, never below what the seller goes down to. */
function atPrice(draft: Draft, move: (price: number) => number): Draft {
  return {
    ...draft,
    purchases: draft.purchases.map((one) => ({
      ...one,
      price: Math.max(cents((one.option.fixed_price ?? one.price) * lowest), cents(move(one.price))),
    })),
  };
}

function cents(price: number): number {
  return Math.round(price * 100) / 100;
}

function withBudget(draft: Draft, { total_budget: bounds }: ProposalConstraints): Draft {
  if (bounds === undefined || bounds.currency !== draft.currency) return draft;
  const least = totalMoney(draft.purchases, draft.currency, ({ option }) =>
    fromDecimal(option.min_spend_per_package ?? 0, draft.currency),
  );
  const { min = 0, max = Number.POSITIVE_INFINITY } = bounds;
  return { ...draft, budget: Math.max(toDecimal(least), Math.min(max, Math.max(min, draft.budget))) };
}

function withPrice(draft: Draft, { cpm }: ProposalConstraints): Draft {
  return cpm === undefined ? draft : atPrice(draft, (price) => Math.min(price, cpm.max));
}

/** More impressions for the same money is a lower price. */
function withVolume(draft: Draft, { impressions }: ProposalConstraints): Draft {
  const now = volumeOf(draft);
  if (impressions === undefined || now >= impressions.min) return draft;
  const part = now / impressions.min;
  return atPrice(draft, (price) => Math.floor(price * part * 100) / 100);
}

function volumeOf(draft: Draft): number {
  const shares = sharesOf(draft);
  return draft.purchases.reduce((all, { price }, i) => all + volume(shares[i] ?? 0, price), 0);
}

function withFlight(draft: Draft, { flight = {} }: ProposalConstraints, now: number): Draft {
  const latest = Date.parse(flight.start_no_later_than ?? isoTime(draft.start));
  const earliest = Date.parse(flight.end_no_earlier_than ?? isoTime(draft.end));
  return {
    ...draft,
    start: Math.max(now, Math.min(draft.start, latest)),
    end: Math.max(draft.end, earliest),
  };
}

function keeps(draft: Draft, constraints: ProposalConstraints, name: string) {
  const { cpm, total_budget: budget, impressions, flight } = constraints;
  switch (name) {
    case "cpm":
      return cpm?.currency === draft.currency && draft.purchases.every(({ price }) => price <= cpm.max);
    case "total_budget":
      return (
        budget?.currency === draft.currency &&
        draft.budget >= (budget.min ?? 0) &&
        draft.budget <= (budget.max ?? Number.POSITIVE_INFINITY)
      );
    case "impressions":
      return volumeOf(draft) >= (impressions?.min ?? 0);
    default:
      return (
        draft.start <= Date.parse(flight?.start_no_later_than ?? isoTime(draft.start)) &&
        draft.end >= Date.parse(flight?.end_no_earlier_than ?? isoTime(draft.end))
      );
  }
}

/** So many drafts with terms of their own, which keep the same constraints. */
export function alternativesOf(draft: Draft, count: number): Draft[] {
  return paces.slice(0, count).map((pacing) => ({ ...draft, pacing }));
}

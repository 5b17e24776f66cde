import { z } from "zod";
import { eachLoose, looseFields } from "../../lib/described.ts";
import { digest } from "../../lib/digest.ts";
import { formatMinor, formatMoney, fromDecimal } from "../../lib/money.ts";
import { formatPrice, fromDecimalPrice } from "../../lib/price.ts";
import { otherTermsOf } from "../model/derived/committed-proposals.ts";
import type { PlanLine } from "../model/offers/plan.ts";
import type { ApprovedPackage, PlanTerms } from "../model/offers/plan-terms.ts";
import { openQuestions } from "../model/state/clearance.ts";
import type { CampaignSettings } from "../model/state/ports.ts";
import { type CampaignState, isUndecided, mayBind, stepOf } from "../model/state/state.ts";
import { isFinalising, isOrder } from "../model/step/kinds.ts";
import type { Step } from "../model/step/step.ts";
import { activationAt, imaginedLive } from "../plan/signals/wanted-signals.ts";
import { linesByOrder, orderStep } from "../steps/buy-steps.ts";

/** What terms are made of; everything else of an order is kept as a digest. */
const orderSchema = looseFields({
  packages: eachLoose({
    buyer_ref: z.string(),
    product_id: z.string(),
    pricing_option_id: z.string(),
    budget: z.number(),
    bid_price: z.number().optional(),
  }).min(1),
  start_time: z.string(),
  end_time: z.string(),
});

/** The orders of the plan that are still to be sent; undefined where there is none that people could approve. */
export function termsOfPlan(
  state: CampaignState,
  settings: Pick<CampaignSettings, "operator">,
): PlanTerms | undefined {
  const { plan, brief, ended } = state;
  if (plan === undefined || brief === undefined || ended !== undefined) return undefined;
  const { currency } = brief.budget;
  const packages = [...linesByOrder(plan)].flatMap(([id, lines]) => {
    const known = stepOf(state, id);
    if (known !== undefined && (!isUndecided(known) || otherTermsOf(known.step, state) !== undefined))
      return [];
    const [step] =
      known === undefined
        ? orderStep(state, { id, lines, settings, activation: activationFor(lines, state) })
        : [known.step];
    return (step && packagesOf(step, state)) ?? [];
  });
  if (packages.length === 0) return undefined;
  return {
    plan: digest(plan),
    total: packages.reduce((total, { amount }) => total + amount, 0),
    currency,
    questions: openQuestions(state),
    packages,
  };
}

/** Until it has ended, people approve that the plan's signal is live: what opens it at the seller is no part of the terms. */
function activationFor([line]: readonly PlanLine[], state: CampaignState) {
  if (line === undefined) return undefined;
  const imagined = imaginedLive(state).find(({ sellerId }) => sellerId === line.sellerId);
  return activationAt(state, line.sellerId) ?? imagined;
}

/**
 * Why a step is not one that these terms cover; undefined where it is: an order of which every package stands in them with no
 * higher amount, price or bid and all else the same, or the plan itself on its way to the governance agent.
 */
export function departureOf(terms: PlanTerms, step: Step, state: CampaignState): string | undefined {
  if (step.task === "sync_plans" && step.amount.minor === 0)
    return state.plan !== undefined && digest(state.plan) === terms.plan
      ? undefined
      : "the plan is another one now";
  if (isFinalising(step)) return beyondPlan(terms, step, state);
  if (!isOrder(step)) return "is not an order of the plan";
  if (otherTermsOf(step, state) !== undefined) return "is held on other terms than were planned";
  const packages = packagesOf(step, state);
  if (packages === undefined) return "is not an order as the plan makes them";
  const before = state.steps.find(
    (other) =>
      other.step.id !== step.id &&
      isOrder(other.step) &&
      mayBind(other) &&
      other.step.lineIds.some((lineId) => step.lineIds.includes(lineId)),
  );
  if (before !== undefined) return `was ordered before, with ${before.step.id}`;
  return beyondTerms(terms, packages, step);
}

/** What is held is what the plan wants ordered: the order itself is compared with the terms package by package. */
function beyondPlan(terms: PlanTerms, step: Step, { plan }: CampaignState): string | undefined {
  if (plan === undefined || digest(plan) !== terms.plan) return "the plan is another one now";
  const own = terms.packages.filter(({ lineId }) => step.lineIds.includes(lineId));
  const most = own.reduce((total, { amount }) => total + amount, 0);
  const isAll = own.length === step.lineIds.length && step.planAmount.currency === terms.currency;
  return isAll && step.planAmount.minor <= most ? undefined : "has more held than was approved";
}

function beyondTerms(terms: PlanTerms, packages: readonly ApprovedPackage[], step: Step): string | undefined {
  const { currency } = step.planAmount;
  if (currency !== terms.currency) return `is counted in ${currency}`;
  let most = 0;
  for (const ordered of packages) {
    const agreed = terms.packages.find(({ lineId }) => lineId === ordered.lineId);
    if (agreed === undefined) return `${ordered.lineId} is not a package of the plan that was approved`;
    const other = differenceOf(agreed, ordered);
    if (other !== undefined) return `${ordered.lineId}: ${other}`;
    most += agreed.amount;
  }
  if (new Set(packages.map(({ lineId }) => lineId)).size < packages.length) return "orders a package twice";
  if (packages.reduce((total, { budget }) => total + budget, 0) !== step.amount.minor)
    return "costs another amount than its packages";
  return step.planAmount.minor <= most
    ? undefined
    : `costs ${formatMoney(step.planAmount)}, and ${formatMinor(most, currency)} was approved`;
}

const same = ["seller", "agentUrl", "product", "option", "currency", "start", "end"] as const;
const atMost = ["budget", "price", "bid"] as const;

function differenceOf(agreed: ApprovedPackage, ordered: ApprovedPackage): string | undefined {
  const changed = same.find((field) => agreed[field] !== ordered[field]);
  if (changed !== undefined) return `${changed} is ${ordered[changed]}, and ${agreed[changed]} was approved`;
  if ((agreed.bid === undefined) !== (ordered.bid === undefined))
    return "the bid is another than was approved";
  const over = atMost.find((field) => (ordered[field] ?? 0) > (agreed[field] ?? 0));
  if (over !== undefined)
    return `${over} is ${inMoney(ordered, over)}, and ${inMoney(agreed, over)} was approved`;
  return agreed.rest === ordered.rest
    ? undefined
    : "account, targeting or terms are others than were approved";
}

function inMoney(terms: ApprovedPackage, field: (typeof atMost)[number]): string {
  return formatPrice({ minor: terms[field] ?? 0, currency: terms.currency });
}

/** The packages of an order; undefined where it is not one as this desk makes them. */
function packagesOf(step: Step, { plan, offers = [] }: CampaignState): ApprovedPackage[] | undefined {
  const parsed = orderSchema.safeParse(step.arguments);
  if (!parsed.success) return undefined;
  const { packages, start_time: start, end_time: end, ...order } = parsed.data;
  // Which list an offer stands in is no part of what people approve: its terms are.
  const {
    idempotency_key: _,
    push_notification_config: __,
    feed_version: _feed,
    pricing_version: _pricing,
    ...sent
  } = order;
  // A seal says what is bought: the id of what bears it changes while it is held.
  const { proposal_id: ___, ...sealed } = sent;
  const wholeOrder = sent["proposal_terms_digest"] === undefined ? sent : sealed;
  const { currency } = step.amount;
  const all = packages.flatMap((ordered): ApprovedPackage | [] => {
    const {
      buyer_ref: lineId,
      product_id: product,
      pricing_option_id: option,
      budget,
      bid_price,
      ...rest
    } = ordered;
    const line = plan?.lines.find((one) => one.lineId === lineId);
    if (line === undefined || !step.lineIds.includes(lineId)) return [];
    const offer = offers.find(({ id }) => id === line.offerId);
    const price = offer?.purchase?.rate ?? offer?.price;
    return {
      lineId,
      seller: step.agentId,
      agentUrl: step.agentUrl,
      product,
      option,
      budget: fromDecimal(budget, currency).minor,
      currency,
      amount: line.amount.minor,
      price: price?.minor,
      ...(bid_price !== undefined && { bid: fromDecimalPrice(bid_price, currency).minor }),
      start,
      end,
      rest: digest(withoutKeys([wholeOrder, rest])),
    };
  });
  return all.length === packages.length ? all : undefined;
}

/** What opens a signal is known once it is active: which signal it is was approved, and stands beside it. */
function withoutKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutKeys);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== "activation_key")
      .map(([key, part]) => [key, withoutKeys(part)]),
  );
}

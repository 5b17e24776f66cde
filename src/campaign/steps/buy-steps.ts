import { groupBy } from "../../lib/group-by.ts";
import { type Money, toDecimal, totalMoney } from "../../lib/money.ts";
import { toDecimalPrice } from "../../lib/price.ts";
import type { ArgumentsOf } from "../../protocol/tasks/index.ts";
import { type Bundle, bundleMark, bundleWords } from "../model/offers/bundle.ts";
import { flightTimes, runOf } from "../model/offers/flights.ts";
import { versionsOf } from "../model/offers/listed-offer.ts";
import type { Offer } from "../model/offers/offer.ts";
import { amountOfAll, type Plan, type PlanLine } from "../model/offers/plan.ts";
import { termsOf } from "../model/people/targeting.ts";
import type { CampaignSettings } from "../model/state/ports.ts";
import type { CampaignState } from "../model/state/state.ts";
import type { Activation } from "../model/step/receipt.ts";
import { makeStep, type Step } from "../model/step/step.ts";
import { activationAt, wantedSignal } from "../plan/signals/wanted-signals.ts";
import { accountReady, ownAccount } from "./account-ready.ts";
import { isPlanReported } from "./plan-sync-step.ts";
import { acceptanceOf, orderOfSealed } from "./proposal-steps.ts";
import { reportedToGovernance } from "./reported-to-governance.ts";
import type { StepContext } from "./step-context.ts";

/**
 * One buy per seller, currency (a buy has one), burst (a buy has one first and last day) and place with a share (which has packages
 * of products that others have, too), and another for what is added later,
 * as soon as the seller's account is there and the activation of the signal that the plan wants there has ended. Nothing is
 * bought from sellers whose account failed, nor from those that had to learn which governance agent is ours and could not be.
 */
export function buySteps(state: CampaignState, context: StepContext): Step[] {
  const { settings, governanceUrl } = context;
  const { plan, sellers = [] } = state;
  if (plan === undefined) return [];
  if (governanceUrl !== undefined && !isPlanReported(state)) return [];
  return [...linesByOrder(plan)].flatMap(([id, lines]) => {
    const [first] = lines;
    const seller = sellers.find((candidate) => candidate.id === first?.sellerId);
    if (seller === undefined || !accountReady(state, seller)) return [];
    if (!reportedToGovernance(state, seller, context)) return [];
    const activation = activationAt(state, seller.id);
    if (wantedSignal(state, seller.id) !== undefined && activation === undefined) return [];
    return orderStep(state, { id, lines, activation, settings }).flatMap((order) =>
      order.bundle?.digest === undefined ? [order] : orderOfSealed(order, seller, state),
    );
  });
}

interface Ordering {
  readonly id: string;
  readonly lines: readonly PlanLine[];
  readonly activation: Activation | undefined;
  readonly settings: Pick<CampaignSettings, "operator">;
}

/** The order of lines that are bought together, as it is where the activation of their signal has ended so. */
export function orderStep(state: CampaignState, { id, lines, activation, settings }: Ordering): Step[] {
  const { id: campaignId, brief, sellers = [], signals, offers = [] } = state;
  const [first] = lines;
  const seller = sellers.find((candidate) => candidate.id === first?.sellerId);
  if (brief === undefined || first === undefined || seller === undefined) return [];
  const { bundle } = first;
  const { start, end } = flightTimes(runOf(first, brief));
  const bought = lines.flatMap((line) => offers.find((one) => isOfferOf(line, one)) ?? []);
  const without = activation?.result === "without" ? `, without a signal: ${activation.reason}` : "";
  const packages = lines.length === 1 ? "a package" : `${lines.length} packages`;
  const what = bundle === undefined ? packages : `${bundleWords(bundle)},`;
  const order: ArgumentsOf<"create_media_buy"> = {
    account: seller.account ?? ownAccount(brief, settings),
    brand: { domain: brief.brand.domain },
    buyer_ref: referenceOf(campaignId, id),
    packages: lines.map((line) => ({
      product_id: line.productId,
      pricing_option_id: line.pricingOptionId,
      budget: toDecimal(budgetOf(line, activation)),
      buyer_ref: line.lineId,
      ...(line.bid === undefined ? {} : { bid_price: toDecimalPrice(line.bid) }),
      ...(bundle === undefined && packageTerms(line, activation, signals)),
    })),
    start_time: start,
    end_time: end,
    ...(bundle === undefined ? versionsOf(bought) : proposalTerms(bundle)),
  };
  return [
    makeStep({
      id,
      task: "create_media_buy",
      agent: seller,
      arguments: order,
      currency: brief.budget.currency,
      amount: totalMoney(lines, first.budget.currency, (line) => budgetOf(line, activation)),
      planAmount: amountOfAll(lines, brief.budget.currency),
      purpose: `buy ${what} from ${seller.id}${without}`,
      lineIds: lines.map(({ lineId }) => lineId),
      ...(bundle && { bundle }),
    }),
  ].map(acceptanceOf);
}

/** Under releases 3.0 and 3.1 a proposal is ordered by its id and for a total. */
function proposalTerms({ proposalId, total }: Bundle) {
  return {
    proposal_id: proposalId,
    total_budget: { amount: toDecimal(total), currency: total.currency },
  };
}

function isOfferOf({ sellerId, productId, pricingOptionId }: PlanLine, offer: Offer): boolean {
  return (
    offer.sellerId === sellerId && offer.productId === productId && offer.pricingOptionId === pricingOptionId
  );
}

/** The lines of a plan by the id of the step that buys them. */
export function linesByOrder({ lines }: Plan): ReadonlyMap<string, readonly PlanLine[]> {
  return groupBy(lines, ({ sellerId, budget, place, order, bundle, ...line }) =>
    [`buy/${sellerId}/${budget.currency}`, daysMark(line), place, bundle && bundleMark(bundle), order]
      .filter((part) => part !== undefined)
      .join("/"),
  );
}

/** The first day of a burst, which ends on one day for all; of days of its own a line has the last one as well. */
export function daysMark({ lineId, flight }: Pick<PlanLine, "lineId" | "flight">): string | undefined {
  if (flight === undefined || lineId.endsWith(`/${flight.start}`)) return flight?.start;
  return `${flight.start}..${flight.end}`;
}

/** The reference that a step's buy is known by at its seller: the same for the same brief, whatever was forgotten between. */
export function referenceOf(campaignId: string, stepId: string): string {
  return `${campaignId}/${stepId}`;
}

/** The most that a line's package may be ordered for: what its signal would cost is spent on media where it cannot be used. */
export function mostOf({ budget, signal }: PlanLine): Money {
  return signal !== undefined && signal.budgetWithout.minor > budget.minor ? signal.budgetWithout : budget;
}

const references =
  /^([a-z0-9-]+-[0-9a-f]{8})\/buy\/.+\/[A-Z]{3}(?:\/\d{4}-\d\d-\d\d)?(?:\/[A-Z]{2}(?:-[A-Z0-9]{1,3})?|\/elsewhere)?(?:\/proposal-[0-9a-f]{8})?(?:\/\d+)?$/;

/** The campaign that gave a reference, where it is one of `referenceOf`. */
export function campaignOf(reference: string): string | undefined {
  return references.exec(reference)?.[1];
}

function budgetOf({ budget, signal }: PlanLine, activation: Activation | undefined) {
  return signal !== undefined && activation?.result !== "live" ? signal.budgetWithout : budget;
}

/** What holds the brief's constraints, with the signal that the package is targeted with. */
function packageTerms(line: PlanLine, activation: Activation | undefined, signals: CampaignState["signals"]) {
  const {
    targeting_overlay: sentOverlay,
    performance_standards: standards,
    optimization_goals: goals,
    ...terms
  } = termsOf(line.constraints);
  const overlay = { ...sentOverlay, ...signalTargeting(line, activation, signals) };
  return {
    ...terms,
    ...(goals && { optimization_goals: [...goals] }),
    ...(standards && { performance_standards: [...standards] }),
    ...(Object.keys(overlay).length > 0 && { targeting_overlay: overlay }),
  };
}

/**
 * The audience signal of a package, named as in the public standard: one group of one signal that
 * people have or have not, with the key that opens it.
 */
function signalTargeting(
  { signal }: PlanLine,
  activation: Activation | undefined,
  signals: CampaignState["signals"] = [],
) {
  if (signal === undefined || activation?.result !== "live") return {};
  const { segmentId, ref } = signals.find(({ id }) => id === signal.id) ?? {};
  const targeted = {
    ...(ref && { signal_ref: ref, value_type: "binary", value: true }),
    signal_agent_segment_id: segmentId,
    activation_key: activation.key,
  };
  return {
    signal_targeting_groups: { operator: "all", groups: [{ operator: "any", signals: [targeted] }] },
  };
}

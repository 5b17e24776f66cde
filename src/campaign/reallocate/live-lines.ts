import { daysApart } from "../../lib/days.ts";
import { type Money, money, proportionUp } from "../../lib/money.ts";
import { budgetNow, type LiveBuy, type LivePackage, liveBuys } from "../account/live-buys.ts";
import { locksIn } from "../model/derived/locks.ts";
import { daysIn, daysOfAll, runOf, type Span, spansOn } from "../model/offers/flights.ts";
import type { Offer } from "../model/offers/offer.ts";
import { decidedId, type PlanLine } from "../model/offers/plan.ts";
import { type CampaignState, isOnItsWay } from "../model/state/state.ts";
import { isSameBuy } from "../model/step/buy-identity.ts";
import type { Step } from "../model/step/step.ts";
import type { AllocationProblem } from "../plan/allocator.ts";
import { stretchesOf } from "../plan/response.ts";
import type { LiveLine } from "./live-line.ts";
import type { Curve } from "./response-curve.ts";
import { type CountOutcomes, seenOf } from "./seen-days.ts";

/** Corners of a curve that no seller has forecast, and part of the first unit's worth that the last one has lost. */
const corners = 12;
const fade = 0.3;

/** What a line may have and has, beside the figures that its money is decided by. */
export interface LineNow {
  readonly line: LiveLine;
  /** What bought it. */
  readonly order: Step;
  readonly mediaBuyId: string;
  readonly packageId: string;
  /** Of the offer, or of the cell of it, that it was decided as. */
  readonly offerId: string;
  /** The package's budget in the seller's books, in minor units of its currency. */
  readonly sellerBudget: number;
  /** Minor units of the brief's currency for one of the seller's, as the order was bought. */
  readonly rate: number;
  /** What a person may raise it to, in minor units of the brief's currency: more than `line.most` before its burst begins. */
  readonly raisedTo: number;
}

export interface Observing {
  readonly problem: AllocationProblem;
  /** The last day that is measured, in UTC. */
  readonly day: string;
  readonly outcomesOf: CountOutcomes;
}

/** Every line that is bought, with what was seen of it up to a day. Pure. */
export function liveLines(state: CampaignState, observing: Observing): LineNow[] {
  const { plan, brief, offers = [] } = state;
  if (plan === undefined || brief === undefined) return [];
  const locked = new Set(locksIn(state).map(({ lineId }) => lineId));
  const changing = new Set(state.steps.filter(isOnItsWay).flatMap(({ step }) => step.lineIds));
  const isLeftAlone = (buy: LiveBuy, one: LivePackage, run: Span) =>
    buy.suspended ||
    one.suspended ||
    locked.has(one.lineId) ||
    changing.has(one.lineId) ||
    observing.day > run.end;
  return liveBuys(state).flatMap((buy) => {
    const order = state.steps.find(({ step }) => step.id === buy.stepId)?.step;
    const delivery = state.delivery.find((one) => isSameBuy(one, buy));
    if (order === undefined || order.amount.minor === 0) return [];
    const rate = order.planAmount.minor / order.amount.minor;
    return buy.packages.flatMap((one): LineNow | [] => {
      const line = plan.lines.find(({ lineId }) => lineId === one.lineId);
      const offer = offers.find(({ id }) => id === line?.offerId);
      if (line === undefined || offer === undefined) return [];
      const id = decidedId(line);
      const candidate = observing.problem.candidates.find(({ offerId }) => offerId === id);
      const run = runOf(line, brief);
      const days = daysIn(run);
      const {
        days: seen,
        spent,
        isUnknown,
      } = seenOf(one, delivery, {
        ...observing,
        flightStart: brief.flight.start,
        run,
        boughtFrom: buy.start,
        rate,
      });
      const sellerBudget = budgetNow(one);
      const budget = Math.floor(sellerBudget * rate);
      // What is sold whole, is set or paused by a person, is being changed, has a burst that does not run, or of which too little is
      // reported, keeps what it has, and so does what its seller would not change lately.
      const isSet = candidate === undefined || offer.whole === true || isLeftAlone(buy, one, run);
      const isAhead = observing.day < run.start;
      const isFixed = isSet || isUnknown || isAhead;
      const refused = refusalsOf(one.lineId, state, observing.day);
      return {
        order,
        mediaBuyId: buy.mediaBuyId,
        packageId: one.packageId,
        offerId: id,
        sellerBudget,
        rate,
        raisedTo: isSet || (isUnknown && !isAhead) || refused.increase ? budget : candidate.most,
        line: {
          lineId: line.lineId,
          sellerId: line.sellerId,
          budget,
          spent: Math.ceil(spent),
          planned: line.amount.minor,
          days,
          least: isFixed || refused.decrease ? budget : candidate.least,
          most: isFixed || refused.increase ? budget : candidate.most,
          curve: curveOf(line, offer, {
            days,
            all: daysOfAll(spansOn(offer.channels, brief)),
            most: candidate?.most ?? line.amount.minor,
          }),
          seen,
        },
      };
    });
  });
}

/** A line's budget in its seller's books, with what bought it. */
export interface LineBudget {
  readonly lineId: string;
  readonly order: Step;
  readonly mediaBuyId: string;
  readonly packageId: string;
  readonly budget: Money;
  /** The buy holds no other package. */
  readonly isAlone: boolean;
}

export function lineBudgets(state: CampaignState): LineBudget[] {
  return liveBuys(state).flatMap(({ stepId, mediaBuyId, currency, packages }) => {
    const order = state.steps.find(({ step }) => step.id === stepId)?.step;
    if (order === undefined) return [];
    return packages.map((one) => ({
      lineId: one.lineId,
      order,
      mediaBuyId,
      packageId: one.packageId,
      budget: money(budgetNow(one), currency),
      isAlone: packages.length === 1,
    }));
  });
}

/** A line's budget from one amount to another: in the brief's currency what is taken is rounded down, and what is given up. */
export function budgetMove({ order, lineId, mediaBuyId, packageId }: LineBudget, from: Money, to: Money) {
  const { amount, planAmount } = order;
  const by = Math.abs(to.minor - from.minor);
  const difference =
    to.minor < from.minor
      ? Math.floor((by * planAmount.minor) / amount.minor)
      : proportionUp(planAmount.minor, by, amount.minor);
  return { lineId, mediaBuyId, packageId, from, to, planDifference: money(difference, planAmount.currency) };
}

/** Days after which a seller that refused a change is asked for such a one again. */
const refusalDays = 28;

/** Whether its seller refused to raise or to cut it lately, agreed and did not do it, or did it in part. */
function refusalsOf(lineId: string, { steps }: CampaignState, day: string) {
  const refused = (verb: "increase" | "decrease") =>
    steps.some(({ step, status, times, check }) => {
      const at = times.answeredAt?.slice(0, 10);
      return (
        step.change?.requested.verb === verb &&
        step.lineIds.includes(lineId) &&
        (status === "failed" || check?.made === false) &&
        at !== undefined &&
        daysApart(at, day) < refusalDays
      );
    });
  return { increase: refused("increase"), decrease: refused("decrease") };
}

/** The seller's forecast for the whole flight taken as one for each of its days; without one money fades as the plan has it. */
function curveOf(
  line: PlanLine,
  { response, cpm }: Offer,
  { days, all, most }: { readonly days: number; readonly all: number; readonly most: number },
): Curve {
  const stretches = stretchesOf(response);
  if (stretches === undefined) {
    const perMinor =
      cpm !== undefined && cpm.mid > 0 ? 1000 / cpm.mid : (line.expectedImpressions ?? 0) / line.amount.minor;
    return Array.from({ length: corners }, (_, i) => {
      const amount = (most * (i + 1)) / corners;
      return {
        spend: amount / days,
        outcome: (perMinor * (amount - (fade * amount ** 2) / (2 * most))) / days,
      };
    });
  }
  const first = Math.max(
    ...(response ?? []).map(({ amount, impressions }) => (amount > 0 ? impressions / amount : 0)),
  );
  let [begin, outcome] = [0, 0];
  return stretches.map(({ end, rate }) => {
    outcome += first * rate * (end - begin);
    begin = end;
    return { spend: end / all, outcome: outcome / all };
  });
}

import { digest as digestOf } from "../../lib/digest.ts";
import { type Money, money } from "../../lib/money.ts";
import type { Price } from "../../lib/price.ts";
import { needs } from "../model/decisions/approvers.ts";
import { nameOf } from "../model/derived/sandbox-mark.ts";
import type { ApprovedPackage } from "../model/offers/plan-terms.ts";
import { isUndecided, ratesIn } from "../model/state/state.ts";
import type { DecidePorts } from "./approve.ts";
import { checkPlanApprovals } from "./check-approvals.ts";
import { type ApprovalProgress, approvalProgress, isNobodys, reasonsOf } from "./inbox.ts";
import { departureOf, termsOfPlan } from "./plan-terms.ts";
import { decideUntil } from "./refuse-overdue.ts";

/** A plan of which orders wait for a person: approved once, it opens all of them, and those that follow. */
export interface WaitingPlan {
  readonly campaignId: string;
  readonly campaignName: string;
  readonly requestedBy: readonly string[];
  /** SHA-256 of the terms that an approval is bound to. */
  readonly digest: string;
  /** Of all that is still to be ordered, in the brief's currency. */
  readonly total: Money;
  readonly packages: readonly WaitingPackage[];
  /** What the steps that wait are asked about. */
  readonly reasons: readonly string[];
  /** The steps that wait now and that it opens. */
  readonly steps: readonly string[];
  readonly approvals: ApprovalProgress;
  readonly typeTotal: boolean;
  /** A model asked for it and no approver is named, so that nobody can approve it. */
  readonly nobodyNamed?: true;
  /** When the first of those steps is refused if nobody decides, UTC, ISO 8601. */
  readonly until?: string;
}

export type WaitingPackage = Pick<
  ApprovedPackage,
  "lineId" | "seller" | "product" | "option" | "start" | "end"
> & {
  /** At most, in the seller's currency. */
  readonly budget: Money;
  /** The same in the brief's currency. */
  readonly amount: Money;
  readonly price?: Price;
  readonly bid?: Price;
};

/** The campaign's plan, where steps that wait for a person would go on with one approval to all of it. */
export async function waitingPlan({
  journal,
  settings,
  approvalKeys,
  clock,
}: DecidePorts): Promise<WaitingPlan | undefined> {
  const state = journal.state();
  const undecided = state.steps.filter((one) => one.status === "escalated" && isUndecided(one));
  if (undecided.length === 0) return undefined;
  const terms = termsOfPlan(state, settings);
  if (terms === undefined) return undefined;
  const waiting = undecided.filter(({ step }) => departureOf(terms, step, state) === undefined);
  const [first] = waiting;
  // One order is approved as the step that it is.
  const isOneOrder = waiting.length === 1 && first?.step.lineIds.length === terms.packages.length;
  if (first === undefined || isOneOrder) return undefined;
  const approvers = approvalKeys.approvers();
  const digest = digestOf(terms);
  const given = state.planApprovals.filter((one) => digestOf(one.terms) === digest);
  const approvals = await checkPlanApprovals(given, { state, approvers, now: clock.now() });
  const total = money(terms.total, terms.currency);
  const { people, typeTotal } = needs([total], approvers, ratesIn(state).exchange);
  const ends = waiting.flatMap((step) => decideUntil(step, settings.approvalWindowMs) ?? []);
  return {
    campaignId: state.id,
    campaignName: nameOf(state),
    requestedBy: state.requestedBy ?? [],
    digest,
    total,
    packages: terms.packages.map(
      ({ lineId, seller, product, option, start, end, budget, currency, amount, price, bid }) => ({
        lineId,
        seller,
        product,
        option,
        start,
        end,
        budget: money(budget, currency),
        amount: money(amount, terms.currency),
        ...(price !== undefined && { price: { minor: price, currency } }),
        ...(bid !== undefined && { bid: { minor: bid, currency } }),
      }),
    ),
    reasons: [...new Set([...terms.questions, ...waiting.flatMap(reasonsOf)])],
    steps: waiting.map(({ step }) => step.id),
    approvals: { needed: people, ...approvalProgress(approvals) },
    typeTotal,
    ...(isNobodys(first.step, state, approvers) && { nobodyNamed: true }),
    ...(ends.length > 0 && { until: new Date(Math.min(...ends)).toISOString() }),
  };
}

import { z } from "zod";
import { type Described, each, fields } from "../../lib/described.ts";
import { digest as digestOf } from "../../lib/digest.ts";
import { money, moneySchema } from "../../lib/money.ts";
import { priceSchema } from "../../lib/price.ts";
import { needs } from "../model/decisions/approvers.ts";
import { nameOf } from "../model/derived/sandbox-mark.ts";
import { isUndecided, ratesIn } from "../model/state/state.ts";
import type { DecidePorts } from "./approve.ts";
import { checkPlanApprovals } from "./check-approvals.ts";
import { approvalFields, approvalProgress, isNobodys, reasonsOf } from "./inbox.ts";
import { departureOf, termsOfPlan } from "./plan-terms.ts";
import { decideUntil } from "./refuse-overdue.ts";

/** A plan of which orders wait for a person: approved once, it opens all of them, and those that follow. */
export const waitingPlanSchema = fields({
  campaignId: z.string(),
  campaignName: z.string(),
  requestedBy: z.array(z.string()),
  digest: z.string().describe("SHA-256 of the terms that an approval is bound to"),
  total: moneySchema.describe("of all that is still to be ordered, in the brief's currency"),
  packages: each({
    lineId: z.string(),
    seller: z.string(),
    product: z.string(),
    option: z.string(),
    start: z.string(),
    end: z.string(),
    budget: moneySchema.describe("at most, in the seller's currency"),
    amount: moneySchema.describe("the same in the brief's currency"),
    price: priceSchema.optional(),
    bid: priceSchema.optional(),
  }),
  /** What the steps that wait are asked about. */
  reasons: z.array(z.string()),
  steps: z.array(z.string()).describe("ids of the steps that wait now and that one approval opens"),
  ...approvalFields,
  /** UTC, ISO 8601. */
  until: z.string().optional().describe("when the first of those steps is refused if nobody decides"),
});
export type WaitingPlan = Described<typeof waitingPlanSchema>;
export type WaitingPackage = WaitingPlan["packages"][number];

/** The campaign's plan, where steps that wait for a person would go on with one approval to all of it. */
export async function waitingPlan(ports: DecidePorts): Promise<WaitingPlan | undefined> {
  const { journal, settings, approvalKeys, clock } = ports;
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

import { z } from "zod";
import { dayOf, laterDay } from "../../lib/days.ts";
import { groupBy } from "../../lib/group-by.ts";
import { type BoughtPackage, boughtPackages } from "../model/bought.ts";
import { runOf } from "../model/flights.ts";
import type { Reporting } from "../model/measured/reporting.ts";
import type { PlanLine } from "../model/plan.ts";
import type { SentCurve } from "../model/sent-curve.ts";
import type { CampaignState, StepState } from "../model/state.ts";
import type { Difference } from "../model/step/buy-change.ts";
import { type BuyIdentity, buyKey, buyNamedIn, isSameBuy } from "../model/step/buy-identity.ts";

/** A confirmed buy as it stands after all changes that its seller has made. Days in UTC, both inclusive. */
export interface LiveBuy extends BuyIdentity {
  readonly agentUrl: string;
  /** Of the order. */
  readonly stepId: string;
  readonly currency: string;
  readonly start: string;
  readonly end: string;
  readonly packages: readonly LivePackage[];
  /** Paused or cancelled by us, as a whole. */
  readonly held: boolean;
  /** Its seller has said that it is a test deployment. */
  readonly sandbox: boolean;
}

export interface LivePackage {
  readonly packageId: string;
  readonly lineId: string;
  readonly productId: string;
  /** That it is to spend along. */
  readonly curve: SentCurve;
  /** Every budget that it has had, the first one first. */
  readonly budgets: readonly Budget[];
  /** Impressions that the plan expects of one minor unit of the buy's currency. */
  readonly impressionsPerMinor?: number;
  /** How its seller reports, where it says. */
  readonly reporting?: Reporting;
  /** Paused by us. */
  readonly held: boolean;
}

/** A budget in minor units of the buy's currency, the day from which it held, and the flight's last day then. */
export interface Budget {
  readonly from: string;
  readonly minor: number;
  readonly end: string;
  /** Nothing more was to be spent from then on. */
  readonly cancelled?: true;
}

/** What the package may spend now, in minor units of the buy's currency. */
export function budgetNow({ budgets }: LivePackage): number {
  return budgets.at(-1)?.minor ?? 0;
}

/**
 * All buys that sellers have confirmed, in the order in which they were ordered: as sellers agreed to run them, which is what
 * pace is held against. What our books may count on, changes read back alone, is `orderedLines`.
 */
export function liveBuys(state: CampaignState): LiveBuy[] {
  const buys = groupBy(boughtPackages(state), buyKey);
  return [...buys.values()].flatMap((packages) => liveBuy(packages, state));
}

function liveBuy(packages: readonly BoughtPackage[], state: CampaignState): LiveBuy[] {
  const [first] = packages;
  const { brief, plan } = state;
  if (first === undefined || brief === undefined) return [];
  const { buyStep, sellerId, mediaBuyId } = first;
  const { step } = buyStep;
  const flight = runOf(plan?.lines.find(({ lineId }) => lineId === first.lineId) ?? {}, brief);
  const start = laterDay(flight.start, buyStep.times.answeredAt?.slice(0, 10) ?? "");
  const changes = changesOf(state, first);
  const end = changes.findLast(({ end: moved }) => moved !== undefined)?.end ?? flight.end;
  return [
    {
      mediaBuyId,
      sellerId,
      agentUrl: step.agentUrl,
      stepId: step.id,
      currency: step.amount.currency,
      start,
      end,
      held: changes.findLast(({ held }) => held !== undefined)?.held ?? false,
      sandbox: state.steps.some(
        (other) => other.step.agentId === sellerId && other.receipt?.payload["sandbox"] === true,
      ),
      packages: packages.map(({ packageId, lineId, offer, budget, curve }) => {
        const line = plan?.lines.find((one) => one.lineId === lineId);
        const own = changes.filter(
          (change) => change.packageId === undefined || change.packageId === packageId,
        );
        const perMinor = impressionsPerMinor(line);
        return {
          packageId,
          lineId,
          productId: offer.productId,
          curve,
          budgets: budgetsOf({ from: start, minor: budget.minor, end: flight.end }, own),
          ...(perMinor === undefined ? {} : { impressionsPerMinor: perMinor }),
          ...(offer.reporting === undefined ? {} : { reporting: offer.reporting }),
          held: own.findLast(({ packageHeld }) => packageHeld !== undefined)?.packageHeld ?? false,
        };
      }),
    },
  ];
}

/** One thing that a seller changed of a buy, on one day. */
interface Change {
  readonly from: string;
  /** Absent: of the whole buy. */
  readonly packageId?: string;
  readonly minor?: number;
  readonly end?: string;
  readonly cancelled?: true;
  readonly held?: boolean;
  readonly packageHeld?: boolean;
}

/** In the order in which they were answered. What was read back and found not to be made is left out. */
function changesOf({ steps }: CampaignState, buy: BuyIdentity): Change[] {
  const own = steps.filter(
    ({ step, status, check }) =>
      step.task === "update_media_buy" &&
      isSameBuy(buyNamedIn(step), buy) &&
      status === "done" &&
      check?.made !== false,
  );
  return own
    .sort((a, b) => (a.times.answeredAt ?? "").localeCompare(b.times.answeredAt ?? ""))
    .flatMap(partsOf);
}

const statusUpdate = z.looseObject({ status: z.enum(["active", "paused", "canceled"]) });

function partsOf({ step, times }: StepState): Change[] {
  const from = (times.answeredAt ?? step.change?.askedAt ?? "").slice(0, 10);
  const status = statusUpdate.safeParse(step.arguments["updates"]).data?.status;
  const whole: Change[] =
    status === undefined
      ? []
      : [
          {
            from,
            held: status !== "active",
            ...(status === "canceled" ? { end: from, cancelled: true as const } : {}),
          },
        ];
  return [...whole, ...(step.change?.differences ?? []).flatMap((difference) => changeOf(difference, from))];
}

function changeOf(difference: Difference, from: string): Change[] {
  switch (difference.field) {
    case "budget":
      return [{ from, packageId: difference.packageId, minor: difference.after.minor }];
    case "end":
      return [{ from, end: dayOf(Date.parse(difference.after) - 1) }];
    case "paused":
      return [{ from, packageId: difference.packageId, packageHeld: difference.after }];
    case "status":
    case "creatives":
      return [];
  }
}

function budgetsOf(ordered: Budget, changes: readonly Change[]): Budget[] {
  const budgets = [ordered];
  for (const { from, minor, end, cancelled } of changes) {
    const last = budgets.at(-1) ?? ordered;
    if (minor !== undefined || end !== undefined)
      budgets.push({
        from: laterDay(from, last.from),
        minor: minor ?? last.minor,
        end: end ?? last.end,
        ...(cancelled === undefined ? {} : { cancelled }),
      });
  }
  return budgets;
}

function impressionsPerMinor(line: PlanLine | undefined): number | undefined {
  if (line?.expectedImpressions === undefined || line.budget.minor === 0) return undefined;
  return line.expectedImpressions / line.budget.minor;
}

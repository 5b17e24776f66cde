import { earlierDay, laterDay } from "../../lib/days.ts";
import { groupBy } from "../../lib/group-by.ts";
import { onceFor } from "../../lib/once-for.ts";
import { type BoughtPackage, boughtPackages } from "../model/derived/bought.ts";
import { runOf, type Span } from "../model/offers/flights.ts";
import type { PlanLine } from "../model/offers/plan.ts";
import type { Reporting } from "../model/offers/reporting.ts";
import type { SentCurve } from "../model/offers/sent-curve.ts";
import type { CampaignState } from "../model/state/state.ts";
import { type BuyIdentity, buyKey } from "../model/step/buy-identity.ts";
import { type BuyUpdate, updatesOf } from "./updates.ts";

/** A confirmed buy as it stands after all changes that its seller has made. Days in UTC, both inclusive. */
export interface LiveBuy extends BuyIdentity {
  readonly agentUrl: string;
  /** Of the order. */
  readonly stepId: string;
  readonly currency: string;
  readonly start: string;
  readonly end: string;
  /** The first day of its flight, where its seller confirmed it later. */
  readonly orderedFrom?: string;
  readonly packages: readonly LivePackage[];
  /** Paused or cancelled by us, as a whole. */
  readonly suspended: boolean;
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
  readonly suspended: boolean;
}

/** A budget in minor units of the buy's currency, the day, or the instant, from which it held, and the flight's last day then. */
export interface Budget {
  readonly from: string;
  readonly minor: number;
  readonly end: string;
  /** We had it paused from then on. */
  readonly paused?: true;
  /** Nothing more was to be spent from then on. */
  readonly cancelled?: true;
}

/** How long after a day its seller's figures of it can be there, in milliseconds. */
export function delayOf({ packages }: Pick<LiveBuy, "packages">): number {
  return Math.max(0, ...packages.map(({ reporting }) => reporting?.delayHours ?? 0)) * 3_600_000;
}

/** All days that it was ever ordered for. */
export function flightOf({ start, end, orderedFrom = start, packages }: LiveBuy): Span {
  const ends = packages.flatMap(({ budgets }) => budgets.map((one) => one.end));
  return { start: orderedFrom, end: ends.reduce(laterDay, end) };
}

/** What the package may spend now, in minor units of the buy's currency. */
export function budgetNow({ budgets }: LivePackage): number {
  return budgets.at(-1)?.minor ?? 0;
}

/**
 * All buys that sellers have confirmed, in the order in which they were ordered: as sellers agreed to run them, which is what
 * pace is measured against. What our books may count on, changes read back alone, is `orderedLines`.
 */
export const liveBuys: (state: CampaignState) => readonly LiveBuy[] = onceFor((state) =>
  [...groupBy(boughtPackages(state), buyKey).values()].flatMap((packages) => liveBuy(packages, state)),
);

function liveBuy(packages: readonly BoughtPackage[], state: CampaignState): LiveBuy[] {
  const [first] = packages;
  const { brief, plan } = state;
  if (first === undefined || brief === undefined) return [];
  const { buyStep, sellerId, mediaBuyId } = first;
  const { step } = buyStep;
  const flight = runOf(plan?.lines.find(({ lineId }) => lineId === first.lineId) ?? {}, brief);
  const start = laterDay(flight.start, buyStep.times.answeredAt?.slice(0, 10) ?? "");
  const { currency } = step.amount;
  // What was read back and found not to be made is left out.
  const updates = updatesOf(
    state,
    { sellerId, mediaBuyId, currency },
    ({ status, check }) => status === "done" && check?.made !== false,
  );
  const status = updates.findLast((update) => update.status !== undefined)?.status ?? "active";
  return [
    {
      mediaBuyId,
      sellerId,
      agentUrl: step.agentUrl,
      stepId: step.id,
      currency,
      start,
      ...(start > flight.start && { orderedFrom: flight.start }),
      end: updates.reduce((last, { status, end = last }) => {
        return status === "canceled" ? earlierDay(end, last) : end;
      }, flight.end),
      suspended: status !== "active",
      sandbox: state.steps.some(
        (other) => other.step.agentId === sellerId && other.receipt?.payload["sandbox"] === true,
      ),
      packages: packages.map(({ packageId, lineId, offer, budget, curve }) => {
        const line = plan?.lines.find((one) => one.lineId === lineId);
        const perMinor = impressionsPerMinor(line);
        return {
          packageId,
          lineId,
          productId: offer.productId,
          curve,
          budgets: budgetsOf({ from: start, minor: budget.minor, end: flight.end }, packageId, updates),
          impressionsPerMinor: perMinor,
          reporting: offer.reporting,
          suspended:
            updates
              .map((one) => one.packages.get(packageId)?.paused)
              .findLast((paused) => paused !== undefined) ?? false,
        };
      }),
    },
  ];
}

/** A package's budget as it was ordered and after each change of ours of its money, its last day or whether it runs. */
export function budgetsOf(ordered: Budget, packageId: string, updates: readonly BuyUpdate[]): Budget[] {
  const budgets = [ordered];
  let [isBuyPaused, isOwnPaused] = [false, false];
  for (const { at, status, end, packages } of updates) {
    const last = budgets.at(-1) ?? ordered;
    const own = packages.get(packageId);
    if (status === "paused" || status === "active") isBuyPaused = status === "paused";
    isOwnPaused = own?.paused ?? isOwnPaused;
    const paused = isBuyPaused || isOwnPaused;
    if (own?.budget !== undefined || end !== undefined || paused !== (last.paused === true))
      budgets.push({
        from: laterDay(at, last.from),
        minor: own?.budget?.minor ?? last.minor,
        end: status === "canceled" ? earlierDay(end ?? last.end, last.end) : (end ?? last.end),
        ...(paused && { paused }),
        ...((status === "canceled" || last.cancelled) && { cancelled: true }),
      });
  }
  return budgets;
}

/** Impressions that the plan expects of a minor unit of a line's budget. */
export function impressionsPerMinor(line: PlanLine | undefined): number | undefined {
  if (line?.expectedImpressions === undefined || line.budget.minor === 0) return undefined;
  return line.expectedImpressions / line.budget.minor;
}

import { z } from "zod";
import { dayOf, earlierDay } from "../../lib/days.ts";
import { eachLoose, looseFields } from "../../lib/described.ts";
import { fromDecimal, type Money } from "../../lib/money.ts";
import { type CampaignState, namedFor, type StepState } from "../model/state/state.ts";
import { type BuyIdentity, buyNamedIn, isSameBuy } from "../model/step/buy-identity.ts";

/** What one change of a buy asked of its seller. */
export interface BuyUpdate {
  /** From when it counts: UTC, ISO 8601. */
  readonly at: string;
  readonly status?: "active" | "paused" | "canceled";
  /** The new last day of the flight; of what is cancelled, the day of that. */
  readonly end?: string;
  /** By package id. */
  readonly packages: ReadonlyMap<string, { readonly budget?: Money; readonly paused?: boolean }>;
}

const wireUpdates = looseFields({
  status: z.enum(["active", "paused", "canceled"]).optional(),
  end_time: z.string().optional(),
  packages: eachLoose({
    package_id: z.string(),
    budget: z.number().optional(),
    paused: z.boolean().optional(),
  }).default([]),
});

/** The changes of a buy that `holds` lets stand, in the order in which they count. `currency` is the buy's. */
export function updatesOf(
  { steps }: Pick<CampaignState, "steps">,
  buy: BuyIdentity & { readonly currency: string },
  holds: (update: StepState) => boolean,
): BuyUpdate[] {
  const updates = steps
    .filter(
      (one) => one.step.task === "update_media_buy" && isSameBuy(buyNamedIn(one.step), buy) && holds(one),
    )
    .sort((a, b) => answeredAt(a).localeCompare(answeredAt(b)))
    .map((one): BuyUpdate => {
      const { status, end_time, packages } = wireUpdates.parse(one.step.arguments["updates"] ?? {});
      // The wire's end is the first instant after the last day.
      const moved = end_time === undefined ? undefined : dayOf(Date.parse(end_time) - 1);
      const stops =
        status === "paused" || status === "canceled" || packages.some(({ paused }) => paused === true);
      return {
        // No seller names a day up to which it may go on spending what we have stopped.
        at: stops ? answeredAt(one) : countsFrom(one),
        status,
        end: status === "canceled" ? answeredAt(one).slice(0, 10) : moved,
        packages: new Map(
          packages.map(({ package_id, budget, paused }) => [
            package_id,
            { budget: budget === undefined ? undefined : fromDecimal(budget, buy.currency), paused },
          ]),
        ),
      };
    });
  return updates
    .map((update, i) =>
      updates
        .slice(i + 1)
        .filter(({ at }) => at < update.at)
        .reduce(overruledBy, update),
    )
    .sort((a, b) => a.at.localeCompare(b.at));
}

/** What is left to hold from later on of an update, where another was agreed to meanwhile. */
function overruledBy(update: BuyUpdate, { status, end, packages }: BuyUpdate): BuyUpdate {
  return {
    at: update.at,
    status: status === undefined ? update.status : undefined,
    end: end === undefined ? update.end : undefined,
    packages: new Map(
      [...update.packages].map(([id, { budget, paused }]) => [
        id,
        {
          budget: packages.get(id)?.budget === undefined ? budget : undefined,
          paused: packages.get(id)?.paused === undefined ? paused : undefined,
        },
      ]),
    ),
  };
}

/** The day that its seller named for it, or when its books showed it, which did not at first; else its answer. */
function countsFrom(update: StepState): string {
  const [named, madeAt] = [namedFor(update), update.check?.madeAt];
  if (named === undefined || madeAt === undefined) return named ?? madeAt ?? answeredAt(update);
  return earlierDay(named, madeAt);
}

function answeredAt({ times }: StepState): string {
  return times.answeredAt ?? times.begunAt ?? "";
}

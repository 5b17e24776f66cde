import { z } from "zod";
import { dayOf } from "../../lib/days.ts";
import { fromDecimal, type Money } from "../../lib/money.ts";
import type { CampaignState, StepState } from "../model/state/state.ts";
import { type BuyIdentity, buyNamedIn, isSameBuy } from "../model/step/buy-identity.ts";

/** What one change of a buy asked of its seller. */
export interface BuyUpdate {
  /** When it was answered: UTC, ISO 8601. */
  readonly at: string;
  readonly status?: "active" | "paused" | "canceled";
  /** The new last day of the flight; of what is cancelled, the day of that. */
  readonly end?: string;
  /** By package id. */
  readonly packages: ReadonlyMap<string, PackageUpdate>;
}

interface PackageUpdate {
  readonly budget?: Money;
  readonly paused?: boolean;
}

const wireUpdates = z.looseObject({
  status: z.enum(["active", "paused", "canceled"]).optional(),
  end_time: z.string().optional(),
  packages: z
    .array(
      z.looseObject({
        package_id: z.string(),
        budget: z.number().optional(),
        paused: z.boolean().optional(),
      }),
    )
    .default([]),
});

/** The changes of a buy that `holds` lets stand, in the order of the answers. `currency` is the buy's. */
export function updatesOf(
  { steps }: Pick<CampaignState, "steps">,
  buy: BuyIdentity & { readonly currency: string },
  holds: (update: StepState) => boolean,
): BuyUpdate[] {
  return steps
    .filter(
      (one) => one.step.task === "update_media_buy" && isSameBuy(buyNamedIn(one.step), buy) && holds(one),
    )
    .sort((a, b) => answeredAt(a).localeCompare(answeredAt(b)))
    .map((one) => {
      const { status, end_time, packages } = wireUpdates.parse(one.step.arguments["updates"] ?? {});
      const at = answeredAt(one);
      // The wire's end is the first instant after the last day.
      const moved = end_time === undefined ? undefined : dayOf(Date.parse(end_time) - 1);
      return {
        at,
        status,
        end: status === "canceled" ? at.slice(0, 10) : moved,
        packages: new Map(
          packages.map(({ package_id, budget, paused }) => [
            package_id,
            { budget: budget === undefined ? undefined : fromDecimal(budget, buy.currency), paused },
          ]),
        ),
      };
    });
}

function answeredAt({ times }: StepState): string {
  return times.answeredAt ?? times.begunAt ?? "";
}

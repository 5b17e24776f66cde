import type { CampaignState } from "../model/state/state.ts";
import { type BuyIdentity, buyNamedIn, isSameBuy } from "../model/step/buy-identity.ts";
import { budgetNow, liveBuys } from "./live-buys.ts";
import { bindings } from "./still-bound.ts";

/** A buy in our own books, in minor units of its currency. */
export interface BuyBooks {
  /** The budget of each package as it is ordered, changes included, by its id. */
  readonly budgets: ReadonlyMap<string, number>;
  /** What is bound for the buy beyond all of them. */
  readonly spare: number;
  /** Packages of which its seller has agreed to another budget than it shows. */
  readonly coming?: ReadonlySet<string>;
}

export function buyBooks(state: CampaignState, buy: BuyIdentity): BuyBooks {
  const packages = liveBuys(state).find((one) => isSameBuy(one, buy))?.packages ?? [];
  const budgets = new Map(packages.map((one) => [one.packageId, budgetNow(one)]));
  const bound = bindings(state, buy).reduce((sum, { amount }) => sum + amount.minor, 0);
  const ordered = [...budgets.values()].reduce((sum, minor) => sum + minor, 0);
  return { budgets, spare: Math.max(0, bound - ordered), coming: comingTo(buy, state) };
}

function comingTo(buy: BuyIdentity, { steps }: CampaignState): ReadonlySet<string> {
  const agreed = steps
    .filter(({ step, status }) => status === "done" && step.change && isSameBuy(buyNamedIn(step), buy))
    .sort((a, b) => (a.times.answeredAt ?? "").localeCompare(b.times.answeredAt ?? ""))
    .flatMap(({ step, check }) =>
      (step.change?.differences ?? []).flatMap((one) =>
        one.field === "budget" ? [[one.packageId, check] as const] : [],
      ),
    );
  return new Set(
    [...new Map(agreed)].flatMap(([packageId, check]) =>
      check?.made === false && check.accepted === undefined ? [packageId] : [],
    ),
  );
}

import { digest } from "../../../lib/digest.ts";
import { formatMoney, money, proportionUp, toDecimal } from "../../../lib/money.ts";
import type { BuyAction, MediaBuy } from "../../../protocol/records/media-buy.ts";
import { isTerminal, mediaBuyStates } from "../../../protocol/records/states.ts";
import type { ArgumentsOf } from "../../../protocol/tasks/index.ts";
import type { BuyChange, ChangeRequest, Difference } from "../../model/step/buy-change.ts";
import type { Step } from "../../model/step/step.ts";
import type { BuyBooks } from "../buy-books.ts";
import { beyondRights } from "./change-rights.ts";
import { differencesOf } from "./differences.ts";

type Updates = ArgumentsOf<"update_media_buy">["updates"];

/** What a change request comes to on the buy as it stands: what a step of it sends and costs, nothing to do, or why not. */
export type Decision =
  | ({ readonly type: "change" } & Decided)
  | { readonly type: "none" }
  | { readonly type: "refused"; readonly reason: string };

export interface Decided extends Pick<Step, "amount" | "planAmount"> {
  readonly change: BuyChange;
  readonly request: ArgumentsOf<"update_media_buy">;
  /** The same change request on the same revision has the same: what makes a command that is repeated one step. */
  readonly fingerprint: string;
}

/**
 * Decides on the buy as its seller has it booked now. Pure: the same buy and the same change request give the same decision.
 * What it costs is checked against our `books` too: a seller that books more than was ordered makes no new budget cheaper by that.
 */
export function decide(
  change: Omit<BuyChange, "differences">,
  buy: MediaBuy,
  books: BuyBooks = { budgets: new Map(), spare: 0 },
): Decision {
  const { requested, subject, reason } = change;
  const differences = differencesOf(requested, subject, buy, books.coming);
  if ("refused" in differences) return { type: "refused", reason: differences.refused };
  if (differences.length === 0) return { type: "none" };
  const refusal = notAllowed(differences, buy) ?? beyondRights(differences, buy);
  if (refusal !== undefined) return { type: "refused", reason: refusal };
  const updates = updatesOf(differences, requested, reason);
  const request = {
    media_buy_id: subject.mediaBuyId,
    ...(buy.revision === undefined ? {} : { revision: buy.revision }),
    updates,
  };
  const { amount, planAmount } = subject.bought;
  const more = moreOf(differences, books);
  return {
    type: "change",
    change: { ...change, differences },
    request,
    fingerprint: digest([request, differences]).slice(0, 8),
    amount: money(more, amount.currency),
    planAmount: money(
      more === 0 ? 0 : proportionUp(planAmount.minor, more, amount.minor),
      planAmount.currency,
    ),
  };
}

/** How much more the buy may cost, in minor units of its currency: than its seller has booked, and than is bound for it. */
function moreOf(differences: readonly Difference[], { budgets, spare }: BuyBooks): number {
  const over = (before: (one: Extract<Difference, { field: "budget" }>) => number) =>
    differences.reduce((sum, one) => (one.field === "budget" ? sum + one.after.minor - before(one) : sum), 0);
  const bookedBefore = over(({ before }) => before.minor);
  const unbound = over(({ packageId, before }) => budgets.get(packageId) ?? before.minor) - spare;
  return Math.max(0, bookedBefore, unbound);
}

/** The changed fields as the seller wants them. Creatives go with the package that they are for: it never runs without one. */
function updatesOf(
  differences: readonly Difference[],
  requested: ChangeRequest,
  reason: string | undefined,
): Updates {
  const updates: Updates = {};
  const packages = new Map<string, NonNullable<Updates["packages"]>[number]>();
  const packageOf = (package_id: string) => {
    const known = packages.get(package_id) ?? { package_id };
    packages.set(package_id, known);
    return known;
  };
  for (const one of differences) {
    switch (one.field) {
      case "status":
        updates.status = one.after;
        if (one.after === "canceled" && reason !== undefined)
          updates.cancellation_reason = reason.slice(0, 500);
        break;
      case "end":
        updates.end_time = one.after;
        break;
      case "budget":
        packageOf(one.packageId).budget = toDecimal(one.after);
        break;
      case "paused":
        packageOf(one.packageId).paused = one.after;
        break;
      case "creatives":
        if (requested.verb === "swap-creative") packageOf(one.packageId).creatives = [...requested.creatives];
        break;
    }
  }
  if (packages.size > 0) updates.packages = [...packages.values()];
  return updates;
}

/** `decrease mb_1_p1 at harbour.example to EUR 20,000.00` */
export function purposeOf(change: Pick<BuyChange, "requested" | "subject">, agentId: string): string {
  const { requested, subject } = change;
  const where = `${subject.packageId ?? subject.mediaBuyId} at ${agentId}`;
  switch (requested.verb) {
    case "pause":
    case "cancel":
      return `${requested.verb} ${where}`;
    case "unpause":
      return `let ${where} run again`;
    case "decrease":
    case "increase":
      return `${requested.verb} ${where} to ${formatMoney(requested.to)}`;
    case "extend": {
      const cost = requested.to === undefined ? "" : `, with ${formatMoney(requested.to)}`;
      return `extend ${where} until ${requested.until}${cost}`;
    }
    case "swap-creative":
      return `run ${requested.creatives.map(({ creative_id }) => creative_id).join(", ")} in ${where}`;
  }
}

/**
 * Why the seller does not take these differences now, by its own `valid_actions`; undefined where it does. A seller that
 * does not say what it takes is asked, unless the buy is over.
 */
export function notAllowed(differences: readonly Difference[], buy: MediaBuy): string | undefined {
  const id = buy.media_buy_id ?? "the buy";
  const { valid_actions: allowed, status } = buy;
  const wanted = [...new Set(differences.map(actionOf))];
  const refused = allowed === undefined ? [] : wanted.filter((action) => !allowed.includes(action));
  if (refused.length === 0 && !isTerminal(mediaBuyStates, status)) return undefined;
  const takes = allowed === undefined || allowed.length === 0 ? "nothing any more" : allowed.join(", ");
  return `${id} is ${status}: its seller does not take ${(refused.length > 0 ? refused : wanted).join(", ")} now. It takes ${takes}`;
}

function actionOf(difference: Difference): BuyAction {
  switch (difference.field) {
    case "status":
      return statusActions[difference.after];
    case "end":
      return "update_dates";
    case "budget":
      return "update_budget";
    case "paused":
      return "update_packages";
    case "creatives":
      return "sync_creatives";
  }
}

const statusActions = { active: "resume", paused: "pause", canceled: "cancel" } as const;

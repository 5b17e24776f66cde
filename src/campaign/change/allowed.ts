import type { BuyAction, MediaBuy } from "../../protocol/records/media-buy.ts";
import { isTerminal, mediaBuyStates } from "../../protocol/states.ts";
import type { Difference } from "./buy-change.ts";

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

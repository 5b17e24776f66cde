import { z } from "zod";
import type { App } from "../../app.ts";
import { stopScopeSchema } from "../../campaign/model/decisions/stop-order.ts";
import { sellerAt } from "../../campaign/model/derived/seller-at.ts";
import { statesOf } from "../../campaign/model/state/journal.ts";
import type { CampaignState } from "../../campaign/model/state/state.ts";
import { stop as stopSpending } from "../../campaign/stop/stop.ts";
import { campaignsIn } from "../../campaign/stop/stop-orders.ts";
import { sellerName } from "../../lib/address.ts";
import { personOf } from "../caller.ts";
import { campaignNamed } from "../campaigns.ts";
import { operation } from "../operation.ts";
import { stopOutput, stopOutputSchema } from "../outputs/stop-output.ts";

/** Nothing new is started, and every live buy is paused at its seller and read back. */
export const stop = operation({
  input: z.strictObject({ scope: stopScopeSchema, reason: z.string() }),
  output: stopOutputSchema,
  run: async ({ app, note }, { scope, reason }, caller) => {
    if (scope.type === "campaign") await campaignNamed(app, scope.id);
    if (scope.type === "seller") await warnOfStranger(scope.id, app, note);
    return stopOutput(await stopSpending(scope, { by: personOf(caller), reason }, app));
  },
});

/** A seller may be stopped before anything was bought from it; a slip of the pen must not pass for that unseen. */
async function warnOfStranger(sellerId: string, { ledger }: App, note: (line: string) => void) {
  const states = await statesOf(ledger, await campaignsIn(ledger));
  const known = new Set(states.flatMap(namesIn));
  if (![...known].some((id) => sellerName(id) === sellerName(sellerId)))
    note(`warning: nothing was ever sent to ${sellerId}. Known: ${[...known].join(", ") || "nobody"}`);
}

/** Whom something was sent to, under each name that its seller is known by. */
function namesIn(state: CampaignState): string[] {
  return state.steps.flatMap(({ step }) => [step.agentId, ...sellerAt(state, step.agentId).names]);
}

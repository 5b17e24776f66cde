import { z } from "zod";
import { stopScopeSchema } from "../../campaign/model/decisions/stop-order.ts";
import { release as liftAndResume } from "../../campaign/stop/release.ts";
import { personOf, refuseForms } from "../caller.ts";
import { campaignNamed } from "../campaigns.ts";
import { operation } from "../operation.ts";
import { type ReleaseOutput, releaseOutputSchema } from "../outputs/stop-output.ts";
import { UsageError } from "../usage-error.ts";

/** Lifts the stop order with exactly this scope: money may flow again. */
export const release = operation({
  input: z.strictObject({
    scope: stopScopeSchema,
    resumeBuys: z.boolean().default(false).describe("also lets the buys run again that the stop paused"),
  }),
  output: releaseOutputSchema,
  run: async ({ app }, { scope, resumeBuys }, caller): Promise<ReleaseOutput> => {
    // Whom a company's login has named as one who decides may lift the order alone by a form.
    if (resumeBuys || caller.roles?.includes("approver") !== true) refuseForms(caller, "the stop stands");
    if (scope.type === "campaign") await campaignNamed(app, scope.id);
    const stopFile = app.stopOrders.stopFile();
    if (stopFile !== undefined) throw new UsageError(`${stopFile} stops everything: remove it first`);
    const resumed = await liftAndResume(scope, { by: personOf(caller), resumeBuys }, app);
    return { command: "release", scope, resumed, inForce: await app.stopOrders.orders() };
  },
});

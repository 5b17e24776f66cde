import { z } from "zod";
import { waitingOf } from "../../campaign/run/waiting.ts";
import { campaignInput, stateNamed } from "../campaigns.ts";
import { operation } from "../operation.ts";
import { campaignOutput, campaignOutputSchema, withheldOf } from "../outputs/campaign-output.ts";
import { orderOutput } from "../outputs/stop-output.ts";

/** How one campaign stands, with its report. */
export const campaign = operation({
  name: "campaign",
  effect: "reads",
  input: z.strictObject(campaignInput),
  output: campaignOutputSchema,
  run: async (desk, { campaign: named }) => {
    const state = await stateNamed(desk, named);
    const waiting = waitingOf(state, Date.now());
    const inForce = (await desk.app.stopOrders.orders()).filter(
      ({ scope }) => scope.type === "all" || (scope.type === "campaign" && scope.id === state.id),
    );
    const orders = inForce.length > 0 ? inForce.map(orderOutput) : undefined;
    const withheld = withheldOf(state, desk.settings);
    return campaignOutput(state, { command: "status", executed: true, waiting, orders, withheld });
  },
});

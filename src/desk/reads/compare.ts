import { z } from "zod";
import { keepComparison } from "../comparisons.ts";
import { drive } from "../drive.ts";
import { explain } from "../explain.ts";
import { operation } from "../operation.ts";
import { campaignOutput, campaignOutputSchema } from "../outputs/campaign-output.ts";
import { briefInputSchema, briefOf } from "../read-brief.ts";
import { withScenarios } from "../with-scenarios.ts";

/** Asks all sellers and ranks their offers, or goes on to a plan. Keeps nothing but what `whatif` needs. */
export const compare = operation({
  name: "compare",
  effect: "reads",
  input: z.strictObject({
    brief: briefInputSchema,
    until: z.enum(["ranking", "plan"]).default("ranking"),
    explain: z.boolean().default(false).describe("a configured model reads the offers and words the plan"),
  }),
  output: campaignOutputSchema,
  run: async (desk, { brief, until, explain: explained }) => {
    const { dry, observe, home } = desk;
    const campaignId = await dry.begin(await briefOf(brief, desk), { observe });
    const ports = await dry.ports(campaignId, observe);
    const waiting = await drive(ports, until, desk);
    await keepComparison(dry.ledger, campaignId, home);
    const explanation = explained ? await explain(ports, desk) : undefined;
    const state = ports.journal.state();
    return campaignOutput(until === "plan" ? await withScenarios(state, desk) : state, {
      command: until === "plan" ? "plan" : "compare",
      executed: false,
      waiting,
      ...(explanation === undefined ? {} : { explanation }),
    });
  },
});

import { z } from "zod";
import { campaignsIn } from "../../campaign/stop/stop-orders.ts";
import { keepComparison } from "../comparisons.ts";
import type { Desk } from "../desk.ts";
import { drive, refuseWithoutRegistry } from "../drive.ts";
import { explain } from "../explain.ts";
import { operation } from "../operation.ts";
import { type CampaignOutput, campaignOutput, campaignOutputSchema } from "../outputs/campaign-output.ts";
import { briefInputSchema, briefOf } from "../read-brief.ts";
import { withScenarios } from "../with-scenarios.ts";

const input = z.strictObject({
  brief: briefInputSchema,
  explain: z.boolean().default(false).describe("a configured model reads the offers and words the plan"),
});

/** Asks all sellers and ranks their offers. Keeps nothing but what `what-if` needs. */
export const compare = operation({
  input,
  output: campaignOutputSchema,
  run: (desk, asked) => compared("compare", desk, asked),
});

/** The same, and splits the budget. */
export const plan = operation({
  input,
  output: campaignOutputSchema,
  run: (desk, asked) => compared("plan", desk, asked),
});

async function compared(
  command: "compare" | "plan",
  desk: Desk,
  { brief, explain: explained }: z.output<typeof input>,
): Promise<CampaignOutput> {
  const { dry, observe, home } = desk;
  const asked = await briefOf(brief, desk);
  refuseWithoutRegistry(desk);
  const known = await dry.begin(asked, { observe });
  // On a built-in sandbox what was begun stays with its own sellers: a plan that follows is another campaign's.
  const again = desk.simulation !== undefined && (await campaignsIn(desk.app.ledger)).includes(known);
  const campaignId = again ? await dry.begin(asked, { observe, again }) : known;
  const ports = await dry.ports(campaignId, observe);
  const waiting = await drive(ports, command === "plan" ? "plan" : "ranking", desk);
  await keepComparison(dry.ledger, campaignId, home);
  const explanation = explained ? await explain(ports, desk) : undefined;
  const state = ports.journal.state();
  return campaignOutput(command === "plan" ? await withScenarios(state, desk) : state, {
    command,
    executed: false,
    waiting,
    explanation,
  });
}

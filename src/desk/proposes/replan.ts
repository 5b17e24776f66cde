import { z } from "zod";
import { withChanges } from "../../campaign/plan/scenario-change.ts";
import { scenarios } from "../../campaign/plan/scenarios.ts";
import { changeBrief } from "../../campaign/run/change-brief.ts";
import { askersOf, modelMark } from "../caller.ts";
import { drive, refuseGone } from "../drive.ts";
import { operation } from "../operation.ts";
import { campaignOutput, campaignOutputSchema } from "../outputs/campaign-output.ts";
import { recordedOffers } from "../reads/what-if.ts";
import { UsageError } from "../usage-error.ts";
import { changeOptions, scenariosWritten } from "../whatif-changes.ts";
import { withScenarios } from "../with-scenarios.ts";

/**
 * Makes a plan that `whatif` has shown the campaign's own, before anything is bought. It plans and buys nothing: the orders are
 * proposed when the campaign goes on, and go through the gate like all.
 */
export const replan = operation({
  name: "replan",
  effect: "proposes",
  input: z.strictObject({
    campaign: z.string(),
    basis: z.string().describe("as `whatif` returned it: what was shown is what is planned"),
    changes: z
      .array(z.strictObject({ option: z.enum(changeOptions), value: z.string() }))
      .min(1)
      .describe("one scenario, as `whatif` takes it"),
  }),
  output: campaignOutputSchema,
  needsOperator: () => false,
  waitsForNamed: true,
  run: async (desk, { campaign, basis, changes: written }, caller) => {
    const { app, home } = desk;
    const { state, request, plan, isCampaign } = await recordedOffers(app, home, campaign);
    if (!isCampaign) throw new UsageError(`${campaign} is a comparison and no campaign: run its brief`);
    refuseGone(state, desk);
    const [wanted, ...others] = scenariosWritten(written, request);
    if (wanted === undefined || others.length > 0) throw new UsageError("these are changes of several plans");
    const [shown] = await scenarios([wanted], { plan, request });
    if (shown === undefined || shown.lines === 0)
      throw new UsageError(`${campaign}: no plan is possible with ${shown?.change ?? wanted.name}`);
    const { brief, offers } = withChanges(wanted.changes, request);
    const kept = new Set(offers.map(({ id }) => id));
    const ports = await app.ports(campaign, desk.observe);
    const why = await changeBrief(
      ports,
      {
        brief,
        without: request.offers.flatMap(({ id }) => (kept.has(id) ? [] : [id])),
        change: shown.change,
        requestedBy: askersOf(caller),
        ...modelMark(caller),
      },
      basis,
    );
    if (why !== undefined) throw new UsageError(`${campaign}: the plan stays as it is: ${why}`);
    const waiting = await drive(ports, "plan", desk);
    return campaignOutput(await withScenarios(ports.journal.state(), desk), {
      command: "plan",
      executed: true,
      waiting,
    });
  },
});

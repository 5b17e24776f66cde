import { z } from "zod";
import { withChanges } from "../../campaign/plan/scenario-change.ts";
import { scenarios } from "../../campaign/plan/scenarios.ts";
import { changeBrief } from "../../campaign/run/change-brief.ts";
import { askersOf, modelMark } from "../caller.ts";
import { drive, refuseGone } from "../drive.ts";
import { editedAmountSchema, editedPlan } from "../edited-plan.ts";
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
      .default([])
      .describe("one scenario, as `whatif` takes it; the limits of `amounts` where there are some"),
    amounts: z
      .array(editedAmountSchema)
      .optional()
      .describe("what each package is to get, as `whatif` takes it: the plan becomes exactly that"),
  }),
  output: campaignOutputSchema,
  needsOperator: () => false,
  waitsForNamed: true,
  run: async (desk, { campaign, basis, changes: written, amounts }, caller) => {
    const { app, home } = desk;
    const { state, request, plan, isCampaign } = await recordedOffers(app, home, campaign);
    if (!isCampaign) throw new UsageError(`${campaign} is a comparison and no campaign: run its brief`);
    refuseGone(state, desk);
    const limits = scenariosWritten(written, request);
    const [wanted, ...others] = limits;
    if (others.length > 0) throw new UsageError("these are changes of several plans");
    if (wanted === undefined && amounts === undefined)
      throw new UsageError("nothing is changed: name a change, or hand in the edited amounts");
    const { shown, amounts: set } =
      amounts === undefined
        ? { shown: (await scenarios(limits, { plan, request }))[0], amounts: undefined }
        : await asEdited(campaign, amounts, { plan, request, limits });
    if (shown === undefined || shown.lines === 0)
      throw new UsageError(`${campaign}: no plan is possible with ${shown?.change ?? wanted?.name}`);
    const { brief, offers } = withChanges(wanted?.changes ?? [], request);
    const kept = new Set(offers.map(({ id }) => id));
    const ports = await app.ports(campaign, desk.observe);
    const why = await changeBrief(
      ports,
      {
        brief,
        without: request.offers.flatMap(({ id }) => (kept.has(id) ? [] : [id])),
        change: shown.change,
        requestedBy: askersOf(caller),
        ...(set && { byHand: { by: askersOf(caller), amounts: set } }),
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

/** Throws where not every row is taken and every limit kept: a plan is made of what its planner wrote, or not at all. */
async function asEdited(campaign: string, ...[amounts, recorded]: Parameters<typeof editedPlan>) {
  const { edited, scenario, byHand } = await editedPlan(amounts, recorded);
  const { rejected, broken } = edited;
  if (rejected.length + broken.length > 0)
    throw new UsageError(
      [
        `${campaign}: the plan stays as it is`,
        ...rejected,
        ...broken,
        ...(broken.length > 0
          ? ["A limit of the brief is changed in the same command: `--max-share`, `--channel`, `--budget`"]
          : []),
      ].join("\n"),
    );
  if (scenario === undefined)
    throw new UsageError(`${campaign}: no amount is changed: the plan stays as it is`);
  return { shown: scenario, amounts: byHand };
}

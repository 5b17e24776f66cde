import { z } from "zod";
import type { BriefChange, CampaignEvent } from "../../campaign/model/state/events.ts";
import type { CampaignState } from "../../campaign/model/state/state.ts";
import type { PlanRequest } from "../../campaign/plan/make-plan.ts";
import { withChanges } from "../../campaign/plan/scenario-change.ts";
import { requestUnder, scenarios } from "../../campaign/plan/scenarios.ts";
import { findingsOn } from "../../campaign/preflight/check-before-buying.ts";
import { changeBrief, unchangeable } from "../../campaign/run/change-brief.ts";
import { planAsSet } from "../../campaign/steps/plan-as-set.ts";
import { digest } from "../../lib/digest.ts";
import { askersOf, modelMark } from "../caller.ts";
import { keepOtherPlan } from "../comparisons.ts";
import type { Desk } from "../desk.ts";
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
 * proposed when the campaign goes on, and go through the gate like all. A plan that has not begun is begun as it was made last.
 */
export const replan = operation({
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
    reason: z.string().optional().describe("why, in the person's words: it stands with the plan"),
  }),
  output: campaignOutputSchema,
  needsOperator: () => false,
  waitsForNamed: true,
  run: async (desk, { campaign, basis, changes: written, amounts, reason }, caller) => {
    const { app, home } = desk;
    const { state, request, plan, isCampaign } = await recordedOffers(app, home, campaign);
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
    const changed = withChanges(wanted?.changes ?? [], request);
    const { brief, offers } = changed;
    const kept = new Set(offers.map(({ id }) => id));
    const byHand = set && { by: askersOf(caller), ...(reason && { reason }), amounts: set };
    const change: BriefChange = {
      brief,
      without: request.offers.flatMap(({ id }) => (kept.has(id) ? [] : [id])),
      change: reason ? `${shown.change}: ${reason}` : shown.change,
      requestedBy: askersOf(caller),
      ...(byHand && { byHand }),
      ...modelMark(caller),
    };
    if (!isCampaign)
      return campaignOutput(
        await replanKept(state, { request: requestUnder(changed, request), change, basis }, desk),
        { command: "plan", executed: false, waiting: [] },
      );
    const ports = await app.ports(campaign, desk.observe);
    const why = await changeBrief(ports, change, basis);
    if (why !== undefined) throw new UsageError(`${campaign}: the plan stays as it is: ${why}`);
    const waiting = await drive(ports, "plan", desk);
    return campaignOutput(await withScenarios(ports.journal.state(), desk), {
      command: "plan",
      executed: true,
      waiting,
    });
  },
});

/** The plan as it is when it begins, in the place of the one that was shown. */
async function replanKept(
  state: CampaignState,
  replanning: { readonly request: PlanRequest; readonly change: BriefChange; readonly basis: string },
  { home, now, dry }: Desk,
): Promise<CampaignState> {
  const { request, change, basis } = replanning;
  const why = unchangeable(state, basis);
  if (why !== undefined) throw new UsageError(`${state.id}: the plan stays as it is: ${why}`);
  const { byHand } = change;
  const { byHand: _, ...withoutHand } = request;
  const { ranking } = request;
  const plan = await planAsSet({ ...withoutHand, ...(byHand && { byHand }) });
  const events: readonly (readonly [CampaignEvent, string])[] = [
    [{ type: "brief-changed", ...change }, `brief/${basis}`],
    [{ type: "offers-ranked", ranking }, `stage/rank/${basis}`],
    [{ type: "plan-made", plan }, "stage/plan"],
  ];
  const keep = (all: typeof events) =>
    keepOtherPlan(
      home,
      state.id,
      all.map(([event, key]) => ({ event, key })),
      now(),
    );
  const findings = await findingsOn(keep(events), await dry.ports(state.id));
  const preflight = { planDigest: digest(plan), turn: state.preflight?.turn ?? 1, findings };
  return keep([...events, [{ type: "preflight-checked", preflight }, "stage/check"]]);
}

/** Throws where not every row is taken and every limit kept: a plan is made of what its planner wrote, or not at all. */
async function asEdited(campaign: string, ...[amounts, recorded]: Parameters<typeof editedPlan>) {
  const { edited, scenario, byHand } = await editedPlan(amounts, recorded);
  const { rejected, broken } = edited;
  if (rejected.length + broken.length > 0)
    throw new UsageError(
      [
        `${campaign}: the plan stays as it is`,
        ...[...rejected, ...broken].map(({ text }) => text),
        ...(broken.length > 0
          ? ["A limit of the brief is changed in the same command: `--max-share`, `--channel`, `--budget`"]
          : []),
      ].join("\n"),
    );
  if (scenario === undefined)
    throw new UsageError(`${campaign}: nothing is changed: the plan stays as it is`);
  return { shown: scenario, amounts: byHand };
}

import { z } from "zod";
import type { App } from "../../app.ts";
import { overlaps } from "../../brief/brief.ts";
import { writeBrief } from "../../brief/reader/write-brief.ts";
import { deskRules } from "../../campaign/govern/files/desk-rules.ts";
import { isOnSandbox } from "../../campaign/model/derived/sandbox-mark.ts";
import { stateOf } from "../../campaign/model/state/journal.ts";
import { makePlan } from "../../campaign/plan/make-plan.ts";
import { planRequest } from "../../campaign/plan/plan-request.ts";
import { withChanges } from "../../campaign/plan/scenario-change.ts";
import { defaultScenarios, type Scenario, scenarioOf, scenarios } from "../../campaign/plan/scenarios.ts";
import { basisOf, fixedBy } from "../../campaign/run/change-brief.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import { type Described, described, each, fields } from "../../lib/described.ts";
import { moneySchema } from "../../lib/money.ts";
import { count, range } from "../../report/blocks/schema.ts";
import { begunCampaigns, needsSandbox } from "../campaigns.ts";
import { keptComparison, keptComparisons, newestComparison } from "../comparisons.ts";
import { editedAmountSchema, editedPlan, editedSchema } from "../edited-plan.ts";
import { operation } from "../operation.ts";
import { UsageError } from "../usage-error.ts";
import { changeOptions, scenariosWritten } from "../whatif-changes.ts";

const share = z.number().describe("0 to 1 of the budget");
const changeSchema = z.discriminatedUnion("type", [
  fields({ type: z.literal("budget-by"), share: z.number().describe("-0.2 is 20 % less") }),
  fields({ type: z.literal("budget"), amount: moneySchema }),
  fields({ type: z.literal("max-share"), share }),
  fields({ type: z.literal("max-cpm"), price: moneySchema }),
  fields({ type: z.literal("channel-share"), channel: z.string(), min: share, max: share }),
  fields({ type: z.literal("without-seller"), sellerId: z.string() }),
  fields({ type: z.literal("without-channel"), channel: z.string() }),
  fields({ type: z.literal("spend"), spend: z.enum(["all", "to_target"]) }),
]);

const scenarioSchema = fields({
  name: z.string(),
  change: z.string().describe("what is otherwise, in words"),
  changes: z
    .array(changeSchema)
    .describe("the same as data; none of the plan itself and of amounts that were set by hand"),
  total: moneySchema.describe("what would be spent, brief's currency"),
  lines: count.describe("packages"),
  sellers: count,
  expectedImpressions: range,
  cpm: z
    .number()
    .optional()
    .describe("price of 1,000 expected impressions, minor units of the brief's currency"),
  reach: fields({
    low: count.describe("the largest package alone"),
    expected: count,
    overlap: z.enum([...overlaps, "given"]),
    high: count.describe("as if no person was reached twice"),
    assumption: z.string(),
    without: z.array(z.string()).describe("packages that state no reach and are not in it"),
  })
    .optional()
    .describe("people reached: bounds, and no one figure"),
  goal: fields({
    metric: z.string(),
    expected: range,
    cost: range.optional().describe("minor units, as in the report's answer"),
    target: fields({ metric: z.string(), target: z.number().optional() })
      .optional()
      .describe("the brief's KPI; absent where it names none"),
    reached: range
      .optional()
      .describe("where the plan stands, in the KPI's own unit; absent where that is not known"),
    share: z.number().optional().describe("expected part of the brief's target; 1 is on target"),
  })
    .optional()
    .describe("what the split makes most of, and how far it gets"),
  proof: fields({
    objective: z.string().optional().describe("what the split is best for"),
    solver: z.enum(["highs", "greedy"]),
    outcome: z.enum(["optimal", "limit", "heuristic"]),
    gap: z.number().optional().describe("0 to 1: how much better a plan could at most be"),
    nextThousand: z.string().optional(),
    note: z.string().optional(),
  }).optional(),
  conflict: each({ text: z.string(), dropping: z.string(), upTo: z.string().optional() })
    .optional()
    .describe("no plan is possible: requirements that cannot all be met, and what dropping each would give"),
  differences: z.array(z.string()).describe("against the plan, line by line"),
  moved: each({
    product: z.string(),
    sellerId: z.string(),
    before: moneySchema.optional().describe("absent where the plan does not have it"),
    after: moneySchema.optional().describe("absent where it is gone"),
  }).describe("the lines of `differences` as data"),
});

/** What `whatif` prints with `--json`. */
export const whatifOutputSchema = fields({
  command: z.literal("whatif"),
  campaign: z.string(),
  begunAt: z.string().optional().describe("when its sellers were asked: UTC, ISO 8601"),
  offers: count.describe("offers that it is computed from; no seller was asked again"),
  basis: z.string().optional().describe("names plan and offers for `replan`; absent where it would refuse"),
  fixed: z.string().optional().describe("why `replan` would refuse"),
  brief: z
    .string()
    .optional()
    .describe("of a comparison without a plan: the text of its brief.yaml with the one scenario's changes"),
  plan: scenarioSchema,
  edited: editedSchema.optional(),
  scenarios: z.array(scenarioSchema),
});
type WhatifOutput = Described<typeof whatifOutputSchema>;

/** Without how the search went: that is the ledger's matter. */
function scenarioOutput({ conflict, ...scenario }: Scenario): WhatifOutput["scenarios"][number] {
  const { total, expectedImpressions: expected } = scenario;
  return described(scenarioSchema, {
    ...scenario,
    ...(expected.mid > 0 && { cpm: (total.minor * 1000) / expected.mid }),
    conflict: conflict?.wishes,
  });
}

/** Other plans from the offers that are known. Asks nobody and records nothing. */
export const whatIf = operation({
  input: fields({
    campaign: z.string().optional().describe("its id; what was compared or begun last where absent"),
    changes: each({ option: z.enum([...changeOptions, "or"]), value: z.string() })
      .default([])
      .describe(
        "as whatif's flags write them, in order; `or` begins another scenario; the usual ones where empty",
      ),
    amounts: z
      .array(editedAmountSchema)
      .optional()
      .describe(
        "what each package is to get instead, checked against the limits, as `changes` change them; what is not named gets nothing",
      ),
  }),
  output: whatifOutputSchema,
  run: async ({ app, home, progress }, { campaign, changes, amounts }): Promise<WhatifOutput> => {
    const { state, request, plan, isCampaign } = await recordedOffers(app, home, campaign);
    const fixed = fixedBy(state);
    const written = scenariosWritten(changes, request);
    const [only, ...others] = written;
    const isForBrief = !isCampaign && fixed !== undefined && only !== undefined && others.length === 0;
    const byHand = amounts && (await editedPlan(amounts, { plan, request, limits: written }));
    const requests = byHand ? [] : changes.length > 0 ? written : defaultScenarios(plan);
    return {
      command: "whatif",
      campaign: state.id,
      begunAt: state.begunAt,
      offers: request.offers.length,
      ...(fixed === undefined ? { basis: basisOf(state) } : { fixed }),
      ...(isForBrief && { brief: writeBrief(withChanges(only.changes, request).brief) }),
      plan: scenarioOutput(scenarioOf(plan, request.offers, "the plan", "as it is")),
      edited: byHand?.edited,
      scenarios: [
        ...(byHand?.scenario ? [byHand.scenario] : []),
        ...(await scenarios(requests, { plan, request, progress })),
      ].map(scenarioOutput),
    };
  },
});

/**
 * What a campaign was offered: one of the ledger (`isCampaign`), else one that was only compared, with its plan, or the one that would
 * follow its ranking. Throws a UsageError where there is none.
 */
export async function recordedOffers({ ledger, onSandbox }: App, home: string, named: string | undefined) {
  const bought = await begunCampaigns(ledger);
  const compared = keptComparisons(home);
  const campaignId = named ?? (await newestOf(ledger, bought[0], home)) ?? "";
  const states = [
    ...(bought.includes(campaignId) ? [{ state: await stateOf(ledger, campaignId), isCampaign: true }] : []),
    ...(compared.includes(campaignId)
      ? [{ state: keptComparison(home, campaignId).state, isCampaign: false }]
      : []),
  ];
  for (const { state, isCampaign } of states) {
    const request = planRequest(state, deskRules(state));
    if (request !== undefined)
      return { state, request, plan: state.plan ?? (await makePlan(request)), isCampaign };
  }
  if (states.length > 0) throw new UsageError(`${campaignId}: no offers were compared for it yet`);
  if (isOnSandbox({ id: campaignId }) && !onSandbox) throw new UsageError(needsSandbox(campaignId));
  const known = [...new Set([...bought, ...compared])].slice(0, 10);
  throw new UsageError(
    known.length === 0
      ? "no campaign has been compared here yet; start with `flightdesk compare <brief>`"
      : `there is no campaign ${campaignId}. Known: ${known.join(", ")}`,
  );
}

/** The campaign that was begun last, unless something was compared since. */
async function newestOf(ledger: Ledger, begun: string | undefined, home: string) {
  const compared = newestComparison(home);
  if (begun === undefined || compared === undefined) return begun ?? compared?.id;
  const { begunAt = "" } = await stateOf(ledger, begun);
  return begunAt > (compared.begunAt ?? "") ? begun : compared.id;
}

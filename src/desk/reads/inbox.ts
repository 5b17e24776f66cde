import { z } from "zod";
import { asksForWhole, decisionOf } from "../../campaign/approvals/amount-at-stake.ts";
import { inbox as waitingIn, waitingStepSchema } from "../../campaign/approvals/inbox.ts";
import { waitingPlan, waitingPlanSchema } from "../../campaign/approvals/plan-inbox.ts";
import { nameOf } from "../../campaign/model/derived/sandbox-mark.ts";
import type { Ports } from "../../campaign/model/state/ports.ts";
import { type CampaignState, stepOf } from "../../campaign/model/state/state.ts";
import { campaignsIn } from "../../campaign/stop/stop-orders.ts";
import { cleanText } from "../../lib/clean-text.ts";
import { dayOf } from "../../lib/days.ts";
import { each, fields } from "../../lib/described.ts";
import { packageName } from "../../report/account/buys.ts";
import { vendorName } from "../../report/today/line-figures.ts";
import { campaignNamed, waitingStep } from "../campaigns.ts";
import { operation } from "../operation.ts";
import { commandsFor, planCommand } from "../outputs/decision-commands.ts";
import { notPlacedOf, notPlacedSchema } from "../outputs/not-placed.ts";
import { inWords, orderedPackageSchema, orderedPackages } from "../outputs/ordered-packages.ts";
import { reallocationSchema, shownReallocation } from "../outputs/reallocations-output.ts";
import { UsageError } from "../usage-error.ts";

const longestName = 60;

/** What `inbox` prints with `--json`. */
export const inboxOutputSchema = fields({
  command: z.literal("inbox"),
  waiting: z.array(
    waitingStepSchema.extend({
      products: z
        .array(z.string())
        .optional()
        .describe("of the lines that it is about, in their sellers' words; absent where it is about none"),
      vendor: z.string().describe("its seller, as the registry names it"),
      packages: z.array(orderedPackageSchema).describe("that it orders; none where it is not an order"),
      move: reallocationSchema.optional().describe("of money between lines, which it asks about as a whole"),
      commands: fields({ approve: z.string(), reject: z.string() }),
    }),
  ),
  plans: z
    .array(
      waitingPlanSchema.extend({
        inWords: z
          .array(orderedPackageSchema)
          .describe("the packages with their products' names and how each holds what the brief asks"),
        command: z.string(),
      }),
    )
    .describe("plans of which orders wait, to be approved as a whole"),
  notPlaced: each({ campaignId: z.string(), campaignName: z.string(), ...notPlacedSchema.shape })
    .describe(
      "freed money that no line has: nothing waits for it, and a person may place it or let it stay idle; absent where there is none",
    )
    .optional(),
});

function productsOf(lineIds: readonly string[], state: CampaignState): string[] {
  const lines = state.plan?.lines.filter(({ lineId }) => lineIds.includes(lineId)) ?? [];
  return [...new Set(lines.map((line) => cleanText(packageName(state, line), longestName)))];
}

/** What waits in one campaign. */
async function waitingOf(ports: Ports) {
  const state = ports.journal.state();
  const { notPlaced } = notPlacedOf(state, dayOf(ports.clock.now()));
  const [waiting, plan] = await Promise.all([waitingIn(ports), waitingPlan(ports)]);
  return {
    waiting: waiting.map((one) => {
      const current = stepOf(state, one.stepId);
      const step = current?.step;
      const move =
        current && asksForWhole(current) ? decisionOf(step?.change?.reallocation, state) : undefined;
      return {
        ...one,
        vendor: vendorName(one.seller, state),
        packages: step === undefined ? [] : orderedPackages(step, state),
        ...(step !== undefined && step.lineIds.length > 0 && { products: productsOf(step.lineIds, state) }),
        ...(move && { move: shownReallocation(move, state) }),
        commands: commandsFor(one),
      };
    }),
    plans:
      plan === undefined
        ? []
        : [
            {
              ...plan,
              inWords: plan.packages.map((ordered) => inWords(ordered, state)),
              command: planCommand(plan),
            },
          ],
    notPlaced:
      notPlaced === undefined ? [] : [{ campaignId: state.id, campaignName: nameOf(state), ...notPlaced }],
  };
}

/** Every step that waits for a person, or the one that is named, with all that is needed to decide about it. */
export const inbox = operation({
  input: fields({
    step: z.string().optional().describe("id of the one step that is wanted"),
    campaign: z
      .string()
      .optional()
      .describe("the step's; where absent the newest in which it waits, or all where no step is named"),
  }),
  output: inboxOutputSchema,
  run: async ({ app }, { step: stepId, campaign }) => {
    const ids =
      stepId !== undefined
        ? [await waitingStep(app, stepId, campaign)]
        : campaign !== undefined
          ? [await campaignNamed(app, campaign)]
          : await campaignsIn(app.ledger);
    const ports = await Promise.all(ids.map((id) => app.ports(id)));
    const all = await Promise.all(ports.map(waitingOf));
    const waiting = all.flatMap((one) => one.waiting).filter((one) => one.stepId === (stepId ?? one.stepId));
    if (stepId !== undefined && waiting.length === 0)
      throw new UsageError(`step ${stepId} waits for nobody any more`);
    const notPlaced = stepId === undefined ? all.flatMap((one) => one.notPlaced) : [];
    return {
      command: "inbox",
      waiting,
      plans: all.flatMap(({ plans }) => plans),
      ...(notPlaced.length > 0 && { notPlaced }),
    } as const;
  },
});

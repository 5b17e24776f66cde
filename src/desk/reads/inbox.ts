import { z } from "zod";
import { type WaitingStep, inbox as waitingIn } from "../../campaign/approvals/inbox.ts";
import { type WaitingPlan, waitingPlan } from "../../campaign/approvals/plan-inbox.ts";
import { nameOf } from "../../campaign/model/derived/sandbox-mark.ts";
import type { Ports } from "../../campaign/model/state/ports.ts";
import { type CampaignState, stepOf } from "../../campaign/model/state/state.ts";
import { campaignsIn } from "../../campaign/stop/stop-orders.ts";
import { cleanText } from "../../lib/clean-text.ts";
import { moneySchema } from "../../lib/money.ts";
import { priceSchema } from "../../lib/price.ts";
import { packageName } from "../../report/account/buys.ts";
import { campaignNamed, waitingStep } from "../campaigns.ts";
import { operation } from "../operation.ts";
import { commandsFor, planCommand } from "../outputs/decision-commands.ts";
import { notPlacedOf, notPlacedSchema } from "../outputs/not-placed.ts";
import {
  inWords,
  type OrderedPackage,
  orderedPackageSchema,
  orderedPackages,
} from "../outputs/ordered-packages.ts";
import { UsageError } from "../usage-error.ts";

const strings = z.array(z.string());
const longestName = 60;
const changeSchema = z.strictObject({
  field: z.string(),
  of: z
    .enum(["status", "end", "budget", "paused", "creatives"])
    .optional()
    .describe("of a change of a buy: what of it"),
  before: z.string().optional(),
  after: z.string().optional(),
});

const approvalsSchema = z.strictObject({
  needed: z.number().int().describe("how many different people must approve"),
  by: strings.describe("who has"),
  problems: strings.describe("why approvals that were given do not hold or are not enough"),
});

const nobodyNamedSchema = z
  .literal(true)
  .optional()
  .describe("a model asked for it and no approver is named, so that nobody can approve it yet");

/** What `inbox` prints with `--json`. */
export const inboxOutputSchema = z.strictObject({
  command: z.literal("inbox"),
  waiting: z.array(
    z.strictObject({
      campaignId: z.string(),
      campaignName: z.string(),
      requestedBy: strings.describe("names of whoever asked for the campaign, and for the change"),
      stepId: z.string(),
      task: z.string(),
      seller: z.string(),
      purpose: z.string(),
      products: strings
        .optional()
        .describe("of the lines that it is about, in their sellers' words; absent where it is about none"),
      requiredBy: z.enum([
        "policy",
        "model",
        "console",
        "preflight",
        "governance",
        "condition",
        "approvers",
        "seller",
      ]),
      reasons: strings,
      total: moneySchema.describe("what it may cost at most, in the seller's currency"),
      planTotal: moneySchema.describe("the same in the brief's currency"),
      flight: z.strictObject({ start: z.string(), end: z.string() }).optional(),
      digest: z.string().describe("SHA-256 of the arguments that an approval is bound to"),
      seen: z.string().describe("digest of all that a decision rests on: `approve` wants it"),
      packages: z.array(orderedPackageSchema).describe("that it orders; none where it is not an order"),
      arguments: z.array(z.strictObject({ field: z.string(), value: z.string() })),
      changes: z.array(changeSchema).describe("what is different from the step that it replaces"),
      buyChanges: z
        .array(changeSchema)
        .optional()
        .describe("what it makes of a running buy, where it changes one"),
      asBooked: z
        .array(changeSchema)
        .optional()
        .describe(
          "where it is bought: what was ordered, and as its seller holds it; a yes takes that as it stands",
        ),
      approvals: approvalsSchema,
      typeTotal: z.boolean().describe("true where the person types the total at the terminal"),
      nobodyNamed: nobodyNamedSchema,
      until: z.string().optional().describe("when it is refused if nobody decides"),
      commands: z.strictObject({ approve: z.string(), reject: z.string() }),
    }),
  ),
  plans: z
    .array(
      z.strictObject({
        campaignId: z.string(),
        campaignName: z.string(),
        requestedBy: strings,
        digest: z.string().describe("SHA-256 of the terms that an approval is bound to"),
        total: moneySchema.describe("of all that is still to be ordered, in the brief's currency"),
        packages: z.array(
          z.strictObject({
            lineId: z.string(),
            seller: z.string(),
            product: z.string(),
            option: z.string(),
            start: z.string(),
            end: z.string(),
            budget: moneySchema.describe("at most, in the seller's currency"),
            amount: moneySchema.describe("the same in the brief's currency"),
            price: priceSchema.optional(),
            bid: priceSchema.optional(),
          }),
        ),
        inWords: z
          .array(orderedPackageSchema)
          .describe("the packages with their products' names and how each holds what the brief asks"),
        reasons: strings,
        steps: strings.describe("ids of the steps that wait now and that one approval opens"),
        approvals: approvalsSchema,
        typeTotal: z.boolean().describe("true where the person types the total at the terminal"),
        nobodyNamed: nobodyNamedSchema,
        until: z.string().optional().describe("when the first of those steps is refused if nobody decides"),
        command: z.string(),
      }),
    )
    .describe("plans of which orders wait, to be approved as a whole"),
  notPlaced: z
    .array(z.strictObject({ campaignId: z.string(), campaignName: z.string(), ...notPlacedSchema.shape }))
    .describe(
      "freed money that no line has: nothing waits for it, and a person may place it or let it stay idle; absent where there is none",
    )
    .optional(),
});
export interface InboxOutput {
  readonly command: "inbox";
  readonly waiting: readonly (WaitingStep & {
    readonly packages: readonly OrderedPackage[];
    readonly products?: readonly string[];
    readonly commands: ReturnType<typeof commandsFor>;
  })[];
  readonly plans: readonly (WaitingPlan & {
    readonly inWords: readonly OrderedPackage[];
    readonly command: string;
  })[];
  readonly notPlaced?: z.infer<typeof inboxOutputSchema>["notPlaced"];
}

function productsOf(lineIds: readonly string[], state: CampaignState): string[] {
  const lines = state.plan?.lines.filter(({ lineId }) => lineIds.includes(lineId)) ?? [];
  return [...new Set(lines.map((line) => cleanText(packageName(state, line), longestName)))];
}

/** What waits in one campaign. */
async function waitingOf(ports: Ports) {
  const state = ports.journal.state();
  const { notPlaced } = notPlacedOf(state);
  const [waiting, plan] = await Promise.all([waitingIn(ports), waitingPlan(ports)]);
  return {
    waiting: waiting.map((one) => {
      const step = stepOf(state, one.stepId)?.step;
      return {
        ...one,
        packages: step === undefined ? [] : orderedPackages(step, state),
        ...(step !== undefined && step.lineIds.length > 0 && { products: productsOf(step.lineIds, state) }),
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
  name: "inbox",
  effect: "reads",
  input: z.strictObject({
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

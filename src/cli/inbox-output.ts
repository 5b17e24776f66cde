import { z } from "zod";
import type { WaitingStep } from "../campaign/inbox.ts";
import { moneySchema } from "../lib/money.ts";

const strings = z.array(z.string());

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
      askedBy: z.enum(["policy", "preflight", "governance", "condition", "approvers", "seller"]),
      reasons: strings,
      total: moneySchema.describe("what it may cost at most, in the seller's currency"),
      planTotal: moneySchema.describe("the same in the brief's currency"),
      flight: z.strictObject({ start: z.string(), end: z.string() }).optional(),
      digest: z.string().describe("SHA-256 of the arguments that a consent is bound to"),
      arguments: z.array(z.strictObject({ field: z.string(), value: z.string() })),
      changes: z
        .array(
          z.strictObject({
            field: z.string(),
            before: z.string().optional(),
            after: z.string().optional(),
          }),
        )
        .describe("what is different from the step that it replaces"),
      buyChanges: z
        .array(
          z.strictObject({ field: z.string(), before: z.string().optional(), after: z.string().optional() }),
        )
        .optional()
        .describe("what it makes of a running buy, where it changes one"),
      consents: z.strictObject({
        needed: z.number().int().describe("how many different people must consent"),
        by: strings.describe("who has"),
        problems: strings.describe("why consents that were given do not hold or are not enough"),
      }),
      typeTotal: z.boolean().describe("true where the person must type the total"),
      until: z.string().optional().describe("when it is refused if nobody decides"),
      commands: z.strictObject({ approve: z.string(), reject: z.string() }),
    }),
  ),
});
type InboxOutput = z.infer<typeof inboxOutputSchema>;

export function inboxOutput(waiting: readonly WaitingStep[]): InboxOutput {
  return {
    command: "inbox",
    waiting: waiting.map(({ buyChanges, ...step }) => ({
      ...step,
      requestedBy: [...step.requestedBy],
      reasons: [...step.reasons],
      arguments: [...step.arguments],
      changes: [...step.changes],
      ...(buyChanges === undefined ? {} : { buyChanges: [...buyChanges] }),
      consents: {
        needed: step.consents.needed,
        by: [...step.consents.by],
        problems: [...step.consents.problems],
      },
      commands: commandsFor(step),
    })),
  };
}

/** The commands that decide about a step, to be pasted into a shell as they are. */
export function commandsFor({ stepId, campaignId, total, typeTotal }: WaitingStep) {
  const which = `${shellWord(stepId)} --campaign ${shellWord(campaignId)}`;
  return {
    approve: `flightdesk approve ${which}${typeTotal ? ` --total "<the total in ${total.currency}>"` : ""}`,
    reject: `flightdesk reject ${which} --reason "…"`,
  };
}

/** Sellers name themselves: what a shell could take for more than a word is quoted. */
function shellWord(text: string): string {
  return /^[\w@%+=:,./~-]+$/.test(text) && !text.startsWith("~")
    ? text
    : `'${text.replaceAll("'", `'\\''`)}'`;
}

import { z } from "zod";
import { grantMakegood } from "../../campaign/learn/grant-make-good.ts";
import { buyChangeOutputSchema, changeOutput } from "../buy-change-output.ts";
import { askersOf } from "../caller.ts";
import { campaignInput, campaignNamed } from "../campaigns.ts";
import { locateNamed } from "../locate-named.ts";
import { operation } from "../operation.ts";
import { plannedCall } from "../planned-calls.ts";
import { UsageError } from "../usage-error.ts";

/** What `claims makegood` prints with `--json`. */
export const makegoodOutputSchema = z.strictObject({
  command: z.literal("claims makegood"),
  campaign: z.string(),
  line: z.string(),
  impressions: z.number(),
  until: z.string(),
  executed: z.boolean(),
  recorded: z.boolean().describe("false in a dry run, and where it was written down before"),
  extension: buyChangeOutputSchema
    .optional()
    .describe("of the buy, for its unchanged budget; absent where it runs as long anyway"),
});
export type MakegoodOutput = z.infer<typeof makegoodOutputSchema>;

/** What a seller granted for an under-delivery, and the extension of the buy that it needs. */
export const makeGood = operation({
  name: "make-good",
  effect: "proposes",
  input: z.strictObject({
    ...campaignInput,
    line: z.string().describe("line of the plan (seller/product) or package"),
    impressions: z.number().int().positive(),
    until: z.iso.date().describe("their last day, included, in UTC"),
    note: z.string().optional().describe("the seller's reference or words"),
    execute: z.boolean().default(false),
  }),
  output: makegoodOutputSchema,
  carriesOut: ({ execute }) => execute,
  run: async ({ app, observe }, input, caller): Promise<MakegoodOutput> => {
    const { line: name, impressions, until, note, execute } = input;
    const campaign = campaignNamed(app, input.campaign);
    const ports = app.ports(campaign, observe);
    const located = locateNamed(ports.journal.state(), name);
    const [line, ...others] = located.packages;
    if (line === undefined || others.length > 0)
      throw new UsageError(`"${name}" has several lines. Name one of them: ${located.slots.join(", ")}`);
    const askedBy = askersOf(caller);
    const { slot, sellerId, mediaBuyId, packageId } = line;
    const makegood = {
      slot,
      sellerId,
      mediaBuyId,
      packageId,
      impressions,
      until,
      by: askedBy.join(", "),
      ...(note === undefined ? {} : { note }),
    };
    const { recorded, extension } = await grantMakegood(located, { makegood, askedBy, execute }, ports);
    const planned =
      extension?.type === "planned"
        ? await plannedCall(extension.step, ports.journal.state(), ports)
        : undefined;
    const told = { command: "claims makegood", campaign, line: slot, impressions, until } as const;
    if (extension === undefined) return { ...told, executed: execute, recorded };
    const changed = {
      verb: "extend",
      campaign,
      name,
      execute,
      located,
      changed: extension,
      planned,
    } as const;
    return { ...told, executed: execute, recorded, extension: changeOutput(changed) };
  },
});

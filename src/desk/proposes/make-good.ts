import { z } from "zod";
import { meantBy } from "../../campaign/account/changes/find-line.ts";
import { grantMakeGood } from "../../campaign/learn/grant-make-good.ts";
import { dayOf } from "../../lib/days.ts";
import type { Described } from "../../lib/described.ts";
import { askersOf } from "../caller.ts";
import { campaignInput, campaignNamed } from "../campaigns.ts";
import { findNamedBuy } from "../find-named-buy.ts";
import { operation } from "../operation.ts";
import { buyChangeOutputSchema, changeOutput } from "../outputs/buy-change-output.ts";
import { plannedCall } from "../outputs/planned-calls.ts";
import { UsageError } from "../usage-error.ts";

/** What `claims make-good` prints with `--json`. */
export const makeGoodOutputSchema = z.strictObject({
  command: z.literal("claims make-good"),
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
type MakeGoodOutput = Described<typeof makeGoodOutputSchema>;

/** What a seller granted for an under-delivery, and the extension of the buy that it needs. */
export const makeGood = operation({
  input: z.strictObject({
    ...campaignInput,
    line: z.string().describe("line of the plan (seller/product) or package"),
    impressions: z.number().int().positive(),
    until: z.iso.date().describe("their last day, included, in UTC"),
    note: z.string().optional().describe("the seller's reference or words"),
    execute: z.boolean().default(false),
  }),
  output: makeGoodOutputSchema,
  carriesOut: ({ execute }) => execute,
  run: async ({ app, observe }, input, caller): Promise<MakeGoodOutput> => {
    const { line: name, impressions, until, note, execute } = input;
    const campaign = await campaignNamed(app, input.campaign);
    const ports = await app.ports(campaign, observe);
    const today = dayOf(ports.clock.now());
    if (until < today)
      throw new UsageError(
        `${until} is over: name a day from ${today} on, by which they are to be delivered`,
      );
    const found = findNamedBuy(ports.journal.state(), name);
    const [line, ...others] = found.packages;
    if (line === undefined || others.length > 0)
      throw new UsageError(`"${name}" has several lines. Name one of them: ${found.lineIds.join(", ")}`);
    const askedBy = askersOf(caller);
    const { lineId, sellerId, mediaBuyId, packageId } = line;
    const makeGood = {
      lineId,
      sellerId,
      mediaBuyId,
      packageId,
      impressions,
      until,
      by: askedBy.join(", "),
      ...(note === undefined ? {} : { note }),
    };
    // The dates are the order's: where it holds more lines they run on with this one, for their unchanged budgets.
    const [order] = meantBy(ports.journal.state(), `${sellerId}/${mediaBuyId}`);
    const foundBuy = order !== undefined && order.packages.length > 1 ? order : found;
    const { recorded, extension } = await grantMakeGood(foundBuy, { makeGood, askedBy, execute }, ports);
    const planned =
      extension?.type === "planned"
        ? await plannedCall(extension.step, ports.journal.state(), ports)
        : undefined;
    const head = { command: "claims make-good", campaign, line: lineId, impressions, until } as const;
    if (extension === undefined) return { ...head, executed: execute, recorded };
    const changed = {
      verb: "extend",
      campaign,
      name,
      execute,
      foundBuy,
      changed: extension,
      planned,
    } as const;
    return { ...head, executed: execute, recorded, extension: changeOutput(changed) };
  },
});

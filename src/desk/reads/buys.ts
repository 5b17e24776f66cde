import { z } from "zod";
import { buysOf } from "../../campaign/change/list-buys.ts";
import { type Described, each, fields } from "../../lib/described.ts";
import { moneySchema } from "../../lib/money.ts";
import { campaignInput, campaignNamed } from "../campaigns.ts";
import { refuseGone } from "../drive.ts";
import { operation } from "../operation.ts";

/** What `buys list` prints with `--json`. */
export const buysListOutputSchema = fields({
  command: z.literal("buys list"),
  campaign: z.string(),
  buys: each({
    mediaBuyId: z.string(),
    seller: z.string(),
    status: z.string().optional(),
    revision: z.number().int().optional(),
    start: z.string().optional(),
    end: z.string().optional().describe("first instant after the flight"),
    validActions: z.array(z.string()).optional().describe("what the seller allows now"),
    spent: moneySchema.optional().describe("as the seller reports it"),
    lines: each({
      lineId: z.string().describe("line of the plan"),
      packageId: z.string(),
      budget: moneySchema.optional(),
      paused: z.boolean().optional(),
      creatives: z.array(z.string()).optional(),
      set: z
        .string()
        .optional()
        .describe("who set it, when, how and why: flightdesk moves none of its money until `buys free`"),
    }),
    silent: z.string().optional().describe("why the seller reports nothing"),
  }),
});
type BuysListOutput = Described<typeof buysListOutputSchema>;

/** A campaign's media buys as their sellers report them now. */
export const buys = operation({
  input: fields(campaignInput),
  output: buysListOutputSchema,
  run: async (desk, { campaign }): Promise<BuysListOutput> => {
    const id = await campaignNamed(desk.app, campaign);
    const ports = await desk.app.ports(id);
    refuseGone(ports.journal.state(), desk);
    const listed = (await buysOf(ports)).map(({ sellerId, ...buy }) => ({ ...buy, seller: sellerId }));
    return { command: "buys list", campaign: id, buys: listed };
  },
});

import { z } from "zod";
import { each, fields } from "../../lib/described.ts";
import { proseProblem } from "../../llm/prose.ts";
import { keepComparison } from "../comparisons.ts";
import { drive } from "../drive.ts";
import { operation } from "../operation.ts";
import { campaignOutput, campaignOutputSchema } from "../outputs/campaign-output.ts";
import { UsageError } from "../usage-error.ts";
import { recordedOffers } from "./what-if.ts";

const none: ReadonlySet<string> = new Set();

/**
 * Asks the sellers of a comparison again, puts requests to those that answer, and plans what comes of it: a comparison of its
 * own, beside the one before. A request binds nobody, and its words hold no figure: what we would pay is ours to know.
 */
export const refine = operation({
  input: fields({
    campaign: z.string(),
    wishes: each({
      seller: z.string(),
      product: z
        .string()
        .optional()
        .describe("its id, or the line of the plan; all that it has where absent"),
      for: z.enum(["a lower price", "more like it", "more"]),
      words: z
        .string()
        .max(200)
        .refine(
          (words) => proseProblem(words, none) === undefined,
          "words alone: no figures, names of currencies or addresses",
        )
        .optional(),
    })
      .min(1)
      .max(20),
  }),
  output: campaignOutputSchema,
  run: async (desk, { campaign, wishes }) => {
    const { app, dry, home, observe } = desk;
    const { state } = await recordedOffers(app, home, campaign);
    const { brief, offers = [] } = state;
    if (brief === undefined) throw new UsageError(`${campaign}: it has no brief`);
    const put = wishes.map(({ seller, product, for: wanted, words }) => {
      const its = offers.filter(({ sellerId }) => sellerId === seller);
      if (its.length === 0) throw new UsageError(`${seller} has made no offer for ${campaign}`);
      const found = its.find(
        ({ productId }) => product === productId || product === `${seller}/${productId}`,
      );
      if (product !== undefined && found === undefined)
        throw new UsageError(
          `${seller} has offered no ${product}; it offered ${[...new Set(its.map(({ productId }) => productId))].join(", ")}`,
        );
      return { sellerId: seller, productId: found?.productId, for: wanted, words };
    });
    const id = await dry.begin(brief, { observe, wishes: put });
    const ports = await dry.ports(id, observe);
    const waiting = await drive(ports, "plan", desk);
    await keepComparison(dry.ledger, id, home);
    return campaignOutput(ports.journal.state(), { command: "plan", executed: false, waiting });
  },
});

import { z } from "zod";
import { locksIn } from "../../campaign/model/derived/locks.ts";
import { personOf } from "../caller.ts";
import { campaignInput, campaignNamed } from "../campaigns.ts";
import { findNamedBuy } from "../find-named-buy.ts";
import { operation } from "../operation.ts";

/** Lets moves of a line's money be proposed again that a person had set. Nothing is sent. */
export const freeLine = operation({
  name: "free-line",
  effect: "decides",
  input: z.strictObject({
    ...campaignInput,
    line: z.string().describe("line of the plan (seller/product), package or buy"),
  }),
  output: z.strictObject({
    command: z.literal("buys free"),
    campaign: z.string(),
    freed: z.array(z.string()).describe("lines that were set; none where none was"),
  }),
  run: async ({ app, observe }, { campaign: named, line: name }, caller) => {
    const campaign = await campaignNamed(app, named);
    const { journal } = await app.ports(campaign, observe);
    const { lineIds } = findNamedBuy(journal.state(), name);
    const freed = locksIn(journal.state())
      .filter(({ lineId }) => lineIds.includes(lineId))
      .map(({ lineId, of }) => ({ lineId, of }));
    const by = personOf(caller);
    if (freed.length > 0)
      await journal.record({ type: "lines-freed", freed, by }, `freed/${journal.state().sequence}`);
    return {
      command: "buys free" as const,
      campaign,
      freed: [...new Set(freed.map(({ lineId }) => lineId))],
    };
  },
});

import { z } from "zod";
import { locksIn } from "../../campaign/model/derived/locks.ts";
import { personOf } from "../caller.ts";
import { campaignInput, campaignNamed } from "../campaigns.ts";
import { findNamedBuy } from "../find-named-buy.ts";
import { operation } from "../operation.ts";

const lineInput = {
  ...campaignInput,
  line: z.string().describe("line of the plan (seller/product), package or buy"),
};

/** Lets moves of a line's money be proposed again that a person had set. Nothing is sent. */
export const freeLine = operation({
  input: z.strictObject(lineInput),
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

/** Has lines keep their money as it is ordered: flightdesk proposes no move of it until they are freed. Nothing is sent. */
export const setLine = operation({
  input: z.strictObject({ ...lineInput, reason: z.string().optional() }),
  output: z.strictObject({
    command: z.literal("buys keep"),
    campaign: z.string(),
    set: z.array(z.string()).describe("lines that were not set yet; none where all were"),
  }),
  run: async ({ app, observe }, { campaign: named, line: name, reason }, caller) => {
    const campaign = await campaignNamed(app, named);
    const { journal } = await app.ports(campaign, observe);
    const { lineIds } = findNamedBuy(journal.state(), name);
    const known = new Set(locksIn(journal.state()).map(({ lineId }) => lineId));
    const set = lineIds.filter((lineId) => !known.has(lineId));
    const by = personOf(caller);
    for (const lineId of set)
      await journal.record(
        { type: "line-set", lineId, by, ...(reason !== undefined && { reason }) },
        `set/${lineId}/${journal.state().sequence}`,
      );
    return { command: "buys keep" as const, campaign, set };
  },
});

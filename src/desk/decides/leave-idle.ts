import { z } from "zod";
import { mayBePlaced } from "../../campaign/model/state/not-placed.ts";
import { moneySchema } from "../../lib/money.ts";
import { personOf } from "../caller.ts";
import { campaignInput, campaignNamed } from "../campaigns.ts";
import { operation } from "../operation.ts";
import { UsageError } from "../usage-error.ts";

/** Lets freed money that no line has stay without one: it is neither shown nor offered to lines any more. */
export const leaveIdle = operation({
  input: z.strictObject({ ...campaignInput, reason: z.string().min(1).describe("kept in the ledger") }),
  output: z.strictObject({
    command: z.literal("reallocations leave-idle"),
    campaign: z.string(),
    amount: moneySchema.describe("in the brief's currency"),
  }),
  run: async ({ app, observe }, { campaign: named, reason }, caller) => {
    const campaign = await campaignNamed(app, named);
    const { journal } = await app.ports(campaign, observe);
    const state = journal.state();
    const amount = mayBePlaced(state)?.amount;
    if (amount === undefined) throw new UsageError(`all money of ${campaign} has a line`);
    const by = personOf(caller);
    const isLeft = await journal.record(
      { type: "money-left-idle", amount, by, reason },
      `left-idle/${state.sequence}`,
      (now) => mayBePlaced(now)?.amount.minor === amount.minor,
    );
    if (!isLeft) throw new UsageError("the campaign has moved on meanwhile: try again");
    return { command: "reallocations leave-idle" as const, campaign, amount };
  },
});

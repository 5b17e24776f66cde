import { z } from "zod";
import { statesOf } from "../../campaign/model/state/journal.ts";
import { makeStatement } from "../../report/account/statement.ts";
import { statementSchema } from "../../report/account/statement-schema.ts";
import { begunCampaigns, realOnes, stateNamed } from "../campaigns.ts";
import { operation } from "../operation.ts";

/** A month's statement of all campaigns, or of one: ordered, delivered, spent and restated. */
export const statement = operation({
  input: z.strictObject({
    month: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, "write a month as 2027-01"),
    campaign: z.string().optional().describe("its id; all campaigns where absent"),
  }),
  output: statementSchema,
  run: async (desk, { month, campaign }) => {
    const { app } = desk;
    if (campaign !== undefined) return makeStatement([await stateNamed(desk, campaign)], month);
    const ids = await begunCampaigns(app.ledger);
    return makeStatement(realOnes(await statesOf(app.ledger, ids), desk), month);
  },
});

import { z } from "zod";
import { revert } from "../../campaign/reallocate/revert.ts";
import { askersOf, formMark } from "../caller.ts";
import { campaignInput, campaignNamed } from "../campaigns.ts";
import { operation } from "../operation.ts";
import { reallocationsOutput, reallocationsOutputSchema } from "../outputs/reallocations-output.ts";

/** Gives lines back what they had before a reallocation, as far as it is not spent. */
export const revertReallocation = operation({
  input: z.strictObject({ ...campaignInput, id: z.string().describe("as `reallocations` shows it") }),
  output: reallocationsOutputSchema,
  run: async ({ app, observe }, { campaign, id }, caller) => {
    const ports = await app.ports(await campaignNamed(app, campaign), observe);
    const reverted = await revert(id, { askedBy: askersOf(caller), ...formMark(caller) }, ports);
    const refused = reverted.type === "refused" ? reverted.reason : undefined;
    return reallocationsOutput("reallocations revert", ports.journal.state(), refused);
  },
});

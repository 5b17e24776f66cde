import { z } from "zod";
import type { CampaignState } from "../../campaign/model/state/state.ts";
import type { Described } from "../../lib/described.ts";
import { type AskedBack, askedBack, askedBackSchema } from "../../report/account/asked-back.ts";
import { describeUnderDeliveries, underDeliveriesSchema } from "../../report/sections/under-delivery.ts";
import { campaignInput, stateNamed } from "../campaigns.ts";
import { operation } from "../operation.ts";
import { UsageError } from "../usage-error.ts";

/** What `claims list` and `claims show` print with `--json`. */
export const claimsOutputSchema = z.strictObject({
  command: z.enum(["claims list", "claims show"]),
  campaign: z.string(),
  claims: underDeliveriesSchema,
  money: z
    .array(askedBackSchema)
    .optional()
    .describe(
      "spend that sellers report and nobody ordered, or bill and do not report, with the draft of a letter; absent where there is none",
    ),
});
export type ClaimsOutput = Described<typeof claimsOutputSchema>;

/** Under-delivering lines, or those of one line, package or buy, with what to ask their sellers for. */
export const claims = operation({
  name: "claims",
  effect: "reads",
  input: z.strictObject({
    ...campaignInput,
    line: z.string().optional().describe("the line of the plan, package or buy that is wanted alone"),
  }),
  output: claimsOutputSchema,
  run: async (desk, { campaign, line }) => {
    const state = await stateNamed(desk, campaign);
    const all = describeUnderDeliveries(state, desk.today) ?? [];
    const money = askedBack(state, desk.today);
    if (line === undefined) return output("claims list", state, all, money);
    const wanted = all.filter((claim) => [claim.lineId, claim.packageId, claim.mediaBuyId].includes(line));
    const ofBuy = money.filter(({ mediaBuyId }) => mediaBuyId === line);
    if (wanted.length + ofBuy.length === 0)
      throw new UsageError(
        `nothing of "${line}" is missing in ${state.id}. ${all.length === 0 ? "No line under-delivers." : `Under-delivering: ${all.map(({ lineId }) => lineId).join(", ")}`}`,
      );
    return output("claims show", state, wanted, ofBuy);
  },
});

function output(
  command: ClaimsOutput["command"],
  { id }: CampaignState,
  found: ClaimsOutput["claims"],
  money: readonly AskedBack[],
): ClaimsOutput {
  return { command, campaign: id, claims: found, ...(money.length > 0 && { money }) };
}

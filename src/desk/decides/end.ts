import { z } from "zod";
import { stateOf } from "../../campaign/model/state/journal.ts";
import { endCampaign, type Unfinished } from "../../campaign/run/end-campaign.ts";
import { personOf } from "../caller.ts";
import { campaignNamed } from "../campaigns.ts";
import { operation } from "../operation.ts";
import { campaignOutput, campaignOutputSchema } from "../outputs/campaign-output.ts";
import { UsageError } from "../usage-error.ts";

/** A person ends a campaign: nothing of it is planned, bought or measured any more. Refused while a buy of it may spend. */
export const end = operation({
  input: z.strictObject({ campaign: z.string(), reason: z.string().min(1) }),
  output: campaignOutputSchema,
  run: async (desk, { campaign, reason }, caller) => {
    const { app } = desk;
    const campaignId = await campaignNamed(app, campaign);
    const left = await endCampaign(await app.ports(campaignId, desk.observe), {
      by: personOf(caller),
      reason,
    });
    if (left !== undefined) throw new UsageError(whyNot(left));
    const state = await stateOf(app.ledger, campaignId);
    return Promise.resolve(campaignOutput(state, { command: "end", executed: true, waiting: [] }));
  },
});

function whyNot(left: Unfinished): string {
  if (left.type === "ended") return `it has ended already: ${left.reason}`;
  const { buys, steps } = left;
  const running = [...buys, ...steps].join(", ");
  return `it is not ended, as money may still flow: ${running}. Cancel what runs with \`flightdesk buys cancel\`, and let \`flightdesk resume\` settle what was sent`;
}

import { z } from "zod";
import type { CampaignState } from "../../campaign/model/state/state.ts";
import { turn as takeTurn } from "../../campaign/run/turn.ts";
import { waitingSchema } from "../../campaign/run/waiting.ts";
import { type Described, fields } from "../../lib/described.ts";
import { noOperator, operatorOf } from "../../protocol/addresses/operator.ts";
import { areGone } from "../drive.ts";
import { operation } from "../operation.ts";

const turnRowSchema = fields({
  campaign: z.string(),
  recorded: z.record(z.string(), z.number().int()).describe("number of new entries in the ledger by type"),
  waiting: z.array(waitingSchema).readonly(),
  ended: z.string().optional().describe("why it has ended, where it has"),
  nextPoll: fields({ at: z.string(), reason: z.string() })
    .optional()
    .describe("when something may have changed by itself; UTC"),
  fault: z.string().optional().describe("what went wrong; it is tried again with the next turn"),
});

/** What `loop --once` prints with `--json`. */
export const loopOutputSchema = fields({
  command: z.literal("loop"),
  campaigns: z.array(turnRowSchema).describe("every campaign that lived, the newest first"),
  nextPoll: z.string().optional().describe("the earliest of the campaigns'; UTC"),
});

/** One turn of every campaign that lives: sends what is due, reads what came in. */
export const turn = operation({
  input: fields({}),
  output: loopOutputSchema,
  // What is live is measured and paused whatever the settings lack; the gate before each call holds the rest.
  needsOperator: () => false,
  run: async (desk): Promise<Described<typeof loopOutputSchema>> => {
    const { ledger, ports } = desk.app;
    if (operatorOf(desk.settings) === undefined) desk.note(noOperator);
    const areAgentsGone = desk.simulation && ((state: CampaignState) => areGone(state, desk));
    const turns = await takeTurn({ ledger, ports, areAgentsGone }, { observe: desk.observe });
    const [nextPoll] = turns.flatMap((one) => one.nextPoll?.at ?? []).sort();
    const campaigns = turns.map(({ campaignId, ...rest }) => ({ campaign: campaignId, ...rest }));
    return { command: "loop", campaigns, nextPoll };
  },
});

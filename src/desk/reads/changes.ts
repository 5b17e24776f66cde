import { z } from "zod";
import { inTodaysWords } from "../../campaign/model/state/former-events.ts";
import { waitingOf, waitingSchema } from "../../campaign/run/waiting.ts";
import { campaignInput, campaignNamed } from "../campaigns.ts";
import { operation } from "../operation.ts";

export { inTodaysWords };

const pauseMs = 500;

/** What was recorded of a campaign since an entry; where nothing was, it is waited for a while. */
export const changes = operation({
  name: "changes",
  effect: "reads",
  input: z.strictObject({
    ...campaignInput,
    since: z.int().min(0).describe("number of the last entry that is known"),
    seconds: z.number().min(0).max(25).default(0).describe("how long to wait for something new"),
  }),
  output: z.strictObject({
    campaign: z.string(),
    sequence: z.int().describe("number of the last entry"),
    entries: z.array(z.strictObject({ at: z.string(), type: z.string(), step: z.string().optional() })),
    waiting: z.array(waitingSchema).readonly(),
    ended: z.string().optional(),
  }),
  run: async ({ app }, { campaign: named, since, seconds }) => {
    const campaign = await campaignNamed(app, named);
    const { journal, stopwatch, clock } = await app.ports(campaign);
    const until = stopwatch.now() + seconds * 1000;
    while (journal.state().sequence <= since && stopwatch.now() < until) {
      await stopwatch.sleep(Math.min(pauseMs, until - stopwatch.now()));
      await journal.refresh();
    }
    const state = journal.state();
    const entries = await app.ledger.read(campaign, since);
    return {
      campaign,
      sequence: state.sequence,
      entries: entries.map(({ at, event }) => ({ at, type: inTodaysWords(event).type, ...stepIn(event) })),
      waiting: waitingOf(state, clock.now()),
      ended: state.ended,
    };
  },
});

function stepIn(event: object): { readonly step?: string } {
  return "stepId" in event && typeof event.stepId === "string" ? { step: event.stepId } : {};
}

import { z } from "zod";
import type { CampaignEvent } from "../../campaign/model/state/events.ts";
import { inTodaysWords } from "../../campaign/model/state/former-events.ts";
import { waitingOf, waitingSchema } from "../../campaign/run/waiting.ts";
import type { Described } from "../../lib/described.ts";
import { moneySchema } from "../../lib/money.ts";
import { campaignInput, campaignNamed } from "../campaigns.ts";
import { operation } from "../operation.ts";

export { inTodaysWords };

const pauseMs = 500;

const versionSchema = z.strictObject({
  number: z.int(),
  at: z.string().describe("UTC, ISO 8601"),
  by: z.array(z.string()).readonly().describe("who asked for it"),
  why: z.string().optional().describe("what is otherwise, with the reason; absent of the first"),
  total: moneySchema,
  lines: z.int(),
  approvedBy: z.array(z.string()).readonly(),
  rejected: z.array(z.strictObject({ by: z.string(), at: z.string(), reason: z.string() })).readonly(),
});
type Version = Described<typeof versionSchema>;

/** What was recorded of a campaign since an entry; where nothing was, it is waited for a while. */
export const changes = operation({
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

/** Every plan that a campaign has had, the newest first: who asked for it and why, and what people said of it. */
export const planVersions = operation({
  input: z.strictObject(campaignInput),
  output: z.strictObject({ campaign: z.string(), versions: z.array(versionSchema).readonly() }),
  run: async ({ app }, { campaign: named }) => {
    const campaign = await campaignNamed(app, named);
    let asked: Pick<Version, "by" | "why"> = { by: [] };
    const versions: Version[] = [];
    const said = (of: (version: Version) => Partial<Version>) => {
      const last = versions.pop();
      if (last !== undefined) versions.push({ ...last, ...of(last) });
    };
    let rejections: Version["rejected"][number][] = [];
    for (const { at, event: recorded } of await app.ledger.read(campaign)) {
      const event = inTodaysWords(recorded) as CampaignEvent;
      if (event.type === "step-rejected") {
        const { by, reason } = event;
        if (!rejections.some((one) => one.by === by && one.reason === reason))
          rejections.push({ by, at, reason });
        continue;
      }
      // Whoever plans anew takes back first what waits of the plan of before.
      const planner = event.type === "brief-changed" ? event.requestedBy[0] : undefined;
      const given = rejections.filter(({ by }) => by !== planner);
      rejections = [];
      if (given.length > 0) said(({ rejected }) => ({ rejected: [...rejected, ...given] }));
      if (event.type === "campaign-begun") asked = { by: event.requestedBy ?? [] };
      if (event.type === "brief-changed") asked = { by: event.requestedBy, why: event.change };
      if (event.type === "plan-made") {
        const { total, lines } = event.plan;
        const own = { number: versions.length + 1, at, total, lines: lines.length };
        versions.push({ ...asked, ...own, approvedBy: [], rejected: [] });
      }
      if (event.type === "plan-approved")
        said(({ approvedBy }) => ({ approvedBy: [...new Set([...approvedBy, event.by])] }));
    }
    if (rejections.length > 0) said(({ rejected }) => ({ rejected: [...rejected, ...rejections] }));
    return { campaign, versions: versions.toReversed() };
  },
});

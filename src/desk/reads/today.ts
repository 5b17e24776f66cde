import { z } from "zod";
import { stateOf } from "../../campaign/model/state/journal.ts";
import type { CampaignState } from "../../campaign/model/state/state.ts";
import { approvalWindowOf } from "../../config.ts";
import { addWorkingDays, dayIn } from "../../lib/days.ts";
import { type CampaignToday, campaignToday, type Today, todaySchema } from "../../report/today/today.ts";
import { begunCampaigns, stateNamed } from "../campaigns.ts";
import { operation } from "../operation.ts";

/** How every campaign that runs stands this morning: what to decide, what is off, idle, changed, missing and comes next. */
export const today = operation({
  input: z.strictObject({
    campaign: z.string().optional().describe("its id; all that run where absent"),
    since: z.iso
      .datetime()
      .optional()
      .describe("what has changed from then on is shown; from the working day before where absent"),
  }),
  output: todaySchema,
  run: async (desk, { campaign, since }): Promise<Today> => {
    const { app, settings } = desk;
    const { time_zone: timeZone = "UTC" } = settings;
    const now = desk.now();
    const day = dayIn(timeZone, now);
    const from = since ?? `${addWorkingDays(day, -1)}T00:00:00.000Z`;
    const orders = await app.stopOrders.orders();
    const options = { day, now, since: from, approvalWindowMs: approvalWindowOf(settings), orders };
    const campaigns: CampaignToday[] = [];
    const take = (state: CampaignState, ended?: true) =>
      campaigns.push(...[campaignToday(state, { ...options, ended }) ?? []].flat());
    if (campaign !== undefined) take(await stateNamed(desk, campaign), true);
    // One after the other, so that the states of many campaigns are not in memory at once.
    else for (const id of await begunCampaigns(app.ledger)) take(await stateOf(app.ledger, id));
    return { today: day, timeZone, since: from, campaigns };
  },
});

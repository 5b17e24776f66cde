import { stateOf } from "../campaign/model/state/journal.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { dayIn, mondayOf } from "../lib/days.ts";
import { type CampaignToday, campaignToday, type Today } from "../report/today/today.ts";
import type { DueDigest } from "./due.ts";

export interface DigestPorts {
  readonly ledger: Ledger;
  readonly approvalWindowMs: number;
  /** Whose morning it is. */
  readonly timeZone: string;
}

/**
 * Makes digests of what is recorded. Where nothing is live there is none but the first of a week: undefined then. What was made is
 * kept while it is due, as several channels want the same.
 */
export function digests({ ledger, approvalWindowMs, timeZone }: DigestPorts) {
  const made = new Map<string, Promise<Today | undefined>>();
  const make = async ({ due, since }: DueDigest, campaignIds: readonly string[]) => {
    const now = Date.parse(due);
    const day = dayIn(timeZone, now);
    const campaigns: CampaignToday[] = [];
    // One after the other, so that the states of many campaigns are not in memory at once.
    for (const id of campaignIds) {
      const one = campaignToday(await stateOf(ledger, id), { day, now, since, until: due, approvalWindowMs });
      if (one !== undefined) campaigns.push(one);
    }
    const isSameWeek = mondayOf(day) === mondayOf(dayIn(timeZone, Date.parse(since)));
    return campaigns.every(isQuiet) && isSameWeek ? undefined : { today: day, timeZone, since, campaigns };
  };
  return (digest: DueDigest, campaignIds: readonly string[]): Promise<Today | undefined> => {
    const key = `${digest.due} ${digest.since}`;
    for (const old of made.keys()) if (!old.startsWith(digest.due)) made.delete(old);
    const today = made.get(key) ?? make(digest, campaignIds);
    made.set(key, today);
    today.catch(() => made.delete(key));
    return today;
  };
}

/** The flight is over, and nothing is to be decided or missing. */
function isQuiet({ status, decide, alerts, missing }: CampaignToday): boolean {
  return status === "over" && [...decide, ...alerts, ...missing].length === 0;
}

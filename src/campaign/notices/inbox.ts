import type { Ledger } from "../../ledger/ledger.ts";
import { isoTime } from "../../lib/clock.ts";
import type { Webhook } from "../../protocol/webhooks/envelope.ts";
import type { Registration } from "../../protocol/webhooks/receiver.ts";
import { openJournal } from "../model/state/journal.ts";
import { type CampaignState, stepOf } from "../model/state/state.ts";
import { operations } from "./operations.ts";

/** Reports of one seller that one campaign keeps on one UTC day: its chain is for ever. */
const mostADay = 200;
const wakeEveryMs = 60_000;

export interface InboxPorts {
  readonly wake: (campaignId: string) => void;
  /** UTC milliseconds. */
  readonly now: () => number;
  /** One line, for our own log. */
  readonly log: (line: string) => void;
}

/** Takes in what agents report: in the campaign's own chain, once, before it is answered for. */
export interface NoticeInbox {
  /** Who may report on an operation, and how it proves itself. */
  readonly registrationOf: (operation: string) => Promise<Registration | undefined>;
  /**
   * Records the claim with its idempotency key in one transaction and wakes the campaign; false where it stands already.
   * It wakes for a repeated one, too: the first may have come to a process that did not live to act on it. A seller's reports
   * beyond `mostADay` on one campaign and UTC day are counted, and wake it once a minute: what stands is asked of the seller.
   */
  readonly keep: (operation: string, webhook: Webhook) => Promise<boolean>;
}

export function noticeInbox(ledger: Ledger, { wake, now, log }: InboxPorts): NoticeInbox {
  const find = operations(ledger);
  const beyond = new Map<
    string,
    { readonly day: string; readonly count: number; readonly wokenAt: number }
  >();
  const countOnly = (campaignId: string, agentUrl: string) => {
    const at = now();
    const day = isoTime(at).slice(0, 10);
    const key = `${campaignId} ${agentUrl}`;
    const before = beyond.get(key);
    const count = before?.day === day ? before.count + 1 : 1;
    const isDue = before === undefined || Math.abs(at - before.wokenAt) >= wakeEveryMs;
    beyond.set(key, { day, count, wokenAt: isDue ? at : before.wokenAt });
    if (!isDue) return;
    log(
      `${agentUrl} reports on ${campaignId} more than ${mostADay} times a day: ${count} not kept so far today`,
    );
    wake(campaignId);
  };
  return {
    registrationOf: async (operation) => {
      const found = await find(operation);
      return found === undefined ? undefined : { sender: found.agentUrl, scheme: found.scheme };
    },
    keep: async (operation, notice) => {
      const found = await find(operation);
      if (found === undefined) return false;
      const journal = await openJournal(ledger, found.campaignId);
      const stepId = stepOf(journal.state(), found.stepId)?.step.id ?? found.stepId;
      const key = `notice/${found.agentUrl}/${notice.idempotencyKey}`;
      const hasRoom = (state: CampaignState) => keptOn(isoTime(now()), found.agentUrl, state) < mostADay;
      const isNew = await journal.record({ type: "notice-received", stepId, notice }, key, hasRoom);
      if (!isNew && (await ledger.holders([found.campaignId], key)).size === 0) {
        countOnly(found.campaignId, found.agentUrl);
        return true;
      }
      wake(found.campaignId);
      return isNew;
    },
  };
}

/** How many reports of an agent a campaign has kept on the day of `at`. */
function keptOn(at: string, agentUrl: string, { steps }: CampaignState): number {
  return steps.reduce(
    (sum, { step, reported }) =>
      step.agentUrl === agentUrl && reported?.at.slice(0, 10) === at.slice(0, 10)
        ? sum + reported.count
        : sum,
    0,
  );
}

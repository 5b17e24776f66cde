import type { Ledger } from "../../ledger/ledger.ts";
import type { Webhook } from "../../protocol/webhooks/envelope.ts";
import type { Registration } from "../../protocol/webhooks/receiver.ts";
import { openJournal } from "../journal.ts";
import { stepOf } from "../state.ts";
import { operations } from "./operations.ts";

/** Takes in what agents report: in the campaign's own chain, once, before it is answered for. */
export interface NoticeInbox {
  /** Who may report on an operation, and how it proves itself. */
  readonly registrationOf: (operation: string) => Registration | undefined;
  /**
   * Records the claim with its idempotency key in one transaction and wakes the campaign; false where it stands already.
   * It wakes for a repeated one, too: the first may have come to a process that did not live to act on it.
   */
  readonly keep: (operation: string, webhook: Webhook) => boolean;
}

export function noticeInbox(ledger: Ledger, wake: (campaignId: string) => void): NoticeInbox {
  const find = operations(ledger);
  return {
    registrationOf: (operation) => {
      const found = find(operation);
      return found === undefined ? undefined : { sender: found.agentUrl, scheme: found.scheme };
    },
    keep: (operation, notice) => {
      const found = find(operation);
      if (found === undefined) return false;
      const journal = openJournal(ledger, found.campaignId);
      const stepId = stepOf(journal.state(), found.stepId)?.step.id ?? found.stepId;
      const isNew = journal.record(
        { type: "notice-received", stepId, notice },
        `notice/${found.agentUrl}/${notice.idempotencyKey}`,
      );
      wake(found.campaignId);
      return isNew;
    },
  };
}

import { z } from "zod";
import type { Ledger, Stored } from "../../ledger/ledger.ts";
import { isoTime } from "../../lib/clock.ts";
import { sumOver } from "../../lib/money.ts";
import { operationIn } from "../../protocol/webhooks/operation-url.ts";
import type { WebhookPorts } from "../../protocol/webhooks/receiver.ts";
import { legacySchemes, signedScheme, type WebhookScheme } from "../../protocol/webhooks/scheme.ts";
import { campaignEvent } from "../model/state/former-events.ts";
import { openJournal } from "../model/state/journal.ts";
import { type CampaignState, stepOf } from "../model/state/state.ts";
import type { Step } from "../model/step/step.ts";

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

/**
 * Takes in what agents report: in the campaign's own chain, once, before it is answered for. `keep` records the claim with its
 * idempotency key in one transaction and wakes the campaign. It wakes for a repeated one, too: the first may have come to a
 * process that did not live to act on it. A seller's reports beyond `mostADay` on one campaign and UTC day are counted, and wake
 * it once a minute: what stands is asked of the seller.
 */
export function noticeInbox(
  ledger: Ledger,
  { wake, now, log }: InboxPorts,
): Pick<WebhookPorts, "registrationOf" | "keep"> {
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
  return sumOver(steps, ({ step, reported }) =>
    step.agentUrl === agentUrl && reported?.at.slice(0, 10) === at.slice(0, 10) ? reported.count : 0,
  );
}

/** The step that an address was made for. */
interface Operation {
  readonly campaignId: string;
  readonly stepId: string;
  /** Who was given the address: nobody else may report there. */
  readonly agentUrl: string;
  /** What the agent was asked then to authenticate its reports by, whatever is agreed on with it now. */
  readonly scheme: WebhookScheme;
}

/**
 * Finds operations of all campaigns. What other processes propose is taken in when it is asked for: each entry is read
 * once, so that asking for what nobody has costs nothing that grows with the ledger.
 */
export function operations(ledger: Ledger): (operation: string) => Promise<Operation | undefined> {
  const known = new Map<string, Operation>();
  const read = new Map<string, number>();
  let seen = 0;
  const takeIn = async () => {
    const { position, campaignIds } = await ledger.changed(seen);
    for (const campaignId of campaignIds) {
      const entries = await ledger.read(campaignId, read.get(campaignId) ?? 0);
      for (const step of entries.flatMap(proposed)) {
        const { operation, scheme } = registrationIn(step);
        // A step that goes on as another keeps its address: the first one leads to all of them.
        if (operation !== undefined && !known.has(operation))
          known.set(operation, { campaignId, stepId: step.id, agentUrl: step.agentUrl, scheme });
      }
      const last = entries.at(-1);
      if (last !== undefined) read.set(campaignId, last.sequence);
    }
    seen = position;
  };
  return async (operation) => {
    if (!known.has(operation)) await takeIn();
    return known.get(operation);
  };
}

function proposed(entry: Stored): Step[] {
  // Other chains hold other types.
  const { event } = campaignEvent(entry);
  if (event.type === "step-proposed") return [event.step];
  return event.type === "step-replaced" && event.next !== undefined ? [event.next] : [];
}

const configSchema = z.looseObject({
  url: z.string(),
  authentication: z.looseObject({ schemes: z.array(z.string()) }).optional(),
});

function registrationIn(step: Step): Pick<Operation, "scheme"> & { readonly operation: string | undefined } {
  const config = configSchema.safeParse(step.arguments["push_notification_config"]);
  if (!config.success) return { operation: undefined, scheme: signedScheme };
  const { url, authentication } = config.data;
  const scheme = legacySchemes.find((legacy) => authentication?.schemes.includes(legacy)) ?? signedScheme;
  return { operation: operationIn(url), scheme };
}

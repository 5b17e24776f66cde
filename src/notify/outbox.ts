import { notificationChain } from "../campaign/stop/stop-orders.ts";
import type { Entry, Ledger } from "../ledger/ledger.ts";
import type { Processes } from "../lib/processes.ts";
import { type Box, boxOf, downMark, noBoxes, type OutboxEvent, readInto, type Unsent } from "./box.ts";
import type { Notification } from "./notification.ts";

/** A process that nobody can ask after, as one on another machine, is taken for dead after so long. */
const leaseMs = 5 * 60_000;

/** The ledger's record of messages to people: written before they are sent, once for each channel and id. */
export interface Outbox {
  /** The channel as any process has left it; it gets what happens from when it was first asked for. */
  readonly box: (channel: string) => Promise<Box & { readonly openedAt: string }>;
  readonly write: (channel: string, notification: Notification) => Promise<void>;
  /** False where another process has begun to send it: of all processes one does. */
  readonly begin: (channel: string, unsent: Unsent) => Promise<boolean>;
  readonly sent: (channel: string, unsent: Unsent) => Promise<void>;
  readonly failed: (channel: string, unsent: Unsent, reason: string) => Promise<void>;
  readonly drop: (channel: string, unsent: Unsent) => Promise<void>;
  /** Whether somebody is sending it who may still be alive. `now` is UTC milliseconds. */
  readonly isUnderWay: (unsent: Unsent, now: number) => boolean;
}

export function openOutbox(ledger: Ledger, processes: Processes): Outbox {
  const boxes = noBoxes();
  const record = async (event: OutboxEvent, key: string, marks: Pick<Entry, "raise" | "lower"> = {}) => {
    const { type } = await ledger.append(notificationChain, { event, key, ...marks });
    await readInto(boxes, ledger);
    return type === "appended";
  };
  const keyOf = (channel: string, { notification: { id }, tries: attempts }: Unsent) => ({
    ended: `ended/${channel}/${id}`,
    nextTry: `begun/${channel}/${id}/${attempts + 1}`,
    failedTry: `failed/${channel}/${id}/${attempts + 1}`,
  });
  return {
    box: async (channel) => {
      await readInto(boxes, ledger);
      if (boxOf(boxes, channel).openedAt === undefined)
        await record({ type: "channel-opened", channel }, `opened/${channel}`);
      const box = boxOf(boxes, channel);
      return Object.assign(box, { openedAt: box.openedAt ?? "" });
    },
    write: async (channel, notification) => {
      const key = `written/${channel}/${notification.id}`;
      await record({ type: "notification-written", channel, notification }, key);
    },
    begin: (channel, unsent) =>
      record(
        { type: "sending-begun", channel, id: unsent.notification.id, process: processes.self },
        keyOf(channel, unsent).nextTry,
      ),
    sent: async (channel, unsent) => {
      const event = { type: "notification-sent", channel, id: unsent.notification.id } as const;
      await record(event, keyOf(channel, unsent).ended, { lower: [downMark(channel)] });
    },
    failed: async (channel, unsent, reason) => {
      const event = { type: "sending-failed", channel, id: unsent.notification.id, reason } as const;
      await record(event, keyOf(channel, unsent).failedTry, { raise: [downMark(channel)] });
    },
    drop: async (channel, unsent) => {
      const event = { type: "notification-dropped", channel, id: unsent.notification.id } as const;
      await record(event, keyOf(channel, unsent).ended);
    },
    isUnderWay: ({ sending }, now) =>
      sending !== undefined && !processes.isDead(sending.by) && now - sending.since < leaseMs,
  };
}

import { notificationChain } from "../campaign/stop/stop-orders.ts";
import type { Ledger } from "../ledger/ledger.ts";
import type { ProcessIdentity } from "../lib/processes.ts";
import { digestId, type Notification } from "./notification.ts";

/** What the ledger's marks of channels that do not answer begin with. */
const downMarks = "notify/down/";

export function downMark(channel: string): string {
  return `${downMarks}${channel}`;
}

export type OutboxEvent = {
  readonly channel: string;
} /** `channel-opened`: what happens from here on is sent to it. */ & (
  | { readonly type: "channel-opened" }
  | { readonly type: "notification-written"; readonly notification: Notification }
  | { readonly type: "sending-begun"; readonly id: string; readonly process: ProcessIdentity }
  /** The channel has acknowledged it. */
  | { readonly type: "notification-sent"; readonly id: string }
  | { readonly type: "sending-failed"; readonly id: string; readonly reason: string }
  /** It will not be sent any more: what it was about is over, or nobody took it for days. */
  | { readonly type: "notification-dropped"; readonly id: string }
);

/** Something that is written down and was not acknowledged yet. */
export interface Unsent {
  readonly notification: Notification;
  /** UTC milliseconds. */
  readonly writtenAt: number;
  /** How often it was begun to be sent. */
  readonly tries: number;
  /** Who sends it, where nobody has written how that ended; `since` is in UTC milliseconds. */
  readonly sending: { readonly by: ProcessIdentity; readonly since: number } | undefined;
}

/** One channel as the ledger has it. */
export interface Box {
  /** UTC, ISO 8601. */
  openedAt?: string;
  /** Ids of everything that was ever written for it. */
  readonly written: Set<string>;
  readonly unsent: Map<string, Unsent>;
  /** Questions whose end was not sent, by id. */
  readonly asked: Map<string, Extract<Notification, { readonly kind: "question" }>>;
  /** Stop orders whose end was not sent, by id. */
  readonly stops: Map<string, Extract<Notification, { readonly kind: "stopped" }>>;
  /** When the last digest was due that was written for it: UTC, ISO 8601. */
  digestDue?: string;
  /** How often one after the other it did not take what was sent, and why the last time; UTC milliseconds. */
  failed?: { readonly times: number; readonly since: number; readonly at: number; readonly reason: string };
}

/** All channels, and how far the ledger was read for them. */
export interface Boxes {
  readonly byChannel: Map<string, Box>;
  sequence: number;
}

export function noBoxes(): Boxes {
  return { byChannel: new Map(), sequence: 0 };
}

export function boxOf({ byChannel }: Boxes, channel: string): Box {
  const box = byChannel.get(channel) ?? {
    written: new Set(),
    unsent: new Map(),
    asked: new Map(),
    stops: new Map(),
  };
  byChannel.set(channel, box);
  return box;
}

/** Takes in what any process has written since. */
export async function readInto(boxes: Boxes, ledger: Ledger): Promise<void> {
  for (const { event, at, sequence } of await ledger.read(notificationChain, boxes.sequence)) {
    // Two that read at once get the same entries.
    if (sequence <= boxes.sequence) continue;
    boxes.sequence = sequence;
    // Entries of this chain are written by the outbox alone.
    take(boxes, event as OutboxEvent, at);
  }
}

function take(boxes: Boxes, event: OutboxEvent, at: string): void {
  const box = boxOf(boxes, event.channel);
  const { unsent } = box;
  const now = Date.parse(at);
  switch (event.type) {
    case "channel-opened":
      box.openedAt = at;
      return;
    case "notification-written": {
      const { notification } = event;
      box.written.add(notification.id);
      unsent.set(notification.id, { notification, writtenAt: now, tries: 0, sending: undefined });
      note(box, notification);
      return;
    }
    case "sending-begun": {
      const sending = { by: event.process, since: now };
      change(unsent, event.id, ({ tries }) => ({ tries: tries + 1, sending }));
      return;
    }
    case "notification-sent":
      unsent.delete(event.id);
      delete box.failed;
      return;
    case "sending-failed": {
      change(unsent, event.id, () => ({ sending: undefined }));
      const { times, since } = box.failed ?? { times: 0, since: now };
      box.failed = { times: times + 1, since, at: now, reason: event.reason };
      return;
    }
    case "notification-dropped":
      unsent.delete(event.id);
      box.asked.delete(event.id);
      box.stops.delete(event.id);
  }
}

function change(unsent: Box["unsent"], id: string, to: (before: Unsent) => Partial<Unsent>): void {
  const before = unsent.get(id);
  if (before !== undefined) unsent.set(id, { ...before, ...to(before) });
}

/** What people know once they have got the message. */
function note(box: Box, notification: Notification): void {
  const { asked, stops } = box;
  switch (notification.kind) {
    case "question":
      asked.set(notification.id, notification);
      return;
    case "decided":
      asked.delete(notification.of);
      return;
    case "stopped":
      stops.set(notification.id, notification);
      return;
    case "released":
      stops.delete(notification.of);
      return;
    case "digest":
      box.digestDue = notification.id.slice(digestId("").length);
      return;
    case "reminder":
    case "not stopped":
  }
}

/**
 * Channels that did not take what was sent to them last, since when (UTC milliseconds) and how many messages they have not taken.
 * Costs next to nothing where all do.
 */
export async function downChannels(ledger: Ledger) {
  const marks = new Set(await ledger.marks(downMarks));
  const boxes = noBoxes();
  if (marks.size > 0) await readInto(boxes, ledger);
  return [...boxes.byChannel].flatMap(([channel, { failed, unsent }]) =>
    failed === undefined || !marks.has(downMark(channel))
      ? []
      : [{ channel, unsent: unsent.size, since: failed.since, reason: failed.reason }],
  );
}

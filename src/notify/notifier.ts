import type { StopOrder } from "../campaign/model/decisions/stop-order.ts";
import { stateOf } from "../campaign/model/state/journal.ts";
import { isCampaign, notificationChain } from "../campaign/stop/stop-orders.ts";
import type { Entry, Ledger } from "../ledger/ledger.ts";
import { messageOf } from "../lib/cause.ts";
import { backoff, type Clock } from "../lib/clock.ts";
import { dayIn, mondayOf } from "../lib/days.ts";
import type { Processes } from "../lib/processes.ts";
import { type CampaignToday, campaignToday, type Today } from "../report/today/today.ts";
import { type Box, boxOf, downMark, noBoxes, type OutboxEvent, readInto, type Unsent } from "./box.ts";
import type { Channel } from "./channel.ts";
import { becameOf, type DueDigest, digestDue, due, isMoot, type World } from "./due.ts";
import { type News, newsOf, stopId } from "./news.ts";
import { digestId, type Notification } from "./notification.ts";
import { type Link, worded } from "./words.ts";

const minuteMs = 60_000;
/** Between two checks for what is new. */
const pollMs = 10_000;
/** A channel that did not take something is left alone for a minute, then twice as long each time, up to this. */
const betweenTries = { firstMs: minuteMs, longestMs: 60 * minuteMs };
/** What was not taken by then is not sent any more. */
const keptMs = 3 * 24 * 60 * minuteMs;

export interface NotifierPorts {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly processes: Processes;
  readonly channels: readonly Channel[];
  readonly orders: () => Promise<readonly StopOrder[]>;
  readonly approvalWindowMs: number;
  /** Whose mornings digests are of; UTC where absent. */
  readonly timeZone?: string;
  /** The page that a message is about; undefined where there are no pages. */
  readonly linkFor: (unsent: Unsent, to: string) => Promise<Link | undefined>;
  readonly log: (line: string) => void;
}

/** Notifies people of what waits for them, beside the passes over campaigns: it reads the ledger, and delays nothing. */
export function openNotifier(ports: NotifierPorts) {
  const { ledger, clock, processes, channels, orders, approvalWindowMs, linkFor, log } = ports;
  const todayFor = digests({ ledger, approvalWindowMs, timeZone: ports.timeZone ?? "UTC" });
  const outbox = openOutbox(ledger, processes);
  const news = new Map<string, News>();
  let position = 0;
  let under = "";

  /** Campaigns that something has happened to; all of them where people stopped or released something. */
  const survey = async (): Promise<World> => {
    const stopOrders = await orders();
    const name = stopOrders.map(stopId).join();
    const { position: now, campaignIds } = await ledger.changed(name === under ? position : 0);
    for (const id of campaignIds.filter(isCampaign))
      news.set(id, newsOf(await stateOf(ledger, id), stopOrders, approvalWindowMs));
    [position, under] = [now, name];
    return { news, orders: stopOrders };
  };

  const notify = async (channel: Channel, world: World) => {
    const { id } = channel;
    for (const notification of due(channel, await outbox.box(id), world, clock.now()))
      await outbox.write(id, notification);
    const morning = digestDue(channel, await outbox.box(id), clock.now());
    const today = morning && (await todayFor(morning, world));
    if (today) await outbox.write(id, { kind: "digest", id: digestId(morning.due), today });
    const box = await outbox.box(id);
    for (const unsent of inTurn(box)) {
      const now = clock.now();
      if (outbox.isUnderWay(unsent, now)) continue;
      if (isMoot(unsent, box, world) || now - unsent.writtenAt > keptMs) await outbox.drop(id, unsent);
      else if (isLeftAlone(box, now) || becameOf(unsent.notification, world) === undefined) continue;
      else if (await outbox.begin(id, unsent)) await send(channel, unsent);
    }
  };

  const send = async ({ id, to, send: sendTo }: Channel, unsent: Unsent) => {
    try {
      await sendTo(worded(unsent.notification, await linkFor(unsent, to), ports.timeZone));
    } catch (cause) {
      await outbox.failed(id, unsent, messageOf(cause));
      log(`notify: ${id} did not take a message, it is sent again later: ${messageOf(cause)}`);
      return;
    }
    await outbox.sent(id, unsent);
  };

  const faulty = (cause: unknown) => log(`notify: ${messageOf(cause)}`);
  /** Sends on every channel what is due, once. Never rejects: what went wrong is logged and tried again. */
  const round = async () => {
    try {
      const world = await survey();
      await Promise.all(channels.map((channel) => notify(channel, world).catch(faulty)));
    } catch (cause) {
      faulty(cause);
    }
  };
  return {
    round,
    /** Does so every few seconds until the signal aborts. */
    run: async (signal: AbortSignal) => {
      while (!signal.aborted) {
        await round();
        // It rejects for one reason: the signal.
        await clock.sleep(pollMs, signal).catch(() => undefined);
      }
    },
  };
}
export type Notifier = ReturnType<typeof openNotifier>;

/** What was tried less comes first: nothing that a channel will never take stands in the way of the rest. */
function inTurn({ unsent }: Box): Unsent[] {
  return [...unsent.values()].sort(
    (one, other) => one.tries - other.tries || one.writtenAt - other.writtenAt,
  );
}

function isLeftAlone({ failed }: Box, now: number): boolean {
  if (failed === undefined) return false;
  return now < failed.at + backoff(betweenTries, failed.times);
}

interface DigestPorts {
  readonly ledger: Ledger;
  readonly approvalWindowMs: number;
  /** Whose morning it is. */
  readonly timeZone: string;
}

/**
 * Makes digests of what is recorded. Where nothing is live there is none but the first of a week: undefined then. What was made is
 * kept while it is due, as several channels want the same.
 */
function digests({ ledger, approvalWindowMs, timeZone }: DigestPorts) {
  const made = new Map<string, Promise<Today | undefined>>();
  const make = async ({ due, since }: DueDigest, { news, orders }: World) => {
    const now = Date.parse(due);
    const day = dayIn(timeZone, now);
    const campaigns: CampaignToday[] = [];
    // One after the other, so that the states of many campaigns are not in memory at once.
    const options = { day, now, since, until: due, approvalWindowMs, orders };
    for (const id of news.keys()) {
      const one = campaignToday(await stateOf(ledger, id), options);
      if (one !== undefined) campaigns.push(one);
    }
    const isSameWeek = mondayOf(day) === mondayOf(dayIn(timeZone, Date.parse(since)));
    return campaigns.every(isQuiet) && isSameWeek ? undefined : { today: day, timeZone, since, campaigns };
  };
  return (digest: DueDigest, world: World): Promise<Today | undefined> => {
    const key = `${digest.due} ${digest.since}`;
    for (const old of made.keys()) if (!old.startsWith(digest.due)) made.delete(old);
    const today = made.get(key) ?? make(digest, world);
    made.set(key, today);
    today.catch(() => made.delete(key));
    return today;
  };
}

/** The flight is over, and nothing is to be decided or missing. */
function isQuiet({ status, decide, alerts, missing }: CampaignToday): boolean {
  return status === "over" && [...decide, ...alerts, ...missing].length === 0;
}

/** A process that nobody can ask after, as one on another machine, is taken for dead after so long. */
const leaseMs = 5 * 60_000;

/** The ledger's record of messages to people: written before they are sent, once for each channel and id. */
function openOutbox(ledger: Ledger, processes: Processes) {
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
    /** The channel as any process has left it; it gets what happens from when it was first asked for. */
    box: async (channel: string): Promise<Box & { readonly openedAt: string }> => {
      await readInto(boxes, ledger);
      if (boxOf(boxes, channel).openedAt === undefined)
        await record({ type: "channel-opened", channel }, `opened/${channel}`);
      const box = boxOf(boxes, channel);
      return Object.assign(box, { openedAt: box.openedAt ?? "" });
    },
    write: async (channel: string, notification: Notification) => {
      const key = `written/${channel}/${notification.id}`;
      await record({ type: "notification-written", channel, notification }, key);
    },
    /** False where another process has begun to send it: of all processes one does. */
    begin: (channel: string, unsent: Unsent) =>
      record(
        { type: "sending-begun", channel, id: unsent.notification.id, process: processes.self },
        keyOf(channel, unsent).nextTry,
      ),
    sent: async (channel: string, unsent: Unsent) => {
      const event = { type: "notification-sent", channel, id: unsent.notification.id } as const;
      await record(event, keyOf(channel, unsent).ended, { lower: [downMark(channel)] });
    },
    failed: async (channel: string, unsent: Unsent, reason: string) => {
      const event = { type: "sending-failed", channel, id: unsent.notification.id, reason } as const;
      await record(event, keyOf(channel, unsent).failedTry, { raise: [downMark(channel)] });
    },
    drop: async (channel: string, unsent: Unsent) => {
      const event = { type: "notification-dropped", channel, id: unsent.notification.id } as const;
      await record(event, keyOf(channel, unsent).ended);
    },
    /** Whether somebody is sending it who may still be alive. `now` is UTC milliseconds. */
    isUnderWay: ({ sending }: Unsent, now: number) =>
      sending !== undefined && !processes.isDead(sending.by) && now - sending.since < leaseMs,
  };
}

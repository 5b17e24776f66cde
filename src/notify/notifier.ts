import type { StopOrder } from "../campaign/model/decisions/stop-order.ts";
import { stateOf } from "../campaign/model/state/journal.ts";
import { isCampaign } from "../campaign/stop/stop-orders.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { messageOf } from "../lib/cause.ts";
import type { Clock } from "../lib/clock.ts";
import { backoff } from "../lib/clock.ts";
import type { Processes } from "../lib/processes.ts";
import type { Box, Unsent } from "./box.ts";
import type { Channel } from "./channel.ts";
import { digests } from "./digest.ts";
import { becameOf, digestDue, due, isMoot } from "./due.ts";
import { type News, newsOf, stopId } from "./news.ts";
import { digestId } from "./notification.ts";
import { openOutbox } from "./outbox.ts";
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

export interface Notifier {
  /** Sends on every channel what is due, once. Never rejects: what went wrong is logged and tried again. */
  readonly round: () => Promise<void>;
  /** Does so every few seconds until the signal aborts. */
  readonly run: (signal: AbortSignal) => Promise<void>;
}

/** Notifies people of what waits for them, beside the passes over campaigns: it reads the ledger, and delays nothing. */
export function openNotifier(ports: NotifierPorts): Notifier {
  const { ledger, clock, processes, channels, orders, approvalWindowMs, linkFor, log } = ports;
  const todayFor = digests({ ledger, approvalWindowMs, timeZone: ports.timeZone ?? "UTC" });
  const outbox = openOutbox(ledger, processes);
  const news = new Map<string, News>();
  let position = 0;
  let under = "";

  /** Campaigns that something has happened to; all of them where people stopped or released something. */
  const survey = async () => {
    const stopOrders = await orders();
    const name = stopOrders.map(stopId).join();
    const { position: now, campaignIds } = await ledger.changed(name === under ? position : 0);
    for (const id of campaignIds.filter(isCampaign))
      news.set(id, newsOf(await stateOf(ledger, id), stopOrders, approvalWindowMs));
    [position, under] = [now, name];
    return { news, orders: stopOrders };
  };

  const notify = async (channel: Channel, world: Awaited<ReturnType<typeof survey>>) => {
    const { id } = channel;
    for (const notification of due(channel, await outbox.box(id), world, clock.now()))
      await outbox.write(id, notification);
    const morning = digestDue(channel, await outbox.box(id), clock.now());
    const today = morning && (await todayFor(morning, [...world.news.keys()]));
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
      await sendTo(worded(unsent.notification, await linkFor(unsent, to)));
    } catch (cause) {
      await outbox.failed(id, unsent, messageOf(cause));
      log(`notify: ${id} did not take a message, it is sent again later: ${messageOf(cause)}`);
      return;
    }
    await outbox.sent(id, unsent);
  };

  const faulty = (cause: unknown) => log(`notify: ${messageOf(cause)}`);
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
    run: async (signal) => {
      while (!signal.aborted) {
        await round();
        // It rejects for one reason: the signal.
        await clock.sleep(pollMs, signal).catch(() => undefined);
      }
    },
  };
}

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

import type { Observer } from "../campaign/model/state/journal.ts";
import { type TurnPatience, type TurnPorts, turn } from "../campaign/run/turn.ts";
import { type Clock, systemClock } from "../lib/clock.ts";
import { sha256 } from "../lib/digest.ts";
import type { Schedule } from "../lib/schedule.ts";
import { type ServerPorts, serverApp } from "./app.ts";
import { healthOf, readinessOf } from "./health.ts";
import { type Address, hostsOf } from "./hosts.ts";
import { listen } from "./listen.ts";
import type { Log } from "./log.ts";
import type { Metrics } from "./metrics.ts";
import { createScheduler, type Scheduler, type SchedulerPorts, type SchedulerState } from "./scheduler.ts";

/** A turn under way when it is to stop gets so long; what is cut off goes on with the next start. */
const graceMs = 30_000;
/** Others wait so long for a campaign whose sellers do not answer: giving its place away costs memory and no work. */
const turnDeadlineMs = 5_000;

export interface ServeOptions extends Address, Pick<ServerPorts, "status" | "results" | "mcp"> {
  readonly campaigns: TurnPorts;
  /**
   * Called before each turn; where it rejects none is taken, and it is called again before long. `isIdle`: whether no
   * campaign is under way from turns before.
   */
  readonly beforeTurn?: (isIdle: boolean) => Promise<void>;
  readonly clock: Clock;
  /** How long campaigns take by the wire's own time; the machine's where absent. */
  readonly stopwatch?: Clock;
  readonly schedule: Schedule;
  /** Turns are shared with every worker on the ledger's database, `postgres://…`; taken by this process alone where absent. */
  readonly workers?: { readonly url: string };
  /** What distinguishes this installation from others: it spreads them over the minutes. */
  readonly installation: string;
  /** Makes the receiver of webhooks; it wakes the campaign that one is about. */
  readonly webhooks?: (wake: ServerPorts["wake"]) => ServerPorts["receiveWebhook"];
  /** Makes the pages for people, when the port is known. */
  readonly console?: (port: number) => NonNullable<ServerPorts["console"]>;
  /** Sees each event as it is recorded. */
  readonly observe?: Observer;
  /** What goes on beside turns until the signal aborts, and holds up none. */
  readonly beside?: (signal: AbortSignal) => Promise<void>;
  /** Where counters are kept, and who may read them. */
  readonly metrics?: Pick<Metrics, "turned" | "webhookAnswered"> & {
    readonly token?: string;
    readonly page: (state: SchedulerState) => Promise<string>;
  };
  readonly log: Log;
  /** Called once requests are answered. */
  readonly listening?: (url: string) => void;
}

/** Takes turns and answers requests until the signal aborts. Rejects where the port cannot be had. */
export async function serve(options: ServeOptions, signal: AbortSignal): Promise<void> {
  const { campaigns, clock, host, port, publicUrl, observe, metrics } = options;
  const underWay = new Map<string, Promise<unknown>>();
  const patience: TurnPatience = {
    clock: options.stopwatch ?? systemClock,
    deadlineMs: turnDeadlineMs,
    underWay,
    slow: new Set(),
    late: (turned) => scheduler.late(turned),
    ended: metrics?.turned,
  };
  const scheduler = await schedulerFor(options, {
    ready: async () => options.beforeTurn?.(underWay.size === 0),
    turn: (only, stopping) =>
      turn(guarded, { only, signal: stopping, patience, ...(observe && { observe }) }),
  });
  /** Who has lost a campaign to another process begins no further step of it. */
  const guarded: TurnPorts = {
    ...campaigns,
    ports: async (campaignId, seen) => {
      const ports = await campaigns.ports(campaignId, seen);
      const stopOrders = () => {
        scheduler.mayGoOn(campaignId);
        return ports.stopOrders();
      };
      return { ...ports, stopOrders };
    },
  };
  const receive = options.webhooks?.(scheduler.wake);
  const receiveWebhook: ServerPorts["receiveWebhook"] =
    receive &&
    (async (request) => {
      const answer = await receive(request);
      metrics?.webhookAnswered(answer.status);
      return answer;
    });
  const health = () => healthOf(scheduler.state(), clock.now());
  const server = await listen({ host, port }, (open) =>
    serverApp({
      hosts: hostsOf({ host, port: open, publicUrl, consoleUrl: options.consoleUrl, mcpUrl: options.mcpUrl }),
      health,
      readiness: () => readinessOf(health(), () => campaigns.ledger.marks("ready"), systemClock),
      ...(metrics && {
        metrics: { token: metrics.token, page: () => metrics.page(scheduler.state()) },
      }),
      wake: scheduler.wake,
      ...(options.status && { status: options.status }),
      ...(options.results && { results: options.results }),
      ...(options.mcp && { mcp: options.mcp }),
      ...(receiveWebhook && { receiveWebhook }),
      ...(options.console && { console: options.console(open) }),
    }),
  );
  options.listening?.(server.url);
  const turns = scheduler.run(signal);
  const beside = options.beside?.(signal);
  try {
    await Promise.race([turns, aborted(signal)]);
  } finally {
    await server.close();
  }
  const waited = new AbortController();
  const ends = Promise.all([turns.then(() => Promise.all(underWay.values())), beside]);
  await Promise.race([ends, clock.sleep(graceMs, waited.signal).catch(() => undefined)]);
  waited.abort();
  await scheduler.close();
}

/** Turns of this process alone, or those that workers share. The latter's libraries are loaded where there are workers. */
async function schedulerFor(
  { campaigns, clock, schedule, installation, workers, log }: ServeOptions,
  { ready, turn }: { readonly ready: () => Promise<void>; readonly turn: SchedulerPorts["turn"] },
): Promise<Scheduler> {
  const jitterMs = jitterOf(installation, schedule.period(clock.now()));
  if (workers !== undefined) {
    const { openQueue } = await import("./queue.ts");
    return openQueue({
      clock,
      schedule,
      jitterMs,
      log,
      url: workers.url,
      ledger: campaigns.ledger,
      ready,
      turn,
    });
  }
  const prepared: SchedulerPorts["turn"] = async (...of) => {
    await ready();
    return turn(...of);
  };
  return createScheduler({ clock, schedule, jitterMs, log, turn: prepared });
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

const longestMs = 5 * 60_000;

/**
 * How much later than the clock's round hour an installation is at work, in milliseconds: at most a tenth of the period
 * and five minutes, so that not all installations of the world ask the same sellers in the same second. The same
 * installation is always late by the same time.
 */
export function jitterOf(installation: string, periodMs: number): number {
  const share = Number.parseInt(sha256(installation).slice(0, 8), 16) / 2 ** 32;
  return Math.floor(share * Math.min(longestMs, periodMs / 10));
}

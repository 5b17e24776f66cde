import type PgBoss from "pg-boss";
import { type CampaignTurn, liveCampaigns } from "../campaign/run/turn.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { readLedgerUrl } from "../ledger/postgres-pool.ts";
import { messageOf } from "../lib/cause.ts";
import { openCampaignLocks } from "./campaign-locks.ts";
import {
  dueAt,
  recordFaults,
  type Scheduler,
  type SchedulerPorts,
  type SchedulerState,
  WaitsForOthers,
} from "./scheduler.ts";

/** Campaigns that one worker is at, not counting those that take longer than others wait for them. */
const turnsAtOnce = 4;
const pollMs = 1_000;
/** After a database that did not answer, in milliseconds. */
const awayMs = 5_000;
/** What comes in for a campaign in so many seconds makes one turn. */
const gatherSeconds = 3;
/** A campaign that another worker is at, or whose turn takes longer, is tried again after so many seconds. */
const againSeconds = 10;
/** One that could not go on, and not the last time either. */
const faultSeconds = 60;
/** After so many seconds a dead worker's job goes to another one. A turn gives its place away long before. */
const expireSeconds = 15;
/** A campaign whose turn so many workers did not end waits for the next scheduled time. */
const mostAttempts = 10;
/** Campaigns that are put to the queue in one statement. */
const batch = 1_000;

const turns = "turns";
const abandoned = "abandoned";

/** What a job is about: one campaign, or all of them where absent. */
interface Job {
  readonly campaign?: string;
}

export interface QueuePorts extends SchedulerPorts {
  /** The ledger's database. The queue's tables are in a schema of their own beside it. */
  readonly url: string;
  readonly ledger: Ledger;
  /** Called before work is fetched; where it rejects none is, and it is called again before long. */
  readonly ready: () => Promise<void>;
}

/**
 * Turns that any number of workers share: due times are jobs in the ledger's database, and who takes one takes the
 * campaign's lock first. A job only says that a campaign is due, so that one too many does no harm; what a
 * campaign may do is decided by the ledger alone.
 */
export async function openQueue(ports: QueuePorts): Promise<Scheduler> {
  const { clock, schedule, jitterMs, turn, log, url, ledger, ready } = ports;
  // Makes the ledger where there is none, and refuses another ledger's key, before anything is put beside it.
  await ledger.marks("workers");
  const locks = await openCampaignLocks(url);
  const boss = await startBoss(url, (cause) => log.warn(`the queue: ${messageOf(cause)}`));
  let state: SchedulerState = { turning: false };
  const underWay = new Set<Promise<void>>();
  /** Campaigns that could not go on the last time here: the first time is often a connection that is soon back. */
  const faulted = new Set<string>();

  /** One job waits for each `key` at most. */
  const put = (campaign: string, { key, seconds }: { readonly key: string; readonly seconds: number }) =>
    boss.send(turns, { campaign }, { singletonKey: key, startAfter: Math.max(0, Math.ceil(seconds)) });

  const putPoll = async ({ campaignId, nextPoll }: CampaignTurn) => {
    if (nextPoll === undefined) return;
    const seconds = (dueAt(nextPoll, jitterMs) - clock.now()) / 1_000;
    await put(campaignId, { key: `${campaignId}@${nextPoll.at}`, seconds });
  };

  const putAll = async () => {
    const ids = await liveCampaigns(ledger);
    for (let from = 0; from < ids.length; from += batch)
      await boss.insert(
        ids
          .slice(from, from + batch)
          .map((campaign) => ({ name: turns, data: { campaign }, singletonKey: campaign })),
      );
    log.info({ campaigns: ids.length }, `${ids.length} campaigns get a pass`);
  };

  /** The next scheduled time, sent to the queue by every worker and kept there once. */
  const putSchedule = async () => {
    const nextTurn = schedule.next(clock.now() - jitterMs) + jitterMs;
    if (state.nextTurn === nextTurn) return;
    const due = new Date(nextTurn - jitterMs).toISOString();
    const seconds = Math.max(0, Math.ceil((nextTurn - clock.now()) / 1_000));
    await boss.send(turns, {}, { singletonKey: `all@${due}`, startAfter: seconds, priority: 1 });
    state = { ...state, nextTurn };
  };

  const ended = async (turned: CampaignTurn) => {
    const { campaignId, fault } = turned;
    const isLost = locks.isLost(campaignId);
    await locks.release(campaignId);
    recordFaults([turned], log);
    await putPoll(turned);
    const seconds = faulted.delete(campaignId) && !isLost ? faultSeconds : againSeconds;
    if (fault !== undefined) faulted.add(campaignId);
    if (fault !== undefined || isLost) await put(campaignId, { key: campaignId, seconds });
  };

  const takeOne = async (campaign: string, signal: AbortSignal) => {
    if (!(await locks.take(campaign))) return put(campaign, { key: campaign, seconds: againSeconds });
    let turned: CampaignTurn | undefined;
    try {
      [turned] = await turn(new Set([campaign]), signal);
    } finally {
      if (turned === undefined) await locks.release(campaign);
    }
    // Stopped before it began: another worker is at it at once.
    if (turned === undefined && signal.aborted) return put(campaign, { key: campaign, seconds: 0 });
    if (turned?.goesOn === true) return put(campaign, { key: campaign, seconds: againSeconds });
    return turned && ended(turned);
  };

  const work = async ({ id, data }: PgBoss.Job<Job>, signal: AbortSignal) => {
    try {
      await (data.campaign === undefined ? putAll() : takeOne(data.campaign, signal));
      await boss.complete(turns, id);
    } catch (cause) {
      // What is not completed comes to another worker, or to this one again.
      log.error(`a turn could not be taken and is tried again: ${messageOf(cause)}`);
    }
    state = { ...state, lastTurn: clock.now() };
  };

  const begin = (job: PgBoss.Job<Job>, signal: AbortSignal) => {
    const whole = work(job, signal).finally(() => {
      underWay.delete(whole);
    });
    underWay.add(whole);
  };

  const recordAbandoned = async () => {
    for (const { id, data } of await boss.fetch<Job>(abandoned, { batchSize: 100 })) {
      log
        .child({ campaign: data.campaign })
        .error(`its turn came to no end ${mostAttempts} times: it waits for the next scheduled time`);
      await boss.complete(abandoned, id);
    }
  };

  /** Whether there may be more to fetch at once. */
  const fetchAndBegin = async (signal: AbortSignal): Promise<boolean> => {
    await ready();
    await putSchedule();
    const batchSize = turnsAtOnce - underWay.size;
    const jobs = await boss.fetch<Job>(turns, { batchSize });
    for (const job of jobs) begin(job, signal);
    const { untaken: _, ...rest } = state;
    state = { ...rest, turning: underWay.size > 0 };
    if (jobs.length === 0) await recordAbandoned();
    return jobs.length === batchSize;
  };

  const rest = (milliseconds: number, signal: AbortSignal) =>
    clock.sleep(milliseconds, signal).catch(() => undefined);

  return {
    run: async (signal) => {
      let hasStarted = false;
      while (!signal.aborted) {
        try {
          if (!hasStarted) await boss.send(turns, {}, { singletonKey: "all", priority: 1 });
          hasStarted = true;
          const isMore = await fetchAndBegin(signal);
          if (underWay.size >= turnsAtOnce) await Promise.race(underWay);
          else if (!isMore) await rest(pollMs, signal);
        } catch (cause) {
          if (cause instanceof WaitsForOthers) log.warn(cause.message);
          else {
            log.error(`no turn can be taken, campaigns wait: ${messageOf(cause)}`);
            state = { ...state, untaken: true };
          }
          await rest(awayMs, signal);
        }
      }
      await Promise.all(underWay);
    },
    wake: (campaignId) => {
      put(campaignId, { key: campaignId, seconds: gatherSeconds }).catch((cause: unknown) =>
        log.error(`a campaign gets its pass later, not now: ${messageOf(cause)}`),
      );
    },
    late: (turned) => {
      ended(turned).catch((cause: unknown) => log.error(`the queue: ${messageOf(cause)}`));
    },
    state: () => state,
    mayGoOn: (campaignId) => {
      if (locks.isLost(campaignId))
        throw new Error("the connection to the database was lost: another worker may be at this campaign");
    },
    close: async () => {
      await boss.stop({ graceful: false });
      await locks.close();
    },
  };
}

/** The queue, its tables made once however many workers start together. */
async function startBoss(url: string, failed: (cause: unknown) => void): Promise<PgBoss> {
  const { connection, schema } = readLedgerUrl(url);
  const { default: pg } = await import("pg");
  const { default: Boss } = await import("pg-boss").catch((cause: unknown) => {
    throw new Error("the package pg-boss is not installed: npm install pg-boss", { cause });
  });
  const boss = new Boss({
    connectionString: connection,
    schema: `${schema}_queue`,
    application_name: "flightdesk worker",
    max: 4,
    schedule: false,
    maintenanceIntervalSeconds: 5,
    archiveCompletedAfterSeconds: 3_600,
    deleteAfterDays: 1,
  });
  boss.on("error", failed);
  const client = new pg.Client({ connectionString: connection });
  await client.connect();
  try {
    await client.query("SELECT pg_advisory_lock(hashtext('flightdesk queue tables'))");
    await boss.start();
    await boss.createQueue(abandoned);
    const options = { policy: "short", expireInSeconds: expireSeconds, retryLimit: mostAttempts } as const;
    await boss.createQueue(turns, { name: turns, deadLetter: abandoned, ...options });
    await boss.updateQueue(turns, { name: turns, deadLetter: abandoned, ...options });
  } finally {
    await client.end();
  }
  return boss;
}

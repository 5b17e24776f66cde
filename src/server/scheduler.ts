import type { NextPoll } from "../campaign/run/next-poll.ts";
import type { CampaignTurn } from "../campaign/run/turn.ts";
import { messageOf } from "../lib/cause.ts";
import type { Clock } from "../lib/clock.ts";
import { counted } from "../lib/english.ts";
import type { Schedule } from "../lib/schedule.ts";
import type { Log } from "./log.ts";

const minuteMs = 60_000;
/** Between the end of one turn and the next, whoever wakes it. */
const leastPauseMs = 10_000;
/** A turn that could not be taken, as a file of the desk could not be read, is tried again after so long. */
export const retryMs = 5 * minuteMs;
/** The machine may sleep, and its timers with it: the clock is read again after so long. */
const longestSleepMs = minuteMs;

export interface SchedulerPorts {
  readonly clock: Clock;
  readonly schedule: Schedule;
  /** Added to every time that many installations share; see `dueAt`. */
  readonly jitterMs: number;
  /** Takes these campaigns, or all that live, as far as they go. */
  readonly turn: (
    only: ReadonlySet<string> | undefined,
    signal: AbortSignal,
  ) => Promise<readonly CampaignTurn[]>;
  readonly log: Log;
}

export interface Scheduler {
  /** Takes turns until the signal aborts; resolves when the turn that is then under way has ended. */
  readonly run: (signal: AbortSignal) => Promise<void>;
  /** Something came in for a campaign: it gets a turn as soon as may be. */
  readonly wake: (campaignId: string) => void;
  /** A campaign's turn has ended that others did not wait for. */
  readonly late: (turn: CampaignTurn) => void;
  readonly state: () => SchedulerState;
  /** Throws where this process may not go on with a campaign, as another one may have taken it over. */
  readonly mayGoOn: (campaignId: string) => void;
  /** When nothing is under way any more. */
  readonly close: () => Promise<void>;
}

/** Why no turn is taken here for now although nothing is wrong with this process. */
export class WaitsForOthers extends Error {}

/** UTC milliseconds each. */
export interface SchedulerState {
  /** When the last turn ended. */
  readonly lastTurn?: number;
  /** When all campaigns get their next turn. */
  readonly nextTurn?: number;
  readonly turning: boolean;
  /** The last turn could not be taken: campaigns wait. */
  readonly untaken?: true;
}

/**
 * One turn at a time: of all campaigns at the start and at each due time, of single ones when they are woken or
 * due. Due times that were missed, asleep, away or busy, make one turn together.
 */
export function createScheduler({ clock, schedule, jitterMs, turn, log }: SchedulerPorts): Scheduler {
  const polls = new Map<string, number>();
  const woken = new Set<string>();
  /** Woken while an earlier turn of theirs goes on: they get another when that ends. */
  const again = new Set<string>();
  let state: SchedulerState = { turning: false };
  let passes = 0;
  let stir = () => {};

  const dueAfter = (now: number) => schedule.next(now - jitterMs) + jitterMs;

  const take = async (only: ReadonlySet<string> | undefined, signal: AbortSignal) => {
    const { untaken: _, ...before } = state;
    state = { ...before, turning: true };
    if (only === undefined) {
      state = { ...state, nextTurn: dueAfter(clock.now()) };
      polls.clear();
      woken.clear();
    }
    for (const id of only ?? []) {
      polls.delete(id);
      woken.delete(id);
    }
    passes += 1;
    const ofTurn = log.child({ turn: passes });
    try {
      const turns = await turn(only, signal);
      turns.forEach(pollNext);
      for (const { campaignId, goesOn } of turns) if (goesOn && only?.has(campaignId)) again.add(campaignId);
      record(turns, ofTurn);
    } catch (cause) {
      ofTurn.error(`the turn could not be taken, campaigns wait: ${messageOf(cause)}`);
      const nextTurn = Math.min(state.nextTurn ?? Number.POSITIVE_INFINITY, clock.now() + retryMs);
      state = { ...state, nextTurn, untaken: true };
    }
    state = { ...state, turning: false, lastTurn: clock.now() };
  };

  const pollNext = ({ campaignId, nextPoll }: CampaignTurn) => {
    if (nextPoll !== undefined) polls.set(campaignId, dueAt(nextPoll, jitterMs));
  };

  const wake = (campaignId: string) => {
    woken.add(campaignId);
    stir();
  };

  /** Campaigns that are due next, when it is time; undefined for all of them. */
  const due = async (signal: AbortSignal): Promise<ReadonlySet<string> | undefined> => {
    let earliest = Number.POSITIVE_INFINITY;
    while (!signal.aborted) {
      const now = clock.now();
      // Where the clock was set back, what was computed from it before would be waited for until it is there again.
      earliest = Math.min(earliest, now + leastPauseMs);
      const nextTurn = Math.min(state.nextTurn ?? now, dueAfter(now));
      state = { ...state, nextTurn };
      const ready = new Set([...woken, ...[...polls].flatMap(([id, at]) => (at <= now ? [id] : []))]);
      if (now >= earliest && now >= nextTurn) return undefined;
      if (now >= earliest && ready.size > 0) return ready;
      const next = woken.size > 0 ? earliest : Math.max(earliest, Math.min(nextTurn, ...polls.values()));
      await rest(Math.min(longestSleepMs, next - now));
    }
    return new Set();
  };

  const rest = async (milliseconds: number) => {
    const stirred = new AbortController();
    stir = () => stirred.abort();
    // It rejects for one reason: somebody stirs it.
    await clock.sleep(milliseconds, stirred.signal).catch(() => undefined);
  };

  return {
    run: async (signal) => {
      signal.addEventListener("abort", () => stir(), { once: true });
      let only: ReadonlySet<string> | undefined;
      while (!signal.aborted) {
        await take(only, signal);
        only = await due(signal);
      }
    },
    wake,
    late: (turned) => {
      pollNext(turned);
      if (again.delete(turned.campaignId)) wake(turned.campaignId);
      else stir();
      recordFaults([turned], log);
    },
    state: () => state,
    mayGoOn: () => undefined,
    close: () => Promise.resolve(),
  };
}

/** When a campaign is due, UTC milliseconds. A whole minute is a time of the calendar, at which others are due as well. */
export function dueAt({ at }: NextPoll, jitterMs: number): number {
  const time = Date.parse(at);
  return time % minuteMs === 0 ? time + jitterMs : time;
}

function record(turns: readonly CampaignTurn[], log: Log): void {
  const goingOn = turns.filter(({ goesOn }) => goesOn).length;
  const forPeople = turns.filter(({ waiting }) => waiting.some(({ type }) => type === "person")).length;
  log.info(
    { campaigns: turns.length, forPeople, goingOn },
    [
      `checked ${counted(turns.length, "campaign")}`,
      ...(forPeople === 0 ? [] : [`${forPeople} wait for a person`]),
      ...(goingOn === 0 ? [] : [`${goingOn} take longer and go on`]),
    ].join("; "),
  );
  recordFaults(turns, log);
}

export function recordFaults(turns: readonly CampaignTurn[], log: Log): void {
  for (const { campaignId, fault } of turns)
    if (fault !== undefined) log.child({ campaign: campaignId }).error(`could not go on: ${fault}`);
}

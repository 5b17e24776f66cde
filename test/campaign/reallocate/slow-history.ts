import fc from "fast-check";
import { expect } from "vitest";
import { campaignIn, flightStart } from "../../../scripts/simulation/campaign.ts";
import { type Market, openMarket } from "../../../scripts/simulation/market.ts";
import { governanceUrl, portsOn } from "../../../scripts/simulation/ports.ts";
import { seededChance } from "../../../scripts/simulation/worlds/chance.ts";
import type { World } from "../../../scripts/simulation/worlds/world.ts";
import { findBuy } from "../../../src/campaign/account/changes/find-line.ts";
import { changeBuy } from "../../../src/campaign/change/change-buy.ts";
import type { ExecutePorts } from "../../../src/campaign/execute/execute-ports.ts";
import { openJournal } from "../../../src/campaign/model/state/journal.ts";
import { notPlaced } from "../../../src/campaign/model/state/not-placed.ts";
import {
  awaitsPerson,
  boundBy,
  type CampaignState,
  mayBind,
  type StepState,
} from "../../../src/campaign/model/state/state.ts";
import { lineBudgets } from "../../../src/campaign/reallocate/live-lines.ts";
import { alertsIn } from "../../../src/campaign/reallocate/money-alerts.ts";
import { advance } from "../../../src/campaign/run/advance.ts";
import { inMemory, openSqliteLedger } from "../../../src/ledger/sqlite.ts";
import { simulatedClock } from "../../../src/lib/clock.ts";
import { money } from "../../../src/lib/money.ts";
import type { Answer, Read } from "../../../src/protocol/client/calls.ts";
import type { Mutate } from "../../../src/protocol/client/mutate.ts";
import { TaskError } from "../../../src/protocol/messages/errors.ts";

const dayMs = 86_400_000;
const planned = 10_000_000;
const never = 10_000;

/** What a seller makes of one change: `days` until it is in its books, whether it names that day, and how much of it is made. */
export interface Treatment {
  readonly does: "makes" | "refuses" | "forgets";
  readonly days: number;
  readonly names: boolean;
  readonly part: number;
}

export const atOnce: Treatment = { does: "makes", days: 0, names: false, part: 1 };

export interface SlowHistory {
  readonly seed: number;
  readonly lines: number;
  readonly days: number;
  /** Of each change in turn; at once where there are no more. */
  readonly treatments: readonly Treatment[];
  /** Of each increase in turn, before those count. */
  readonly increases?: readonly Treatment[];
  /** Days on which no seller shows its books. */
  readonly silentDays: readonly number[];
  /** A person cuts the line by a tenth on the morning of a day. */
  readonly cuts: readonly { readonly day: number; readonly line: number }[];
  /** After so many entries of changes the process ends, each time. */
  readonly deaths: readonly number[];
  /** The line that brings most; chance has it where absent. */
  readonly best?: number;
}

const treatment: fc.Arbitrary<Treatment> = fc.record({
  does: fc.oneof(
    { weight: 6, arbitrary: fc.constant("makes" as const) },
    fc.constant("refuses" as const),
    fc.constant("forgets" as const),
  ),
  days: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 9 })),
  names: fc.boolean(),
  part: fc.oneof({ weight: 3, arbitrary: fc.constant(1) }, fc.double({ min: 0.1, max: 0.9, noNaN: true })),
});

export const slowHistories: fc.Arbitrary<SlowHistory> = fc.record({
  seed: fc.integer({ min: 1, max: 1_000_000 }),
  lines: fc.integer({ min: 3, max: 5 }),
  days: fc.constant(35),
  treatments: fc.array(treatment, { maxLength: 12 }),
  silentDays: fc.uniqueArray(fc.integer({ min: 8, max: 34 }), { maxLength: 4 }),
  cuts: fc.array(fc.record({ day: fc.integer({ min: 3, max: 30 }), line: fc.nat({ max: 4 }) }), {
    maxLength: 2,
  }),
  deaths: fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 2 }),
});

/** Lines of equal plans of which some bring many times what others do. */
function differing(
  { seed, lines, days, best }: SlowHistory,
  next: (isIncrease: boolean) => Treatment,
): World {
  const chance = seededChance(seed);
  return {
    metric: "clicks",
    days,
    mostPerLine: 0.5,
    lines: Array.from({ length: lines }, (_, place) => {
      const level = best === undefined ? Math.exp(0.8 * chance.normal()) : place === best ? 4 : 1;
      return {
        name: `line ${place + 1}`,
        channel: "display",
        planned,
        cpm: 1_000,
        mean: (day, spends) => 300 * level * ((spends[day] ?? 0) / (planned / days)) ** 0.7,
        change: ({ day, from, to }) => {
          const { does, days: late, part } = next(to > from);
          if (does === "refuses") return { type: "refused", reason: "not now" };
          const made = Math.round(from + part * (to - from));
          return { type: "made", to: made, on: does === "forgets" ? never : day + late };
        },
      };
    }),
  };
}

/** One morning, once all was done that could be. */
export interface Morning {
  readonly day: number;
  readonly state: CampaignState;
  readonly market: Market;
  readonly whole: number;
  readonly ports: ExecutePorts;
  /** Until when the last change of a buy that its seller agreed to may be on its way, in UTC milliseconds. */
  readonly dueOf: (mediaBuyId: string) => number;
  readonly now: number;
}

class Died extends Error {}

/** Plays a history day by day; `each` sees every morning, and `sent` every change that a seller was sent. */
export async function playSlowly(
  history: SlowHistory,
  each: (morning: Morning) => void | Promise<void> = () => undefined,
): Promise<{ readonly state: CampaignState; readonly deaths: number }> {
  const { lines, days, treatments, increases = [], silentDays, cuts, deaths, seed } = history;
  let [changes, raises] = [0, 0];
  let current = atOnce;
  const world = differing(history, (isIncrease) => {
    current = (isIncrease ? increases[raises++] : undefined) ?? treatments[changes++] ?? atOnce;
    return current;
  });
  const whole = planned * lines;
  const clock = simulatedClock(Date.parse(flightStart) - dayMs / 2);
  const ledger = openSqliteLedger(inMemory, clock.now);
  try {
    const journal = await openJournal(ledger, "simulation");
    for (const event of campaignIn(world, { reallocationThreshold: money(whole, "EUR") }))
      await journal.record(event, event.type);
    const market = openMarket(world, seed, Date.parse(flightStart));
    let largest = whole;
    const sent = async () => expectInside(market, whole, largest);
    const inner = portsOn(market, { journal, clock, sent });
    let day = -1;
    const read = (async (agentUrl, task, request) =>
      task === "get_media_buys" && agentUrl !== governanceUrl && silentDays.includes(day)
        ? { type: "failed", error: new TaskError("SERVICE_UNAVAILABLE", "it does not answer") }
        : inner.read(agentUrl, task, request)) as Read;
    const due = new Map<string, number>();
    const mutate = (async (...call: Parameters<Mutate>) => {
      const answer: Answer<unknown> = await inner.mutate(...call);
      if (call[0].task !== "update_media_buy" || answer.type !== "answered") return answer;
      const { implementation_date: _, ...payload } = answer.payload as Record<string, unknown>;
      const date = new Date(Date.parse(flightStart) + (day + current.days) * dayMs).toISOString();
      due.set(String(payload["media_buy_id"]), (current.names ? Date.parse(date) : clock.now()) + dayMs);
      const isLate = current.days > 0 || current.does === "forgets";
      return {
        ...answer,
        payload: { ...payload, ...(isLate && { implementation_date: current.names ? date : null }) },
      };
    }) as Mutate;
    let [entries, died] = [0, 0];
    const record: typeof journal.record = async (event, key, still) => {
      const isOfChange =
        event.type === "change-checked" ||
        event.type === "reallocation-decided" ||
        (event.type === "step-proposed" && event.step.change !== undefined);
      const dies = isOfChange && deaths.includes(++entries);
      if (dies) died += 1;
      if (dies && died % 2 === 1) throw new Died();
      const recorded = await journal.record(event, key, still);
      if (dies) throw new Died();
      return recorded;
    };
    const ports: ExecutePorts = { ...inner, read, mutate, journal: { ...journal, record } };
    // Another process goes on, and may end, too.
    const go = (): Promise<unknown> =>
      advance(ports, "end").catch((cause: unknown) => {
        if (!(cause instanceof Died)) throw cause;
        return go();
      });
    await go();
    largest = Math.max(Math.floor(whole * world.mostPerLine), ...market.budgets());
    clock.advance(dayMs);
    for (day = 0; day < days; day += 1) {
      if (day > 0) {
        clock.advance(dayMs);
        market.nextDay();
      }
      for (const cut of cuts.filter((one) => one.day === day)) await cutLine(cut.line % lines, ports);
      await go();
      expectInside(market, whole, largest);
      const dueOf = (id: string) => due.get(id) ?? 0;
      await each({ day, state: journal.state(), market, whole, ports, dueOf, now: clock.now() });
    }
    return { state: journal.state(), deaths: died };
  } finally {
    await ledger.close();
  }
}

/** Nothing that sellers hold or have agreed to is past the plan or a line's share. */
function expectInside({ flight }: Market, whole: number, largest: number): void {
  const committed = flight.committed();
  expect(committed.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(whole);
  for (const one of committed) expect(one).toBeLessThanOrEqual(largest);
}

async function cutLine(place: number, ports: ExecutePorts): Promise<void> {
  const state = ports.journal.state();
  const line = lineBudgets(state)[place];
  const found = line && findBuy(state, line.lineId);
  if (line === undefined || found === undefined) return;
  const to = money(Math.floor(line.budget.minor * 0.9), "EUR");
  const input = {
    requested: { verb: "decrease", to },
    askedBy: ["kim"],
    reason: "the client wants less",
  } as const;
  await changeBuy(found, input, { execute: true }, ports).catch((cause: unknown) => {
    if (!(cause instanceof Died)) throw cause;
  });
}

/** What is bound at sellers, on its way there, and without a line, in minor units. */
export function placedIn(state: CampaignState): number {
  const bound = state.steps
    .filter(mayBind)
    .reduce((sum, current) => sum + boundBy(current).planAmount.minor, 0);
  return bound + (notPlaced(state)?.amount.minor ?? 0);
}

/** Changes of budgets that a seller has agreed to and does not show. */
export function unmade({ steps }: CampaignState): StepState[] {
  return steps.filter(
    ({ step, status, check }) =>
      step.change !== undefined && status === "done" && check?.made !== true && check?.accepted === undefined,
  );
}

/** Money that no seller holds and that the desk neither shows as without a line nor as on its way, and asks nobody about. */
export function untold({ state, market, whole }: Morning): number {
  if (state.steps.some(awaitsPerson)) return 0;
  const held = market.budgets().reduce((sum, one) => sum + one, 0);
  const coming = unmade(state).reduce((sum, current) => sum + boundBy(current).planAmount.minor, 0);
  const told = alertsIn(state).some(({ kind }) => kind === "not placed")
    ? (notPlaced(state)?.amount.minor ?? 0)
    : 0;
  return whole - held - coming - told;
}

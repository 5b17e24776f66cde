import fc from "fast-check";
import { expect } from "vitest";
import { campaignIn, flightStart } from "../../../scripts/simulation/campaign.ts";
import { type Market, openMarket } from "../../../scripts/simulation/market.ts";
import { portsOn } from "../../../scripts/simulation/ports.ts";
import { seededChance } from "../../../scripts/simulation/worlds/chance.ts";
import type { World } from "../../../scripts/simulation/worlds/world.ts";
import { giveApproval, refuse } from "../../../src/campaign/approvals/approve.ts";
import type { ExecutePorts } from "../../../src/campaign/execute/execute-ports.ts";
import { isDecrease, stepOfMove, stepsOf } from "../../../src/campaign/model/derived/moves.ts";
import { openJournal } from "../../../src/campaign/model/state/journal.ts";
import { notPlaced } from "../../../src/campaign/model/state/not-placed.ts";
import { boundBy, type CampaignState, mayBind } from "../../../src/campaign/model/state/state.ts";
import { advance } from "../../../src/campaign/run/advance.ts";
import { inMemory, openSqliteLedger } from "../../../src/ledger/sqlite.ts";
import { simulatedClock } from "../../../src/lib/clock.ts";
import { type Money, money } from "../../../src/lib/money.ts";
import type { Mutate } from "../../../src/protocol/client/mutate.ts";
import { TaskError } from "../../../src/protocol/messages/errors.ts";

const dayMs = 86_400_000;
const periods = 3;

/** Three weeks of a campaign, as chance has them. */
export interface History {
  readonly seed: number;
  readonly packages: number;
  /** Part of the budget that may move within a week. */
  readonly threshold: number;
  /** Which changes sellers refuse, in turn. */
  readonly refusals: readonly boolean[];
  /** What a person says to each question; nothing where absent. */
  readonly answers?: readonly boolean[];
  /** Which increases sellers refuse, in turn, whatever `refusals` says. */
  readonly refusedIncreases?: readonly boolean[];
  /** The process ends before the first increase is proposed, and another one goes on. */
  readonly killed?: true;
  /** The brief says nothing of moving money. */
  readonly silent?: true;
  /** What the brief says of it beside its threshold. */
  readonly reallocation?: "off" | "propose";
}

/** Histories of their own kind: what is given is as it is in all of them. */
export function histories(fixed: Partial<History>): fc.Arbitrary<History> {
  const refused = fc.integer({ min: 0, max: 4 }).map((n) => n === 0);
  return fc
    .record({
      seed: fc.integer({ min: 1, max: 1_000_000 }),
      packages: fc.integer({ min: 3, max: 4 }),
      threshold: fc.oneof(fc.constant(1), fc.double({ min: 0.01, max: 0.4, noNaN: true })),
      refusals: fc.array(refused, { maxLength: 8 }),
    })
    .map((history) => ({ ...history, ...fixed }));
}

export interface Played {
  readonly state: CampaignState;
  readonly threshold: Money;
  /** Questions that a person was asked and has answered. */
  readonly answered: { readonly yes: number; readonly no: number };
  /** How often a process ended between a decrease and an increase. */
  readonly kills: number;
}

class Died extends Error {}

/** Lines of equal plans of which some bring many times what others do, so that there is always something to move. */
function differing(seed: number, packages: number): World {
  const chance = seededChance(seed);
  const planned = 10_000_000;
  const days = periods * 7;
  return {
    metric: "clicks",
    days,
    mostPerLine: 0.5,
    lines: Array.from({ length: packages }, (_, place) => {
      const level = Math.exp(0.8 * chance.normal());
      return {
        name: `line ${place + 1}`,
        channel: "display",
        planned,
        cpm: 1_000,
        mean: (day, spends) => 300 * level * ((spends[day] ?? 0) / (planned / days)) ** 0.7,
      };
    }),
  };
}

/** Plays a history; what sellers are sent, and what they hold after it, is checked each time. `end` comes last of all. */
export async function played(
  {
    seed,
    packages,
    threshold,
    refusals,
    answers,
    refusedIncreases = [],
    silent,
    killed,
    reallocation,
  }: History,
  end: (ports: ExecutePorts) => Promise<void> = () => Promise.resolve(),
): Promise<Played> {
  const world = differing(seed, packages);
  const whole = world.lines.reduce((sum, line) => sum + line.planned, 0);
  const clock = simulatedClock(Date.parse(flightStart) - dayMs / 2);
  const ledger = openSqliteLedger(inMemory, clock.now);
  try {
    const journal = await openJournal(ledger, "simulation");
    const limits = { reallocationThreshold: money(Math.floor(whole * threshold), "EUR") };
    const granted = { ...limits, ...(reallocation && { reallocation }) };
    for (const event of campaignIn(world, silent ? {} : granted)) await journal.record(event, event.type);
    const market = openMarket(world, seed, Date.parse(flightStart));
    let largest = whole;
    const sent = async () => {
      const budgets = market.budgets();
      expect(budgets.reduce((sum, budget) => sum + budget, 0)).toBeLessThanOrEqual(whole);
      for (const budget of budgets) expect(budget).toBeLessThanOrEqual(largest);
      checkOrder(journal.state());
    };
    const inner = portsOn(market, { journal, clock, sent });
    let updates = 0;
    let increases = 0;
    const mutate: Mutate = async (call, approval, options) => {
      const sent = journal.state().steps.findLast(({ status }) => status === "begun")?.step.change;
      if (sent?.requested.verb === "increase" && refusedIncreases[increases++] === true)
        return { type: "failed", error: new TaskError("BUDGET_TOO_LOW", "not now") };
      if (call.task === "update_media_buy" && refusals[updates++] === true)
        return { type: "failed", error: new TaskError("BUDGET_TOO_LOW", "not now") };
      return inner.mutate(call, approval, options);
    };
    let kills = 0;
    const record: typeof journal.record = (event, key, still) => {
      const isIncrease = event.type === "step-proposed" && event.step.change?.requested.verb === "increase";
      if (killed && isIncrease && kills === 0) {
        kills = 1;
        throw new Died();
      }
      return journal.record(event, key, still);
    };
    const ports = { ...inner, mutate, journal: { ...journal, record } };
    const given = { yes: 0, no: 0 };
    await advance(ports, "end");
    // A plan that starts past a share may stay there, and gets no worse.
    largest = Math.max(Math.floor(whole * world.mostPerLine), ...market.budgets());
    const total = placedIn(journal.state());
    for (let period = 0; period < periods - 1; period += 1) {
      clock.advance(7 * dayMs + (period === 0 ? dayMs : 0));
      for (let day = 0; day < 7; day += 1) market.nextDay();
      await advance(ports, "end").catch((cause: unknown) => {
        if (!(cause instanceof Died)) throw cause;
        // What was freed shows as without a line until somebody goes on.
        expect(Math.abs(placedIn(journal.state()) - total)).toBeLessThan(100);
        return advance(ports, "end");
      });
      expect(Math.abs(placedIn(journal.state()) - total)).toBeLessThan(100);
      const answer = answers?.[period];
      if (answer !== undefined && (await answerTo(answer, ports, market))) given[answer ? "yes" : "no"] += 1;
      expect(Math.abs(placedIn(journal.state()) - total)).toBeLessThan(100);
    }
    await end(ports);
    return { state: journal.state(), threshold: limits.reallocationThreshold, answered: given, kills };
  } finally {
    await ledger.close();
  }
}

/** What is bound and what has no line, in minor units: all that was bought for, but for cents. */
function placedIn(state: CampaignState): number {
  const bound = state.steps
    .filter(mayBind)
    .reduce((sum, current) => sum + boundBy(current).planAmount.minor, 0);
  return bound + (notPlaced(state)?.amount.minor ?? 0);
}

/** Says yes or no where a person is asked, and checks what comes of it. False where nobody is asked. */
async function answerTo(yes: boolean, ports: ExecutePorts, market: Market): Promise<boolean> {
  const asked = ports.journal.state().steps.filter(({ status }) => status === "escalated");
  const [question] = asked;
  if (question === undefined) return false;
  expect(asked).toHaveLength(1);
  const { id } = question.step;
  const before = market.budgets();
  if (yes) await giveApproval(ports, id, "robin");
  else await refuse(ports, id, { by: "robin", reason: "not now" });
  await advance(ports, "end");
  const state = ports.journal.state();
  const decision = state.reallocations.findLast(({ givesBack }) => givesBack === undefined);
  if (decision === undefined) throw new Error("somebody was asked about nothing");
  const begun = stepsOf(decision, state).filter(({ intent }) => intent !== undefined);
  if (yes) expect(begun.length).toBeGreaterThan(0);
  else {
    expect(begun).toEqual([]);
    expect(market.budgets()).toEqual(before);
  }
  return true;
}

/** At no moment has an increase begun while a decrease of the same decision is open. */
function checkOrder(state: CampaignState): void {
  for (const decision of state.reallocations) {
    const begun = stepsOf(decision, state).filter(({ intent }) => intent !== undefined);
    if (begun.every(({ step }) => step.change?.requested.verb !== "increase")) continue;
    for (const move of decision.moves.filter(isDecrease)) {
      const current = stepOfMove(decision, move, state);
      const ended = current?.status === "done" ? current.check !== undefined : current?.status !== "begun";
      expect(ended).toBe(true);
    }
  }
}

/** The most that moved within any seven days without a person. */
export function mostMoved(state: CampaignState): number {
  const own = state.reallocations.filter(
    (decision) =>
      decision.reverts === undefined &&
      stepsOf(decision, state).every(({ intent }) => (intent?.approvals ?? []).length === 0),
  );
  const moves = own.flatMap((decision) =>
    decision.moves.filter(isDecrease).flatMap((move) => {
      const begunAt = stepOfMove(decision, move, state)?.times.begunAt;
      return begunAt === undefined ? [] : [{ at: Date.parse(begunAt), minor: move.planDifference.minor }];
    }),
  );
  return Math.max(
    0,
    ...moves.map(({ at }) =>
      moves
        .filter((one) => one.at <= at && one.at > at - 7 * dayMs)
        .reduce((sum, { minor }) => sum + minor, 0),
    ),
  );
}

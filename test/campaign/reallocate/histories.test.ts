import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { campaignIn, flightStart } from "../../../scripts/simulation/campaign.ts";
import { portsOn } from "../../../scripts/simulation/ports.ts";
import { advance } from "../../../src/campaign/advance.ts";
import type { ExecutePorts } from "../../../src/campaign/execute/execute-ports.ts";
import { openJournal } from "../../../src/campaign/journal.ts";
import { lineBudgets } from "../../../src/campaign/live-lines.ts";
import { isDecrease, stepOfMove, stepsOf } from "../../../src/campaign/moves.ts";
import { revert } from "../../../src/campaign/revert.ts";
import type { CampaignState } from "../../../src/campaign/state.ts";
import { inMemory, openSqliteLedger } from "../../../src/ledger/sqlite.ts";
import { simulatedClock } from "../../../src/lib/clock.ts";
import { money } from "../../../src/lib/money.ts";
import { TaskError } from "../../../src/protocol/errors.ts";
import type { Mutate } from "../../../src/protocol/mutate.ts";
import { sellerShare } from "../../../src/sandbox/worlds/clairvoyant.ts";
import { openMarket } from "../../../src/sandbox/worlds/market.ts";
import { makeWorld } from "../../../src/sandbox/worlds/world.ts";

const dayMs = 86_400_000;

interface History {
  readonly seed: number;
  /** Part of the budget that may move within a week. */
  readonly threshold: number;
  /** Which changes sellers refuse, in turn. */
  readonly refusals: readonly boolean[];
}

const histories: fc.Arbitrary<History> = fc.record({
  seed: fc.integer({ min: 1, max: 1_000_000 }),
  threshold: fc.oneof(fc.constant(1), fc.double({ min: 0.01, max: 0.4, noNaN: true })),
  refusals: fc.array(
    fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
    { maxLength: 12 },
  ),
});

/** Plays four packages over three weeks; what sellers are told, and what they hold after it, is looked at each time. */
async function played({ seed, threshold, refusals }: History, end: (ports: ExecutePorts) => Promise<void>) {
  const world = makeWorld({ seed, richness: "rich", packages: 4, periods: 3 });
  const clock = simulatedClock(Date.parse(flightStart) - dayMs / 2);
  const ledger = openSqliteLedger(inMemory, clock.now);
  try {
    const journal = openJournal(ledger, "simulation");
    const limits = { reallocationThreshold: money(Math.floor(world.budget * threshold), "EUR") };
    for (const event of campaignIn(world, limits)) journal.record(event, event.type);
    const market = openMarket(world, Date.parse(flightStart));
    const sent = () => {
      const budgets = market.budgets();
      expect(budgets.reduce((sum, budget) => sum + budget, 0)).toBeLessThanOrEqual(world.budget);
      for (const budget of budgets) expect(budget).toBeLessThanOrEqual(largest);
      checkOrder(journal.state());
    };
    const inner = portsOn(market, { journal, clock, sent });
    let updates = 0;
    const mutate: Mutate = async (call, approval, options) => {
      if (call.task === "update_media_buy" && refusals[updates++] === true)
        return { type: "failed", error: new TaskError("BUDGET_TOO_LOW", "not now") };
      return inner.mutate(call, approval, options);
    };
    const ports = { ...inner, mutate };
    let largest = world.budget;
    await advance(ports, "end");
    // A plan that starts past a share may stay there, and gets no worse.
    largest = Math.max(Math.floor(world.budget * sellerShare), ...market.budgets());
    for (let period = 0; period < world.periods - 1; period += 1) {
      clock.advance(7 * dayMs + (period === 0 ? dayMs : 0));
      for (let day = 0; day < 7; day += 1) market.nextDay();
      await advance(ports, "end");
    }
    await end(ports);
    return { state: journal.state(), threshold: limits.reallocationThreshold };
  } finally {
    ledger.close();
  }
}

/** At no moment has an increase begun while a decrease of the same decision is open. */
function checkOrder(state: CampaignState): void {
  for (const decision of state.reallocations) {
    const begun = stepsOf(decision, state).filter(({ intent }) => intent !== undefined);
    if (begun.every(({ step }) => step.change?.wish.verb !== "increase")) continue;
    for (const move of decision.moves.filter(isDecrease)) {
      const current = stepOfMove(decision, move, state);
      const ended = current?.status === "done" ? current.check !== undefined : current?.status !== "begun";
      expect(ended).toBe(true);
    }
  }
}

/** The most that moved within any seven days without a person. */
function mostMoved(state: CampaignState): number {
  const moves = state.reallocations.flatMap((decision) =>
    decision.moves.flatMap((move) => {
      const begunAt = stepOfMove(decision, move, state)?.times.begunAt;
      const isOurs = decision.reverts === undefined && isDecrease(move);
      return begunAt === undefined || !isOurs
        ? []
        : [{ at: Date.parse(begunAt), minor: move.planDifference.minor }];
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

describe("reallocations", () => {
  it("decrease before they increase, keep every sum at every moment, and stay under the threshold", async () => {
    let moved = 0;
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        const { state, threshold } = await played(history, () => Promise.resolve());
        expect(mostMoved(state)).toBeLessThanOrEqual(threshold.minor);
        moved += mostMoved(state) > 0 ? 1 : 0;
      }),
      { numRuns: 25 },
    );
    expect(moved).toBeGreaterThan(2);
  }, 1_200_000);

  it("are taken back to what every line had, as far as it is not spent", async () => {
    await fc.assert(
      fc.asyncProperty(histories, async ({ seed }) => {
        await played({ seed, threshold: 1, refusals: [] }, async (ports) => {
          const state = ports.journal.state();
          const last = state.reallocations.findLast(({ moves }) => moves.length > 0);
          if (last === undefined || last !== state.reallocations.at(-1)) return;
          const spent = new Map(
            state.delivery.map(({ mediaBuyId, rows }) => [
              mediaBuyId,
              rows.reduce((sum, { spendMinor = 0 }) => sum + spendMinor, 0),
            ]),
          );
          expect(await revert(last.id, ["kim"], ports)).toMatchObject({ type: "decided" });
          const budgets = lineBudgets(ports.journal.state());
          for (const { slot, from, mediaBuyId } of last.moves.filter((move) => !isDecrease(move)))
            expect(budgets.find((one) => one.slot === slot)?.budget.minor).toBe(
              Math.max(from.minor, spent.get(mediaBuyId) ?? 0),
            );
          const again = await revert(last.id, ["kim"], ports);
          expect(again).toMatchObject({ type: "decided" });
          expect(lineBudgets(ports.journal.state())).toEqual(budgets);
        });
      }),
      { numRuns: 10 },
    );
  }, 600_000);
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { capacityOf } from "../../../src/campaign/reallocate/capacity.ts";
import { lastChange, learnLevels } from "../../../src/campaign/reallocate/levels.ts";
import type { LiveLine, Observation } from "../../../src/campaign/reallocate/live-line.ts";
import { proposeMoves } from "../../../src/campaign/reallocate/propose.ts";

/** A line that spends its pace of 1,000 a day, of which 100 outcomes a week are expected. */
function line(lineId: string, outcomes: readonly number[], seen: Partial<Observation> = {}): LiveLine {
  const days = outcomes.length * 7;
  return {
    lineId,
    sellerId: `${lineId}.example`,
    budget: 70_000,
    spent: days * 1_000,
    planned: 70_000,
    least: 0,
    most: 140_000,
    curve: [
      { spend: 1_000, outcome: 100 / 7 },
      { spend: 2_000, outcome: 170 / 7 },
    ],
    seen: outcomes.map((outcome, period) => ({
      period,
      days: 7,
      spend: 7_000,
      pace: 7_000,
      outcome,
      weight: 1,
      ...seen,
    })),
  };
}

function proposed(lines: readonly LiveLine[]) {
  return proposeMoves({ lines, daysLeft: 70 - 7 * (lines[0]?.seen.length ?? 0), groups: [] });
}

function levelOf(lineId: string, lines: readonly LiveLine[]) {
  const found = learnLevels(lines).levels.find((level) => level.lineId === lineId);
  if (found === undefined) throw new Error(`nothing is known of ${lineId}`);
  return found;
}

describe("what is learned of lines", () => {
  it("moves nothing where they differ no more than chance makes them", () => {
    const { moves, why } = proposed([line("a", [104, 97]), line("b", [92, 103]), line("c", [101, 99])]);
    expect(moves).toEqual([]);
    expect(why).toMatch(/no more than chance/);
  });

  it("moves money to the line that brings more, none is made, and the gain lies within its interval", () => {
    const { moves, gain } = proposed([line("a", [180, 190]), line("b", [100, 104]), line("c", [40, 35])]);
    const [best, worst] = ["a", "c"].map((lineId) => moves.find((move) => move.lineId === lineId));
    expect(best?.to).toBeGreaterThan(best?.from ?? 0);
    expect(worst?.to).toBeLessThan(worst?.from ?? 0);
    expect(moves.reduce((sum, { from, to }) => sum + to - from, 0)).toBe(0);
    expect(gain.low).toBeLessThan(gain.mid);
    expect(gain.mid).toBeLessThan(gain.high);
  });

  it("gives a seller at its limit no more than its own lines free, also of money that nobody else takes", () => {
    const outcomes = fc.array(fc.integer({ min: 20, max: 260 }), { minLength: 2, maxLength: 2 });
    const history = fc.array(fc.tuple(outcomes, fc.integer({ min: 70_000, max: 140_000 })), {
      minLength: 4,
      maxLength: 6,
    });
    fc.assert(
      fc.property(history, (rows) => {
        const lines = rows.map(([seen, most], i) => ({ ...line(`line-${i}`, seen), most }));
        const groups = [{ members: [0, 1], least: 0, most: 140_000 }];
        const { moves } = proposeMoves({ lines, daysLeft: 56, groups });
        const toOf = (i: number) => moves.find(({ lineId }) => lineId === `line-${i}`)?.to ?? 70_000;
        expect(toOf(0) + toOf(1)).toBeLessThanOrEqual(140_000);
        expect(lines.reduce((sum, _, i) => sum + toOf(i), 0)).toBeLessThanOrEqual(70_000 * lines.length);
      }),
    );
  });

  it("thinks more of a line the more it brought, and less surely the less there is to see", () => {
    const others = [line("b", [100]), line("c", [60])];
    const means = [80, 120, 160, 200].map((outcome) => levelOf("a", [line("a", [outcome]), ...others]).mean);
    expect(means).toEqual([...means].sort((a, b) => a - b));
    const trusted = levelOf("a", [line("a", [200]), ...others]);
    const provisional = levelOf("a", [line("a", [200], { weight: 0.5 }), ...others]);
    expect(provisional.deviation).toBeGreaterThan(trusted.deviation);
  });

  it("learns what a line can spend from what it left unspent, and lets more spend lift it", () => {
    const week = { period: 0, days: 7, pace: 7_000, weight: 1 };
    expect(capacityOf({ seen: [{ ...week, spend: 7_000 }] })).toBeUndefined();
    expect(capacityOf({ seen: [{ ...week, spend: 3_500 }] })).toBeCloseTo(515);
    const later = { ...week, period: 1, pace: 5_600, spend: 5_600 };
    expect(capacityOf({ seen: [{ ...week, spend: 3_500 }, later] })).toBeCloseTo(824);
  });

  it("forgets what was before a line clearly changed, and only then", () => {
    const cells = (outcomes: readonly number[]) =>
      outcomes.map((outcome, period) => ({ period, outcome, expected: 100 }));
    expect(lastChange(cells([100, 95, 104, 30, 35]), 5)).toBe(3);
    expect(lastChange(cells([100, 95, 104, 98, 90]), 5)).toBeUndefined();
  });
});

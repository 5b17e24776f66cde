import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { expectedOutcome } from "../../../src/campaign/reallocate/draw-gains.ts";
import { abilityOf, spendAt } from "../../../src/campaign/reallocate/launch.ts";
import { learnResponses } from "../../../src/campaign/reallocate/learn-response.ts";
import { lastChange } from "../../../src/campaign/reallocate/level-change.ts";
import type { LiveLine, SeenDay } from "../../../src/campaign/reallocate/live-line.ts";
import { type Promises, proposeMoves } from "../../../src/campaign/reallocate/propose.ts";
import { isBroken, turnsOf } from "../../../src/campaign/reallocate/turns.ts";

/** A line that spends its pace of 1,000 a day, with what it brought in each week. */
function line(lineId: string, outcomes: readonly number[], seen: Partial<SeenDay> = {}): LiveLine {
  return {
    lineId,
    sellerId: `${lineId}.example`,
    budget: 70_000,
    spent: outcomes.length * 7_000,
    planned: 70_000,
    days: 70,
    least: 0,
    most: 140_000,
    curve: [
      { spend: 1_000, outcome: 100 / 7 },
      { spend: 2_000, outcome: 170 / 7 },
    ],
    seen: outcomes.flatMap((outcome, week) =>
      Array.from({ length: 7 }, (_, day) => ({
        day: week * 7 + day,
        length: 1,
        spend: 1_000,
        pace: 1_000,
        budget: 70_000,
        outcome: outcome / 7,
        weight: 1,
        ...seen,
      })),
    ),
  };
}

function proposed(lines: readonly LiveLine[], more: Partial<Parameters<typeof proposeMoves>[0]> = {}) {
  const daysLeft = 70 - (lines[0]?.seen.length ?? 0);
  return proposeMoves({ lines, flightDays: 70, daysLeft, groups: [], trust: "full", ...more });
}

function levelOf(lineId: string, lines: readonly LiveLine[]) {
  const found = learnResponses(lines, 1).find((response) => response.lineId === lineId);
  if (found === undefined) throw new Error(`nothing is known of ${lineId}`);
  return expectedOutcome(found, 1_000);
}

describe("what is learned of lines", () => {
  it("moves nothing where they differ no more than chance makes them", () => {
    const { moves, why } = proposed([line("a", [104, 97]), line("b", [92, 103]), line("c", [101, 99])]);
    expect(moves).toEqual([]);
    expect(why).toMatch(/too little/);
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

  it("takes lines that differ week by week for unlike ones, and not for one line's good and bad weeks", () => {
    const weeks = [
      [20, 34, 24],
      [25, 16, 30],
      [60, 40, 70],
      [30, 20, 26],
      [50, 30, 45],
    ];
    const { moves } = proposed(weeks.map((outcomes, i) => line(`line-${i}`, outcomes)));
    const toOf = (i: number) => moves.find(({ lineId }) => lineId === `line-${i}`)?.to ?? 70_000;
    expect(toOf(2)).toBeGreaterThan(70_000);
    expect(toOf(1)).toBeLessThan(70_000);
  });

  it("gives a small line that brings three times as much, though that is less than 1 % of the whole", () => {
    const others = [0, 1, 2, 3, 4].map((i) =>
      line(
        `line-${i}`,
        [100, 104, 98].map((outcome) => outcome * (1 - 0.02 * i)),
      ),
    );
    const whole = line("small", [60, 62, 59], { spend: 200, pace: 200, budget: 14_000 });
    const small = { ...whole, budget: 14_000, spent: 4_200, planned: 14_000, most: 28_000 };
    const { moves, gain, expected } = proposed([...others, small]);
    expect(moves.find(({ lineId }) => lineId === "small")?.to).toBeGreaterThan(14_000);
    expect(gain.mid).toBeLessThan(0.01 * expected);
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
        const { moves } = proposed(lines, { groups });
        const toOf = (i: number) => moves.find(({ lineId }) => lineId === `line-${i}`)?.to ?? 70_000;
        expect(toOf(0) + toOf(1)).toBeLessThanOrEqual(140_000);
        expect(lines.reduce((sum, _, i) => sum + toOf(i), 0)).toBeLessThanOrEqual(70_000 * lines.length);
      }),
    );
  });

  it("thinks more of a line the more it brought", () => {
    const others = [line("b", [100, 100]), line("c", [60, 60])];
    const means = [80, 120, 160, 200].map((outcome) =>
      levelOf("a", [line("a", [outcome, outcome]), ...others]),
    );
    expect(means).toEqual([...means].sort((a, b) => a - b));
  });

  it("learns what a line can spend from its best days, and nothing from a launch or from weekends", () => {
    const days = (spends: readonly number[]) => ({
      seen: spends.map((spend, day) => ({ day, length: 1, spend, pace: 1_000, budget: 70_000, weight: 1 })),
    });
    const weeks = (week: readonly number[]) => days([...week, ...week]);
    expect(abilityOf(weeks([1, 1, 1, 1, 1, 1, 1].map(() => 1_000)))).toBeUndefined();
    expect(abilityOf(weeks([1, 1, 1, 1, 1, 1, 1].map(() => 600)))).toMatchObject({ spend: 600, pace: 1_000 });
    expect(abilityOf(weeks([1_000, 1_000, 1_000, 1_000, 1_000, 0, 0]))).toBeUndefined();
    expect(abilityOf(days([0, 0, 200, 1_000, 1_000, 1_000, 1_000, 1_000, 1_000, 1_000]))).toBeUndefined();
    expect(abilityOf(days([600, 600, 600]))).toBeUndefined();
    expect(abilityOf(days(Array.from({ length: 14 }, () => 300)))).toMatchObject({ spend: 300 });
  });

  it("tells a limit from a share of what it has, where its budget was changed", () => {
    const week = (number: number, pace: number, spend: number) =>
      Array.from({ length: 7 }, (_, day) => ({
        day: number * 7 + day,
        length: 1,
        spend,
        pace,
        budget: 70_000,
        weight: 1,
      }));
    const limited = { seen: [...week(0, 1_000, 500), ...week(1, 2_000, 500)] };
    const sharing = { seen: [...week(0, 1_000, 500), ...week(1, 2_000, 1_000)] };
    expect(spendAt(4_000, abilityOf(limited))).toBeLessThan(550);
    expect(spendAt(4_000, abilityOf(sharing))).toBeGreaterThan(1_900);
  });

  it("sees a line break down within days, and no season in it", () => {
    const steady = line("a", [140, 140, 140]);
    const dying = { ...steady, lineId: "b", seen: fallen(steady.seen, 17) };
    expect([...turnsOf([steady, line("c", [140, 140, 140]), dying])]).toEqual([
      ["b", { day: 17, days: 4, isDown: true }],
    ]);
    const season = [steady, dying].map((one) => ({ ...one, seen: fallen(one.seen, 17) }));
    expect(isBroken(season)).toBe(false);
  });

  it("takes what a cut below a threshold has done for no breakdown, and thinks of giving it back", () => {
    const steady = line("a", [140, 140, 140]);
    const cut = steady.seen.map((day) =>
      day.day < 14 ? day : { ...day, spend: 600, pace: 600, outcome: 0.3 * (day.outcome ?? 0) },
    );
    const thin = { ...steady, lineId: "b", seen: cut };
    const lines = [steady, line("c", [140, 140, 140]), thin];
    expect(isBroken(lines)).toBe(false);
    const [response] = learnResponses(lines, 1).slice(2);
    if (response === undefined) throw new Error("nothing is known of b");
    const [before, after] = [600, 800].map((spend) => expectedOutcome(response, spend));
    expect(after ?? 0).toBeGreaterThan((before ?? 0) * (800 / 600));
  });

  it("cuts no line at once far below what it was seen to work at, late in the flight as well", () => {
    const { moves } = proposed([line("a", Array(8).fill(300)), line("b", Array(8).fill(30))]);
    const cut = moves.find(({ lineId }) => lineId === "b");
    expect(cut?.to).toBeLessThan(70_000);
    expect(((cut?.to ?? 0) - 56_000) / 14).toBeGreaterThanOrEqual(800);
  });

  it("sees a fall to a third within days, also where weeks are good and bad", () => {
    const steady = line("a", [1_400, 1_400, 1_400]);
    const third = (from: number) =>
      steady.seen.map((day) => (day.day < from ? day : { ...day, outcome: 0.3 * (day.outcome ?? 0) }));
    const weeks = line("b", [1_400, 1_100, 1_400, 1_000]);
    expect(turnsOf([steady, weeks, { ...steady, lineId: "c", seen: third(18) }]).get("c")?.isDown).toBe(true);
    expect(turnsOf([steady, weeks]).size).toBe(0);
  });

  it("sees a line die that brings one every other day, and no fall to a third in luck that stays as long", () => {
    const others = [line("a", [70, 70, 70, 70, 70]), line("c", [70, 70, 70, 70, 70])];
    const dying = line("b", [5, 5, 5, 0, 0]);
    expect(turnsOf([...others, dying]).get("b")).toMatchObject({ day: 21, isDown: true });
    const steady = line("b", [5, 5, 5, 5 / 3, 5 / 3]);
    expect(turnsOf([...others, steady]).size).toBe(0);
    const lucky = line("b", [140, 140, 140, 60, 60, 60]);
    const beside = ["a", "c"].map((name) => line(name, [140, 140, 140, 140, 140, 140]));
    expect(turnsOf([...beside, lucky]).size).toBe(0);
  });

  it("keeps in mind that a line broke down when its money was cut for it, until it brings again what it did", () => {
    const weeks = [140, 140, 140, 140, 140, 140, 140, 140];
    const others = ["a", "c", "d"].map((name) => line(name, weeks));
    const cut = (level: (day: number) => number) => ({
      ...line("b", weeks),
      budget: 36_000,
      spent: 21_000 + 5_000 + 30 * 300,
      seen: line("b", weeks).seen.map((seen) => {
        const own = seen.day < 26 ? { spend: 1_000, pace: 1_000 } : { spend: 300, pace: 300, budget: 36_000 };
        return { ...seen, ...own, outcome: 20 * level(seen.day) * (own.spend / 1_000) ** 0.7 };
      }),
    });
    const dead = cut((day) => (day < 21 ? 1 : 0.15));
    expect(turnsOf([...others, dead]).get("b")).toMatchObject({ day: 21, days: 35, isDown: true });
    expect(turnsOf([...others, cut((day) => (day < 21 || day > 38 ? 1 : 0.15))]).get("b")?.isDown).not.toBe(
      true,
    );
    expect(turnsOf([...others, cut(() => 1)]).size).toBe(0);
    const richer = others.map((one) => {
      const given = one.seen.map((seen) =>
        seen.day < 26
          ? seen
          : { ...seen, spend: 1_200, pace: 1_200, budget: 78_800, outcome: 20 * 1.2 ** 0.7 },
      );
      return { ...one, budget: 78_800, spent: 26_000 + 36_000, seen: given };
    });
    const { sinceStart, moves } = proposed([...richer, dead], { daysLeft: 14 });
    expect(sinceStart?.mid).toBeGreaterThan(0);
    expect(moves.find(({ lineId }) => lineId === "b")?.to ?? 0).toBeLessThanOrEqual(36_000);
  });

  it("takes no pause for a stop that is no longer than those after which the line spent again", () => {
    const steady = line("a", [140, 140, 140, 140]);
    const bursts = (isSilent: (day: number) => boolean) =>
      steady.seen.map((day) =>
        isSilent(day.day) ? { ...day, spend: 0, outcome: 0 } : { ...day, spend: 2_000 },
      );
    const pausing = { ...steady, lineId: "b", seen: bursts((day) => day % 4 > 1) };
    expect(turnsOf([steady, pausing]).size).toBe(0);
    const stopped = { ...steady, lineId: "b", seen: bursts((day) => day % 4 > 1 || day > 24) };
    expect(turnsOf([steady, stopped]).get("b")).toMatchObject({ isDown: true });
  });

  it("sees a line stop spending within two days, and no stop in weekends without delivery", () => {
    const silent = (isSilent: (day: number) => boolean) => (day: SeenDay) =>
      isSilent(day.day) ? { ...day, spend: 0, outcome: 0 } : day;
    const steady = line("a", [140, 140, 140]);
    const stopped = { ...steady, lineId: "b", seen: steady.seen.map(silent((day) => day >= 19)) };
    const resting = { ...steady, lineId: "c", seen: steady.seen.map(silent((day) => day % 7 > 4)) };
    expect([...turnsOf([steady, stopped, resting])]).toEqual([["b", { day: 19, days: 7, isDown: true }]]);
    expect(spendAt(1_000, abilityOf(stopped))).toBe(0);
  });

  it("sees a fall in the first weekly total that shows it", () => {
    const totals = (lineId: string, outcomes: readonly number[]): LiveLine => ({
      ...line(lineId, []),
      seen: outcomes.map((outcome, week) => ({
        day: week * 7 + 6,
        length: 7,
        spend: 7_000,
        pace: 7_000,
        budget: 70_000,
        outcome,
        weight: 0.5,
      })),
    });
    const lines = [totals("a", [160, 165, 20]), totals("b", [160, 150, 155]), totals("c", [90, 95, 92])];
    expect(turnsOf(lines).get("a")).toMatchObject({ day: 20, isDown: true });
    expect(isBroken(lines.slice(1))).toBe(false);
  });

  it("believes a seller that says its money fades sooner, and not one that says it never does", () => {
    const pace = (shape: (spend: number) => number) =>
      [0.5, 0.8, 1, 1.25, 2].map((part) => ({ spend: 1_000 * part, outcome: shape(part) }));
    const lines = (curve: LiveLine["curve"]) => [
      { ...line("a", [180, 190]), curve },
      line("b", [100, 104]),
      line("c", [40, 35]),
    ];
    const raise = (curve: LiveLine["curve"]) => {
      const { moves } = proposed(lines(curve), { trust: "full" });
      return moves.find(({ lineId }) => lineId === "a")?.gain ?? 0;
    };
    const usual = raise([]);
    expect(raise(pace((part) => part ** 0.3))).toBeLessThan(usual);
    expect(raise(pace((part) => part))).toBe(usual);
  });

  it("says what all moves are worth against the plan left alone, and goes back where they have cost", () => {
    // Each of three lines brings twice as much at its planned pace as anywhere else: the plan was right.
    const moved = (lineId: string, budget: number, [before, after]: readonly [number, number]): LiveLine => {
      const pace = (budget - 14_000) / 56;
      const [planned, later] = [line(lineId, [before, before]), line(lineId, [0, 0, after, after, after])];
      const since = later.seen.slice(14).map((day) => ({ ...day, spend: pace, pace, budget }));
      return { ...planned, budget, spent: 14_000 + 21 * pace, seen: [...planned.seen, ...since] };
    };
    const lines = [
      moved("a", 100_000, [4_000, 4_050]),
      moved("b", 40_000, [4_000, 1_700]),
      moved("c", 70_000, [4_000, 4_000]),
    ];
    const { sinceStart, moves, why } = proposed(lines, { daysLeft: 35 });
    expect(sinceStart?.mid).toBeLessThan(0);
    expect(why).toMatch(/back towards the plan/);
    expect(moves.find(({ lineId }) => lineId === "a")?.to).toBeLessThan(100_000);
    expect(moves.find(({ lineId }) => lineId === "b")?.to).toBeGreaterThan(40_000);
    const untouched = [line("a", [100, 100]), line("b", [104, 97])];
    expect(proposed(untouched).sinceStart).toEqual({ low: 0, mid: 0, high: 0 });
  });

  it("moves half as much at once after two weeks in which moves came to less than half of what they claimed", () => {
    const lines = [line("a", [300, 300, 300]), line("b", [100, 100, 100]), line("c", [20, 20, 20])];
    const movedAt = (promises?: Promises) =>
      proposed(lines, promises && { promises }).moves.reduce(
        (sum, { from, to }) => sum + Math.max(0, to - from),
        0,
      );
    const usual = movedAt();
    expect(movedAt({ sum: 0, wereShort: true })).toBe(usual);
    // Nothing was moved, so that nothing came of the claim.
    expect(movedAt({ sum: 100, wereShort: false })).toBe(usual);
    expect(movedAt({ sum: 100, wereShort: true })).toBeLessThan(0.6 * usual);
  });

  it("takes no more than a fifth of a line at once and, where moves may have cost, moves only back, whatever they had claimed", () => {
    const counts = fc.array(fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 3, maxLength: 3 }), {
      minLength: 2,
      maxLength: 5,
    });
    const budgets = fc.array(fc.integer({ min: 50_000, max: 90_000 }), { minLength: 5, maxLength: 5 });
    fc.assert(
      fc.property(counts, budgets, fc.integer({ min: 0, max: 500 }), (weeks, after, sum) => {
        const lines = weeks.map((own, i) => ({ ...line(`line-${i}`, own), budget: after[i] ?? 70_000 }));
        for (const wereShort of [true, false]) {
          const { moves, sinceStart, isLosing } = proposed(lines, { promises: { sum, wereShort } });
          expect(moves.reduce((all, { from, to }) => all + to - from, 0)).toBeLessThanOrEqual(0);
          for (const { from, to } of moves) expect(to).toBeGreaterThanOrEqual(Math.floor(0.8 * from));
          if (isLosing) {
            expect(sinceStart?.low).toBeLessThan(0);
            for (const { lineId, from, to } of moves) {
              const planned = lines.find((one) => one.lineId === lineId)?.planned ?? 0;
              expect(Math.abs(to - planned)).toBeLessThanOrEqual(Math.abs(from - planned));
            }
          }
        }
      }),
      { numRuns: 30 },
    );
  });

  it("leaves alone what nobody counts, short flights, their last days and lines that have hardly run", () => {
    const lines = [line("a", [300, 300]), line("b", [100, 100]), line("c", [20, 20])];
    expect(proposed(lines).moves).not.toEqual([]);
    expect(proposed(lines, { trust: "not" }).moves).toEqual([]);
    expect(proposed(lines, { flightDays: 13, daysLeft: 6 }).moves).toEqual([]);
    expect(proposed(lines, { daysLeft: 5 }).moves).toEqual([]);
    for (const more of [{ trust: "not" }, { flightDays: 13 }] as const) {
      const { moves } = proposed(lines, { ...more, idle: 9_000 });
      expect(moves.filter(({ from, to }) => to < from)).toEqual([]);
      expect(moves.reduce((sum, { from, to }) => sum + to - from, 0)).toBeGreaterThan(0);
    }
    const young = { ...line("c", [20]), seen: line("c", [20]).seen.slice(0, 6) };
    const { moves } = proposed([line("a", [300, 300]), line("b", [100, 100]), young]);
    expect(moves.map(({ lineId }) => lineId)).not.toContain("c");
  });

  it("takes less than a fifth of a line at once, and less still on sellers' own word", () => {
    const lines = [line("a", [300, 300, 300]), line("b", [100, 100, 100]), line("c", [20, 20, 20])];
    const cut = (trust: "full" | "hardly") =>
      Math.max(...proposed(lines, { trust }).moves.map(({ from, to }) => from - to));
    expect(cut("full")).toBeLessThanOrEqual(14_000);
    expect(cut("hardly")).toBeLessThan(cut("full"));
  });

  it("goes no further than half of a line's plan on sellers' own word, but down with one that broke down", () => {
    const outcomes = fc.array(fc.integer({ min: 5, max: 400 }), { minLength: 3, maxLength: 3 });
    const budgets = fc.integer({ min: 36_000, max: 104_000 });
    const histories = fc.array(fc.tuple(outcomes, budgets), { minLength: 3, maxLength: 6 });
    fc.assert(
      fc.property(histories, (rows) => {
        const lines = rows.map(([seen, budget], i) => ({ ...line(`line-${i}`, seen), budget }));
        const turned = turnsOf(lines);
        for (const { lineId, to } of proposed(lines, { trust: "hardly" }).moves) {
          if (turned.get(lineId)?.isDown !== true) expect(to).toBeGreaterThanOrEqual(35_000);
          expect(to).toBeLessThanOrEqual(105_000);
        }
      }),
    );
  });

  it("forgets what was before a line clearly changed, and only then", () => {
    const cells = (outcomes: readonly number[]) =>
      outcomes.map((outcome, week) => ({ week, outcome, expected: 100 }));
    expect(lastChange(cells([100, 95, 104, 30, 35]), 5)).toBe(3);
    expect(lastChange(cells([100, 95, 104, 98, 90]), 5)).toBeUndefined();
  });
});

/** It brings a tenth from a day on. */
function fallen(seen: readonly SeenDay[], from: number): SeenDay[] {
  return seen.map((day) => (day.day < from ? day : { ...day, outcome: 0.1 * (day.outcome ?? 0) }));
}

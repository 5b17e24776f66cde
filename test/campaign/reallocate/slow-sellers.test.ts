import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isDecrease, stepOfMove, stepsOf } from "../../../src/campaign/model/derived/moves.ts";
import type { DecidedReallocation } from "../../../src/campaign/model/learned/reallocation.ts";
import { notPlaced } from "../../../src/campaign/model/state/not-placed.ts";
import { awaitsPerson, boundBy, type CampaignState } from "../../../src/campaign/model/state/state.ts";
import { addDays } from "../../../src/lib/days.ts";
import { times } from "../../depth.ts";
import {
  atOnce,
  placedIn,
  playSlowly,
  type SlowHistory,
  slowHistories,
  type Treatment,
  unmade,
  untold,
} from "./slow-history.ts";

const start = "2027-03-01";
const calm: SlowHistory = {
  seed: 5,
  lines: 4,
  days: 21,
  treatments: [],
  silentDays: [],
  cuts: [],
  deaths: [],
  best: 0,
};
const late = (days: number, names: boolean): Treatment => ({ ...atOnce, days, names });
const all = (one: Treatment, count = 40) => Array.from({ length: count }, () => one);
const first = ({ reallocations }: CampaignState) => reallocations.find(({ moves }) => moves.length > 0);
const made = (decision: DecidedReallocation, state: CampaignState, decreases: boolean) =>
  decision.moves
    .filter((move) => isDecrease(move) === decreases)
    .map((move) => stepOfMove(decision, move, state)?.check?.made);

describe("a seller that makes a change days after it agreed", () => {
  it.each([
    ["names the day", late(4, true)],
    ["names a day that is nearer than a day", late(1, true)],
    ["says nothing of it and takes a day", late(1, false)],
  ])(
    "is waited for where it %s: nobody is asked, nothing is lost, and what waits for it comes then",
    async (_, slow) => {
      const seen: string[] = [];
      const { state } = await playSlowly({ ...calm, treatments: all(slow) }, (morning) => {
        const { state: now, whole } = morning;
        expect(now.steps.filter(awaitsPerson)).toEqual([]);
        expect(Math.abs(placedIn(now) - whole)).toBeLessThan(100);
        expect(untold(morning)).toBeLessThan(100);
        const decision = first(now);
        if (decision !== undefined)
          seen.push(`${made(decision, now, true).join()} then ${made(decision, now, false).join()}`);
      });
      const decision = first(state);
      if (decision === undefined) throw new Error("nothing was decided");
      // Asked for and not there, then there, and only then the increase, which is as slow.
      expect(seen[0]).toMatch(/^(false,?)+ then ,*$/);
      expect(seen.some((one) => /^(true,?)+ then ,*(false|$)/.test(one))).toBe(true);
      expect(seen.at(-1)).toMatch(/^(true,?)+ then (true,?)+$/);
      expect(unmade(state).filter(({ step }) => step.change?.reallocation === decision.id)).toEqual([]);
    },
  );

  it("is left alone by decisions about its line meanwhile, and by no other line", async () => {
    // The first decrease takes twelve days; all else is made at once.
    const { state } = await playSlowly(
      { ...calm, days: 28, treatments: [late(12, true)] },
      ({ state: now }) => {
        for (const decision of now.reallocations) {
          const before = now.steps.filter(
            ({ step, times }) =>
              step.change !== undefined &&
              step.change.reallocation !== decision.id &&
              (times.answeredAt ?? "") < decision.at,
          );
          for (const { step, receipt } of before) {
            const date = receipt?.payload["implementation_date"];
            if (typeof date !== "string" || decision.at > addDays(date.slice(0, 10), 1)) continue;
            expect(decision.moves.map(({ lineId }) => lineId)).not.toContain(step.lineIds[0]);
          }
        }
      },
    );
    const [one, two] = state.reallocations.filter(({ moves }) => moves.length > 0);
    expect(one?.id).toBe(addDays(start, 7));
    expect(two?.id).toBeDefined();
    expect(one && made(one, state, true)).not.toContain(false);
  });

  it.each([
    ["an increase that never comes, with a day named", { ...atOnce, does: "forgets", days: 2, names: true }],
    ["an increase that never comes, with none named", { ...atOnce, does: "forgets" }],
    ["an increase that is made in part", { ...atOnce, part: 0.4 }],
  ] as const)("puts back what comes to nothing: %s", async (_, forgetful) => {
    let missing = 0;
    const { state } = await playSlowly({ ...calm, increases: [forgetful] }, (morning) => {
      expect(Math.abs(placedIn(morning.state) - morning.whole)).toBeLessThan(100);
      missing = untold(morning) > 0.02 * morning.whole ? missing + 1 : 0;
      expect(missing).toBeLessThanOrEqual(2);
    });
    const decision = first(state);
    if (decision === undefined) throw new Error("nothing was decided");
    const [increase] = stepsOf(decision, state).filter(
      ({ step }) => step.change?.requested.verb === "increase",
    );
    expect(increase?.check?.made).toBe(false);
    expect(increase && boundBy(increase).planAmount.minor).toBeLessThan(increase?.step.planAmount.minor ?? 0);
    expect(state.reallocations.some(({ givesBack }) => givesBack === decision.id)).toBe(true);
    expect(state.steps.filter(awaitsPerson)).toEqual([]);
    expect(notPlaced(state)).toBeUndefined();
  });

  it("raises nothing where each change is made at once", async () => {
    const { state } = await playSlowly(calm, (morning) => {
      expect(unmade(morning.state)).toEqual([]);
      expect(untold(morning)).toBeLessThan(100);
    });
    expect(first(state)).toBeDefined();
  });
});

it("keeps all money bound, on its way or without a line, whatever sellers, people and processes do", async () => {
  const counted = { onItsWay: 0, givenBack: 0, deaths: 0, notPlaced: 0, decided: 0 };
  await fc.assert(
    fc.asyncProperty(slowHistories, async (history) => {
      let missing = 0;
      const { state, deaths } = await playSlowly(history, (morning) => {
        const { state: now, whole, day } = morning;
        expect(Math.abs(placedIn(now) - whole)).toBeLessThan(100);
        if (!history.silentDays.includes(day)) missing = untold(morning) > 0.02 * whole ? missing + 1 : 0;
        expect(missing).toBeLessThanOrEqual(2);
        for (const { step } of now.steps.filter(awaitsPerson))
          expect(morning.now).toBeGreaterThan(morning.dueOf(step.change?.subject.mediaBuyId ?? ""));
        counted.onItsWay += unmade(now).length > 0 ? 1 : 0;
        counted.notPlaced += notPlaced(now) === undefined ? 0 : 1;
      });
      counted.deaths += deaths;
      counted.decided += state.reallocations.some(({ moves }) => moves.length > 0) ? 1 : 0;
      counted.givenBack += state.reallocations.some(({ givesBack }) => givesBack !== undefined) ? 1 : 0;
    }),
    { numRuns: times(60, 600) },
  );
  expect(Math.min(...Object.values(counted))).toBeGreaterThan(0);
}, 1_200_000);

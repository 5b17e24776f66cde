import { expect, it } from "vitest";
import { findBuy } from "../../../src/campaign/account/changes/find-line.ts";
import { changeBuy } from "../../../src/campaign/change/change-buy.ts";
import { readMoney } from "../../../src/campaign/model/policy/written.ts";
import { notPlaced } from "../../../src/campaign/model/state/not-placed.ts";
import { lineBudgets } from "../../../src/campaign/reallocate/live-lines.ts";
import { alertsIn, takersOf, takersWords } from "../../../src/campaign/reallocate/money-alerts.ts";
import { linesOf } from "../../../src/cli/text/reallocations.ts";
import { notPlacedOf } from "../../../src/desk/outputs/not-placed.ts";
import { reallocationsOutput } from "../../../src/desk/outputs/reallocations-output.ts";
import { money } from "../../../src/lib/money.ts";
import { playSlowly, type SlowHistory } from "./slow-history.ts";

const calm: SlowHistory = {
  seed: 5,
  lines: 3,
  days: 21,
  treatments: [],
  silentDays: [],
  cuts: [{ day: 12, line: 0 }],
  deaths: [],
  best: 1,
};

it("names who could take money that has no line, what brings most first, and takes no line that a person has set", async () => {
  await playSlowly(calm, async ({ day, state, ports }) => {
    if (day < 12) expect(takersOf(state)).toEqual([]);
    if (day !== 12) return;
    const free = notPlaced(state)?.amount.minor ?? 0;
    const [best, ...others] = takersOf(state);
    expect(best?.lineId).toBe("seller-2.example/display");
    // A line that leaves a part of its own money is no home for more.
    const delivery = state.delivery.map((buy) => ({
      ...buy,
      rows: buy.rows.map(({ spendMinor = 0, ...row }) => ({ ...row, spendMinor: 0.6 * spendMinor })),
    }));
    expect(takersOf({ ...state, delivery })).toEqual([]);
    const given = [best, ...others].reduce((sum, one) => sum + (one?.amount.minor ?? 0), 0);
    expect(given).toBeLessThanOrEqual(free);
    expect(others.map(({ lineId }) => lineId)).not.toContain("seller-1.example/display");
    const { text = "" } = alertsIn(state).find(({ kind }) => kind === "not placed") ?? {};
    expect(text).toMatch(
      /^EUR [\d,.]+ has had no line since 2027-03-13 and is not being spent\. Could take it: seller-2\.example\/display EUR /,
    );
    // What is named can be done, and takes it away.
    const found = findBuy(state, best?.lineId ?? "");
    if (found === undefined || best === undefined) throw new Error("somebody takes it");
    const { commands } = notPlacedOf(state, "2027-03-13").notPlaced ?? {};
    const [, to = ""] = commands?.place.match(/ --to '([^']+)' /) ?? [];
    expect(readMoney(to)).toEqual({ value: best.to });
    const input = { requested: { verb: "increase", to: best.to }, askedBy: ["kim"] } as const;
    expect(await changeBuy(found, input, { execute: true }, ports)).toMatchObject({
      type: "performed",
      current: { status: "done", check: { made: true } },
    });
    const now = ports.journal.state();
    expect(lineBudgets(now).find(({ lineId }) => lineId === best.lineId)?.budget).toEqual(best.to);
    expect(notPlaced(now)?.amount.minor ?? 0).toBeLessThanOrEqual(free - best.amount.minor + 100);
  });
});

it("says so where nobody can", () => {
  expect(takersWords([])).toBe("No line that runs or is to run has room for it within the brief's limits.");
  const amount = money(600_000, "EUR");
  expect(takersWords([{ lineId: "a/b", amount, to: money(1_800_000, "USD") }])).toBe(
    "Could take it: a/b EUR 6,000.00 (then a budget of USD 18,000.00).",
  );
});

it("says since when money moves only back towards the plan, for as long as its moves may have cost too much", async () => {
  await playSlowly(calm, async ({ day, state }) => {
    const [one] = state.reallocations;
    if (day !== 20 || one === undefined) return;
    const told = (...weeks: readonly boolean[]) => {
      const reallocations = weeks.map((isLosing, week) => ({
        ...one,
        id: `week-${week}`,
        at: `2027-03-0${week + 1}T06:00:00.000Z`,
        moves: [],
        sinceStart: { low: -1_420, mid: -130, high: 40 },
        ...(isLosing && ({ isLosing } as const)),
      }));
      return alertsIn({ ...state, reallocations }).filter(({ kind }) => kind === "moves stopped");
    };
    expect(told(false, true, true)).toMatchObject([
      {
        rung: "week-1",
        at: "2027-03-02T06:00:00.000Z",
        text: expect.stringContaining("-130 (-1,420 to 40 with 80 %)"),
      },
    ]);
    expect(told(true, false)).toEqual([]);
    const [first] = reallocationsOutput("reallocations list", {
      ...state,
      reallocations: [{ ...one, sinceStart: { low: -1_420, mid: -130, high: 40 } }],
    }).reallocations;
    expect(first && linesOf(first)[1]).toMatch(
      /all moves before it: .*130 \(.*1420 to 40 with 80 %\).*against the plan left alone/,
    );
  });
  expect.hasAssertions();
});

import { describe, expect, it } from "vitest";
import { pacings } from "../../../src/campaign/measure/outcome.ts";
import type { PackagePacing } from "../../../src/campaign/measure/pacing/package-pacing.ts";
import { addDays } from "../../../src/lib/days.ts";
import { boughtEvents, buyOf, campaign, type Line, reported, update } from "../bought-campaign.ts";
import { type Habits, honestDays } from "./honest-seller.ts";

const flight = { start: "2027-04-12", end: "2027-05-21" };
const budget = 4_000_000;
const line: Line = { budgetMinor: budget, impressions: budget };

interface Paused {
  readonly pauses: readonly { readonly from: string; readonly to: string }[];
  readonly habits: Habits;
}

/** The pacing of each of some days, as it stood when they were reported. */
function pacingsBy(
  { pauses, habits }: Paused,
  days: readonly number[],
): readonly (PackagePacing | undefined)[] {
  const changes = pauses.flatMap(({ from, to }) => [
    { at: from, paused: true },
    { at: to, paused: false },
  ]);
  const spent = [...honestDays({ ...flight, budget }, changes, habits).values()];
  const figures = (day: number) => spent[day] ?? 0;
  const { packageId } = buyOf(line);
  return days.map((count) => {
    const made = changes.filter(({ at }) => at < addDays(flight.start, count + 1));
    const state = campaign([
      ...boughtEvents([line], { flight }),
      ...made.map(({ at, paused }, i) => ({
        at,
        events: update(
          line,
          { packages: [{ package_id: packageId, paused }] },
          { id: `change/${packageId}/${i}`, readBack: true },
        ),
      })),
      reported(line, { start: flight.start, days: count, impressions: figures, spendMinor: figures }),
    ]);
    return pacings(state)[0];
  });
}

function paces(paused: Paused, days: readonly number[]): readonly string[] {
  return pacingsBy(paused, days).map((one) => one?.pace ?? "none");
}

const daysFrom = (first: number) => Array.from({ length: 40 - first }, (_, i) => first + 1 + i);
const week = { from: "2027-04-20T08:00:00.000Z", to: "2027-04-27T17:00:00.000Z" };

const pauses: [string, Paused["pauses"]][] = [
  ["a week", [week]],
  ["an afternoon", [{ from: "2027-04-20T13:00:00.000Z", to: "2027-04-20T18:00:00.000Z" }]],
  ["its first week", [{ from: "2027-04-12T09:00:00.000Z", to: "2027-04-19T09:00:00.000Z" }]],
  [
    "some days, twice",
    [
      { from: "2027-04-16T22:00:00.000Z", to: "2027-04-18T02:00:00.000Z" },
      { from: "2027-04-21T06:00:00.000Z", to: "2027-04-24T20:00:00.000Z" },
    ],
  ],
];
const sellers = (["at once", "for the whole day", "from the next day"] as const).flatMap((counts) =>
  [-8, 0, 10].map((zone): Habits => ({ counts, zone, idle: "never" })),
);

describe.each(pauses)("a pause of %s", (name, paused) => {
  // A twentieth of the budget is to be spent before a pace is spoken of.
  const days = daysFrom(name === "its first week" ? 12 : 3);

  it("leaves a seller that is 15 % short under on each day before, during and after it", () => {
    for (const own of sellers) {
      const habits = { ...own, delivers: 0.85 };
      expect([habits, paces({ pauses: paused, habits }, days)]).toEqual([habits, days.map(() => "under")]);
    }
  });

  it("leaves a seller that delivers as ordered on its pace", () => {
    for (const own of sellers)
      for (const idle of ["never", "at once"] as const) {
        const habits = { ...own, idle };
        expect([habits, paces({ pauses: paused, habits }, days)]).toEqual([habits, days.map(() => "on")]);
      }
  });
});

it("wants of a seller that makes up for a part of a pause what the order had, not what it spent", () => {
  for (const counts of ["at once", "for the whole day", "from the next day"] as const) {
    const [last] = pacingsBy({ pauses: [week], habits: { counts, idle: "at once", delivers: 0.95 } }, [
      daysFrom(0).length,
    ]);
    expect([counts, last?.spent, Math.round((100 * (last?.spent ?? 0)) / (last?.planned ?? 1))]).toEqual([
      counts,
      0.95 * budget,
      95,
    ]);
  }
});

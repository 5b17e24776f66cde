import { stepDays } from "./clairvoyant.ts";
import { type Flight, openFlight } from "./flight.ts";
import { seededChance } from "./worlds/chance.ts";
import type { World } from "./worlds/world.ts";

/** Ways to move money that need ten lines: what any learner has to be better than. */
export const baselines = ["greedy", "proportional", "Thompson"] as const;
export type Baseline = (typeof baselines)[number];

/** Part of what a line has left that a step takes at most. */
const step = 0.3;

/** True mean outcomes of a flight whose money is moved once a week by a rule of thumb. */
export function runBaseline(world: World, seed: number, baseline: Baseline): number {
  const flight = openFlight(world, seed);
  const chance = seededChance(seed * 7 + 1);
  for (let day = 0; day < world.days; day += 1) {
    if (day > 0 && day % stepDays === 0) {
      const seen = world.lines.map((_, place) => figuresOf(flight, place));
      const worth = seen.map(({ outcomes, spend }) => {
        if (baseline !== "Thompson") return spend > 0 ? outcomes / spend : 0;
        const shape = outcomes + 1;
        return Math.max(0, shape + Math.sqrt(shape) * chance.normal()) / (spend + 1);
      });
      split(
        flight,
        baseline === "proportional" ? worth : worth.map((one) => Number(one === Math.max(...worth))),
      );
    }
    flight.nextDay();
  }
  return flight.expected();
}

/** All that is reported of a line, the client's own counts where it has any. */
function figuresOf(flight: Flight, place: number): { readonly spend: number; readonly outcomes: number } {
  const report = flight.report(place);
  const days = report.type === "days" ? report.days : [report];
  const sum = (of: (day: (typeof days)[number]) => number) => days.reduce((all, day) => all + of(day), 0);
  const own = flight.counted(place);
  return {
    spend: sum(({ spend }) => spend),
    outcomes: own?.reduce((all, count) => all + count, 0) ?? sum(({ outcomes }) => outcomes),
  };
}

/** Steps towards a split of what is left in these proportions: decreases first, increases with what they freed. */
function split(flight: Flight, proportions: readonly number[]): void {
  const { world } = flight;
  const budgets = flight.budgets();
  const whole = world.lines.reduce((sum, { planned }) => sum + planned, 0);
  const left = budgets.map((budget, place) => Math.max(0, budget - flight.spent(place)));
  const open = left.reduce((sum, amount) => sum + amount, 0);
  const all = proportions.reduce((sum, one) => sum + one, 0);
  if (all === 0) return;
  const by = left.map((amount, place) => step * ((open * (proportions[place] ?? 0)) / all - amount));
  let freed = 0;
  by.forEach((difference, place) => {
    const before = budgets[place] ?? 0;
    if (difference >= 0) return;
    const answer = flight.change(place, Math.ceil(before + difference));
    if (answer.type !== "refused") freed += before - answer.budget;
  });
  const wanted = by.reduce((sum, difference) => sum + Math.max(0, difference), 0);
  by.forEach((difference, place) => {
    const before = budgets[place] ?? 0;
    const most = Math.max(before, whole * world.mostPerLine);
    const to = Math.floor(Math.min(most, before + (freed * Math.max(0, difference)) / wanted));
    if (to > before) flight.change(place, to);
  });
}

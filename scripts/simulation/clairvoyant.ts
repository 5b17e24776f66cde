import { bookedOf, spendOf } from "./flight.ts";
import type { World, WorldLine } from "./worlds/world.ts";

/** Days from one step to the next: the same for everybody who moves money. */
export const stepDays = 7;
/** Parts of the budget that are exchanged between two lines, the largest first. */
const sizes = [0.2, 0.1, 0.05, 0.025, 0.0125, 0.006];
/** Part of what there is that an exchange must bring more. */
const worth = 1e-5;

/** Budgets of a line week by week, as they are asked for on the first morning of each. */
type Asked = readonly number[];

/**
 * True mean outcomes of the best flight that one finds who knows every response, refusal, delay and change, and asks for other
 * budgets once a week from the second week on, inside the same shares. From the plan on, money is exchanged between two
 * lines from one week on, in ever smaller parts, while that brings more: a lower bound of the best, exact where responses are concave.
 */
export function clairvoyantOutcomes(world: World): number {
  const weeks = Math.ceil(world.days / stepDays);
  const budget = world.lines.reduce((sum, { planned }) => sum + planned, 0);
  const lines = world.lines.map((line) => {
    const asked: Asked = Array.from({ length: weeks }, () => line.planned);
    const most = Math.max(line.planned, budget * world.mostPerLine);
    return { line, most, asked, outcomes: outcomesOf(line, asked, world.days) ?? 0 };
  });
  const changed = (place: number, week: number, by: number) => {
    const own = lines[place];
    if (own === undefined) return undefined;
    const asked = own.asked.map((amount, i) => (i < week ? amount : amount + by));
    if (asked.some((amount) => amount < 0 || amount > own.most)) return undefined;
    const outcomes = outcomesOf(own.line, asked, world.days);
    if (outcomes === undefined) return undefined;
    return { own, asked, outcomes, gain: outcomes - own.outcomes };
  };
  const exchange = (week: number, by: number): boolean => {
    const [giver] = ranked(lines.flatMap((_, place) => changed(place, week, -by) ?? []));
    if (giver === undefined) return false;
    const [taker] = ranked(
      lines.flatMap((own, place) => (own === giver.own ? [] : (changed(place, week, by) ?? []))),
    );
    const whole = lines.reduce((sum, { outcomes }) => sum + outcomes, 0);
    if (taker === undefined || giver.gain + taker.gain <= worth * whole) return false;
    for (const { own, asked, outcomes } of [giver, taker]) Object.assign(own, { asked, outcomes });
    return true;
  };
  for (let round = 0; round < 2; round += 1)
    for (const size of sizes)
      for (let week = 1; week < weeks; week += 1)
        while (exchange(week, Math.round(budget * size))) {
          // Each exchange brings a part more than the one before: there are finitely many.
        }
  return lines.reduce((sum, { outcomes }) => sum + outcomes, 0);
}

function ranked<Item extends { readonly gain: number }>(items: readonly Item[]): Item[] {
  return items.toSorted((one, other) => other.gain - one.gain);
}

/** True mean outcomes of one line where these budgets are asked for; undefined where its seller does not give them. */
function outcomesOf(line: WorldLine, asked: Asked, days: number): number | undefined {
  const booked = bookedOf(line);
  const spends: number[] = [];
  let [spent, outcomes, last] = [0, 0, line.planned];
  for (let day = 0; day < days; day += 1) {
    const to = asked[Math.floor(day / stepDays)] ?? last;
    if (day % stepDays === 0 && to !== last) {
      const answer = booked.change(day, to, spent);
      if (answer.type === "refused" || answer.budget !== to) return undefined;
    }
    last = to;
    const spend = spendOf(line, { day, days, budget: booked.budget(day), spends });
    spends.push(spend);
    spent += spend;
    outcomes += line.mean(day, spends);
  }
  return outcomes;
}

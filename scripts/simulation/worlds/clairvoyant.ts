import { toldOutcomes, trueOutcomes, type World, type WorldPackage } from "./world.ts";

/** Parts of the budget that are given away one after the other. */
const parts = 20_000;

/** Most of the budget that one package may get, 0 to 1. */
export const sellerShare = 0.35;

/**
 * The most outcomes that any way to spend the budget can be expected to bring, for one who knows every response, cap,
 * season and change. Exact up to the size of a part: responses are concave and limits nest, so that taking the best next
 * part each time ends at the best of all.
 */
export function clairvoyantOutcomes(world: World): number {
  const cells = world.packages.flatMap((one, place) =>
    Array.from({ length: world.periods }, (_, period) => ({
      place,
      most: one.capacity ?? Number.POSITIVE_INFINITY,
      outcomes: (spend: number) => trueOutcomes(world, place, period, spend),
    })),
  );
  const given = waterFilled(world, cells, 0);
  return cells.reduce((sum, { outcomes }, i) => sum + world.daysPerPeriod * outcomes(given[i] ?? 0), 0);
}

/** Part of the budget that every package of a plan gets at least. */
const smallestShare = 0.02;

/** What a planner who believes what is told gives each package over the flight, whole minor units that add up to the budget. */
export function plannedBudgets(world: World): number[] {
  const cells = world.packages.map((one: WorldPackage, place) => ({
    place,
    most: Number.POSITIVE_INFINITY,
    outcomes: (spend: number) => toldOutcomes(one, spend),
  }));
  const daily = waterFilled(
    { ...world, periods: 1, daysPerPeriod: world.periods * world.daysPerPeriod },
    cells,
    smallestShare,
  );
  const length = world.periods * world.daysPerPeriod;
  const budgets = daily.map((spend) => Math.floor(spend * length));
  const left = world.budget - budgets.reduce((a, b) => a + b, 0);
  // The smallest takes the rest: the largest may have all that one may get.
  const smallest = budgets.indexOf(Math.min(...budgets));
  return budgets.map((budget, place) => (place === smallest ? budget + left : budget));
}

interface Cell {
  readonly place: number;
  /** Of a day. */
  readonly most: number;
  readonly outcomes: (dailySpend: number) => number;
}

/** Daily spends by cell; each begins with its `least` of the budget. */
function waterFilled({ budget, daysPerPeriod }: World, cells: readonly Cell[], least: number): number[] {
  const part = budget / parts;
  const step = part / daysPerPeriod;
  const first = Math.round(parts * least);
  const given = cells.map(() => first * step);
  const onPlace = new Map(cells.map(({ place }) => [place, first * part]));
  const gains = cells.map(({ outcomes, most }) =>
    most < (first + 1) * step ? 0 : outcomes((first + 1) * step) - outcomes(first * step),
  );
  for (let n = first * cells.length; n < parts; n += 1) {
    let [best, bestGain] = [-1, 0];
    for (let i = 0; i < gains.length; i += 1) {
      const gain = gains[i] ?? 0;
      if (gain > bestGain) [best, bestGain] = [i, gain];
    }
    const cell = cells[best];
    if (cell === undefined) break;
    const now = (given[best] ?? 0) + step;
    const held = (onPlace.get(cell.place) ?? 0) + part;
    given[best] = now;
    onPlace.set(cell.place, held);
    gains[best] = now + step > cell.most ? 0 : cell.outcomes(now + step) - cell.outcomes(now);
    if (held + part > budget * sellerShare)
      cells.forEach(({ place }, i) => {
        if (place === cell.place) gains[i] = 0;
      });
  }
  return given;
}

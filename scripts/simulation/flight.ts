import { type Chance, seededChance } from "./worlds/chance.ts";
import type { Report, TrueDay, World, WorldLine } from "./worlds/world.ts";

/** A world while its flight runs. Lines are places in `world.lines`; money in minor units. */
export interface Flight {
  readonly world: World;
  /** The day that begins: those before it are over. */
  readonly day: () => number;
  /** Budgets in the sellers' books. */
  readonly budgets: () => readonly number[];
  /** The larger of that and what a seller has agreed to. */
  readonly committed: () => readonly number[];
  readonly spent: (place: number) => number;
  /** What its seller reports this morning. */
  readonly report: (place: number) => Report;
  /** The client's own counts of a line, day by day, as far as they are complete; undefined where it has none. */
  readonly counted: (place: number) => readonly number[] | undefined;
  /** Asks for another budget over the whole flight. A `refused` one changes nothing; an `agreed` one is in the books on its day. */
  readonly change: (place: number, to: number) => Answer;
  readonly nextDay: () => void;
  /** True mean outcomes of all spend so far. */
  readonly expected: () => number;
  readonly expectedOf: (place: number) => number;
}

export type Answer =
  | { readonly type: "made"; readonly budget: number }
  | { readonly type: "agreed"; readonly on: number; readonly budget: number }
  | { readonly type: "refused"; readonly reason: string };

/** Days after which the client's own counts of a day are complete. */
const clientLag = 2;

/** Opens a flight of a world; chance decides what is counted, the world what is true. */
export function openFlight(world: World, seed: number): Flight {
  const lines = world.lines.map((line, place) =>
    openLine(line, world.days, seededChance(seed * 1_000 + place)),
  );
  let day = 0;
  const own = (place: number) => {
    const line = lines[place];
    if (line === undefined) throw new RangeError(`there is no line ${place}`);
    return line;
  };
  return {
    world,
    day: () => day,
    budgets: () => lines.map(({ budget }) => budget(day)),
    committed: () => lines.map(({ committed }) => committed(day)),
    spent: (place) => total(own(place).spends),
    report: (place) => own(place).report(day),
    counted: (place) =>
      world.buyerCounts === true
        ? own(place)
            .truth.slice(0, Math.max(0, day - clientLag))
            .map(({ outcomes }) => outcomes)
        : undefined,
    change: (place, to) => own(place).change(day, to),
    nextDay: () => {
      if (day < world.days) for (const line of lines) line.deliver(day);
      day += 1;
    },
    expected: () => lines.reduce((sum, { means }) => sum + total(means), 0),
    expectedOf: (place) => total(own(place).means),
  };
}

function openLine(line: WorldLine, days: number, chance: Chance) {
  const booked = bookedOf(line);
  const spends: number[] = [];
  const means: number[] = [];
  const truth: TrueDay[] = [];
  return {
    spends,
    means,
    truth,
    budget: booked.budget,
    committed: booked.committed,
    deliver: (day: number) => {
      const spend = spendOf(line, { day, days, budget: booked.budget(day), spends });
      spends.push(spend);
      const mean = line.mean(day, spends);
      means.push(mean);
      truth.push({
        spend,
        impressions: Math.round((1_000 * spend) / line.cpm),
        outcomes: drawn(mean * (line.luck?.(day) ?? 1), line.dispersion ?? 1, chance),
      });
    },
    report: (morning: number): Report =>
      line.reports?.(morning, truth) ?? {
        type: "days",
        days: truth.map((one, day) => ({ ...one, day, final: morning - day > finalAfter })),
      },
    change: (day: number, to: number) => booked.change(day, to, total(spends)),
  };
}

/** Days after which an honest seller restates nothing. */
const finalAfter = 3;

/** A line's budget in its seller's books: pure but for what was agreed. */
export function bookedOf(line: WorldLine) {
  let now = line.planned;
  let agreed: { readonly on: number; readonly to: number } | undefined;
  const budget = (day: number) => {
    if (agreed !== undefined && day >= agreed.on) [now, agreed] = [agreed.to, undefined];
    return now;
  };
  return {
    budget,
    committed: (day: number) => Math.max(budget(day), agreed?.to ?? 0),
    change: (day: number, to: number, spent: number): Answer => {
      const from = budget(day);
      if (to < spent) return { type: "refused", reason: "it has spent more already" };
      const answer = line.change?.({ day, from, to, spent }) ?? { type: "made" as const };
      if (answer.type === "refused") return answer;
      const made = Math.floor(Math.max(spent, answer.to ?? to));
      if (answer.on !== undefined && answer.on > day) {
        agreed = { on: answer.on, to: made };
        return { type: "agreed", on: answer.on, budget: made };
      }
      agreed = undefined;
      now = made;
      return { type: "made", budget: made };
    },
  };
}

interface Today {
  readonly day: number;
  readonly days: number;
  readonly budget: number;
  readonly spends: readonly number[];
}

/** What a line spends on a day: whole minor units, and no more than is left. */
export function spendOf(line: WorldLine, { day, days, budget, spends }: Today): number {
  const left = Math.max(0, budget - total(spends));
  const daysLeft = days - day;
  const wanted = line.spends?.({ day, daysLeft, left, spent: spends }) ?? left / daysLeft;
  return Math.floor(Math.max(0, Math.min(left, wanted)));
}

function drawn(mean: number, dispersion: number, chance: Chance): number {
  if (!(mean > 0)) return 0;
  const spread = Math.log(1 + Math.max(0, dispersion - 1) / mean);
  return chance.poisson(mean * Math.exp(Math.sqrt(spread) * chance.normal() - spread / 2));
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

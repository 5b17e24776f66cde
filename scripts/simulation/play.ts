import { type Baseline, baselines, runBaseline } from "./baselines.ts";
import { clairvoyantOutcomes } from "./clairvoyant.ts";
import { openFlight } from "./flight.ts";
import { steer } from "./steer.ts";
import { seededChance } from "./worlds/chance.ts";
import { kinds } from "./worlds/index.ts";
import type { World } from "./worlds/world.ts";

/** One flight of one kind of world. */
export interface Job {
  readonly kind: string;
  readonly seed: number;
}

/** What came of it under each policy. */
export interface Played extends Job {
  readonly shares: Readonly<Record<Baseline | "flightdesk", number>>;
  /** Part of the budget that changed hands. */
  readonly moved: number;
  /** Part of the budget that was not spent, beyond what is not spent where nothing moves. */
  readonly idle: number;
  /** For each decision the gain that it claimed, its range, and what it truly brought. */
  readonly claims: readonly Claim[];
  /** Days from a collapse to the first cut of that line; undefined where there was none to be had. */
  readonly reaction?: number;
}

export interface Claim {
  readonly low: number;
  readonly mid: number;
  readonly high: number;
  readonly truth: number;
}

/** Clairvoyants are the same for every state of the learner. */
const known = new Map<string, number>();

export function play(job: Job, best?: number): Played & { readonly best: number } {
  const kind = kinds.find(({ name }) => name === job.kind);
  if (kind === undefined) throw new RangeError(`there is no kind ${job.kind}`);
  const world = kind.make(seededChance(job.seed));
  const optimum = best ?? known.get(`${job.kind} ${job.seed}`) ?? clairvoyantOutcomes(world);
  const { flight, decisions, moved } = steer(world, job.seed);
  const share = (outcomes: number) => outcomes / optimum;
  const budget = world.lines.reduce((sum, { planned }) => sum + planned, 0);
  const spent = (of: typeof flight) => world.lines.reduce((sum, _, place) => sum + of.spent(place), 0);
  const untouched = openFlight(world, job.seed);
  for (let day = 0; day < world.days; day += 1) untouched.nextDay();
  const shares = Object.fromEntries(
    baselines.map((baseline) => [
      baseline,
      share(baseline === "nothing" ? untouched.expected() : runBaseline(world, job.seed, baseline)),
    ]),
  ) as Record<Baseline, number>;
  const { collapse } = world;
  const cut =
    collapse &&
    decisions.find(
      ({ day, moves }) =>
        day > collapse.day &&
        moves.some(({ lineId, from, to }) => lineId === world.lines[collapse.line]?.name && to < from),
    );
  return {
    ...job,
    best: optimum,
    shares: { ...shares, flightdesk: share(flight.expected()) },
    moved: moved / budget,
    idle: Math.max(0, spent(untouched) - spent(flight)) / budget,
    claims: decisions.map((decision) => ({
      ...decision.gain,
      truth: trueGain(world, job.seed, decision.day, decisions),
    })),
    ...(collapse !== undefined && {
      reaction: cut === undefined ? world.days - collapse.day : cut.day - collapse.day,
    }),
  };
}

/** What a decision truly brings until the flight's end: with it as the last one, less without it. */
function trueGain(
  world: World,
  seed: number,
  day: number,
  decisions: readonly { readonly day: number }[],
): number {
  const last = decisions.filter((one) => one.day < day).length;
  return steer(world, seed, last + 1).flight.expected() - steer(world, seed, last).flight.expected();
}

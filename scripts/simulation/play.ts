import { baselines, runBaseline } from "./baselines.ts";
import { clairvoyantOutcomes } from "./clairvoyant.ts";
import type { Flight } from "./flight.ts";
import { type Decided, replay, steer } from "./steer.ts";
import { seededChance } from "./worlds/chance.ts";
import { kinds } from "./worlds/index.ts";
import type { World } from "./worlds/world.ts";

export const policies = ["flightdesk", "nothing", ...baselines] as const;
export type Policy = (typeof policies)[number];

/** One flight of one kind of world. */
export interface Job {
  readonly kind: string;
  readonly seed: number;
}

/** What came of it. */
export interface Played extends Job {
  /** True outcomes of each policy over the clairvoyant's. */
  readonly shares: Readonly<Record<Policy, number>>;
  /** Part of the budget that changed hands. */
  readonly moved: number;
  /** Part of the budget that was not spent, beyond what is not spent where nothing moves. */
  readonly idle: number;
  /** For each decision the gain that it claimed, its range, and what it truly brought. */
  readonly claims: readonly Claim[];
  /** What the loop itself last put all its moves so far at, against what they truly bring; what the plan alone would have brought. */
  readonly estimate?: Claim & { readonly alone: number; readonly isLosing: boolean };
  /** Days from a collapse to the first cut of that line, or to the end of the flight. */
  readonly reaction?: number;
}

export interface Claim {
  readonly low: number;
  readonly mid: number;
  readonly high: number;
  readonly truth: number;
}

export function play(job: Job): Played {
  const { kind: name, seed } = job;
  const kind = kinds.find((one) => one.name === name);
  if (kind === undefined) throw new RangeError(`there is no kind ${name}`);
  const world = kind.make(seededChance(seed));
  const best = clairvoyantOutcomes(world);
  const { flight, decisions, moved, estimate } = steer(world, seed);
  const untouched = replay(world, seed, []);
  const budget = world.lines.reduce((sum, { planned }) => sum + planned, 0);
  const spent = (of: Flight) => world.lines.reduce((sum, _, place) => sum + of.spent(place), 0);
  const rules = Object.fromEntries(baselines.map((one) => [one, runBaseline(world, seed, one) / best]));
  const reaction = reactionOf(world, decisions);
  const after = decisions.map((_, place) => replay(world, seed, decisions.slice(0, place + 1)).expected());
  return {
    ...job,
    shares: {
      ...(rules as Record<(typeof baselines)[number], number>),
      nothing: untouched.expected() / best,
      flightdesk: flight.expected() / best,
    },
    moved: moved / budget,
    idle: Math.max(0, spent(untouched) - spent(flight)) / budget,
    claims: decisions.map(({ gain }, place) => ({
      ...gain,
      // With it as the last one, less without it.
      truth: (after[place] ?? 0) - (after[place - 1] ?? untouched.expected()),
    })),
    ...(reaction !== undefined && { reaction }),
    ...(estimate !== undefined && {
      estimate: {
        ...estimate,
        truth: (after[estimate.decisions - 1] ?? untouched.expected()) - untouched.expected(),
        alone: untouched.expected(),
      },
    }),
  };
}

function reactionOf({ collapse, days, lines }: World, decisions: readonly Decided[]): number | undefined {
  if (collapse === undefined) return undefined;
  const isCut = ({ day, moves }: Decided) =>
    day > collapse.day &&
    moves.some(({ lineId, from, to }) => lineId === lines[collapse.line]?.name && to < from);
  return (decisions.find(isCut)?.day ?? days) - collapse.day;
}

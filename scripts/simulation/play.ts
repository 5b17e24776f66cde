import { type Baseline, runBaseline } from "./baselines.ts";
import { runWorld } from "./run-world.ts";
import { makeWorld, type Richness } from "./worlds/world.ts";

/** One world to play, and what came of it under each policy. */
export interface Job {
  readonly seed: number;
  readonly richness: Richness;
  readonly kind: "plain" | "seasonality" | "changePoints" | "flat";
}

export interface Played extends Job {
  readonly shares: Readonly<Record<Baseline | "flightdesk", number>>;
  readonly moves: number;
}

export async function play(job: Job): Promise<Played> {
  const { kind, ...rest } = job;
  const world = makeWorld({ ...rest, ...(kind === "plain" ? {} : { [kind]: true }) });
  const { share, moves } = await runWorld(world);
  const shares = {
    "no change": runBaseline(world, "no change"),
    "pace only": runBaseline(world, "pace only"),
    flightdesk: share,
  };
  return { ...job, shares, moves };
}

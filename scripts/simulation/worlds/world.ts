import { type Chance, seededChance } from "./chance.ts";

/** How much there is to learn from: outcomes that a package brings in a period, on average. */
export const richness = { rich: 100, medium: 12, sparse: 3 } as const;
export type Richness = keyof typeof richness;

export interface WorldOptions {
  readonly seed: number;
  readonly richness: Richness;
  /** 12 where absent. */
  readonly packages?: number;
  /** Of a week; 10 where absent. */
  readonly periods?: number;
  /** Every package is worth what was told and can spend its money: there is nothing to learn. */
  readonly flat?: boolean;
  /** Demand rises and falls over the flight, for all packages alike. */
  readonly seasonality?: boolean;
  /** Some packages become better or worse in the middle of the flight. */
  readonly changePoints?: boolean;
  /** Some sellers report more outcomes of their own than there were. */
  readonly lyingSellers?: boolean;
}

/** A market whose response to money is known to whoever made it. Amounts are minor units of one currency. */
export interface World {
  readonly options: WorldOptions;
  readonly periods: number;
  readonly daysPerPeriod: number;
  readonly budget: number;
  readonly packages: readonly WorldPackage[];
  /** What a day of each period brings against an ordinary one. */
  readonly seasons: readonly number[];
}

export interface WorldPackage {
  readonly name: string;
  /** Outcomes for the first minor unit of a day, as its seller tells before the flight. */
  readonly toldRate: number;
  /** Daily spend at which 63 % of all that can be had is had. */
  readonly saturation: number;
  /** By period: what it really brings against what was told. */
  readonly levels: readonly number[];
  /** Most that it can spend in a day; absent: whatever it is given. */
  readonly capacity?: number;
  /** What its seller reports of outcomes against what there were. */
  readonly boast: number;
}

const usualPackages = 12;
const usualPeriods = 10;
const days = 7;
const totalBudget = 100_000_000;
/** Part of packages that cannot spend what they are planned to. */
const cappedShare = 0.35;
const levelSpread = 0.7;

/** One world; the same options make the same world. */
export function makeWorld(options: WorldOptions): World {
  const { seed, packages: packageCount = usualPackages, periods: periodCount = usualPeriods } = options;
  const chance = seededChance(seed);
  const pace = totalBudget / packageCount / (periodCount * days);
  const packages = Array.from({ length: packageCount }, (_, index) =>
    packageOf(index, { pace, periodCount }, options, chance),
  );
  const phase = chance.uniform() * 2 * Math.PI;
  const seasons = Array.from({ length: periodCount }, (_, period) =>
    options.seasonality === true ? 1 + 0.35 * Math.sin(phase + (2 * Math.PI * period) / periodCount) : 1,
  );
  return { options, periods: periodCount, daysPerPeriod: days, budget: totalBudget, packages, seasons };
}

function packageOf(
  index: number,
  { pace, periodCount }: { readonly pace: number; readonly periodCount: number },
  options: WorldOptions,
  chance: Chance,
): WorldPackage {
  const saturation = Math.round(2 * pace * Math.exp(0.4 * chance.normal()));
  const usual = richness[options.richness] / days / (saturation * (1 - Math.exp(-pace / saturation)));
  const toldRate = usual * Math.exp(0.3 * chance.normal());
  const level = Math.exp(levelSpread * chance.normal() - levelSpread ** 2 / 2);
  const changes = chance.uniform() < 0.3;
  const at = 2 + Math.floor(chance.uniform() * (periodCount - 4));
  const factor = chance.uniform() < 0.5 ? 0.4 : 2.2;
  const capped = chance.uniform() < cappedShare;
  const tightness = 0.5 + 0.7 * chance.uniform();
  const lies = chance.uniform() < 0.3;
  const flat = options.flat === true;
  return {
    name: `package ${String(index + 1).padStart(2, "0")}`,
    toldRate,
    saturation,
    levels: Array.from({ length: periodCount }, (_, period) =>
      flat ? 1 : options.changePoints === true && changes && period >= at ? level * factor : level,
    ),
    ...(capped && !flat ? { capacity: Math.round(pace * tightness) } : {}),
    boast: options.lyingSellers === true && lies ? 2 : 1,
  };
}

/** Outcomes of a day that a package is expected to bring for a spend, as its seller tells it: 1 is the level that was told. */
export function toldOutcomes({ toldRate, saturation }: WorldPackage, spend: number): number {
  return toldRate * saturation * (1 - Math.exp(-spend / saturation));
}

/** Outcomes of a day that a package is really expected to bring for a spend. */
export function trueOutcomes(world: World, place: number, period: number, spend: number): number {
  const one = world.packages[place];
  if (one === undefined) return 0;
  return (one.levels[period] ?? 1) * (world.seasons[period] ?? 1) * toldOutcomes(one, spend);
}

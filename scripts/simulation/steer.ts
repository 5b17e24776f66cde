import type { Range } from "../../src/campaign/model/offers/offer.ts";
import type { LiveLine, SeenDay } from "../../src/campaign/reallocate/live-line.ts";
import { isShort, type Proposal, proposeMoves } from "../../src/campaign/reallocate/propose.ts";
import { isBroken } from "../../src/campaign/reallocate/turns.ts";
import { stepDays } from "./clairvoyant.ts";
import { type Flight, openFlight } from "./flight.ts";
import type { Report, World } from "./worlds/world.ts";

/** Days after which a seller that refused a change is asked again. */
const refusalDays = 28;

/** A decision with what it claimed. */
export interface Decided extends Proposal {
  readonly day: number;
}

export interface Steered {
  readonly flight: Flight;
  readonly decisions: readonly Decided[];
  /** Money that changed hands. */
  readonly moved: number;
  /** What the last weekly look put all decisions before it at, how many these were, and whether it stopped for that. */
  readonly estimate?: Range & { readonly decisions: number; readonly isLosing: boolean };
}

/** Flies a world with the product's own decisions, once a week, carried out at once: neither gate nor ledger. */
export function steer(world: World, seed: number): Steered {
  const flight = openFlight(world, seed);
  const refusals: Refusals = { increase: new Map(), decrease: new Map() };
  const decisions: Decided[] = [];
  const known: Known = { budgets: [], reports: [] };
  let [moved, wereShort] = [0, false];
  let estimate: Steered["estimate"];
  for (let day = 0; day < world.days; day += 1) {
    const isWeekly = day % stepDays === 0;
    known.reports.push(world.lines.map((_, place) => flight.report(place)));
    const problem = day === 0 ? undefined : problemOf(flight, known, refusals);
    if (problem !== undefined && (isWeekly || isBroken(problem.lines))) {
      const sum = decisions.reduce((all, { gain }) => all + gain.mid, 0);
      const proposal = proposeMoves({ ...problem, isEarly: !isWeekly, promises: { sum, wereShort } });
      const { sinceStart, isLosing = false } = proposal;
      if (isWeekly && sinceStart !== undefined) {
        wereShort = isShort(sinceStart, sum);
        if (decisions.length > 0) estimate = { ...sinceStart, decisions: decisions.length, isLosing };
      }
      if (proposal.moves.length > 0) {
        decisions.push({ day, ...proposal });
        moved += carryOut(flight, proposal, refusals);
      }
    }
    known.budgets.push(flight.budgets());
    flight.nextDay();
  }
  return { flight, decisions, moved, ...(estimate && { estimate }) };
}

/** Flies a world again with these decisions alone. */
export function replay(world: World, seed: number, decisions: readonly Decided[]): Flight {
  const flight = openFlight(world, seed);
  for (let day = 0; day < world.days; day += 1) {
    for (const decided of decisions.filter((one) => one.day === day))
      carryOut(flight, decided, { increase: new Map(), decrease: new Map() });
    flight.nextDay();
  }
  return flight;
}

/** The day on which a line's seller refused such a change last, or made it in part alone. */
interface Refusals {
  readonly increase: Map<number, number>;
  readonly decrease: Map<number, number>;
}

/** What was there and what was reported, morning by morning. */
interface Known {
  readonly budgets: (readonly number[])[];
  readonly reports: (readonly Report[])[];
}

function problemOf(flight: Flight, known: Known, refusals: Refusals) {
  const { world } = flight;
  const whole = world.lines.reduce((sum, { planned }) => sum + planned, 0);
  const idle = whole - flight.committed().reduce((sum, budget) => sum + budget, 0);
  const asksAgain = (day: number | undefined) => day === undefined || flight.day() - day >= refusalDays;
  return {
    lines: world.lines.map((_, place) => {
      const line = lineOf(flight, place, known, whole);
      const { budget, least, most } = line;
      const isAgreed = (flight.committed()[place] ?? 0) > budget;
      return {
        ...line,
        least: !isAgreed && asksAgain(refusals.decrease.get(place)) ? least : budget,
        most: !isAgreed && asksAgain(refusals.increase.get(place)) ? most : budget,
      };
    }),
    flightDays: world.days,
    daysLeft: world.days - flight.day(),
    groups: [],
    ...(idle > 0 && { idle }),
    trust: trustIn(world),
  };
}

function trustIn({ metric, buyerCounts }: World): "full" | "hardly" | "not" {
  if (metric === "reach") return "not";
  return metric === "conversions" && buyerCounts !== true ? "hardly" : "full";
}

function lineOf(flight: Flight, place: number, { budgets, reports: all }: Known, whole: number): LiveLine {
  const { world } = flight;
  const line = world.lines[place];
  const budget = flight.budgets()[place] ?? 0;
  if (line === undefined) throw new RangeError(`there is no line ${place}`);
  const reports = all.map((morning) => morning[place] ?? { type: "days" as const, days: [] });
  const counted = flight.counted(place);
  const { seen, spent, isUnknown } = seenOf(
    reports,
    counted,
    (day) => budgets[day]?.[place] ?? 0,
    (day, before) => Math.max(0, (budgets[day]?.[place] ?? 0) - before) / (world.days - day),
  );
  return {
    lineId: line.name,
    sellerId: line.name,
    budget,
    spent,
    planned: line.planned,
    days: world.days,
    least: isUnknown ? budget : 0,
    most: isUnknown ? budget : Math.max(budget, Math.floor(whole * world.mostPerLine)),
    curve: (line.forecast ?? []).map(({ spend, impressions, outcomes = impressions }) => ({
      spend: spend / world.days,
      outcome: outcomes / world.days,
    })),
    seen,
  };
}

/** Part of days that may be unknown of a line whose money moves. */
const unknownPart = 0.25;

function seenOf(
  reports: readonly Report[],
  counted: readonly number[] | undefined,
  budget: (day: number) => number,
  pace: (day: number, before: number) => number,
): { readonly seen: SeenDay[]; readonly spent: number; readonly isUnknown: boolean } {
  const seen: SeenDay[] = [];
  let spent = 0;
  const report = reports.at(-1);
  const outcomeOf = (from: number, to: number, own: number) =>
    counted === undefined
      ? own
      : to < counted.length
        ? counted.slice(from, to + 1).reduce((sum, count) => sum + count, 0)
        : undefined;
  if (report?.type === "days") {
    for (const { day, spend, outcomes, final } of report.days) {
      // A day that was not reported may have spent its whole pace.
      for (let missing = (seen.at(-1)?.day ?? -1) + 1; missing < day; missing += 1)
        spent += pace(missing, spent);
      const outcome = outcomeOf(day, day, outcomes);
      const weight = final ? 1 : 0.5;
      seen.push({
        day,
        length: 1,
        spend,
        pace: pace(day, spent),
        budget: budget(day),
        weight,
        ...(outcome !== undefined && { outcome }),
      });
      spent += spend;
    }
    const length = (report.days.at(-1)?.day ?? -1) + 1;
    return { seen, spent, isUnknown: seen.length < (1 - unknownPart) * length };
  }
  let last = { through: -1, spend: 0, outcomes: 0 };
  for (const one of reports) {
    if (one.type === "days" || one.through - last.through < stepDays) continue;
    const length = one.through - last.through;
    const outcome = outcomeOf(last.through + 1, one.through, one.outcomes - last.outcomes);
    const due = length * pace(last.through + 1, last.spend);
    const spend = one.spend - last.spend;
    seen.push({
      day: one.through,
      length,
      spend,
      pace: due,
      budget: budget(last.through + 1),
      weight: 0.5,
      ...(outcome !== undefined && { outcome }),
    });
    last = one;
  }
  const now = report?.type === "total" ? report : undefined;
  return { seen, spent: Math.max(last.spend, now?.spend ?? 0), isUnknown: now === undefined };
}

/** Decreases first; what increases do not take goes back. */
function carryOut(flight: Flight, { moves }: Proposal, refusals: Refusals): number {
  const { world } = flight;
  const place = (lineId: string) => world.lines.findIndex(({ name }) => name === lineId);
  const whole = world.lines.reduce((sum, { planned }) => sum + planned, 0);
  const before = flight.budgets();
  const givers = moves.filter(({ from, to }) => to < from);
  for (const { lineId, to } of givers) {
    const answer = flight.change(place(lineId), to);
    if (answer.type === "refused" || answer.budget > to) refusals.decrease.set(place(lineId), flight.day());
  }
  const left = () => whole - flight.committed().reduce((sum, budget) => sum + budget, 0);
  for (const { lineId, from, to } of moves.filter((move) => move.to > move.from)) {
    const budget = Math.floor(Math.min(to, from + Math.max(0, left())));
    if (budget <= from) continue;
    const answer = flight.change(place(lineId), budget);
    if (answer.type === "refused" || answer.budget < budget)
      refusals.increase.set(place(lineId), flight.day());
  }
  for (const { lineId, from } of givers) {
    const now = flight.budgets()[place(lineId)] ?? 0;
    const budget = Math.floor(Math.min(from, now + Math.max(0, left())));
    if (budget > now) flight.change(place(lineId), budget);
  }
  return flight.budgets().reduce((sum, budget, i) => sum + Math.max(0, budget - (before[i] ?? 0)), 0);
}

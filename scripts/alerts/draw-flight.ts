import { type Chance, seededChance } from "../simulation/worlds/chance.ts";
import type { Report, TrueDay } from "../simulation/worlds/world.ts";

/** One line of a drawn flight: when its seller works, how it reports, and what is wrong with it. Days count from the flight's start. */
export interface DrawnLine {
  /** In words, for whoever asks why it was taken for something else. */
  readonly says: string;
  /** What part of what is left falls on a day, beside the other days. */
  readonly weight: (day: number) => number;
  /** What chance makes of a day, 1 on average. */
  readonly noise: (day: number) => number;
  /** It brings less at first and more at the end than its order wants of each day: for weeks nobody can tell it from one that falls short. */
  readonly backLoaded?: true;
  /** Days after which its figures of a day are there, at the latest. */
  readonly delay: number;
  readonly reports: (morning: number, truth: readonly TrueDay[]) => Report;
  /** From a day on it delivers this part of what it should: 0 where it has stopped. */
  readonly fault?: { readonly from: number; readonly part: number };
}

export interface DrawnFlight {
  readonly seed: number;
  /** The first day, in UTC. */
  readonly start: string;
  readonly days: number;
  readonly lines: readonly DrawnLine[];
  /** What the buyer changes, in order of time: lines are paused for days, and money moves from one to another. */
  readonly changes: readonly OwnChange[];
  /** The loop may move money by itself. */
  readonly moves: boolean;
}

export type OwnChange =
  | { readonly day: number; readonly does: "pause" | "resume"; readonly line: number }
  | {
      readonly day: number;
      readonly does: "shift";
      readonly line: number;
      readonly to: number;
      readonly part: number;
    };

export type Wrong = "nothing" | "stops" | "falls short";

const monday = Date.parse("2027-03-01");
const dayMs = 86_400_000;

/** Draws a flight of which one line, the first, is wrong in this way; all others are honest and end as ordered. */
export function drawFlight(seed: number, wrong: Wrong): DrawnFlight {
  const chance = seededChance(seed);
  const whole = (low: number, high: number) => low + Math.floor(chance.uniform() * (high - low + 1));
  const startsOn = whole(0, 6);
  const days = whole(14, 60);
  const count = whole(2, 4);
  const lines = Array.from({ length: count }, (_, place) =>
    drawLine(chance, { days, startsOn, wrong: place === 0 ? wrong : "nothing" }),
  );
  return {
    seed,
    start: new Date(monday + startsOn * dayMs).toISOString().slice(0, 10),
    days,
    lines,
    changes: chance.uniform() < 0.5 ? drawChanges(chance, days, count, wrong) : [],
    moves: chance.uniform() < 0.5,
  };
}

interface Frame {
  readonly days: number;
  readonly startsOn: number;
  readonly wrong: Wrong;
}

function drawLine(chance: Chance, { days, startsOn, wrong }: Frame): DrawnLine {
  const between = (low: number, high: number) => low + chance.uniform() * (high - low);
  const whole = (low: number, high: number) => Math.floor(between(low, high + 1));
  const pick = <One>(from: readonly One[]): One => {
    const one = from[whole(0, from.length - 1)];
    if (one === undefined) throw new RangeError("nothing to pick from");
    return one;
  };
  const weekday = (day: number) => (day + startsOn) % 7;
  const says: string[] = [];
  const weights: ((day: number) => number)[] = [];
  const week = pick(["every day", "every day", "weekends off", "Sundays off", "dayparts"]);
  says.push(week);
  if (week === "weekends off") weights.push((day) => (weekday(day) >= 5 ? 0 : 1));
  if (week === "Sundays off") weights.push((day) => (weekday(day) === 6 ? 0 : 1));
  if (week === "dayparts") {
    const parts = Array.from({ length: 7 }, () => between(0.3, 1.8));
    const off = whole(0, 6);
    weights.push((day) => (weekday(day) === off ? 0 : (parts[weekday(day)] ?? 1)));
  }
  const launch = pick(["at once", "at once", "review", "ramp", "late"]);
  const first =
    launch === "review" ? whole(1, 7) : launch === "late" ? whole(3, Math.min(10, Math.floor(days / 3))) : 0;
  says.push(launch === "at once" || launch === "ramp" ? launch : `${launch} of ${first} days`);
  weights.push((day) => (day < first ? 0 : 1));
  if (launch === "ramp") {
    const length = whole(3, 10);
    weights.push((day) => Math.min(1, 0.15 + (0.85 * day) / length));
  }
  const shape = pick(["even", "even", "front-loaded", "as fast as it can", "towards the end", "a holiday"]);
  says.push(shape);
  if (shape === "front-loaded") weights.push((day) => 1.6 - (1.2 * day) / days);
  if (shape === "as fast as it can") {
    const end = Math.max(first + 7, Math.floor(between(0.6, 0.95) * days));
    weights.push((day) => (day < end ? 1 : 0));
  }
  if (shape === "towards the end") weights.push((day) => 0.6 + (0.8 * day) / days);
  if (shape === "a holiday") {
    const holiday = whole(Math.min(days - 2, first + 7), days - 1);
    weights.push((day) => (day === holiday ? 0 : 1));
  }
  const spread = pick([0, 0.05, 0.15, 0.3]);
  const noises = Array.from({ length: days + 1 }, () => Math.exp(spread * chance.normal() - spread ** 2 / 2));
  const weight = (day: number) =>
    day < 0 || day >= days ? 0 : weights.reduce((all, one) => all * one(day), 1);
  const told = drawReports(chance, { days, startsOn });
  says.push(told.says);
  const fault = drawFault(wrong, { weight, days, first, whole, between });
  if (fault !== undefined) says.push(`${fault.part} of it from day ${fault.from}`);
  return {
    says: says.join(", "),
    weight,
    noise: (day) => noises[day] ?? 1,
    delay: told.delay,
    ...(shape === "towards the end" && { backLoaded: true as const }),
    reports: told.reports,
    ...(fault && { fault }),
  };
}

interface Drawing {
  readonly weight: (day: number) => number;
  readonly days: number;
  readonly first: number;
  readonly whole: (low: number, high: number) => number;
  readonly between: (low: number, high: number) => number;
}

/** A stop after at least a week of delivery, with a quarter of its money left; a shortfall that ends under 80 % of the order. */
function drawFault(wrong: Wrong, { weight, days, first, whole, between }: Drawing): DrawnLine["fault"] {
  if (wrong === "nothing") return undefined;
  const all = Array.from({ length: days }, (_, day) => weight(day));
  const total = all.reduce((sum, one) => sum + one, 0);
  const doneBy = (day: number) => all.slice(0, day).reduce((sum, one) => sum + one, 0) / total;
  if (wrong === "falls short") {
    const from = whole(0, Math.floor(days / 4));
    const part = Math.min(between(0.3, 0.75), Math.max(0, (0.8 - doneBy(from)) / (1 - doneBy(from))));
    return { from, part: Math.round(100 * part) / 100 };
  }
  const last = all.findLastIndex((_, day) => doneBy(day) <= 0.75);
  const from = whole(Math.min(first + 7, last), last);
  return { from: all.findIndex((own, day) => day >= from && own > 0), part: 0 };
}

function drawReports(
  chance: Chance,
  { days, startsOn }: Pick<Frame, "days" | "startsOn">,
): Pick<DrawnLine, "says" | "delay" | "reports"> {
  const kinds = ["daily", "daily", "late", "left out", "totals", "weekly", "restated"] as const;
  const kind = kinds[Math.floor(chance.uniform() * kinds.length)] ?? "daily";
  const late = 1 + Math.floor(chance.uniform() * 4);
  const isOut = Array.from({ length: days + 1 }, () => chance.uniform() < 0.15);
  const comesLater = chance.uniform() < 0.5;
  const final = 3;
  const upTo = (morning: number, truth: readonly TrueDay[], delay: number) =>
    truth
      .map((one, day) => ({ ...one, day, final: morning - day > Math.max(final, delay) }))
      .filter(({ day }) => day < morning - delay);
  switch (kind) {
    case "daily":
      return {
        says: "reports daily",
        delay: 0,
        reports: (morning, truth) => ({ type: "days", days: upTo(morning, truth, 0) }),
      };
    case "late":
      return {
        says: `reports ${late} days late`,
        delay: late,
        reports: (morning, truth) => ({ type: "days", days: upTo(morning, truth, late) }),
      };
    case "left out":
      return {
        says: comesLater ? "leaves days out for 4 days" : "leaves days out",
        delay: comesLater ? 4 : 1,
        reports: (morning, truth) => ({
          type: "days",
          days: upTo(morning, truth, 0).filter(({ day }) => !isOut[day] || (comesLater && morning - day > 4)),
        }),
      };
    case "totals":
      return {
        says: "reports totals alone",
        delay: 0,
        reports: (morning, truth) => {
          const known = truth.slice(0, morning);
          const sum = (of: keyof TrueDay) => known.reduce((all, day) => all + day[of], 0);
          return {
            type: "total",
            through: morning - 1,
            spend: sum("spend"),
            impressions: sum("impressions"),
            outcomes: sum("outcomes"),
          };
        },
      };
    case "weekly":
      return {
        says: "reports each Monday",
        delay: 7,
        reports: (morning, truth) => {
          // All up to the last Sunday.
          const sinceMonday = (morning + startsOn) % 7;
          return {
            type: "days",
            days: upTo(morning, truth, 0).filter(({ day }) => day < morning - sinceMonday),
          };
        },
      };
    case "restated":
      return {
        says: "restates three days",
        delay: 3,
        reports: (morning, truth) => ({
          type: "days",
          days: upTo(morning, truth, 0).map((one) => {
            const part = Math.min(1, 0.7 + 0.1 * (morning - one.day));
            return {
              ...one,
              spend: Math.round(part * one.spend),
              impressions: Math.round(part * one.impressions),
              outcomes: Math.round(part * one.outcomes),
            };
          }),
        }),
      };
  }
}

/** Pauses of two to five days, and money that moves between lines. The line that is wrong is left alone. */
function drawChanges(chance: Chance, days: number, lines: number, wrong: Wrong): OwnChange[] {
  const whole = (low: number, high: number) => low + Math.floor(chance.uniform() * (high - low + 1));
  const first = wrong === "nothing" ? 0 : 1;
  const changes: OwnChange[] = [];
  const line = whole(first, lines - 1);
  if (chance.uniform() < 0.6) {
    const day = whole(4, Math.max(4, days - 8));
    changes.push({ day, does: "pause", line }, { day: day + whole(2, 5), does: "resume", line });
  }
  const others = Array.from({ length: lines }, (_, place) => place).filter(
    (place) => place >= first && place !== line,
  );
  const to = others[whole(0, others.length - 1)];
  if (to !== undefined)
    changes.push({ day: whole(4, days - 6), does: "shift", line, to, part: 0.05 + 0.2 * chance.uniform() });
  return changes.sort((a, b) => a.day - b.day);
}

import { apart, bestOf, between, build, each, happens, leveled, market, straight, whole } from "../shapes.ts";
import type { Kind, Report, ReportedDay, TrueDay, World, WorldLine } from "../world.ts";

type Reports = NonNullable<WorldLine["reports"]>;

const remade = (world: World, change: (line: WorldLine, index: number) => WorldLine): World => ({
  ...world,
  lines: world.lines.map(change),
});
const days = (rows: readonly ReportedDay[]): Report => ({ type: "days", days: rows });
const row = (truth: TrueDay, day: number, morning: number): ReportedDay => ({
  day,
  spend: Math.round(truth.spend),
  impressions: Math.round(truth.impressions),
  outcomes: Math.round(truth.outcomes),
  final: morning - day > 3,
});

/** Outcomes of several days stand on the last of them; on the others there are none. */
const inLumps =
  (length: number, shift: number): Reports =>
  (morning, truth) => {
    let held = 0;
    return days(
      truth.slice(0, morning).map((one, day) => {
        held += Math.round(one.outcomes);
        const outcomes = (day + shift) % length === length - 1 ? held : 0;
        if (outcomes > 0) held = 0;
        return { ...row(one, day, morning), outcomes };
      }),
    );
  };

/** Outcomes stand under the next day or the one after; claims grow with the money of the day. */
const viewedThrough =
  (more: number, pace: number, shift: number): Reports =>
  (morning, truth) =>
    days(
      truth.slice(0, morning).map((one, day) => {
        const then = truth[day - shift];
        return {
          ...row(one, day, morning),
          outcomes: then ? Math.round(then.outcomes * (1 + (more * then.spend) / pace)) : 0,
        };
      }),
    );

/** Says that money was spent by plan; sets it right when billing is done. */
const byPlan =
  (planned: number, length: number, billed: number): Reports =>
  (morning, truth) =>
    days(
      truth.slice(0, morning).map((one, day) => {
        const real = row(one, day, morning);
        if (morning - day > billed) return { ...real, final: true };
        const spend = Math.round(planned / length);
        return {
          ...real,
          spend,
          impressions: one.spend > 0 ? Math.round((one.impressions * spend) / one.spend) : real.impressions,
          final: false,
        };
      }),
    );

/** What sellers promise, and how they count. */
export const kinds: readonly Kind[] = apart([
  {
    name: "says-yes-and-does-little",
    says: "Levels differ; every wish is made at once, but most of the better lines never spend much more a day than was planned.",
    make: (chance) => {
      const given = leveled(chance, market(chance, { lines: [4, 12] }), 0.4);
      const best = bestOf(given);
      return build(
        each(given, (sketch, index) => {
          const little = index === best || happens(chance, sketch.level > 1 ? 0.6 : 0.25);
          return little ? { ...sketch, most: between(chance, 1, 1.25) } : sketch;
        }),
      );
    },
  },
  {
    name: "reports-in-lumps",
    says: "Levels differ; some sellers show the outcomes of three to nine days on one day and none on the others.",
    make: (chance) => {
      const given = leveled(chance, market(chance, { lines: [3, 10], weeks: [5, 12] }), 0.35);
      return remade(build(given), (line) =>
        happens(chance, 0.65)
          ? { ...line, reports: inLumps(whole(chance, 3, 9), whole(chance, 0, 8)) }
          : line,
      );
    },
  },
  {
    name: "claims-grow-with-money",
    says: "Some sellers also count who would have come anyway, the more the more they get, and under later days; in half of the worlds the client counts too.",
    make: (chance) => {
      const given = leveled(chance, market(chance, { metrics: ["conversions"], lines: [3, 9] }), 0.3);
      const world = remade(build(given), (line) =>
        happens(chance, 0.55)
          ? {
              ...line,
              reports: viewedThrough(
                between(chance, 0.2, 1.2),
                line.planned / given.days,
                whole(chance, 0, 2),
              ),
            }
          : line,
      );
      return happens(chance, 0.5) ? { ...world, buyerCounts: true } : world;
    },
  },
  {
    name: "notice-and-steps",
    says: "Levels differ; sellers give back only what lies beyond one to three weeks' notice, take more in fixed steps, and nothing after a closing day.",
    make: (chance) => {
      const given = leveled(chance, market(chance, { lines: [3, 10], weeks: [6, 12] }), 0.4);
      return remade(build(given), (line) => {
        if (happens(chance, 0.3)) return line;
        const notice = whole(chance, 7, 21);
        const step = between(chance, 0.05, 0.25) * line.planned;
        const closing = Math.floor(between(chance, 0.4, 0.9) * given.days);
        const wait = whole(chance, 0, 3);
        return {
          ...line,
          change: ({ day, from, to, spent }) => {
            if (day >= closing) return { type: "refused", reason: "the schedule is closed" };
            if (to > from) {
              const more = Math.floor((to - from) / step) * step;
              return more > 0
                ? { type: "made", to: Math.round(from + more), on: day + wait }
                : { type: "refused", reason: "below the smallest step" };
            }
            const ahead = Math.max(0, from - spent) * Math.min(1, notice / Math.max(1, given.days - day));
            const least = Math.min(from, Math.ceil(spent + ahead));
            return least < from
              ? { type: "made", to: Math.max(to, least), on: day + wait }
              : { type: "refused", reason: "within the notice" };
          },
        };
      });
    },
  },
  {
    name: "spent-by-plan-it-says",
    says: "Impressions at prices that differ by up to a half; lines short of stock say for one to two weeks that they spent by plan, then bill less.",
    make: (chance) => {
      const given = market(chance, {
        metrics: ["impressions"],
        lines: [4, 10],
        weeks: [5, 12],
        tells: "impressions",
        believed: () => straight,
      });
      const base = between(chance, 400, 1600);
      const priced = each(given, (sketch) => {
        const cpm = Math.round(base * between(chance, 0.8, 1.25));
        const channel = base > 1100 ? "ctv" : base > 700 ? "olv" : "display";
        return {
          ...sketch,
          channel,
          name: `${sketch.name.split(" ")[0]} ${channel}`,
          cpm,
          rate: 1000 / cpm,
          most: happens(chance, 0.4) ? between(chance, 0.4, 0.9) : between(chance, 1.05, 1.6),
        };
      });
      const world = build(
        priced,
        priced.sketches.map(({ size }) => 100 * Math.round(size / 100)),
      );
      return remade(world, (line, index) =>
        (priced.sketches[index]?.most ?? 1) < 1
          ? { ...line, reports: byPlan(line.planned, given.days, whole(chance, 6, 14)) }
          : line,
      );
    },
  },
]);

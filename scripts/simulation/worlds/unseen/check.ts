import { seededChance } from "../chance.ts";
import type { TrueDay, World, WorldLine } from "../world.ts";
import { kinds } from "./index.ts";
import { outcomesOf } from "./truth.ts";

declare const process: { readonly argv: readonly string[]; exitCode?: number };

const seeds = 20;
const only = process.argv[2];
const problems = new Map<string, number>();
const problem = (text: string): void => void problems.set(text, (problems.get(text) ?? 0) + 1);
const good = (value: number): boolean => Number.isFinite(value) && value >= 0;

/** Money moved by halves of halves from line to line as long as it helps; before `from` the plan holds. */
function climb(world: World, from: number): { plan: number; best: number } {
  const { lines, days } = world;
  const total = lines.reduce((sum, line) => sum + line.planned, 0);
  const value = (line: WorldLine, budget: number): number =>
    from === 0 ? outcomesOf(line, days, budget) : outcomesOf(line, days, line.planned, { from, budget });
  const budgets = lines.map((line) => line.planned);
  const values = lines.map((line) => value(line, line.planned));
  const least = lines.map((line) => (from === 0 ? 0 : (line.planned * from) / days));
  const plan = values.reduce((a, b) => a + b, 0);
  for (let step = total / 8; step > total / 300; step /= 1.8) {
    for (let round = 0; round < 12; round += 1) {
      const less = lines.map((line, index) =>
        (budgets[index] ?? 0) - step >= (least[index] ?? 0) ? value(line, (budgets[index] ?? 0) - step) : -1,
      );
      const more = lines.map((line, index) =>
        (budgets[index] ?? 0) + step <= world.mostPerLine * total
          ? value(line, (budgets[index] ?? 0) + step)
          : -1,
      );
      let gain = plan * 1e-6;
      let pair: [number, number] | undefined;
      for (let to = 0; to < lines.length; to += 1)
        for (let of = 0; of < lines.length; of += 1) {
          if (to === of || (more[to] ?? -1) < 0 || (less[of] ?? -1) < 0) continue;
          const by = (more[to] ?? 0) - (values[to] ?? 0) + (less[of] ?? 0) - (values[of] ?? 0);
          if (by > gain) [gain, pair] = [by, [of, to]];
        }
      if (pair === undefined) break;
      const [of, to] = pair;
      budgets[of] = (budgets[of] ?? 0) - step;
      budgets[to] = (budgets[to] ?? 0) + step;
      values[of] = less[of] ?? 0;
      values[to] = more[to] ?? 0;
    }
  }
  return { plan, best: values.reduce((a, b) => a + b, 0) };
}

function examine(name: string, world: World, seed: number): string {
  const chance = seededChance(seed + 977);
  const { lines, days, mostPerLine } = world;
  const at = (text: string): void => problem(`${name}: ${text}`);
  const total = lines.reduce((sum, line) => sum + line.planned, 0);
  const print: unknown[] = [world.metric, days, mostPerLine, world.collapse ?? null];
  if (days < 28 || days > 84) at(`${days} days`);
  if (lines.length < 3 || lines.length > 12) at(`${lines.length} lines`);
  if (total < 1_900_000 || total > 201_000_000) at(`total ${total}`);
  if (new Set(lines.map((line) => line.name)).size !== lines.length) at("names twice");
  if (
    world.collapse &&
    !(world.collapse.line < lines.length && world.collapse.day > 3 && world.collapse.day < days - 5)
  )
    at("collapse");
  lines.forEach((line) => {
    if (line.planned > mostPerLine * total * 1.005)
      at(`share ${(line.planned / total).toFixed(2)} over ${mostPerLine}`);
    if (!Number.isInteger(line.planned) || !(line.cpm > 0)) at("planned or cpm");
    const { forecast } = line;
    if (forecast) {
      let slope = Infinity;
      let last = { spend: 0, impressions: 0, outcomes: 0 };
      for (const point of forecast) {
        if (
          !(
            point.spend > last.spend &&
            point.impressions >= last.impressions &&
            (point.outcomes ?? 1e12) >= last.outcomes
          )
        )
          at("forecast does not rise");
        if (point.outcomes !== undefined) {
          const now = (point.outcomes - last.outcomes) / (point.spend - last.spend);
          if (now > slope * 1.02 + 1e-9) at("forecast not concave");
          slope = now;
        }
        last = {
          spend: point.spend,
          impressions: point.impressions,
          outcomes: point.outcomes ?? last.outcomes,
        };
      }
    }
    const truth: TrueDay[] = [];
    const spent: number[] = [];
    let sum = 0;
    let outcomes = 0;
    for (let day = 0; day < days; day += 1) {
      if (day % 3 === 0) {
        const told = line.reports?.(day, truth);
        if (told && JSON.stringify(told) !== JSON.stringify(line.reports?.(day, truth)))
          at("reports not pure");
        const figures =
          told?.type === "days"
            ? told.days.flatMap((each) => [each.spend, each.impressions, each.outcomes])
            : told
              ? [told.spend, told.impressions, told.outcomes]
              : [];
        if (!figures.every((figure) => good(figure) && Number.isInteger(figure))) at("figures");
        if (told?.type === "days" && told.days.some((each) => each.day >= day)) at("reports the future");
      }
      const left = line.planned - sum;
      const state = { day, daysLeft: days - day, left, spent };
      const spend = line.spends ? line.spends(state) : Math.floor(left / (days - day));
      if (line.spends && line.spends(state) !== spend) at("spends not pure");
      if (!good(spend) || spend > left) at(`spend ${spend} of ${left}`);
      spent.push(spend);
      sum += spend;
      const mean = line.mean(day, spent);
      if (line.mean(day, spent) !== mean) at("mean not pure");
      if (!good(mean)) at(`mean ${mean}`);
      outcomes += mean;
      const luck = line.luck?.(day) ?? 1;
      if (!good(luck) || (line.luck && line.luck(day) !== luck)) at("luck");
      truth.push({
        spend,
        impressions: Math.round((spend / line.cpm) * 1000),
        outcomes: chance.poisson(mean * luck),
      });
      const wish = {
        day,
        from: line.planned,
        to: Math.round(sum + (line.planned - sum) * (day % 2 ? 0.6 : 1.5)),
        spent: sum,
      };
      const changed = line.change?.(wish);
      if (changed && JSON.stringify(changed) !== JSON.stringify(line.change?.(wish))) at("change not pure");
      if (changed?.type === "made") {
        if (
          changed.to !== undefined &&
          !(
            Number.isInteger(changed.to) &&
            changed.to >= sum &&
            (changed.to - wish.from) * (wish.to - wish.from) >= 0
          )
        )
          at(`changed to ${changed.to}`);
        if (changed.on !== undefined && changed.on <= day) at("changed before");
      }
      if (day === days - 1)
        print.push(line.name, line.planned, line.cpm, sum, outcomes, luck, told(line, truth));
    }
    if (
      Math.abs(line.mean(5, [...spent.slice(0, 5), 0]) - 0) > 0 &&
      spent.slice(0, 5).every((spend) => spend === 0)
    )
      at("outcomes for nothing");
    if (outcomes > (sum / line.cpm) * 1000 * 1.02) at("more outcomes than impressions");
  });
  return JSON.stringify(print);
}

const told = (line: WorldLine, truth: readonly TrueDay[]): unknown =>
  line.reports?.(truth.length, truth) ?? null;

const percent = (value: number): string => `${(value * 100).toFixed(2)}%`;

for (const kind of kinds) {
  if (only && !kind.name.includes(only)) continue;
  const prints = new Set<string>();
  const gains: number[] = [];
  const laters: number[] = [];
  let weekly = "";
  for (let seed = 1; seed <= seeds; seed += 1) {
    const world = kind.make(seededChance(seed));
    const print = examine(kind.name, world, seed);
    if (print !== examine(kind.name, kind.make(seededChance(seed)), seed))
      problem(`${kind.name}: same seed, another world`);
    prints.add(print);
    const first = climb(world, 0);
    const later = climb(world, Math.floor(world.days / 3));
    gains.push(first.best / first.plan - 1);
    laters.push(later.best / later.plan - 1);
    if (seed <= 4) weekly += ` ${((first.plan / world.lines.length / world.days) * 7).toPrecision(2)}`;
  }
  if (prints.size !== seeds) problem(`${kind.name}: only ${prints.size} worlds`);
  gains.sort((a, b) => a - b);
  laters.sort((a, b) => a - b);
  const show = (sorted: number[]): string =>
    [0, 5, 10, 15, 19].map((place) => percent(sorted[place] ?? NaN).padStart(7)).join(" ");
  if (kind.isEven && (gains[seeds - 1] ?? 1) > 0.003) problem(`${kind.name}: not even`);
  console.log(
    `${kind.name.padEnd(36)} ${kind.isEven ? "even" : "    "} start: ${show(gains)} | third: ${show(laters)} | a week a line:${weekly}`,
  );
}
console.log(`${kinds.length} kinds, ${new Set(kinds.map((kind) => kind.name)).size} names`);
for (const [text, count] of problems) console.log(`PROBLEM ${text} (${count})`);
if (problems.size > 0) process.exitCode = 1;

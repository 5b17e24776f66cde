import fc from "fast-check";
import type { ChangeRequest } from "../../../src/campaign/model/step/buy-change.ts";
import { addDays } from "../../../src/lib/days.ts";
import { money } from "../../../src/lib/money.ts";
import type { Pair } from "./books.ts";
import type { Life, Rig } from "./rig.ts";
import type { Answer, Work } from "./work.ts";

const of = <Value extends string>(weight: number, value: Value) => ({
  weight,
  arbitrary: fc.constant(value),
});
const diesOn = (nth: number, ...starting: [string, ...string[]]) =>
  fc
    .record({ starting: fc.constantFrom(...starting), nth: fc.integer({ min: 1, max: nth }) })
    .map((dieOn) => ({ dieOn }));

/** How a process dies: around a sending, at any other point, or so many milliseconds after it has begun; a few do not. */
const life: fc.Arbitrary<Life> = fc.oneof(
  { weight: 4, arbitrary: diesOn(2, "before send change/", "after send change/") },
  { weight: 3, arbitrary: diesOn(12, "after record", "after reserve", "after read", "") },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 400 }).map((killAfterMs) => ({ killAfterMs })) },
  { weight: 3, arbitrary: fc.constant({}) },
);

/** What happens while three processes are at work on one ledger: the one that takes turns, and the other two. */
export const round = fc.record({
  verb: fc.oneof(
    of(4, "increase"),
    of(4, "decrease"),
    of(3, "pause"),
    of(3, "unpause"),
    of(2, "extend"),
    of(1, "cancel"),
  ),
  isWhole: fc.boolean(),
  line: fc.nat(99),
  other: fc.nat(99),
  percent: fc.integer({ min: 2, max: 9 }),
  lives: fc.tuple(life, life, life),
  hours: fc.integer({ min: 1, max: 9 }),
  /** The seller whose next answer to a change is lost. */
  loses: fc.option(fc.constantFrom("sales", "nordlicht", "kiosk", "albion"), { nil: undefined, freq: 3 }),
});
type Round = typeof round extends fc.Arbitrary<infer Value> ? Value : never;

/** One who orders work, each until it is answered, however often its process is killed. */
export class Orderer {
  readonly answers: { readonly work: Work; readonly answer: Answer }[] = [];
  #work: Work | undefined;

  /** Whether its process was killed. */
  async run(rig: Rig, life: Life, next: () => Work | undefined): Promise<boolean> {
    this.#work ??= next();
    const work = this.#work;
    if (work === undefined) return false;
    const run = await rig.run({ ...life, work });
    if (run.type === "killed") return true;
    const { answer } = run;
    // Whoever is answered that another change is under way asks again.
    if (answer?.reason?.startsWith("it waits for another change") === true) return false;
    if (answer !== undefined) this.answers.push({ work, answer });
    this.#work = undefined;
    return false;
  }

  /** It no longer waits for others. */
  giveUp(): void {
    this.#work = undefined;
  }
}

/** What a person orders of a line, or of all of its buy. */
export function changeOf(
  { verb, isWhole, percent, line }: Round,
  pairs: readonly Pair[],
  count: number,
): Work | undefined {
  const live = pairs.filter(({ booked }) => booked.status !== "canceled");
  const all = live.flatMap((pair) =>
    pair.buy.packages.map((one) => ({
      ...pair,
      one,
      booked: pair.booked.packages?.find(({ package_id }) => package_id === one.packageId),
      isPaused: pair.booked.status === "paused",
    })),
  );
  const paused = all.filter(({ booked, isPaused }) => isPaused || booked?.["paused"] === true);
  const from = verb === "unpause" && paused.length > 0 ? paused : all;
  const picked = from[line % from.length];
  // One that is cancelled takes nothing else any more.
  if (picked === undefined || (verb === "cancel" && live.length < 4)) return undefined;
  const { buy, booked, one, isPaused } = picked;
  const to = (part: number) => money(Math.round((booked?.budget ?? 0) * (100 + part)) + count, buy.currency);
  const requests: Readonly<Record<Round["verb"], () => ChangeRequest>> = {
    increase: () => ({ verb: "increase", to: to(percent) }),
    decrease: () => ({ verb: "decrease", to: to(-percent) }),
    pause: () => ({ verb: "pause" }),
    unpause: () => ({ verb: "unpause" }),
    cancel: () => ({ verb: "cancel" }),
    extend: () => ({ verb: "extend", until: addDays("2027-03-01", count) }),
  };
  const isOfAll =
    verb === "extend" ||
    verb === "cancel" ||
    (verb === "pause" && isWhole) ||
    (verb === "unpause" && isPaused);
  return {
    does: "change",
    name: isOfAll ? buy.mediaBuyId : one.lineId,
    requested: requests[verb](),
    by: `order ${count}`,
  };
}

/** A reallocation between two lines that run. */
export function moveOf(
  { line, other, percent }: Round,
  pairs: readonly Pair[],
  count: number,
): Work | undefined {
  const lines = pairs.filter(({ booked }) => booked.status === "active").flatMap(({ buy }) => buy.packages);
  const [from, to] = [lines[line % lines.length], lines[other % lines.length]];
  if (from === undefined || to === undefined || from === to) return undefined;
  const minor = percent * 10_000 + count;
  return { does: "move", id: `move-${count}`, from: from.lineId, to: to.lineId, minor };
}

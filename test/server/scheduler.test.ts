import { expect, it } from "vitest";
import type { CampaignTurn } from "../../src/campaign/run/turn.ts";
import { scheduleOf } from "../../src/lib/schedule.ts";
import { createScheduler } from "../../src/server/scheduler.ts";
import { logOf } from "./log-of.ts";
import { steppedClock } from "./stepped-clock.ts";

const minuteMs = 60_000;
const hourMs = 3_600_000;

/** A scheduler whose turns are written down as `<time> <campaigns>`; `turn` says what they come to. */
function openScheduler({
  every = "1 h",
  jitterMs = 0,
  start = "2027-01-04T08:20:00Z",
  turn = () => Promise.resolve([]),
}: {
  readonly every?: string;
  readonly jitterMs?: number;
  readonly start?: string;
  readonly turn?: () => Promise<readonly CampaignTurn[]>;
} = {}) {
  const clock = steppedClock(start);
  const turns: string[] = [];
  const lines: string[] = [];
  const stopping = new AbortController();
  const scheduler = createScheduler({
    clock,
    schedule: scheduleOf(every),
    jitterMs,
    log: logOf((line) => lines.push(line)),
    turn: (only) => {
      turns.push(`${time(clock.now())} ${only === undefined ? "all" : [...only].join(" ")}`);
      return turn();
    },
  });
  const running = scheduler.run(stopping.signal);
  return {
    clock,
    scheduler,
    turns,
    lines,
    [Symbol.asyncDispose]: async () => {
      stopping.abort();
      await running;
    },
  };
}

function time(now: number): string {
  return new Date(now).toISOString().slice(11, 19);
}

function looked(campaignId: string, at?: string): CampaignTurn {
  const nextPoll = at === undefined ? {} : { nextPoll: { at, reason: "its people work on it" } };
  return { campaignId, recorded: {}, waiting: [], ...nextPoll };
}

it("takes one turn at the start and one at each due time", async () => {
  await using it = openScheduler();
  await it.clock.pass(3 * hourMs);
  expect(it.turns).toEqual(["08:20:00 all", "09:00:00 all", "10:00:00 all", "11:00:00 all"]);
});

it("is late by the installation's own time, and skips no due time for it", async () => {
  await using it = openScheduler({ jitterMs: 4 * minuteMs, start: "2027-01-04T08:59:00Z" });
  await it.clock.pass(2 * hourMs);
  expect(it.turns).toEqual(["08:59:00 all", "09:04:00 all", "10:04:00 all"]);
});

it("is late for what other installations look at as well, and not for what this campaign alone waits for", async () => {
  const looks = [[looked("a", "2027-01-04T08:31:00Z"), looked("b", "2027-01-04T08:31:12.177Z")]];
  await using it = openScheduler({
    jitterMs: 4 * minuteMs,
    turn: () => Promise.resolve(looks.shift() ?? []),
  });
  await it.clock.pass(20 * minuteMs);
  expect(it.turns).toEqual(["08:20:00 all", "08:31:12 b", "08:35:00 a"]);
});

it("takes one turn for all due times that the machine has slept through", async () => {
  await using it = openScheduler();
  await it.clock.pass(minuteMs);
  it.clock.advance(72 * hourMs);
  await it.clock.pass(2 * minuteMs);
  expect(it.turns).toEqual(["08:20:00 all", "08:21:00 all"]);
  await it.clock.pass(hourMs);
  expect(it.turns).toHaveLength(3);
});

it("takes its turns at due times again where the clock was ahead for a while and is set back", async () => {
  await using it = openScheduler();
  await it.clock.pass(minuteMs);
  it.clock.advance(72 * hourMs);
  await it.clock.pass(minuteMs);
  it.clock.advance(-72 * hourMs);
  await it.clock.pass(2 * hourMs);
  expect(it.turns).toEqual(["08:20:00 all", "08:21:00 all", "09:00:00 all", "10:00:00 all"]);
});

it("does not begin a turn while one is under way, and takes one for what fell due meanwhile", async () => {
  let end: (turns: readonly CampaignTurn[]) => void = () => undefined;
  const first = new Promise<readonly CampaignTurn[]>((resolve) => {
    end = resolve;
  });
  await using it = openScheduler({ turn: () => first });
  it.clock.advance(5 * hourMs);
  it.scheduler.wake("a");
  expect(it.turns).toHaveLength(1);
  end([]);
  await it.clock.pass(minuteMs);
  expect(it.turns).toEqual(["08:20:00 all", "13:20:10 all"]);
});

it("looks at single campaigns when it is worth it, and at those that something came in for soon", async () => {
  const looks = [
    [looked("a", "2027-01-04T08:31:00Z"), looked("b", "2027-01-04T09:30:00Z"), looked("c")],
    [looked("a", "2027-01-04T23:00:00Z")],
  ];
  await using it = openScheduler({ turn: () => Promise.resolve(looks.shift() ?? []) });
  await it.clock.pass(20 * minuteMs);
  it.scheduler.wake("c");
  it.scheduler.wake("c");
  await it.clock.pass(minuteMs);
  expect(it.turns).toEqual(["08:20:00 all", "08:31:00 a", "08:40:00 c"]);
});

it("gathers what comes in one after the other in one turn", async () => {
  await using it = openScheduler();
  await it.clock.asleep();
  for (const id of ["a", "b", "a"]) it.scheduler.wake(id);
  await it.clock.pass(5_000);
  expect(it.turns).toEqual(["08:20:00 all"]);
  await it.clock.pass(5_000);
  await it.clock.asleep();
  expect(it.turns).toEqual(["08:20:00 all", "08:20:10 a b"]);
});

it("tries a turn again that could not be taken, after five minutes", async () => {
  await using it = openScheduler({ turn: () => Promise.reject(new Error("the disk is full")) });
  await it.clock.pass(12 * 60_000);
  expect(it.turns).toEqual(["08:20:00 all", "08:25:00 all", "08:30:00 all"]);
  expect(it.lines).toContain("the turn could not be taken, campaigns wait: the disk is full");
  expect(it.scheduler.state()).toMatchObject({ untaken: true });
});

it("looks at a campaign by its late turn, and again where something came for it meanwhile", async () => {
  const long: CampaignTurn = { ...looked("a"), goesOn: true };
  await using it = openScheduler({ turn: () => Promise.resolve([long]) });
  await it.clock.pass(minuteMs);
  it.scheduler.wake("a");
  await it.clock.pass(minuteMs);
  expect(it.turns).toEqual(["08:20:00 all", "08:21:00 a"]);
  await it.clock.pass(10 * minuteMs);
  expect(it.turns).toHaveLength(2);
  it.scheduler.late(looked("a", "2027-01-04T08:50:00Z"));
  await it.clock.pass(minuteMs);
  expect(it.turns).toHaveLength(3);
});

import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { expect, it } from "vitest";
import type { CampaignEvent } from "../../src/campaign/model/state/events.ts";
import { simulatedClock } from "../../src/lib/clock.ts";
import { scheduleOf } from "../../src/lib/schedule.ts";
import type { RecordedCall, Sandbox } from "../../src/sandbox/sandbox.ts";
import { serve } from "../../src/server/serve.ts";
import { temporaryFolder } from "../cli/flightdesk.ts";
import { atLength } from "../depth.ts";
import { logOf } from "../server/log-of.ts";
import { steppedClock } from "../server/stepped-clock.ts";
import { compileRunner } from "./crash/compile-runner.ts";
import type { Order } from "./serve/runner.ts";
import { buysAt, openStory, type Story } from "./story.ts";

const dayMs = 86_400_000;

/** Posts to sellers of how their packages perform. */
function posts({ calls }: Pick<Sandbox, "calls">): RecordedCall[] {
  return calls.filter(({ task }) => task === "provide_performance_feedback");
}

function deliveryReads({ calls }: Pick<Sandbox, "calls">): string[] {
  return calls
    .filter(({ task }) => task === "get_media_buy_delivery")
    .map(({ arguments: request }) => String(request["media_buy_id"]));
}

async function eventsOf({ app, campaignId }: Story, type: CampaignEvent["type"]): Promise<string[]> {
  return (await app.ledger.read(campaignId))
    .filter(({ event }) => event.type === type)
    .map(({ event }) => JSON.stringify(event));
}

/** Each buy is bought once, each post has one key, and nothing is recorded twice. */
async function expectNothingTwice(story: Story): Promise<void> {
  const { sandbox } = story;
  const bought = buysAt(sandbox);
  expect(new Set(bought).size).toBe(bought.length);
  const keys = new Map<string, Set<unknown>>();
  for (const { arguments: request } of posts(sandbox)) {
    const { idempotency_key: key, media_buy_id, package_id, measurement_period } = request;
    const what = JSON.stringify([media_buy_id, package_id, measurement_period]);
    keys.set(what, (keys.get(what) ?? new Set()).add(key));
  }
  for (const [what, sent] of keys) expect(sent.size, what).toBe(1);
  for (const type of ["alert-raised", "feedback-made", "campaign-ended"] as const) {
    const events = await eventsOf(story, type);
    expect(new Set(events).size, type).toBe(events.length);
  }
}

it("catches up with one turn after three days away, and posts nothing twice", async () => {
  const clock = steppedClock("2027-01-04T08:00:00Z");
  await using story = await openStory({ sandbox: { clock } });
  const { sandbox } = story;
  const start = (app = story.anotherApp()) => {
    const stopping = new AbortController();
    const turns: string[] = [];
    const served = serve(
      {
        campaigns: app,
        clock,
        // However long this machine takes, each campaign is waited for.
        stopwatch: { now: () => 0, sleep: () => new Promise(() => undefined) },
        schedule: scheduleOf("1 day"),
        installation: "one",
        host: "127.0.0.1",
        port: 0,
        log: logOf((line) => turns.push(line)),
        // A channel that answers nobody: turns do not wait for it.
        beside: async (signal) => void (await once(signal, "abort")),
      },
      stopping.signal,
    );
    return {
      turns,
      stop: async () => {
        stopping.abort();
        await served;
      },
    };
  };

  const first = start();
  await clock.pass(dayMs);
  // The machine sleeps until the flight has begun.
  clock.advance(13 * dayMs);
  await clock.pass(2 * dayMs);
  const buys = new Set(buysAt(sandbox)).size;
  expect(buys).toBeGreaterThan(2);
  expect(deliveryReads(sandbox).length).toBeGreaterThan(buys);
  await first.stop();

  // Away from the 20th to the 23rd of January, within the flight.
  clock.advance(3 * dayMs);
  const before = deliveryReads(sandbox).length;
  const second = start();
  await clock.pass(60_000);
  expect(second.turns).toHaveLength(1);
  const caughtUp = deliveryReads(sandbox).slice(before);
  expect(new Set(caughtUp).size).toBe(caughtUp.length);
  clock.advance(33 * dayMs);
  await clock.pass(2 * dayMs);
  // One week after the other has closed meanwhile, and is told in one go.
  const told = posts(sandbox).length;
  expect(told).toBeGreaterThan(buys);
  await second.stop();

  // Away over the flight's end, on the 28th of February, and until its figures are final.
  clock.advance(7 * dayMs);
  const third = start();
  await clock.pass(60_000);
  const posted = posts(sandbox).length;
  expect(posted).toBeGreaterThan(told);
  await clock.pass(dayMs);
  await third.stop();
  const fourth = start();
  await clock.pass(dayMs);
  await fourth.stop();
  expect(posts(sandbox)).toHaveLength(posted);
  expect((await story.state()).ended).toMatch(/flight over/);
  expect((await eventsOf(story, "alert-raised")).length).toBeGreaterThan(0);
  await expectNothingTwice(story);
}, 180_000);

it.runIf(atLength)(
  "does nothing twice when it is killed in the middle of turns",
  async () => {
    const clock = simulatedClock("2027-01-04T08:00:00Z");
    let deadly: { readonly task: string; readonly call: number } | undefined;
    let kill = () => {};
    const seen = new Map<string, number>();
    await using story = await openStory({
      policies: [],
      sandbox: {
        clock,
        slowSellerMs: 0,
        onCall: ({ task }) => {
          seen.set(task, (seen.get(task) ?? 0) + 1);
          if (task === deadly?.task && seen.get(task) === deadly.call) kill();
        },
      },
      sellerDeadlineMs: 20_000,
    });
    const { sandbox } = story;
    using compiled = temporaryFolder();
    const runner = compileRunner(compiled.path, resolve("test/stories/serve/runner.ts"));
    const live = async (until: (line: string) => boolean): Promise<"killed" | "stopped"> => {
      const order: Order = {
        home: story.home,
        url: sandbox.url,
        governanceUrl: sandbox.governanceUrl,
        wellKnownUrl: sandbox.wellKnownUrl,
        token: sandbox.token,
        now: clock.now(),
      };
      const child = spawn(process.execPath, [runner, JSON.stringify(order)], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      kill = () => child.kill("SIGKILL");
      child.stdout.on("data", (chunk) => {
        if (until(String(chunk))) child.kill("SIGTERM");
      });
      await once(child, "close");
      if (child.signalCode === "SIGKILL") return "killed";
      expect(child.exitCode).toBe(0);
      return "stopped";
    };
    const checked = (line: string) => line.startsWith("checked");

    const lives: [days: number, task: string, call: number][] = [
      [0, "create_media_buy", 2],
      [20, "get_media_buy_delivery", 2],
      [40, "provide_performance_feedback", 2],
    ];
    for (const [days, task, call] of lives) {
      sandbox.advance(days);
      seen.clear();
      deadly = { task, call };
      expect(await live(checked), task).toBe("killed");
      deadly = undefined;
      // At once, as long as sellers remember the keys of what they were sent.
      expect(await live(checked), task).toBe("stopped");
    }
    for (let day = 0; day < 3 && (await story.state()).ended === undefined; day++) {
      sandbox.advance(1);
      expect(await live(checked)).toBe("stopped");
    }
    expect((await story.state()).ended).toMatch(/flight over/);
    await expectNothingTwice(story);
  },
  240_000,
);

import { spawn } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { openSqliteLedger } from "../../src/ledger/sqlite.ts";
import { simulatedClock } from "../../src/lib/clock.ts";
import type { OutboxEvent } from "../../src/notify/box.ts";
import { worded } from "../../src/notify/words.ts";
import { temporaryFolder } from "../cli/flightdesk.ts";
import { times } from "../depth.ts";
import { compileRunner } from "../stories/crash/compile-runner.ts";
import { approved, asks, begun, happen } from "./campaigns.ts";
import { environment, startReceivers } from "./receivers.ts";
import type { Post } from "./teller.ts";

const wanted = times(5, 200);

/** The same numbers each time, spread evenly. */
function draws(seed: number): (below: number) => number {
  let last = seed;
  return (below) => {
    last = (last * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((last / 2 ** 31) * below);
  };
}

const words =
  "tells each thing at least once, and never again once it is acknowledged, however often it is killed";

it(words, { timeout: 900_000 }, async () => {
  await using receivers = await startReceivers();
  using folder = temporaryFolder();
  const start = compileRunner(folder.path, resolve("test/notify/teller.ts"));
  const file = join(folder.path, "ledger.db");
  const ledger = openSqliteLedger(file, simulatedClock("2027-01-04T09:00:00Z").now);
  const post = (points: number): Post => ({
    ledger: file,
    settings: receivers.settings,
    environment: environment(receivers.url),
    points,
  });
  const run = async (points: number) => {
    const child = spawn(process.execPath, [start, JSON.stringify(post(points))], {
      stdio: ["ignore", "ignore", "inherit"],
    });
    await once(child, "exit");
    return child.signalCode;
  };
  /** What was delivered, and how often: mails of all people together, as each has one of each. */
  const delivered = () => {
    const counts = new Map<string, number>();
    const add = (key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);
    for (const { path, body } of receivers.posts) {
      const parsed = JSON.parse(body);
      if (path === "slack") add(`slack ${parsed.text}`);
      if (path === "hook") add(`webhook ${parsed.data.title}`);
      if (path === "teams") add(`teams ${parsed.attachments[0].content.body[0].inlines[0].text}`);
    }
    for (const { to, subject } of receivers.mails) add(`email/${to?.[0]?.address} ${subject}`);
    return counts;
  };
  /** Written, begun and acknowledged, as the ledger has it. */
  const recorded = async () => {
    const titles = new Map<string, string>();
    const begunOf = new Map<string, number>();
    const acknowledged = new Set<string>();
    for (const { event } of await ledger.read("notifications")) {
      const said = event as OutboxEvent;
      if (said.type === "notification-written")
        titles.set(`${said.channel} ${said.notification.id}`, worded(said.notification, undefined).title);
      if (!("id" in said)) continue;
      const key = `${said.channel} ${titles.get(`${said.channel} ${said.id}`)}`;
      if (said.type === "sending-begun") begunOf.set(key, (begunOf.get(key) ?? 0) + 1);
      if (said.type === "notification-sent") acknowledged.add(key);
    }
    return { begunOf, acknowledged };
  };

  const draw = draws(20);
  let kills = 0;
  let last = new Map<string, number>();
  for (let round = 0; kills < wanted; round++) {
    const seller = `seller-${round}.example`;
    await happen(
      ledger,
      `c-${round}`,
      begun(`Campaign ${round}`),
      ...asks(seller, { total: 1_000_00 + round }),
    );
    if (round > 0)
      await happen(ledger, `c-${round - 1}`, ...approved(`buy/seller-${round - 1}.example/EUR`, "kim"));
    for (let killed = true; killed; ) {
      // Beyond the last point of a whole round it comes to its end.
      killed = (await run(1 + draw(60))) === "SIGKILL";
      if (killed) kills += 1;
      const now = delivered();
      for (const [key, count] of last) expect(now.get(key), key).toBe(count);
      const { acknowledged } = await recorded();
      last = new Map([...now].filter(([key]) => acknowledged.has(key)));
    }
  }
  expect(await run(Number.POSITIVE_INFINITY)).toBeNull();
  const { begunOf, acknowledged } = await recorded();
  const all = delivered();
  expect(new Set(all.keys())).toEqual(acknowledged);
  expect(all.size % 5).toBe(0);
  for (const [key, count] of all) expect(count, key).toBeLessThanOrEqual(begunOf.get(key) ?? 0);
  // What was sent twice was being sent when it was killed, and nobody had written that it was acknowledged.
  const again = [...begunOf.values()].reduce((sum, count) => sum + count - 1, 0);
  expect(again).toBeLessThanOrEqual(5 * kills);
  await ledger.close();
});

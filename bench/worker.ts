import { once } from "node:events";
import { offsetClock } from "../src/lib/clock.ts";
import { dayMs } from "../src/lib/days.ts";
import { scheduleOf } from "../src/lib/schedule.ts";
import type { Sandbox } from "../src/sandbox/sandbox.ts";
import { openLog } from "../src/server/log.ts";
import { serve } from "../src/server/serve.ts";
import { openApp } from "./live-campaign.ts";

/** One worker, which takes as many turns as it is allowed to and tells what they cost. */
export interface WorkerOrder {
  readonly home: string;
  readonly ledgerUrl: string;
  /** Where its calendar begins: UTC milliseconds. */
  readonly now: number;
  readonly agents: Pick<
    Sandbox,
    "registryUrl" | "sharedOrigins" | "governanceUrl" | "wellKnownUrl" | "token"
  >;
}

/** Each is answered with a `WorkerCost`. */
export interface WorkerWord {
  /** So many more turns from now on. */
  readonly turns?: number;
  /** So many days later. */
  readonly days?: number;
}

/** Of the process so far. */
export interface WorkerCost {
  readonly turns: number;
  readonly cpuMs: number;
  readonly memoryMb: number;
  /** It has taken all that it may. */
  readonly waits: boolean;
}

// The bench that starts it writes this order and nothing else.
const { home, ledgerUrl, now, agents } = JSON.parse(process.argv[2] ?? "") as WorkerOrder;
const clock = offsetClock(now);
const app = openApp(home, agents, clock, ledgerUrl);
let [taken, allowed, waits] = [0, 0, false];
process.on("message", ({ turns, days = 0 }: WorkerWord) => {
  if (turns !== undefined) allowed = taken + turns;
  waits &&= taken >= allowed;
  if (days > 0) clock.advance(days * dayMs);
  const { user, system } = process.cpuUsage();
  const memoryMb = process.memoryUsage().rss / 2 ** 20;
  process.send?.({ turns: taken, cpuMs: (user + system) / 1_000, memoryMb, waits } satisfies WorkerCost);
});
process.once("disconnect", () => process.exit());
await serve(
  {
    campaigns: {
      ledger: app.ledger,
      ports: (...of) => {
        taken += 1;
        return app.ports(...of);
      },
    },
    beforeTurn: async () => {
      while (taken >= allowed) {
        waits = true;
        await once(process, "message");
      }
    },
    clock,
    schedule: scheduleOf("1 h"),
    workers: { url: ledgerUrl },
    installation: home,
    host: "127.0.0.1",
    port: 0,
    log: openLog({ masked: app.masked, level: "warn" }),
  },
  new AbortController().signal,
);

import { Worker } from "node:worker_threads";
import { messageOf } from "../../lib/cause.ts";
import { UsageError } from "../usage-error.ts";
import type { Order, Reply } from "./intake.ts";

/** The process that reads what outsiders wrote, one thing after the other. It ends with the one that started it. */
const [, , mostMemory = ""] = process.argv;
/** 1 while something is read. */
const busy = new Int32Array(new SharedArrayBuffer(4));

// A parser that unpacks without end never lets this thread check the clock.
const watch = `
  const { busy, most, parent } = require("node:worker_threads").workerData;
  for (;;) {
    Atomics.wait(busy, 0, 0);
    if (process.memoryUsage.rss() > most || process.ppid !== parent) process.kill(process.pid, "SIGKILL");
    Atomics.wait(busy, 0, 1, 10);
  }`;
new Worker(watch, {
  eval: true,
  workerData: { busy, most: Number(mostMemory), parent: process.ppid },
  resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 2 },
}).unref();

process.on("disconnect", () => process.exit());
process.on("message", (order: Order) => void answer(order));

async function answer(order: Order): Promise<void> {
  Atomics.store(busy, 0, 1);
  Atomics.notify(busy, 0);
  const reply = await replyTo(order);
  process.send?.(reply);
  Atomics.store(busy, 0, 0);
}

async function replyTo({ job, input }: Order): Promise<Reply> {
  const { jobs } = await import("./jobs.ts");
  const begun: Reply = { type: "begun" };
  process.send?.(begun);
  try {
    // The door has typed the input by the same table.
    const run = jobs[job] as (given: unknown) => unknown;
    const output = await run(input);
    return { type: "read", output, rss: process.memoryUsage.rss() };
  } catch (cause) {
    const rss = process.memoryUsage.rss();
    if (cause instanceof UsageError) return { type: "refused", reason: cause.message, rss };
    if (cause instanceof RangeError)
      return { type: "refused", reason: "it is nested too deeply, or too large, to be read", rss };
    return { type: "failed", reason: messageOf(cause), rss };
  }
}

import type { SimulatedClock } from "../../src/lib/clock.ts";

/** A simulated clock on which sleepers sleep: only `pass` moves it, from one waking to the next. */
export interface SteppedClock extends SimulatedClock {
  /** Lets time pass; whoever is woken comes to rest before it goes on. */
  readonly pass: (milliseconds: number) => Promise<void>;
  /** Resolves when somebody sleeps. */
  readonly asleep: () => Promise<void>;
}

interface Sleeper {
  at: number;
  readonly wake: () => void;
}

export function steppedClock(start: string): SteppedClock {
  let now = Date.parse(start);
  const sleepers = new Set<Sleeper>();
  let watchers: (() => void)[] = [];
  const asleep = () =>
    sleepers.size > 0 ? Promise.resolve() : new Promise<void>((resolve) => watchers.push(resolve));
  return {
    now: () => now,
    advance: (milliseconds) => {
      now += milliseconds;
      // Nobody sleeps longer for a clock that is set back.
      for (const sleeper of sleepers) sleeper.at += Math.min(0, milliseconds);
    },
    sleep: (milliseconds, signal) =>
      new Promise((resolve, reject) => {
        signal?.throwIfAborted();
        const sleeper = { at: now + milliseconds, wake: done };
        const stop = () => {
          sleepers.delete(sleeper);
          reject(signal?.reason);
        };
        function done() {
          sleepers.delete(sleeper);
          signal?.removeEventListener("abort", stop);
          resolve();
        }
        signal?.addEventListener("abort", stop, { once: true });
        sleepers.add(sleeper);
        for (const watcher of watchers) watcher();
        watchers = [];
      }),
    asleep,
    pass: async (milliseconds) => {
      const end = now + milliseconds;
      for (;;) {
        await asleep();
        const [next] = [...sleepers].sort((one, other) => one.at - other.at);
        if (next === undefined || next.at > end) break;
        now = Math.max(now, next.at);
        next.wake();
      }
      now = end;
    },
  };
}

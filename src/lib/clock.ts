import { setTimeout } from "node:timers/promises";

/** Time as an argument: production reads the machine's clock, tests and the sandbox a simulated one. */
export interface Clock {
  /** The current instant, in UTC milliseconds since the epoch. */
  readonly now: () => number;
  /** Resolves after `milliseconds`, or rejects with the signal's reason when it aborts first. */
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: wait,
};

/** A clock that stands still until it is advanced; sleeping on it advances it at once. */
export interface SimulatedClock extends Clock {
  readonly advance: (milliseconds: number) => void;
}

export function simulatedClock(start: string | number): SimulatedClock {
  let now = typeof start === "number" ? start : Date.parse(start);
  if (!Number.isFinite(now)) throw new RangeError(`"${start}" is not a date that a clock can start at`);
  const advance = (milliseconds: number) => {
    now += milliseconds;
  };
  return {
    now: () => now,
    advance,
    sleep: (milliseconds, signal) => {
      signal?.throwIfAborted();
      advance(milliseconds);
      return Promise.resolve();
    },
  };
}

/** A clock that runs with the machine's, from any start, and can be pushed ahead. */
export function offsetClock(start: number): SimulatedClock {
  let offset = start - Date.now();
  return {
    now: () => Date.now() + offset,
    advance: (milliseconds) => {
      offset += milliseconds;
    },
    sleep: wait,
  };
}

/** `2027-01-18T00:00:00.000Z` for an instant in milliseconds. */
export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

async function wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
  try {
    await setTimeout(milliseconds, undefined, { signal });
  } catch (cause) {
    // Node's own error has the reason for its cause.
    signal?.throwIfAborted();
    throw cause;
  }
}

/** The first wait, which doubles with each further try, and the longest one, in milliseconds. */
export interface Backoff {
  readonly firstMs: number;
  readonly longestMs: number;
}

/** Milliseconds to wait after so many tries that came to nothing, from 1. */
export function backoff({ firstMs, longestMs }: Backoff, tries: number): number {
  return Math.min(longestMs, firstMs * 2 ** (tries - 1));
}

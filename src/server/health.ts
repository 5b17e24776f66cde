import type { Standing } from "./scheduler.ts";

/** Whether turns are taken, and when they are due. Times are UTC, ISO 8601. */
export interface Health {
  readonly healthy: boolean;
  readonly lastTurn?: string;
  readonly nextTurn?: string;
}

/** A turn that has not begun an hour after it was due will not begin by itself. */
const longestDelayMs = 3_600_000;

/** `now` is UTC milliseconds. */
export function healthOf({ lastTurn, nextTurn, turning, untaken }: Standing, now: number): Health {
  return {
    healthy: untaken !== true && (turning || nextTurn === undefined || now < nextTurn + longestDelayMs),
    ...(lastTurn === undefined ? {} : { lastTurn: new Date(lastTurn).toISOString() }),
    ...(nextTurn === undefined ? {} : { nextTurn: new Date(nextTurn).toISOString() }),
  };
}

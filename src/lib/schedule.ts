import { Cron } from "croner";

/** The times at which something is due, in UTC milliseconds. */
export interface Schedule {
  /** The first due time after an instant. */
  readonly next: (after: number) => number;
  /** Between the first two due times after an instant. */
  readonly period: (after: number) => number;
  /** The last due time before an instant; undefined where there was none. */
  readonly last: (before: number) => number | undefined;
}

/**
 * From "15 min", "1 h", "1 day", or a cron line ("0 6 * * 1-5", in UTC where no time zone is named). Croner only computes the times: its own timers run on
 * the machine's clock, which no test can move, and would begin a pass late by as long as the machine slept. Throws a RangeError
 * that quotes what cannot be read.
 */
export function scheduleOf(every: string, timeZone = "UTC"): Schedule {
  const cron = readCron(every, patternOf(every.trim()), timeZone);
  const next = (after: number) => {
    const due = cron.nextRun(new Date(after));
    if (due === null) throw new RangeError(`"${every}" is never due again`);
    return due.getTime();
  };
  const period = (after: number) => {
    const first = next(after);
    return next(first) - first;
  };
  const last = (before: number) => cron.previousRuns(1, new Date(before))[0]?.getTime();
  return { next, period, last };
}

function readCron(every: string, pattern: string, timezone: string): Cron {
  let cron: Cron;
  try {
    cron = new Cron(pattern, { timezone, mode: "5-part" });
  } catch (cause) {
    throw new RangeError(
      `"${every}" is neither a time such as "15 min", "1 h", "1 day" nor a cron line such as "0 6 * * *"`,
      { cause },
    );
  }
  if (cron.nextRun() === null) throw new RangeError(`"${every}" is never due`);
  return cron;
}

/** The cron line of a time between turns; due times then do not move when the process starts anew. */
function patternOf(every: string): string {
  const [, amount, unit] = /^(\d+) ?(min|h|days?)$/.exec(every) ?? [];
  if (unit === undefined) return every;
  const count = Number(amount);
  if (unit === "min" && count > 0 && 60 % count === 0)
    return count === 60 ? "0 * * * *" : `*/${count} * * * *`;
  if (unit === "h" && count > 0 && 24 % count === 0) return count === 24 ? "0 0 * * *" : `0 */${count} * * *`;
  if (unit.startsWith("day") && count === 1) return "0 0 * * *";
  throw new RangeError(
    `"${every}" does not divide an hour or a day; write for example "15 min", "6 h", "1 day" or a cron line`,
  );
}

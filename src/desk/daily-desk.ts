import type { OpenDesk } from "./open-desk.ts";

/** The desk with what its files say now. */
export interface DailyDesk extends AsyncDisposable {
  readonly now: () => OpenDesk;
  /**
   * Opens it again where they have changed, and returns whether. Throws a UsageError where one cannot be read: neither what it
   * said before nor nothing is to count. Desks of before are closed where nothing goes on at them (`isIdle`).
   */
  readonly renew: (isIdle: boolean) => Promise<boolean>;
}

/** The first desk stays open to the end: its ledger is everybody's. */
export function dailyDesk(first: OpenDesk, reopen: () => Promise<OpenDesk>): DailyDesk {
  let current = first;
  const before: OpenDesk[] = [];
  const closeBefore = async () => {
    for (const desk of before.splice(0)) await desk[Symbol.asyncDispose]();
  };
  return {
    now: () => current,
    renew: async (isIdle) => {
      if (isIdle) await closeBefore();
      if (!current.isOutdated()) return false;
      if (current !== first) before.push(current);
      current = await reopen();
      return true;
    },
    [Symbol.asyncDispose]: async () => {
      if (current !== first) before.push(current);
      await closeBefore();
    },
  };
}

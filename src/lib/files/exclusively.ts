import { setTimeout as pause } from "node:timers/promises";
import Database from "libsql";
import { hasCode } from "../cause.ts";

const betweenAttemptsMs = 25;
const longestWaitMs = 30_000;

/**
 * Runs `work` while no other process, and nobody else in this one, runs something under the same lock `file`. The lock is
 * SQLite's own on an empty database: it falls when its holder dies, however that happens. Rejects after 30 s of waiting.
 */
export async function exclusively<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  // Waiting inside SQLite would stop this process, and with it a holder that lives here too.
  const database = new Database(file, { timeout: 0 });
  try {
    await locked(database, file);
    return await work();
  } finally {
    database.close();
  }
}

/** Other processes are waited for in the machine's time, whatever clock the campaign runs on. */
async function locked(database: Database.Database, file: string): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += betweenAttemptsMs) {
    try {
      database.exec("BEGIN EXCLUSIVE");
      return;
    } catch (cause) {
      if (!hasCode(cause, "SQLITE_BUSY")) throw cause;
      if (waitedMs >= longestWaitMs)
        throw new Error(`${file} has been held by another process for ${longestWaitMs / 1000} s`, { cause });
    }
    await pause(betweenAttemptsMs);
  }
}

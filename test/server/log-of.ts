import { type Log, openLog } from "../../src/server/log.ts";

/** A log whose messages are taken one by one. */
export function logOf(take: (message: string) => void): Log {
  return openLog({
    masked: (record) => record,
    isTerminal: false,
    // What the log writes is a record with a message.
    write: (line) => take((JSON.parse(line) as { readonly msg: string }).msg),
  });
}

import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { LowSync } from "lowdb";
import { JSONFileSync } from "lowdb/node";
import { hasCode } from "../../lib/cause.ts";
import { writingTo } from "../../lib/files/writing-to.ts";
import { type PinStore, pinSchema } from "./book.ts";

/**
 * Pins in a JSON file, by agent URL. It can be thrown away: agents are asked again. Another process may have written it
 * meanwhile, so each write reads first.
 */
export function pinFile(path: string): PinStore {
  const opened = () => {
    const file = new LowSync(new JSONFileSync<Record<string, unknown>>(path), {});
    try {
      file.read();
    } catch (cause) {
      throw new Error(`${path} cannot be read; remove it and the agents are asked again`, { cause });
    }
    return file;
  };
  const change = (edit: (pins: Record<string, unknown>) => void) => {
    mkdirSync(dirname(path), { recursive: true });
    const file = opened();
    edit(file.data);
    try {
      writingTo(path, () => file.write());
    } catch (cause) {
      // Another process has put its own version in place in the same moment: this agent is asked again by the next one.
      if (!hasCode(cause, "ENOENT")) throw cause;
    }
  };
  return {
    read: (agentUrl) => pinSchema.safeParse(opened().data[agentUrl]).data,
    write: (agentUrl, pin) =>
      change((pins) => {
        pins[agentUrl] = pin;
      }),
    remove: (agentUrl) =>
      change((pins) => {
        delete pins[agentUrl];
      }),
    refresh: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}

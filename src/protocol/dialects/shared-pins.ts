import { z } from "zod";
import { sha256 } from "../../lib/digest.ts";
import type { PrivatePages } from "../../lib/private-pages.ts";
import { type Pin, type PinStore, pinSchema } from "./book.ts";

const pageSchema = z.strictObject({ agentUrl: z.string(), pin: pinSchema });

/** Between two reads of what other machines have found out, in milliseconds. */
const pollMs = 5_000;

/**
 * Pins that machines share, an agent a page. Who cannot read or write them asks agents anew.
 */
export function sharedPins(pages: PrivatePages): PinStore {
  const pins = new Map<string, Pin>();
  let writing: Promise<unknown> = Promise.resolve();
  let lastRead: { readonly at: number; readonly ended: Promise<void> } | undefined;

  const change = (agentUrl: string, pin: Pin | undefined) => {
    writing = writing
      .then(() =>
        pages.changing(sha256(agentUrl), (page) =>
          pin === undefined ? page.remove() : page.write(JSON.stringify({ agentUrl, pin })),
        ),
      )
      .catch(() => undefined);
  };
  const readPins = async () => {
    await writing;
    const written = writing;
    const found = (await pages.list()).map(({ text }) => pageSchema.parse(JSON.parse(text)));
    // What was written here meanwhile is newer than what was read.
    if (writing !== written) return;
    pins.clear();
    for (const { agentUrl, pin } of found) pins.set(agentUrl, pin);
  };

  return {
    read: (agentUrl) => pins.get(agentUrl),
    write: (agentUrl, pin) => {
      pins.set(agentUrl, pin);
      change(agentUrl, pin);
    },
    remove: (agentUrl) => {
      pins.delete(agentUrl);
      change(agentUrl, undefined);
    },
    refresh: () => {
      if (lastRead === undefined || performance.now() - lastRead.at >= pollMs)
        lastRead = { at: performance.now(), ended: readPins().catch(() => undefined) };
      return lastRead.ended;
    },
    close: async () => {
      await writing;
      await pages.close();
    },
  };
}

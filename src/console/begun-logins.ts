import { sha256 } from "../lib/digest.ts";
import type { SessionPorts } from "./sessions.ts";

const minuteMs = 60_000;
const lifeMs = 10 * minuteMs;
/** That may be begun within a minute, by whomever. */
const mostBegun = 60;

/** `pages` keep them by the hashes of their ids. */
export type BegunPorts = Omit<SessionPorts, "person">;

/** Logins, and passkeys in the making, that a browser has begun: each ends once, within 10 minutes, on whichever machine. */
export interface BegunLogins<Facts> {
  /** An id for the browser's cookie; undefined where too many are begun. */
  readonly begin: (facts: Facts) => Promise<string | undefined>;
  /** What was kept with it; undefined where nothing such was begun, or it has ended. */
  readonly end: (id: string) => Promise<Facts | undefined>;
}

/** Those of one `kind`: what was begun as another is not ended as this one. */
export function openBegunLogins<Facts>(
  kind: "company" | "passkey" | "enrolment",
  { pages, now, random }: BegunPorts,
): BegunLogins<Facts> {
  let recent: number[] = [];
  /** A page is written here alone, and sealed where others could reach it. */
  const begunIn = (text: string) => JSON.parse(text) as { readonly facts: Facts; readonly until: number };
  const nameOf = (id: string) => sha256(`${kind} ${id}`);
  return {
    begin: async (facts) => {
      recent = recent.filter((at) => now() - at < minuteMs);
      if (recent.length >= mostBegun) return undefined;
      recent.push(now());
      for (const { name, text } of await pages.list())
        if (begunIn(text).until <= now()) await pages.changing(name, (page) => page.remove());
      const id = random();
      const begun = JSON.stringify({ facts, until: now() + lifeMs });
      await pages.changing(nameOf(id), (page) => page.write(begun));
      return id;
    },
    end: async (id) => {
      const begun = await pages.changing(nameOf(id), async (page) => {
        const text = await page.read();
        if (text !== undefined) await page.remove();
        return text === undefined ? undefined : begunIn(text);
      });
      return begun !== undefined && begun.until > now() ? begun.facts : undefined;
    },
  };
}

import { createHmac } from "node:crypto";
import type { Role } from "../desk/caller.ts";
import { sha256 } from "../lib/digest.ts";
import type { PrivatePages } from "../lib/private-pages.ts";

const minuteMs = 60_000;
const linkLifeMs = 10 * minuteMs;
const sessionLifeMs = 8 * 60 * minuteMs;
/** Wrong links within a minute, from whomever, after which another wrong one is answered 429. */
const mostWrong = 10;
/** Between two links that somebody asks for without being logged in. */
const linkPauseMs = minuteMs;
const mostSessions = 100;
/** Forms that one session may send; after that it ends. */
const mostForms = 1_000;

export interface SessionPorts {
  /** UTC milliseconds. */
  readonly now: () => number;
  /** 32 bytes that nobody can guess, in base64url. */
  readonly random: () => string;
  /** Whose desk it is: who has its link is this person. */
  readonly person: string;
  /** Where sessions are kept, by the hashes of their ids. */
  readonly pages: PrivatePages;
}

/** Somebody who has logged in. */
export interface Session {
  readonly person: string;
  /** What a company's login lets it do; everything for who has the link. */
  readonly roles?: readonly Role[];
  /** What a form of this session carries, so that no other page can send it. */
  readonly formToken: () => string;
  readonly holds: (formToken: string) => boolean;
  /** The same, once: a form that is sent again is refused. */
  readonly takes: (formToken: string) => Promise<boolean>;
}

/** A session as its page has it. */
interface Kept extends Pick<Session, "person" | "roles"> {
  readonly endsAt: number;
  /** Seals its form tokens. */
  readonly key: string;
  /** Nonces of forms that it has sent. */
  readonly sent: readonly string[];
}

/** Links are of one process and end with it; sessions are where `pages` are. */
export function openSessions({ now, random, person, pages }: SessionPorts) {
  const links = new Map<string, number>();
  let wrong: number[] = [];
  let lastLink = Number.NEGATIVE_INFINITY;

  const isLive = ({ endsAt }: Kept) => endsAt > now();
  const end = (name: string) => pages.changing(name, (page) => page.remove());

  const makeRoom = async () => {
    const kept = (await pages.list()).map(({ name, text }) => ({ name, session: keptIn(text) }));
    const living = kept
      .filter(({ session }) => isLive(session))
      .toSorted((a, b) => a.session.endsAt - b.session.endsAt);
    const over = kept.filter(({ session }) => !isLive(session));
    for (const { name } of [...over, ...living.slice(0, Math.max(0, living.length - mostSessions + 1))])
      await end(name);
  };

  /** Gives a session to somebody whom a company's login has let in. */
  const admit = async (who: Pick<Session, "person" | "roles">) => {
    await makeRoom();
    const id = random();
    const kept: Kept = { ...who, endsAt: now() + sessionLifeMs, key: random(), sent: [] };
    await pages.changing(sha256(id), (page) => page.write(JSON.stringify(kept)));
    return { id };
  };

  /** A form token is taken once, on whichever machine it comes in. */
  const takes = (name: string, token: string) =>
    pages.changing(name, async (page) => {
      const text = await page.read();
      const kept = text === undefined ? undefined : keptIn(text);
      if (kept === undefined || !isSealed(token, kept.key)) return false;
      const [nonce = ""] = token.split(".");
      if (kept.sent.includes(nonce)) return false;
      const sent = [...kept.sent, nonce];
      if (sent.length >= mostForms) await page.remove();
      else await page.write(JSON.stringify({ ...kept, sent }));
      return true;
    });

  return {
    /** The secret of a link that can be used once, for 10 minutes; undefined where one was asked for just now. */
    newLink: () => {
      if (now() - lastLink < linkPauseMs) return undefined;
      lastLink = now();
      for (const [link, until] of links) if (until <= now()) links.delete(link);
      const secret = random();
      links.set(sha256(secret), now() + linkLifeMs);
      return secret;
    },
    /** Gives a session for a link's secret: its id, for the cookie. */
    begin: async (secret: string): Promise<{ readonly id: string } | "unknown" | "too many"> => {
      const until = links.get(sha256(secret)) ?? 0;
      links.delete(sha256(secret));
      // Nobody guesses 32 bytes, and every program of this machine has the same address: wrong links keep no right one out.
      if (until > now()) return admit({ person });
      wrong = wrong.filter((at) => now() - at < minuteMs);
      if (wrong.length >= mostWrong) return "too many";
      wrong.push(now());
      return "unknown";
    },
    admit,
    of: async (id: string): Promise<Session | undefined> => {
      const name = sha256(id);
      const text = id === "" ? undefined : await pages.read(name);
      const kept = text === undefined ? undefined : keptIn(text);
      if (kept === undefined || !isLive(kept)) return undefined;
      const { key, person: who, roles } = kept;
      return {
        person: who,
        roles,
        formToken: () => {
          const nonce = random();
          return `${nonce}.${sealOf(nonce, key)}`;
        },
        holds: (token) => isSealed(token, key),
        takes: (token) => takes(name, token),
      };
    },
    end: (id: string) => end(sha256(id)),
  };
}
export type Sessions = ReturnType<typeof openSessions>;

/** The pages hold what was written here and nothing else. */
function keptIn(text: string): Kept {
  return JSON.parse(text) as Kept;
}

function sealOf(nonce: string, key: string): string {
  return createHmac("sha256", key).update(nonce).digest("base64url");
}

function isSealed(token: string, key: string): boolean {
  const [nonce = "", seal = "", ...rest] = token.split(".");
  // Hashes are compared, so that how long it takes reveals nothing of the seal.
  return rest.length === 0 && sha256(seal) === sha256(sealOf(nonce, key));
}

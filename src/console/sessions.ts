import { createHmac } from "node:crypto";
import type { Role } from "../desk/caller.ts";
import { sha256 } from "../lib/digest.ts";

const minuteMs = 60_000;
const linkLifeMs = 10 * minuteMs;
const sessionLifeMs = 8 * 60 * minuteMs;
/** Wrong links within a minute, from whomever, after which none is taken for a minute. */
const mostWrong = 10;
/** Between two links that somebody asks for without being logged in. */
const linkPauseMs = minuteMs;
const mostSessions = 100;
/** Forms that one session may send; after that it ends. */
const mostForms = 10_000;

export interface SessionPorts {
  /** UTC milliseconds. */
  readonly now: () => number;
  /** 32 bytes that nobody can guess, in base64url. */
  readonly random: () => string;
  /** Whose desk it is: who has its link is this person. */
  readonly person: string;
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
  readonly takes: (formToken: string) => boolean;
}

export interface Sessions {
  /** The secret of a link that can be used once, for 10 minutes; undefined where one was asked for just now. */
  readonly newLink: () => string | undefined;
  /** Gives a session for a link's secret: its id, for the cookie. */
  readonly begin: (secret: string) => { readonly id: string } | "unknown" | "too many";
  /** Gives a session to somebody whom a company's login has let in. */
  readonly admit: (who: Pick<Session, "person" | "roles">) => { readonly id: string };
  readonly of: (id: string) => Session | undefined;
  readonly end: (id: string) => void;
}

interface Kept extends Session {
  readonly endsAt: number;
}

/** Links and sessions of one process, kept as hashes: they end with it. */
export function openSessions({ now, random, person }: SessionPorts): Sessions {
  const links = new Map<string, number>();
  const sessions = new Map<string, Kept>();
  let wrong: number[] = [];
  let lastLink = Number.NEGATIVE_INFINITY;

  const live = (id: string): Kept | undefined => {
    const found = sessions.get(sha256(id));
    if (found !== undefined && found.endsAt > now()) return found;
    sessions.delete(sha256(id));
    return undefined;
  };
  const end = (id: string) => {
    sessions.delete(sha256(id));
  };

  const admit: Sessions["admit"] = (who) => {
    const id = random();
    const [oldest] = sessions.keys();
    if (sessions.size >= mostSessions && oldest !== undefined) sessions.delete(oldest);
    sessions.set(sha256(id), { endsAt: now() + sessionLifeMs, ...who, ...forms(random, () => end(id)) });
    return { id };
  };

  return {
    newLink: () => {
      if (now() - lastLink < linkPauseMs) return undefined;
      lastLink = now();
      for (const [link, until] of links) if (until <= now()) links.delete(link);
      const secret = random();
      links.set(sha256(secret), now() + linkLifeMs);
      return secret;
    },
    begin: (secret) => {
      wrong = wrong.filter((at) => now() - at < minuteMs);
      if (wrong.length >= mostWrong) return "too many";
      const until = links.get(sha256(secret)) ?? 0;
      links.delete(sha256(secret));
      if (until <= now()) {
        wrong.push(now());
        return "unknown";
      }
      return admit({ person });
    },
    admit,
    of: live,
    end,
  };
}

/** Tokens are made without being kept; those that were sent are. */
function forms(random: SessionPorts["random"], full: () => void): Omit<Session, "person" | "roles"> {
  const key = random();
  const sent = new Set<string>();
  const sealOf = (nonce: string) => createHmac("sha256", key).update(nonce).digest("base64url");
  const holds = (token: string) => {
    const [nonce = "", seal = "", ...rest] = token.split(".");
    // Hashes are compared, so that how long it takes tells nothing of the seal.
    return rest.length === 0 && sha256(seal) === sha256(sealOf(nonce));
  };
  return {
    formToken: () => {
      const nonce = random();
      return `${nonce}.${sealOf(nonce)}`;
    },
    holds,
    takes: (token) => {
      if (!holds(token) || sent.has(token)) return false;
      sent.add(token);
      if (sent.size >= mostForms) full();
      return true;
    },
  };
}

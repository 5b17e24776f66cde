import { getDomain } from "tldts";
import { type Answered, wholeText } from "../../lib/limited-body.ts";
import { JsonRefused, parseJson } from "../../lib/parse-json.ts";
import type { Secret } from "../../lib/secret.ts";
import { cleanLargeDocument } from "../messages/clean-answer.ts";
import type { AddressRule } from "./address-rule.ts";
import { guardedFetch, noAnswer } from "./guarded-fetch.ts";
import { type Fetch, redirects } from "./lean-fetch.ts";

/** Fetches a JSON document from an address that somebody else may have written. */
export type FetchJson = (
  url: string,
  options?: {
    readonly signal?: AbortSignal;
    /** Goes with the request as its bearer token: only for an address that the installation's own settings name. */
    readonly token?: Secret;
    /** Follows redirects that stay within the domain. */
    readonly followsOwnDomain?: boolean;
  },
) => Promise<unknown>;

const maximumBytes = 4 * 1024 * 1024;
const mostValues = 500_000;
const timeoutMs = 10_000;

/**
 * https only, plain http only to loopback and only where `allowLoopback` says so; no host name that leads into a private
 * network or, likewise, to this machine; no redirects unless they are asked for, 4 MiB and 10 s at most.
 * Rejects with a sentence that names the address and what is wrong.
 */
export function safeFetch(rule: AddressRule): FetchJson {
  const send = guardedFetch(rule);
  return async (url, { signal, token, followsOwnDomain = false } = {}) => {
    const deadline = AbortSignal.timeout(timeoutMs);
    const ended = signal === undefined ? deadline : AbortSignal.any([signal, deadline]);
    const refuse = noAnswer(url, { verb: "fetched", maximumBytes, timeoutMs });
    const headers = {
      Accept: "application/json",
      ...(token !== undefined && { Authorization: `Bearer ${token.reveal()}` }),
    };
    const ask = followsOwnDomain ? withinOwnDomain(send) : send;
    const response = await ask(url, { headers, signal: ended }).catch(refuse);
    if (!response.ok) {
      await response.body?.cancel();
      throw new DocumentRefused(url, response);
    }
    const text = await wholeText(response, maximumBytes, ended).catch(refuse);
    const document = await parseJson(text, mostValues).catch((cause: unknown): never => {
      throw new Error(`${url} ${cause instanceof JsonRefused ? cause.message : "did not answer with JSON"}`, {
        cause,
      });
    });
    return cleanLargeDocument(document);
  };
}

/** Undefined where none are named, or an instant by a clock that is not ours. */
export function retryAfterSeconds(headers: Headers): number | undefined {
  const named = /^\d{1,6}$/.exec(headers.get("retry-after")?.trim() ?? "")?.[0];
  return named === undefined ? undefined : Number(named);
}

/** An answer that is no document. */
export class DocumentRefused extends Error {
  readonly status: number;
  /** When to come again, where the server names that in seconds. */
  readonly retryAfterSeconds: number | undefined;

  constructor(url: string, { status, headers }: Pick<Answered, "status" | "headers">) {
    super(`${url} answered HTTP ${status}`);
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds(headers);
  }
}

const mostRedirects = 3;

/**
 * A fetch that follows redirects as far as they stay within the registrable domain that was asked first, by the public suffix
 * list with its private part: tenants of a shared host have domains of their own. Each hop is a call of `send`, which checks its
 * address. Rejects where one leads out of the domain or away from https, and after three.
 */
export function withinOwnDomain(send: Fetch): Fetch {
  return async (url, init) => {
    const address = new URL(url);
    let at = address;
    for (let hop = 0; ; hop++) {
      const response = await send(at, { ...init, redirect: "manual" });
      const location = response.headers.get("location");
      if (!redirects.has(response.status) || location === null) return response;
      await response.body?.cancel();
      if (hop === mostRedirects) throw new Error(`it redirects more than ${mostRedirects} times`);
      if (!URL.canParse(location, at.href)) throw new Error("it redirects to what is not an address");
      at = new URL(location, at.href);
      if (at.protocol !== address.protocol)
        throw new Error(`it redirects from ${address.protocol} to ${at.protocol}`);
      if (domainOf(at) !== domainOf(address))
        throw new Error(`it redirects to another domain, ${at.hostname}, which is not followed`);
    }
  };
}

function domainOf({ hostname, host }: URL): string {
  return getDomain(hostname, { allowPrivateDomains: true }) ?? host;
}

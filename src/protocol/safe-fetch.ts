import { isIP } from "node:net";
import type { Secret } from "../lib/secret.ts";
import { reachOf } from "./address-ranges.ts";
import { cleanDocument } from "./clean-answer.ts";
import { deepest, isTooDeep } from "./nesting.ts";
import { type Resolve, systemResolve } from "./resolve.ts";

/** Fetches a JSON document from an address that somebody else may have written. */
export type FetchJson = (
  url: string,
  options?: {
    readonly signal?: AbortSignal;
    /** Goes with the request as its bearer token: only for an address that the installation's own settings name. */
    readonly token?: Secret | undefined;
  },
) => Promise<unknown>;

/** Which addresses may be called that somebody else may have written. */
export interface AddressRule {
  /** Whether this machine may be called too, also over plain http. */
  readonly allowLoopback: boolean;
  /** What looks host names up: the machine's own way unless another is named. */
  readonly resolve?: Resolve;
  /** Origins that the installation's own settings name: where their host names lead is its own matter. */
  readonly ownOrigins?: readonly string[];
}

const maximumBytes = 4 * 1024 * 1024;
const timeoutMs = 10_000;

/**
 * https only, plain http only to loopback and only where `allowLoopback` says so; no host name that leads into a private
 * network or, likewise, to this machine; no redirects, 4 MiB and 10 s at most.
 * Rejects with a sentence that names the address and what is wrong.
 */
export function safeFetch(rule: AddressRule): FetchJson {
  return async (url, { signal, token } = {}) => {
    const deadline = AbortSignal.timeout(timeoutMs);
    const ended = signal === undefined ? deadline : AbortSignal.any([signal, deadline]);
    const noAnswer = (cause: unknown): never => {
      throw new Error(`${url} did not answer: ${reason(cause)}`, { cause });
    };
    const refusal = await reasonToRefuseResolved(url, rule, ended).catch(noAnswer);
    if (refusal !== undefined) throw new Error(`${url} is not fetched: ${refusal}`);
    const response = await fetch(url, {
      redirect: "error",
      headers: {
        Accept: "application/json",
        ...(token !== undefined && { Authorization: `Bearer ${token.reveal()}` }),
      },
      signal: ended,
    }).catch(noAnswer);
    if (!response.ok) {
      await response.body?.cancel();
      throw new HttpRefusal(url, response);
    }
    const text = await limitedText(response, url);
    let document: unknown;
    try {
      document = JSON.parse(text);
    } catch (cause) {
      throw new Error(`${url} did not answer with JSON`, { cause });
    }
    if (isTooDeep(document)) throw new Error(`${url} is nested deeper than ${deepest} levels`);
    return cleanDocument(document);
  };
}

/** An answer that is no document. */
export class HttpRefusal extends Error {
  readonly status: number;
  /** When to come again, where the server names that in seconds. */
  readonly retryAfterSeconds: number | undefined;

  constructor(url: string, { status, headers }: Response) {
    super(`${url} answered HTTP ${status}`);
    this.status = status;
    const named = /^\d{1,6}$/.exec(headers.get("retry-after")?.trim() ?? "")?.[0];
    this.retryAfterSeconds = named === undefined ? undefined : Number(named);
  }
}

/** Why an address must not be called, as it is written; undefined where it may. */
export function reasonToRefuse(url: string, allowLoopback: boolean): string | undefined {
  if (!URL.canParse(url)) return "it is not a URL";
  const { protocol, hostname, username, password } = new URL(url);
  if (username !== "" || password !== "") return "it carries credentials";
  if (isLoopback(hostname)) return allowLoopback ? undefined : "it points at this machine";
  if (protocol !== "https:") return "only https is allowed";
  if (isLiteral(hostname) && reachOf(unbracketed(hostname)) !== "public")
    return "it points into a private network";
  return undefined;
}

/**
 * The same after a look at every address behind the host name: one that must not be called is enough. Rejects where the
 * name cannot be looked up, as a call would, or `signal` ends the wait.
 */
export async function reasonToRefuseResolved(
  url: string,
  { allowLoopback, resolve = systemResolve, ownOrigins = [] }: AddressRule,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const refusal = reasonToRefuse(url, allowLoopback);
  if (refusal !== undefined) return refusal;
  const { hostname, origin } = new URL(url);
  if (isLoopback(hostname) || isLiteral(hostname) || ownOrigins.includes(origin)) return undefined;
  const addresses = await unlessAborted(resolve(hostname), signal);
  if (addresses.length === 0) throw new Error(`${hostname} has no address`);
  for (const address of addresses) {
    const reach = reachOf(address);
    if (reach === "private") return `its name leads into a private network (${address})`;
    if (reach === "this-machine" && !allowLoopback) return `its name leads to this machine (${address})`;
  }
  return undefined;
}

export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
}

function isLiteral(hostname: string): boolean {
  return isIP(unbracketed(hostname)) !== 0;
}

function unbracketed(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, "");
}

/** Names are looked up without a way to stop it: who gives up does not wait for the end. */
async function unlessAborted<Value>(waited: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (signal === undefined) return waited;
  let stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
  try {
    return await Promise.race([waited, aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

async function limitedText(response: Response, url: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Node's web streams are async iterable; the DOM type does not say so.
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > maximumBytes) throw new Error(`${url} sent more than ${maximumBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function reason(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  if (cause.name === "TimeoutError") return `nothing within ${timeoutMs} ms`;
  return cause.cause instanceof Error ? cause.cause.message : cause.message;
}

import { cleanText } from "../../lib/clean-text.ts";
import { deadline } from "../../lib/deadline.ts";
import type { KeptSecrets } from "../../lib/secret.ts";
import type { AddressRule } from "../addresses/address-rule.ts";
import type { Fetch } from "../addresses/lean-fetch.ts";
import { type CredentialSource, NotAccepted } from "../messages/credentials.ts";
import { codeOfHttpStatus } from "../messages/error-codes.ts";
import { leavesOpen, TaskError, withUnknownEffect } from "../messages/errors.ts";
import { errorOfRpc } from "../messages/read-error.ts";
import type { TransportOptions, Wire } from "../messages/transport.ts";
import { loggedInFetch } from "../oauth/logged-in-fetch.ts";
import type { Logins } from "../oauth/logins.ts";
import { authenticatedFetch, type Wrap } from "./authenticated-fetch.ts";
import { AnswerTooLarge, HttpRefused, type Progress, PutOff, type RequestOptions, RpcError } from "./rpc.ts";

/** Code points of an agent's word on how far it is. */
const longestProgress = 200;
/** Milliseconds for an agent to open a connection. */
const connectMs = 10_000;
/** Bytes of an answer, where its reader sets no limit. */
const largestAnswer = 16 * 1024 * 1024;
/** What JSON-RPC and the protocols over it say to a request that they do not take. */
const refusals: ReadonlySet<number> = new Set([-32_601, -32_602, -32_004, -32_005, -32_008, -32_009]);

/** What a transport is made with, whatever protocol it speaks. */
export interface WireOptions {
  /** Where an agent's host name may lead. */
  readonly addresses: AddressRule;
  /** Where an agent repeats one of them, its answer is read without it. */
  readonly secrets?: KeptSecrets;
  /** Where somebody is logged in at the agent, the login is the credential. */
  readonly logins?: Logins;
  readonly signing?: Wrap;
}

/** How a protocol opens its connection to an agent; each is given up with the signal. */
export interface Protocol<Connection> {
  readonly wire: Wire;
  readonly open: (
    fetch: {
      /** Proves to the agent at this address who calls. */
      readonly at: (endpoint: string) => Fetch;
      /** Does not say who calls; redirects are refused as everywhere. */
      readonly bare: Fetch;
    },
    options: RequestOptions,
  ) => Promise<Connection>;
}

/** Sends what one call needs over an open connection. */
type Send<Connection, Result> = (connection: Connection, options: RequestOptions) => Promise<Result>;

export interface Calls<Connection> {
  /** Rejects with a TaskError whose `effect` is `none` where nothing was sent. */
  readonly attempt: <Result>(
    task: string,
    send: Send<Connection, Result>,
    options: TransportOptions,
  ) => Promise<Result>;
  readonly masked: Masked;
  readonly close: () => Promise<void>;
}

/**
 * What every transport does around its calls: one connection with an agent, opened at the first call and kept; the time of a
 * call; the errors that it can end in. Credentials go into header fields and the TLS handshake and nowhere else; redirects are
 * refused, as they would carry header and body to another host. A call that is refused for its credential is sent once more
 * where that can be made anew.
 */
export function callsTo<Connection extends { readonly close: () => void }>(
  agentUrl: string,
  credentials: CredentialSource,
  { addresses, secrets, logins, signing = (send) => send }: WireOptions,
  protocol: Protocol<Connection>,
): Calls<Connection> {
  let connection: Promise<Connection> | undefined;
  let renewal: Promise<boolean> | undefined;
  const authenticator = credentials(agentUrl);
  const { wire } = protocol;
  const fetchAs = (who: typeof authenticator) => authenticatedFetch(agentUrl, who, { rule: addresses, wire });
  const fetch = {
    at: (endpoint: string) => {
      const authenticated = signing(fetchAs(authenticator));
      if (logins === undefined) return authenticated;
      return loggedInFetch({ agentUrl, endpoint }, logins, {
        bare: signing(fetchAs(undefined)),
        authenticated,
      });
    },
    bare: fetchAs(authenticator && { ...authenticator, headers: () => Promise.resolve({}) }),
  };
  const masked: Masked = (value) => secrets?.maskedIn(value) ?? value;
  const say: Say = (cause) => masked(words(cause)).slice(0, 200);

  const connect = async () => {
    using time = deadline(connectMs, [], () => new TimedOut(connectMs));
    return await protocol.open(fetch, { signal: time.signal, maximumBytes: largestAnswer });
  };
  const connected = () => {
    connection ??= connect().catch((cause: unknown) => {
      connection = undefined;
      throw connectionError(agentUrl, cause, say);
    });
    return connection;
  };

  const once: Calls<Connection>["attempt"] = async (task, send, options) => {
    const open = await unlessAborted(connected(), task, options.signal);
    await options.beforeSend?.();
    const { signal, timeoutMs } = options;
    using time = deadline(timeoutMs, [signal], () => new TimedOut(timeoutMs));
    let isExtended = false;
    const onProgress = (progress: Progress) => {
      if (!isExtended) time.restart();
      isExtended = true;
      options.onProgress?.(cleanText(masked(wordsOf(progress)), longestProgress));
    };
    try {
      const { maximumBytes = largestAnswer } = options;
      return await send(open, { signal: time.signal, maximumBytes, onProgress });
    } catch (cause) {
      // The agent does not know the connection any more.
      if (cause instanceof HttpRefused && cause.status === 404) {
        connection = undefined;
        open.close();
      }
      throw callError(agentUrl, task, { cause, options, say });
    }
  };

  /** Calls that are refused together wait for one renewal. */
  const renewed = (cause: unknown) => {
    if (!(cause instanceof NotAccepted) || cause.status !== 401) return false;
    renewal ??= authenticator?.renew?.(cause.challenge).finally(() => {
      renewal = undefined;
    });
    return renewal ?? false;
  };

  return {
    attempt: async (task, send, options) => {
      try {
        return await once(task, send, options);
      } catch (cause) {
        if (!(await renewed(cause))) throw cause;
        return await once(task, send, options);
      }
    },
    masked,
    close: async () => {
      const open = await connection?.catch(() => undefined);
      open?.close();
    },
  };
}

/** A connection that is waited for no longer than the call is wanted; nothing has been sent yet. */
async function unlessAborted<Value>(waited: Promise<Value>, task: string, signal: AbortSignal | undefined) {
  if (signal === undefined) return waited;
  let stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(new TaskError("CANCELED", `${task} was given up before it was sent`));
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
  try {
    return await Promise.race([waited, aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
    // Where the call is given up, nobody else may be waiting for the connection's failure.
    waited.catch(() => undefined);
  }
}

type Masked = <Value>(value: Value) => Value;
/** What went wrong in a few words, none of them a secret. */
type Say = (cause: unknown) => string;

function wordsOf({ progress, total, message }: Progress): string {
  return message ?? `${progress}${total ? ` of ${total}` : ""}`;
}

/** Nobody has answered in the time of a call. */
class TimedOut extends Error {
  constructor(timeoutMs: number) {
    super(`no answer within ${timeoutMs} ms`);
  }
}

/** Something answers at the address, and not in this protocol: nothing was sent. It may speak another one. */
export class UnsupportedTransport extends TaskError {}

function connectionError(agentUrl: string, cause: unknown, say: Say): TaskError {
  if (cause instanceof TaskError) return cause;
  const error =
    httpError(agentUrl, cause, "none") ??
    new TaskError("UNREACHABLE", `no connection to ${agentUrl}: ${say(cause)}`, { cause });
  const speaksOther = cause instanceof RpcError || (cause instanceof HttpRefused && isNotServed(cause));
  return speaksOther ? new UnsupportedTransport(error.code, error.message, { cause }) : error;
}

/** A server that is down, overloaded or does not know who calls may speak the protocol all the same. */
function isNotServed({ status }: HttpRefused): boolean {
  const code = status === undefined ? undefined : codeOfHttpStatus(status);
  return code !== "SERVICE_UNAVAILABLE" && code !== "RATE_LIMITED" && code !== "UNAUTHORIZED";
}

function callError(
  agentUrl: string,
  task: string,
  { cause, options, say }: { readonly cause: unknown; readonly options: TransportOptions; readonly say: Say },
): TaskError {
  if (cause instanceof TaskError) return cause;
  const unknown = (code: string, message: string) =>
    new TaskError(code, message, { effect: "unknown", cause });
  if (options.signal?.aborted)
    return unknown("CANCELED", `${task} was given up: ${say(options.signal.reason)}`);
  if (cause instanceof TimedOut)
    return unknown("TIMEOUT", `no answer to ${task} within ${options.timeoutMs} ms`);
  const rpcError = cause instanceof RpcError ? errorOfRpc(cause.code, say(cause), cause.data) : undefined;
  if (rpcError !== undefined) return leavesOpen(rpcError) ? withUnknownEffect(rpcError) : rpcError;
  if (cause instanceof RpcError && refusals.has(cause.code))
    // A task says no in its result. An error of the protocol may come from what stands in front of the agent.
    return unknown("INVALID_REQUEST", say(cause));
  if (cause instanceof AnswerTooLarge)
    return unknown("ANSWER_TOO_LARGE", `the answer to ${task} was not read: ${say(cause)}`);
  return (
    httpError(agentUrl, cause, "unknown") ??
    unknown("CONNECTION_LOST", `the connection to ${agentUrl} broke during ${task}: ${say(cause)}`)
  );
}

/**
 * An HTTP refusal comes from what stands in front of the agent, which may have passed the call on and lost the answer: whatever
 * its status, it does not say what the agent has done. Only who is not known (401, 403) or calls too often (429) is turned
 * away before.
 */
function httpError(agentUrl: string, cause: unknown, effect: "none" | "unknown"): TaskError | undefined {
  const status = cause instanceof HttpRefused ? cause.status : undefined;
  if (status === undefined) return undefined;
  const code = codeOfHttpStatus(status);
  const retryAfterSeconds = cause instanceof PutOff ? cause.seconds : undefined;
  const isTooOften = code === "RATE_LIMITED";
  const says = isTooOften ? `asks for fewer calls (HTTP ${status})` : `answered HTTP ${status}`;
  const isTurnedAway = isTooOften || code === "UNAUTHORIZED";
  const details = { effect: isTurnedAway ? "none" : effect, retryAfterSeconds, cause } as const;
  return new TaskError(code, `${agentUrl} ${says}`, details);
}

function words(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  if (cause instanceof RpcError) return `${cause.message} (JSON-RPC ${cause.code})`.trim();
  const inner = cause.cause instanceof Error ? cause.cause.message : "";
  if (inner === "") return cause.message;
  return cause.message === "fetch failed" ? inner : `${cause.message} (${inner})`;
}

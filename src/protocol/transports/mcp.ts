import { StreamableHTTPError } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { FetchLike } from "@modelcontextprotocol/sdk/shared/transport.js";
import { ErrorCode, McpError } from "@modelcontextprotocol/sdk/types.js";
import { cleanText } from "../../lib/clean-text.ts";
import { isObject } from "../../lib/json-object.ts";
import type { KeptSecrets } from "../../lib/secret.ts";
import type { AddressRule } from "../addresses/address-rule.ts";
import { type CredentialSource, NotAccepted } from "../credentials.ts";
import { codeOfHttpStatus } from "../error-codes.ts";
import { leavesOpen, TaskError, withUnknownEffect } from "../errors.ts";
import { loggedInFetch } from "../oauth/logged-in-fetch.ts";
import type { Logins } from "../oauth/logins.ts";
import { errorOfRpc } from "../read-error.ts";
import type { CallResult, Transport, TransportOptions } from "../transport.ts";
import { authenticatedFetch, type Wrap } from "./authenticated-fetch.ts";
import { AnswerTooLarge, openSession, type Progress, PutOff, type Session } from "./session.ts";

/** Code points of an agent's word on how far it is. */
const longestProgress = 200;
/** Milliseconds for an agent to open a session. */
const connectMs = 10_000;
/** Bytes of an answer, where its reader sets no limit. */
const largestAnswer = 16 * 1024 * 1024;

/**
 * MCP over Streamable HTTP: one session with an agent, opened at the first call and kept. Credentials go into header
 * fields and the TLS handshake and nowhere else; redirects are refused, as they would carry header and body to another
 * host. A call that is refused for its credential is sent once more where that can be made anew. Where somebody is logged in
 * at the agent, the login of `logins` is the credential. Where an agent repeats one of `secrets`, its answer is read without
 * it.
 */
export function mcpTransport(
  agentUrl: string,
  credentials: CredentialSource,
  {
    addresses,
    secrets,
    logins,
    signing = (send) => send,
  }: {
    /** Where its host name may lead. */
    readonly addresses: AddressRule;
    readonly secrets?: KeptSecrets;
    readonly logins?: Logins;
    readonly signing?: Wrap;
  },
): Transport {
  let connection: Promise<Session> | undefined;
  let renewal: Promise<boolean> | undefined;
  const authenticator = credentials(agentUrl);
  const authenticated = signing(authenticatedFetch(agentUrl, authenticator, addresses));
  const fetch =
    logins === undefined
      ? authenticated
      : loggedInFetch(agentUrl, logins, {
          bare: signing(authenticatedFetch(agentUrl, undefined, addresses)),
          authenticated,
        });
  const masked: Masked = (value) => secrets?.maskedIn(value) ?? value;
  const say: Say = (cause) => masked(words(cause)).slice(0, 200);

  const connected = () => {
    connection ??= connect(agentUrl, fetch).catch((cause: unknown) => {
      connection = undefined;
      throw connectionError(agentUrl, cause, say);
    });
    return connection;
  };

  const attempt = async <Result>(
    task: string,
    send: (session: Session, options: SendOptions) => Promise<Result>,
    options: TransportOptions,
  ): Promise<Result> => {
    const session = await unlessAborted(connected(), task, options.signal);
    await options.beforeSend?.();
    using time = timeOf(options);
    const onProgress = (progress: Progress) => {
      time.extend();
      options.onProgress?.(cleanText(masked(wordsOf(progress)), longestProgress));
    };
    try {
      const { maximumBytes = largestAnswer } = options;
      return await send(session, { signal: time.signal, maximumBytes, onProgress });
    } catch (cause) {
      if (isLostSession(cause)) {
        connection = undefined;
        session.close();
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

  const attemptTwice = async <Result>(
    task: string,
    send: (session: Session, options: SendOptions) => Promise<Result>,
    options: TransportOptions,
  ): Promise<Result> => {
    try {
      return await attempt(task, send, options);
    } catch (cause) {
      if (!(await renewed(cause))) throw cause;
      return await attempt(task, send, options);
    }
  };

  return {
    call: (task, request, options) =>
      attemptTwice(
        task,
        async (session, sending) => {
          const params = { name: task, arguments: request };
          const { result, bytes } = await session.request("tools/call", params, sending);
          await secrets?.mask(result);
          return callResult(result, bytes);
        },
        options,
      ),
    tools: async (options) => masked(await attemptTwice("tools/list", listTools, options)),
    close: async () => {
      const session = await connection?.catch(() => undefined);
      session?.close();
    },
  };
}

type SendOptions = Parameters<Session["request"]>[2];

/** A connection that is waited for no longer than the call is wanted; nothing has been sent yet. */
async function unlessAborted<Value>(
  waited: Promise<Value>,
  task: string,
  signal: AbortSignal | undefined,
): Promise<Value> {
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

async function connect(agentUrl: string, fetch: FetchLike): Promise<Session> {
  using time = timeOf({ timeoutMs: connectMs });
  return await openSession(agentUrl, fetch, { signal: time.signal, maximumBytes: largestAnswer });
}

/** Pages of a list of tools that are read; an agent with more has no end. */
const mostPages = 20;

/** All pages are read in the time and within the size of one answer. */
async function listTools(session: Session, options: SendOptions): Promise<string[]> {
  const listed: string[] = [];
  let cursor: string | undefined;
  let left = options.maximumBytes;
  for (let page = 0; page < mostPages; page++) {
    const params = cursor === undefined ? {} : { cursor };
    const { result, bytes } = await session.request("tools/list", params, { ...options, maximumBytes: left });
    left -= bytes;
    const { tools, nextCursor } = result;
    if (!Array.isArray(tools)) throw new Error("the answer lists no tools");
    for (const tool of tools as unknown[])
      if (isObject(tool) && typeof tool["name"] === "string") listed.push(tool["name"]);
    if (typeof nextCursor !== "string") break;
    cursor = nextCursor;
  }
  return listed;
}

/** Items of an answer's content that are looked at. */
const mostItems = 100;

function callResult(
  { isError, structuredContent, content }: Readonly<Record<string, unknown>>,
  bytes: number,
) {
  const items = Array.isArray(content) ? (content as unknown[]).slice(0, mostItems).filter(isItem) : [];
  return { isError: isError === true, structuredContent, content: items, bytes } satisfies CallResult;
}

function isItem(item: unknown): item is NonNullable<CallResult["content"]>[number] {
  if (!isObject(item) || typeof item["type"] !== "string") return false;
  return item["text"] === undefined || typeof item["text"] === "string";
}

type Masked = <Value>(value: Value) => Value;
/** What went wrong in a few words, none of them a secret. */
type Say = (cause: unknown) => string;

function wordsOf({ progress, total, message }: Progress): string {
  return message ?? `${progress}${total ? ` of ${total}` : ""}`;
}

/** The time of one call: it ends with `timeoutMs` or with the caller's signal, and is extended once. */
function timeOf({ signal, timeoutMs }: TransportOptions) {
  const ended = new AbortController();
  const giveUp = () => ended.abort(signal?.reason);
  if (signal?.aborted) giveUp();
  signal?.addEventListener("abort", giveUp, { once: true });
  const over = () => ended.abort(new McpError(ErrorCode.RequestTimeout, `no answer within ${timeoutMs} ms`));
  let timer = setTimeout(over, timeoutMs);
  let isExtended = false;
  return {
    signal: ended.signal,
    extend: () => {
      if (isExtended) return;
      isExtended = true;
      clearTimeout(timer);
      timer = setTimeout(over, timeoutMs);
    },
    [Symbol.dispose]: () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", giveUp);
    },
  };
}

function isLostSession(cause: unknown): boolean {
  return cause instanceof StreamableHTTPError && cause.code === 404;
}

function connectionError(agentUrl: string, cause: unknown, say: Say): TaskError {
  if (cause instanceof TaskError) return cause;
  return (
    httpError(agentUrl, cause, "none") ??
    new TaskError("UNREACHABLE", `no connection to ${agentUrl}: ${say(cause)}`, { cause })
  );
}

function callError(
  agentUrl: string,
  task: string,
  { cause, options, say }: { readonly cause: unknown; readonly options: TransportOptions; readonly say: Say },
): TaskError {
  if (cause instanceof TaskError) return cause;
  if (options.signal?.aborted)
    return new TaskError("CANCELED", `${task} was given up: ${say(options.signal.reason)}`, {
      effect: "unknown",
      cause,
    });
  if (cause instanceof McpError && cause.code === ErrorCode.RequestTimeout)
    return new TaskError("TIMEOUT", `no answer to ${task} within ${options.timeoutMs} ms`, {
      effect: "unknown",
      cause,
    });
  const told = cause instanceof McpError ? errorOfRpc(cause.code, say(cause), cause.data) : undefined;
  if (told !== undefined) return leavesOpen(told) ? withUnknownEffect(told) : told;
  if (
    cause instanceof McpError &&
    (cause.code === ErrorCode.InvalidParams || cause.code === ErrorCode.MethodNotFound)
  )
    // A task says no in its result. An error of the protocol may come from what stands in front of the agent.
    return new TaskError("INVALID_REQUEST", say(cause), { effect: "unknown", cause });
  if (cause instanceof AnswerTooLarge)
    return new TaskError("ANSWER_TOO_LARGE", `the answer to ${task} was not read: ${say(cause)}`, {
      effect: "unknown",
      cause,
    });
  return (
    httpError(agentUrl, cause, "unknown") ??
    new TaskError("CONNECTION_LOST", `the connection to ${agentUrl} broke during ${task}: ${say(cause)}`, {
      effect: "unknown",
      cause,
    })
  );
}

/**
 * An HTTP refusal comes from what stands in front of the agent, which may have passed the call on and lost the answer: whatever
 * its status, it does not say what the agent has done. Only who is not known (401, 403) or calls too often (429) is turned
 * away before.
 */
function httpError(agentUrl: string, cause: unknown, effect: "none" | "unknown"): TaskError | undefined {
  const status = statusOf(cause);
  if (status === undefined) return undefined;
  const code = codeOfHttpStatus(status);
  const retryAfterSeconds = cause instanceof PutOff ? cause.seconds : undefined;
  switch (code) {
    case "RATE_LIMITED":
      return new TaskError(code, `${agentUrl} asks for fewer calls (HTTP ${status})`, {
        retryAfterSeconds,
        cause,
      });
    case "UNAUTHORIZED":
      return new TaskError(code, `${agentUrl} answered HTTP ${status}`, { cause });
    default:
      return new TaskError(code, `${agentUrl} answered HTTP ${status}`, { effect, retryAfterSeconds, cause });
  }
}

function statusOf(cause: unknown): number | undefined {
  if (cause instanceof PutOff) return cause.status;
  const known = cause instanceof StreamableHTTPError && cause.code !== undefined && cause.code > 0;
  return known ? cause.code : undefined;
}

function words(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const inner = cause.cause instanceof Error ? cause.cause.message : "";
  if (inner === "") return cause.message;
  return cause.message === "fetch failed" ? inner : `${cause.message} (${inner})`;
}

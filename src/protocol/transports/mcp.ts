import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import {
  StreamableHTTPClientTransport,
  StreamableHTTPError,
} from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { FetchLike } from "@modelcontextprotocol/sdk/shared/transport.js";
import {
  CallToolResultSchema,
  ErrorCode,
  ListToolsResultSchema,
  McpError,
} from "@modelcontextprotocol/sdk/types.js";
import { cleanText } from "../../lib/clean-text.ts";
import type { KeptSecrets } from "../../lib/secret.ts";
import type { CredentialSource } from "../credentials.ts";
import { codeOfHttpStatus } from "../error-codes.ts";
import { leavesOpen, TaskError, withUnknownEffect } from "../errors.ts";
import { loggedInFetch } from "../oauth/logged-in-fetch.ts";
import type { Logins } from "../oauth/logins.ts";
import { errorOfRpc } from "../read-error.ts";
import type { Transport, TransportOptions } from "../transport.ts";
import { authenticatedFetch, NotAccepted, type Wrap } from "./authenticated-fetch.ts";
import { AnswerTooLarge, answerTooLarge, guardedFetch, PutOff } from "./guarded-fetch.ts";

/** Code points of an agent's word on how far it is. */
const longestProgress = 200;

/**
 * MCP over Streamable HTTP: one client for an agent, connected at the first call and kept. Credentials go into header
 * fields and the TLS handshake and nowhere else; redirects are refused, as they would carry header and body to another
 * host. A call that is refused for its credential is sent once more where that can be made anew. Where somebody is logged in
 * at the agent, the login of `logins` is the credential. Where an agent repeats one of `secrets`, its answer is read without
 * it.
 */
export function mcpTransport(
  agentUrl: string,
  credentials: CredentialSource,
  {
    secrets,
    logins,
    signing = (send) => send,
  }: { readonly secrets?: KeptSecrets; readonly logins?: Logins; readonly signing?: Wrap } = {},
): Transport {
  let connection: Promise<Client> | undefined;
  let renewal: Promise<boolean> | undefined;
  const authenticator = credentials(agentUrl);
  const authenticated = signing(authenticatedFetch(agentUrl, authenticator));
  const fetch =
    logins === undefined
      ? authenticated
      : loggedInFetch(agentUrl, logins, {
          bare: signing(authenticatedFetch(agentUrl, undefined)),
          authenticated,
        });
  const masked: Masked = (value) => secrets?.maskedIn(value) ?? value;
  const say: Say = (cause) => masked(words(cause)).slice(0, 200);

  const connected = () => {
    connection ??= connect(agentUrl, guardedFetch(fetch)).catch((cause: unknown) => {
      connection = undefined;
      throw connectionError(agentUrl, cause, say);
    });
    return connection;
  };

  const attempt = async <Result>(
    task: string,
    send: (client: Client) => Promise<Result>,
    options: TransportOptions,
  ): Promise<Result> => {
    const client = await unlessAborted(connected(), task, options.signal);
    options.beforeSend?.();
    try {
      return await send(client);
    } catch (cause) {
      if (isLostSession(cause)) {
        connection = undefined;
        await client.close();
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
    send: (client: Client) => Promise<Result>,
    options: TransportOptions,
  ): Promise<Result> => {
    try {
      return masked(await attempt(task, send, options));
    } catch (cause) {
      if (!(await renewed(cause))) throw cause;
      return masked(await attempt(task, send, options));
    }
  };

  return {
    call: (task, request, options) =>
      attemptTwice(
        task,
        (client) =>
          client.request(
            { method: "tools/call", params: { name: task, arguments: { ...request } } },
            CallToolResultSchema,
            requestOptions(options, masked),
          ),
        options,
      ),
    tools: (options) =>
      attemptTwice("tools/list", (client) => listTools(client, requestOptions(options, masked)), options),
    close: async () => {
      const client = await connection?.catch(() => undefined);
      await client?.close();
    },
  };
}

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

async function connect(agentUrl: string, fetch: FetchLike): Promise<Client> {
  const transport = new StreamableHTTPClientTransport(new URL(agentUrl), {
    fetch,
    requestInit: { redirect: "error" },
  });
  const client = new Client({ name: "flightdesk", version: "1" });
  // The SDK's transport declares `sessionId?: string | undefined`, which exactOptionalPropertyTypes tells apart.
  await client.connect(transport as Parameters<Client["connect"]>[0], { timeout: 10_000 });
  return client;
}

/** Pages of a list of tools that are read; an agent with more has no end. */
const mostPages = 20;

async function listTools(client: Client, options: ReturnType<typeof requestOptions>): Promise<string[]> {
  const listed: string[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < mostPages; page++) {
    const { tools, nextCursor } = await client.request(
      { method: "tools/list", params: cursor === undefined ? {} : { cursor } },
      ListToolsResultSchema,
      options,
    );
    listed.push(...tools.map(({ name }) => name));
    if (nextCursor === undefined) break;
    cursor = nextCursor;
  }
  return listed;
}

type Masked = <Value>(value: Value) => Value;
/** What went wrong in a few words, none of them a secret. */
type Say = (cause: unknown) => string;

function requestOptions({ signal, timeoutMs, onProgress }: TransportOptions, masked: Masked) {
  return {
    timeout: timeoutMs,
    maxTotalTimeout: timeoutMs * 5,
    resetTimeoutOnProgress: true,
    ...(signal === undefined ? {} : { signal }),
    onprogress: (progress: { progress: number; total?: number | undefined; message?: string | undefined }) =>
      onProgress?.(
        cleanText(
          masked(progress.message) ?? `${progress.progress}${progress.total ? ` of ${progress.total}` : ""}`,
          longestProgress,
        ),
      ),
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
    return new TaskError("INVALID_REQUEST", say(cause), { cause });
  if (cause instanceof AnswerTooLarge || (cause instanceof McpError && cause.code === answerTooLarge))
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

/** HTTP refusals come from the server in front of the agent: 4xx before anything is done, 5xx at any time. */
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
    case "SERVICE_UNAVAILABLE":
      return new TaskError(code, `${agentUrl} answered HTTP ${status}`, { effect, retryAfterSeconds, cause });
    default:
      return new TaskError(code, `${agentUrl} answered HTTP ${status}`, { cause });
  }
}

function statusOf(cause: unknown): number | undefined {
  if (cause instanceof PutOff) return cause.status;
  const known = cause instanceof StreamableHTTPError && cause.code !== undefined && cause.code > 0;
  return known ? cause.code : undefined;
}

function words(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const inner = cause.cause instanceof Error ? ` (${cause.cause.message})` : "";
  return `${cause.message}${inner}`;
}

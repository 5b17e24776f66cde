import { StreamableHTTPError } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { FetchLike } from "@modelcontextprotocol/sdk/shared/transport.js";
import {
  LATEST_PROTOCOL_VERSION,
  McpError,
  SUPPORTED_PROTOCOL_VERSIONS,
} from "@modelcontextprotocol/sdk/types.js";
import { breather } from "../../lib/breathe.ts";
import { isObject, type JsonObject } from "../../lib/json-object.ts";
import {
  BodyTooLarge,
  gatherText,
  type LimitedBytes,
  limitedBytes,
  refusalText,
  wholeText,
} from "../../lib/limited-body.ts";
import { JsonRefused, parseJson } from "../../lib/parse-json.ts";

/** Real answers are far wordier than one value in sixteen bytes, and each value costs more than its bytes. */
const mostValues = (bytes: number) => Math.ceil(bytes / 16);
/** Messages beside the answer: how far the agent is. */
const mostMessages = 1_000;
/** A stream ends right behind its answer and leaves its connection for the next call: so long is waited for that. */
const lingerMs = 50;
/** Streams that may be waited for so at once; those beyond are cut with their answer. */
const mostLingering = 8;
/** What agents are told and need not answer has so long. */
const tellingMs = 10_000;

export interface Progress {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

export interface RequestOptions {
  /** Ends the request, and its connection with it; the agent is told so. */
  readonly signal: AbortSignal;
  /** Of the answer and all that comes with it. */
  readonly maximumBytes: number;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** One session with one MCP server. */
export interface Session {
  /**
   * The result of one request, and how many bytes it took. Rejects with the signal's reason where that aborts, with an
   * McpError where the server answers so, a StreamableHTTPError or PutOff where HTTP does, and an AnswerTooLarge.
   */
  readonly request: (
    method: string,
    params: JsonObject,
    options: RequestOptions,
  ) => Promise<{ readonly result: JsonObject; readonly bytes: number }>;
  /** Gives up what is under way. */
  readonly close: () => void;
}

export class AnswerTooLarge extends Error {
  constructor(bytes: number) {
    super(`the answer is larger than ${bytes / 1024 / 1024} MB`);
  }
}

/** A server that names when to come again. */
export class PutOff extends Error {
  readonly status: number;
  readonly seconds: number;

  constructor(status: number, seconds: number) {
    super(`HTTP ${status}, not before ${seconds} s`);
    this.status = status;
    this.seconds = seconds;
  }
}

/**
 * Opens a session over Streamable HTTP. Each request is one POST that ends with its call, down to the socket: when it is
 * answered, given up, or out of time. No stream stands open beside it, as these calls need no messages outside of their
 * answers. What a server may send is limited whatever its status, and long answers are read in pieces.
 */
export async function openSession(
  agentUrl: string,
  fetch: FetchLike,
  options: RequestOptions,
): Promise<Session> {
  const underWay = new Set<AbortController>();
  let sessionId: string | undefined;
  let version: string | undefined;
  let ids = 0;
  let lingering = 0;

  const post = async (message: JsonObject, signal: AbortSignal): Promise<Response> => {
    const response = await fetch(agentUrl, {
      method: "POST",
      redirect: "error",
      headers: {
        "Content-Type": "application/json",
        Accept: "application/json, text/event-stream",
        ...(sessionId !== undefined && { "Mcp-Session-Id": sessionId }),
        ...(version !== undefined && { "Mcp-Protocol-Version": version }),
      },
      body: JSON.stringify({ jsonrpc: "2.0", ...message }),
      signal,
    });
    sessionId = response.headers.get("mcp-session-id") ?? sessionId;
    if (response.ok) return response;
    const seconds = retryAfter(response);
    const text = await refusalText(response, signal);
    if (seconds !== undefined) throw new PutOff(response.status, seconds);
    throw new StreamableHTTPError(response.status, `Error POSTing to endpoint: ${text}`);
  };

  const tell = async (method: string, params?: JsonObject) => {
    const response = await post({ method, ...(params && { params }) }, AbortSignal.timeout(tellingMs));
    await response.body?.cancel();
  };

  /** Up to the answer in a stream; then the stream is left to end by itself, or cut. */
  const answerOfStream = async (
    response: Response,
    id: number,
    { maximumBytes, onProgress, signal }: RequestOptions,
  ) => {
    const breathe = breather();
    const events = eventReader();
    const bytes = limitedBytes(response, maximumBytes, signal);
    let [size, messages] = [0, 0];
    for (;;) {
      const chunk = await bytes.next();
      if (chunk === undefined) throw new Error("the stream ended before the answer");
      size += chunk.byteLength;
      for (const { type, data } of events(chunk)) {
        await breathe();
        if (type !== "message") continue;
        const message = await parseJson(data, mostValues(maximumBytes)).catch(notJson);
        if (isObject(message) && message["id"] === id && !("method" in message)) {
          lingering += 1;
          void leave(bytes, lingering > mostLingering ? 0 : lingerMs).finally(() => {
            lingering -= 1;
          });
          return { message, bytes: size };
        }
        messages += 1;
        if (messages > mostMessages)
          throw new Error(`the stream holds more than ${mostMessages} messages beside the answer`);
        const progress = progressOf(message, id);
        if (progress !== undefined) onProgress?.(progress);
      }
    }
  };

  const answerOf = async (response: Response, id: number, options: RequestOptions) => {
    const type = response.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
    if (response.status !== 202 && type === "text/event-stream") return answerOfStream(response, id, options);
    if (response.status === 202 || type !== "application/json") {
      await response.body?.cancel();
      throw response.status === 202
        ? new Error("HTTP 202 brought no answer")
        : new StreamableHTTPError(-1, `Unexpected content type: ${type}`);
    }
    const text = await wholeText(response, options.maximumBytes, options.signal);
    const message = await parseJson(text, mostValues(options.maximumBytes));
    const messages: readonly unknown[] = Array.isArray(message) ? message : [message];
    const answer = messages.find((one) => isObject(one) && one["id"] === id);
    if (!isObject(answer)) throw new Error("the body holds no answer");
    return { message: answer, bytes: Buffer.byteLength(text) };
  };

  const request: Session["request"] = async (method, params, options) => {
    const id = ids++;
    const ended = new AbortController();
    const end = () => ended.abort(options.signal.reason);
    options.signal.addEventListener("abort", end, { once: true });
    underWay.add(ended);
    try {
      options.signal.throwIfAborted();
      const sent = { ...params, _meta: { progressToken: id } };
      const response = await post({ id, method, params: sent }, ended.signal);
      const { message, bytes } = await answerOf(response, id, { ...options, signal: ended.signal });
      if (isObject(message["error"])) throw errorOf(message["error"]);
      if (!isObject(message["result"])) throw new Error("the answer has neither a result nor an error");
      return { result: message["result"], bytes };
    } catch (cause) {
      const isGivenUp = ended.signal.aborted;
      // Whatever is still sent is of no use to anybody.
      ended.abort();
      if (isGivenUp) {
        const told = { requestId: id, reason: "the caller waits no longer" };
        if (version !== undefined && options.signal.aborted)
          tell("notifications/cancelled", told).catch(() => undefined);
        throw ended.signal.reason;
      }
      if (cause instanceof BodyTooLarge) throw new AnswerTooLarge(options.maximumBytes);
      if (cause instanceof JsonRefused) throw new Error(`the answer ${cause.message}`, { cause });
      throw cause;
    } finally {
      options.signal.removeEventListener("abort", end);
      underWay.delete(ended);
    }
  };

  const { result } = await request(
    "initialize",
    {
      protocolVersion: LATEST_PROTOCOL_VERSION,
      capabilities: {},
      clientInfo: { name: "flightdesk", version: "1" },
    },
    options,
  );
  const named = result["protocolVersion"];
  if (typeof named !== "string" || !SUPPORTED_PROTOCOL_VERSIONS.includes(named))
    throw new Error(
      `the server speaks a version of MCP that is not known here: ${String(named).slice(0, 40)}`,
    );
  version = named;
  await tell("notifications/initialized");
  return {
    request,
    close: () => {
      for (const one of underWay) one.abort(new Error("the connection is closed"));
    },
  };
}

/** Reads on until the end, or cuts the stream where that does not come. */
async function leave({ next, cut }: LimitedBytes, waitMs: number): Promise<void> {
  const timer = setTimeout(cut, waitMs);
  try {
    while ((await next()) !== undefined);
  } catch {
    // The answer is there: how its stream ends is of no matter.
  } finally {
    clearTimeout(timer);
  }
}

function notJson(cause: unknown): undefined {
  if (cause instanceof JsonRefused) throw cause;
  return undefined;
}

function progressOf(message: unknown, id: number): Progress | undefined {
  if (!isObject(message) || message["method"] !== "notifications/progress") return undefined;
  const { params } = message;
  if (!isObject(params) || params["progressToken"] !== id) return undefined;
  const { progress, total, message: words } = params;
  if (typeof progress !== "number") return undefined;
  return {
    progress,
    ...(typeof total === "number" && { total }),
    ...(typeof words === "string" && { message: words }),
  };
}

function errorOf({ code, message, data }: JsonObject): McpError {
  return new McpError(typeof code === "number" ? code : 0, typeof message === "string" ? message : "", data);
}

/** Seconds; undefined where the response is no delay, or names an instant by a clock that is not ours. */
function retryAfter({ status, headers }: Response): number | undefined {
  const named = /^\d{1,6}$/.exec(headers.get("retry-after")?.trim() ?? "")?.[0];
  return (status === 429 || status === 503) && named !== undefined ? Number(named) : undefined;
}

/** One of the server-sent events of HTML's standard. */
interface StreamEvent {
  readonly type: string;
  readonly data: string;
}

const [lineFeed, carriageReturn, space] = [0x0a, 0x0d, 0x20];
/** First letters of the fields that are read: `data` and `event`. */
const read: ReadonlySet<number | undefined> = new Set([0x64, 0x65]);

/**
 * The events that end within each chunk of a stream. Each byte is looked at once, however the stream is cut into chunks:
 * a long line that comes in thousands of them costs no more than in one.
 */
function eventReader(): (chunk: Uint8Array) => Generator<StreamEvent, void> {
  const line = gatherText();
  let [isEmpty, isRead, endsInReturn] = [true, false, false];
  let data: string[] = [];
  let type = "";

  const add = (bytes: Uint8Array) => {
    if (isEmpty) isRead = read.has(bytes[0]);
    isEmpty = false;
    if (isRead) line.add(bytes);
  };
  const take = (text: string) => {
    const colon = text.indexOf(":");
    const field = colon === -1 ? text : text.slice(0, colon);
    const value =
      colon === -1 ? "" : text.slice(text.charCodeAt(colon + 1) === space ? colon + 2 : colon + 1);
    if (field === "data") data.push(value);
    else if (field === "event") type = value;
  };

  return function* events(chunk) {
    // The second half of a line's end that a chunk before this one has cut through.
    let from = endsInReturn && chunk[0] === lineFeed ? 1 : 0;
    for (let i = from; i < chunk.length; i++) {
      const byte = chunk[i];
      if (byte !== lineFeed && byte !== carriageReturn) continue;
      if (i > from) add(chunk.subarray(from, i));
      if (byte === carriageReturn && chunk[i + 1] === lineFeed) i += 1;
      from = i + 1;
      if (isEmpty) {
        if (data.length > 0) yield { type: type || "message", data: data.join("\n") };
        data = [];
        type = "";
      } else if (isRead) take(line.take());
      isEmpty = true;
    }
    if (from < chunk.length) add(chunk.subarray(from));
    if (chunk.length > 0) endsInReturn = chunk.at(-1) === carriageReturn;
  };
}

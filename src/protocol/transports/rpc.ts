import { breather } from "../../lib/breathe.ts";
import { isObject, type JsonObject } from "../../lib/json-object.ts";
import {
  type Answered,
  BodyTooLarge,
  type LimitedBytes,
  limitedBytes,
  refusalText,
  wholeText,
} from "../../lib/limited-body.ts";
import { JsonRefused, parseJson } from "../../lib/parse-json.ts";
import type { Fetch } from "../addresses/lean-fetch.ts";
import { retryAfterSeconds } from "../addresses/safe-fetch.ts";
import { eventReader } from "./event-stream.ts";

/** Real answers are far wordier than one value in sixteen bytes, and each value costs more than its bytes. */
const mostValues = (bytes: number) => Math.ceil(bytes / 16);
/** Messages beside the answer: how far the agent is. */
const mostMessages = 1_000;
/** A stream ends right behind its answer and leaves its connection for the next call: so long is waited for that. */
const lingerMs = 50;
/** Streams that may be waited for so at once; those beyond are cut with their answer. */
const mostLingering = 8;
/** The longest that a notification may take. */
const tellingMs = 10_000;

export interface Progress {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

export interface RequestOptions {
  /** Ends the request, and its connection with it; the agent is notified. */
  readonly signal: AbortSignal;
  /** Of the answer and all that comes with it. */
  readonly maximumBytes: number;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

export class AnswerTooLarge extends Error {
  constructor(bytes: number) {
    super(`the answer is larger than ${bytes / 1024 / 1024} MB`);
  }
}

/** HTTP refused, or sent what is no answer: then without a status. */
export class HttpRefused extends Error {
  readonly status: number | undefined;

  constructor(message: string, status?: number) {
    super(message);
    this.status = status;
  }
}

/** A server that names when to come again. */
export class PutOff extends HttpRefused {
  readonly seconds: number;

  constructor(status: number, seconds: number) {
    super(`HTTP ${status}, not before ${seconds} s`, status);
    this.seconds = seconds;
  }
}

export class RpcError extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor({ code, message, data }: JsonObject) {
    super(typeof message === "string" ? message : "");
    this.code = typeof code === "number" ? code : 0;
    this.data = data;
  }
}

/** What a protocol adds to its requests and learns of their answers. */
export interface Manners {
  readonly headers: () => Readonly<Record<string, string>>;
  readonly answered?: (headers: Headers) => void;
  /** The caller waits no longer for the request with this id. */
  readonly givenUp?: (id: number) => void;
}

/** Requests to one address. */
export interface Rpc {
  /**
   * The result of one request, and how many bytes it took. Rejects with the signal's reason where that aborts, with an
   * RpcError where the server answers so, an HttpRefused or PutOff where HTTP does, and an AnswerTooLarge.
   */
  readonly request: (
    method: string,
    params: (id: number) => JsonObject,
    options: RequestOptions,
  ) => Promise<{ readonly result: JsonObject; readonly bytes: number }>;
  /** Needs no answer. */
  readonly notify: (method: string, params?: JsonObject) => Promise<void>;
  /** Gives up what is under way. */
  readonly close: () => void;
}

/**
 * JSON-RPC over HTTP. Each request is one POST that ends with its call, down to the socket: when it is answered, given up, or
 * out of time. What a server may send is limited whatever its status, and long answers are read in pieces.
 */
export function rpcOver(url: string, fetch: Fetch, manners: Manners): Rpc {
  const underWay = new Set<AbortController>();
  let ids = 0;
  let lingering = 0;

  const post = async (message: JsonObject, signal: AbortSignal): Promise<Answered> => {
    const response = await fetch(url, {
      method: "POST",
      redirect: "error",
      headers: { "Content-Type": "application/json", ...manners.headers() },
      body: JSON.stringify({ jsonrpc: "2.0", ...message }),
      signal,
    });
    manners.answered?.(response.headers);
    return accepted(response, signal);
  };

  const linger = (bytes: Parameters<typeof leave>[0]) => {
    lingering += 1;
    void leave(bytes, lingering > mostLingering ? 0 : lingerMs).finally(() => {
      lingering -= 1;
    });
  };

  /** Up to the answer in a stream; then the stream is left to end by itself, or cut. */
  const answerOfStream = async (
    response: Answered,
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
          linger(bytes);
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

  const answerOf = async (response: Answered, id: number, options: RequestOptions) => {
    const type = response.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
    if (response.status !== 202 && type === "text/event-stream") return answerOfStream(response, id, options);
    if (response.status === 202 || type !== "application/json") {
      await response.body?.cancel();
      throw new HttpRefused(
        response.status === 202 ? "HTTP 202 brought no answer" : `Unexpected content type: ${type}`,
      );
    }
    const text = await wholeText(response, options.maximumBytes, options.signal);
    const message = await parseJson(text, mostValues(options.maximumBytes));
    const messages: readonly unknown[] = Array.isArray(message) ? message : [message];
    const answer = messages.find((one) => isObject(one) && one["id"] === id);
    if (!isObject(answer)) throw new Error("the body holds no answer");
    return { message: answer, bytes: Buffer.byteLength(text) };
  };

  return {
    request: async (method, params, options) => {
      const id = ids++;
      const ended = new AbortController();
      const end = () => ended.abort(options.signal.reason);
      options.signal.addEventListener("abort", end, { once: true });
      underWay.add(ended);
      try {
        options.signal.throwIfAborted();
        const response = await post({ id, method, params: params(id) }, ended.signal);
        const { message, bytes } = await answerOf(response, id, { ...options, signal: ended.signal });
        if (isObject(message["error"])) throw new RpcError(message["error"]);
        if (!isObject(message["result"])) throw new Error("the answer has neither a result nor an error");
        return { result: message["result"], bytes };
      } catch (cause) {
        const isGivenUp = ended.signal.aborted;
        // Whatever is still sent is of no use to anybody.
        ended.abort();
        if (isGivenUp) {
          if (options.signal.aborted) manners.givenUp?.(id);
          throw ended.signal.reason;
        }
        throw readable(cause, options.maximumBytes);
      } finally {
        options.signal.removeEventListener("abort", end);
        underWay.delete(ended);
      }
    },
    notify: async (method, params) => {
      const response = await post({ method, ...(params && { params }) }, AbortSignal.timeout(tellingMs));
      await response.body?.cancel();
    },
    close: () => {
      for (const one of underWay) one.abort(new Error("the connection is closed"));
    },
  };
}

/** A response that is no refusal; a refusal is thrown as what it says. */
export async function accepted(response: Answered, signal: AbortSignal): Promise<Answered> {
  if (response.ok) return response;
  const { status, headers } = response;
  const seconds = status === 429 || status === 503 ? retryAfterSeconds(headers) : undefined;
  const text = await refusalText(response, signal);
  if (seconds !== undefined) throw new PutOff(status, seconds);
  throw new HttpRefused(text, status);
}

/** Why a body could not be read, in words for people. */
function readable(cause: unknown, maximumBytes: number): unknown {
  if (cause instanceof BodyTooLarge) return new AnswerTooLarge(maximumBytes);
  if (cause instanceof JsonRefused) return new Error(`the answer ${cause.message}`, { cause });
  return cause;
}

/** A document of JSON as a value; what it may hold is limited as an answer is. */
export async function jsonOf(
  response: Answered,
  { maximumBytes, signal }: Pick<RequestOptions, "maximumBytes" | "signal">,
): Promise<unknown> {
  try {
    return await parseJson(await wholeText(response, maximumBytes, signal), mostValues(maximumBytes));
  } catch (cause) {
    throw readable(cause, maximumBytes);
  }
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

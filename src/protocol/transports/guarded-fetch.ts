import type { FetchLike } from "@modelcontextprotocol/sdk/shared/transport.js";

/** Largest answer that is read, in bytes. */
const maximumBytes = 16 * 1024 * 1024;

/** JSON-RPC codes, of the range that is free for implementations, that mark what this fetch itself found. */
export const answerTooLarge = -32_050;
export const answerBrokenOff = -32_051;

/**
 * A `fetch` for MCP over Streamable HTTP that always comes to an end. The SDK waits for its time limit when an event stream
 * ends without the answer; here such a stream ends with an error for the request. Answers that are too large are broken
 * off. The standing GET stream is not opened: these calls need no messages outside of their answers.
 */
export function guardedFetch(send: FetchLike): FetchLike {
  return async (url, init) => {
    if (init?.method === "GET") return new Response(null, { status: 405 });
    const response = await send(url, init);
    const { body, headers, status } = response;
    const seconds = retryAfter(response);
    if (seconds !== undefined) {
      await body?.cancel();
      throw new PutOff(status, seconds);
    }
    if (body === null || !response.ok || status === 202) return response;
    const streams = headers.get("content-type")?.toLowerCase().includes("text/event-stream") ?? false;
    const id = streams ? requestId(init?.body) : undefined;
    if (!streams && Number(headers.get("content-length") ?? 0) > maximumBytes) {
      await body.cancel();
      throw new AnswerTooLarge();
    }
    return new Response(limited(body, id), { status, headers });
  };
}

export class AnswerTooLarge extends Error {
  constructor() {
    super(`the answer is larger than ${maximumBytes / 1024 / 1024} MB`);
  }
}

/** A server that names when to come again: the SDK's own error does not keep that. */
export class PutOff extends Error {
  readonly status: number;
  readonly seconds: number;

  constructor(status: number, seconds: number) {
    super(`HTTP ${status}, not before ${seconds} s`);
    this.status = status;
    this.seconds = seconds;
  }
}

/** Seconds; undefined where the response is no delay, or names an instant by a clock that is not ours. */
function retryAfter({ status, headers }: Response): number | undefined {
  const named = /^\d{1,6}$/.exec(headers.get("retry-after")?.trim() ?? "")?.[0];
  return (status === 429 || status === 503) && named !== undefined ? Number(named) : undefined;
}

/** The same bytes up to the limit. An event stream of a request ends with an error message, which the SDK ignores where the answer has come before it. */
function limited(body: ReadableStream<Uint8Array>, id: string | number | undefined): ReadableStream {
  const reader = body.getReader();
  let size = 0;
  const end = (controller: ReadableStreamDefaultController<Uint8Array>, code: number, cause: unknown) => {
    if (id === undefined) {
      if (cause === undefined) controller.close();
      else controller.error(cause);
      return;
    }
    controller.enqueue(errorEvent(id, code, cause));
    controller.close();
  };
  return new ReadableStream({
    pull: async (controller) => {
      try {
        const { done, value } = await reader.read();
        if (done) return end(controller, answerBrokenOff, undefined);
        size += value.byteLength;
        if (size <= maximumBytes) return controller.enqueue(value);
        await reader.cancel();
        end(controller, answerTooLarge, new AnswerTooLarge());
      } catch (cause) {
        end(controller, answerBrokenOff, cause);
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

function errorEvent(id: string | number, code: number, cause: unknown): Uint8Array {
  const message = cause instanceof Error ? cause.message : "the stream ended before the answer";
  // Blank lines close whatever event was being sent when the stream broke.
  return Buffer.from(
    `\n\nevent: message\ndata: ${JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } })}\n\n`,
  );
}

function requestId(body: unknown): string | number | undefined {
  if (typeof body !== "string") return undefined;
  const message: unknown = JSON.parse(body);
  const id = typeof message === "object" && message !== null && "id" in message ? message.id : undefined;
  return typeof id === "string" || typeof id === "number" ? id : undefined;
}

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

/** What the scripted provider does with one request. */
export type ScriptedReply =
  | { readonly text: string; readonly cutOff?: boolean }
  | { readonly refusal: string }
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: unknown }
  | { readonly hang: true };

export interface RecordedRequest {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  // biome-ignore lint/suspicious/noExplicitAny: tests look anywhere into what was sent
  readonly body: any;
}

export interface ScriptedModel extends AsyncDisposable {
  readonly baseUrl: string;
  readonly requests: readonly RecordedRequest[];
  /** Resolves when the caller of a hanging request has closed its connection. */
  readonly hungUp: Promise<void>;
  /** Resolves when the first request has arrived. */
  readonly asked: Promise<void>;
}

/**
 * A loopback server that speaks the Responses API and chat completions, without streaming. Replies are taken in order; the
 * last one repeats. One that is a function is made of the text of the request.
 */
export async function startScriptedModel(
  ...replies: readonly (ScriptedReply | ((request: string) => ScriptedReply))[]
): Promise<ScriptedModel> {
  const requests: RecordedRequest[] = [];
  const hungUp = deferred();
  const asked = deferred();
  const server = createServer((request, response) => {
    response.on("close", () => hungUp.resolve());
    void bodyOf(request).then((body) => {
      const next = replies[Math.min(requests.length, replies.length - 1)] ?? { text: "{}" };
      const reply = typeof next === "function" ? next(JSON.stringify(body)) : next;
      requests.push({ path: request.url ?? "", headers: request.headers, body });
      asked.resolve();
      answer(request.url ?? "", reply, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the scripted model has no port");
  return {
    baseUrl: `http://127.0.0.1:${address.port}/v1`,
    requests,
    hungUp: hungUp.promise,
    asked: asked.promise,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answer(path: string, reply: ScriptedReply, response: ServerResponse): void {
  if ("hang" in reply) return;
  if ("status" in reply) {
    response.writeHead(reply.status, { "content-type": "application/json", ...reply.headers });
    response.end(
      JSON.stringify(reply.body ?? { error: { message: "scripted", type: "scripted", code: null } }),
    );
    return;
  }
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify(path.endsWith("/responses") ? responsesApi(reply) : chatCompletions(reply)));
}

type Answer = Extract<ScriptedReply, { text: string } | { refusal: string }>;

function responsesApi(reply: Answer) {
  const cutOff = "text" in reply && reply.cutOff === true;
  const filtered = "refusal" in reply;
  const reason = cutOff ? "max_output_tokens" : "content_filter";
  return {
    id: "resp_1",
    object: "response",
    created_at: 0,
    model: "scripted",
    status: cutOff || filtered ? "incomplete" : "completed",
    incomplete_details: cutOff || filtered ? { reason } : null,
    error: null,
    output: [
      {
        type: "message",
        id: "msg_1",
        role: "assistant",
        status: "completed",
        content: [
          { type: "output_text", text: "text" in reply ? reply.text : reply.refusal, annotations: [] },
        ],
      },
    ],
    usage: {
      input_tokens: 120,
      output_tokens: 8,
      total_tokens: 128,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens_details: { reasoning_tokens: 0 },
    },
  };
}

function chatCompletions(reply: Answer) {
  const finished = "refusal" in reply ? "content_filter" : reply.cutOff ? "length" : "stop";
  const content = "text" in reply ? reply.text : reply.refusal;
  return {
    id: "chat_1",
    object: "chat.completion",
    created: 0,
    model: "scripted",
    choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: finished }],
    usage: { prompt_tokens: 120, completion_tokens: 8, total_tokens: 128 },
  };
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString("utf8") || "null");
}

function deferred() {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

import type { ServerResponse } from "node:http";

/** What becomes of a call on its way: in all but the last two the agent has done its work. */
export const damages = {
  lost: "connection closed where the answer would begin",
  cut: "answer broken off half way",
  html: "HTML page of a proxy, status 502",
  prose: "prose without a payload",
  error: "HTTP 500",
  stall: "no answer at all",
  unworked: "connection cut before the agent worked",
  busy: "HTTP 503 before the agent worked, with Retry-After",
} as const;
export type Damage = keyof typeof damages;

/** Answers before the agent works; false where it is to work. */
export function refuseEarly(response: ServerResponse, damage: Damage): damage is "unworked" | "busy" {
  if (damage === "unworked") response.destroy();
  else if (damage === "busy") response.writeHead(503, { "Retry-After": "2" }).end("later, please");
  else return false;
  return true;
}

/** Has the answer go out damaged. */
export function damageAnswer(
  response: ServerResponse,
  damage: Exclude<Damage, "unworked" | "busy">,
  { id, whenDamaged }: { readonly id: unknown; readonly whenDamaged?: (() => void) | undefined },
): void {
  const writeHead = response.writeHead.bind(response);
  const write = response.write.bind(response);
  const end = response.end.bind(response);
  const chunks: Buffer[] = [];
  const send: Readonly<Record<typeof damage, () => void>> = {
    lost: () => response.destroy(),
    cut: () => {
      const body = Buffer.concat(chunks);
      const isJson = body.subarray(0, 1).toString() === "{";
      writeHead(200, {
        "Content-Type": isJson ? "application/json" : "text/event-stream",
        "Content-Length": body.length,
      });
      write(body.subarray(0, Math.floor(body.length / 2)), () => response.destroy());
    },
    html: () => {
      writeHead(502, { "Content-Type": "text/html" });
      end("<html><body><h1>502 Bad Gateway</h1></body></html>");
    },
    prose: () => {
      writeHead(200, { "Content-Type": "application/json" });
      const result = { content: [{ type: "text", text: "Media buy created. Thank you for your order!" }] };
      end(JSON.stringify({ jsonrpc: "2.0", id, result }));
    },
    error: () => {
      writeHead(500, { "Content-Type": "text/plain" });
      end("the server has a problem");
    },
    stall: () => undefined,
  };
  const keep = (chunk: unknown) => {
    if (typeof chunk === "string" || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk));
  };
  Object.assign(response, {
    writeHead: () => response,
    flushHeaders: () => undefined,
    write: (chunk: unknown) => {
      keep(chunk);
      return true;
    },
    end: (chunk: unknown) => {
      keep(chunk);
      whenDamaged?.();
      send[damage]();
      return response;
    },
  });
}

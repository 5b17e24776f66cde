import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

/** What it does with a `tools/call`: writes whatever it likes, ends the answer or does not. */
export type Answering = (
  response: ServerResponse,
  call: { readonly id: unknown; readonly task: unknown; readonly arguments: unknown },
) => void;

/** An MCP server on bare HTTP that opens sessions properly and then does as it is set up. Counts its own connections. */
export interface HostileAgent {
  readonly url: string;
  /** Calls that it has begun to answer, or not yet, and whose connection is still open. */
  readonly open: () => number;
  /** Connections at once, at most. */
  readonly most: () => number;
  /** Methods in the order in which they came. */
  readonly heard: readonly string[];
  readonly close: () => Promise<void>;
}

export async function startHostileAgent(answer: Answering): Promise<HostileAgent> {
  const sockets = new Set<Socket>();
  const heard: string[] = [];
  let most = 0;
  let open = 0;
  const server: Server = createServer((request, response) => void respond(request, response));
  server.on("connection", (socket) => {
    sockets.add(socket);
    most = Math.max(most, sockets.size);
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
  });
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    response.on("error", () => undefined);
    if (request.method !== "POST") return void response.writeHead(405).end();
    const { id, method, params } = JSON.parse(body) as { id?: unknown; method: string; params?: never };
    heard.push(method);
    if (id === undefined) return void response.writeHead(202).end();
    if (method === "tools/call") {
      open += 1;
      response.on("close", () => {
        open -= 1;
      });
      const { name, arguments: given } = params as unknown as { name: unknown; arguments: unknown };
      return answer(response, { id, task: name, arguments: given });
    }
    const result =
      method === "initialize"
        ? {
            protocolVersion: "2025-06-18",
            capabilities: { tools: {} },
            serverInfo: { name: "hostile", version: "1" },
          }
        : {};
    response
      .writeHead(200, { "Content-Type": "application/json" })
      .end(JSON.stringify({ jsonrpc: "2.0", id, result }));
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A TCP server's address is never a pipe name.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    open: () => open,
    most: () => most,
    heard,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Begins a stream of events. */
export function stream(response: ServerResponse): ServerResponse {
  return response.writeHead(200, { "Content-Type": "text/event-stream" });
}

/** One event of a stream with a result for the request `id`. */
export function answerEvent(id: unknown, structuredContent: unknown): string {
  const result = { content: [], structuredContent };
  return `event: message\ndata: ${JSON.stringify({ jsonrpc: "2.0", id, result })}\n\n`;
}

export function progressEvent(id: unknown, progress: number): string {
  const params = { progressToken: id, progress };
  return `data: ${JSON.stringify({ jsonrpc: "2.0", method: "notifications/progress", params })}\n\n`;
}

/** Writes the same again for as long as it is read, up to some bytes. `sent` tells how many went out. */
export function flood(
  response: ServerResponse,
  chunk: Buffer,
  bytes: number,
): { readonly sent: () => number } {
  let sent = 0;
  const more = () => {
    while (sent < bytes && !response.destroyed) {
      sent += chunk.byteLength;
      if (!response.write(chunk)) return void response.once("drain", more);
    }
    response.end();
  };
  more();
  return { sent: () => sent };
}

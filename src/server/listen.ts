import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import type { Hono } from "hono";
import { urlHost } from "./hosts.ts";

/** Connections that are still busy after so long are cut, in milliseconds. */
const patienceMs = 5_000;

/**
 * What a client may take, so that a slow one holds nothing: its header must be there after 10 s and its request after 30 s, and
 * a silent connection is closed after 30 s. No more connections are open at once than 512: beyond it the one that has sent no
 * whole request for longest makes room.
 */
export interface ClientLimits {
  readonly connections: number;
  readonly headersMs: number;
  readonly requestMs: number;
  /** How often the times are checked. */
  readonly checkMs: number;
}
const usualLimits: ClientLimits = { connections: 512, headersMs: 10_000, requestMs: 30_000, checkMs: 5_000 };
/** Bytes; 100 fields at most. */
const largestHeader = 16 * 1024;
const mostFields = 100;

export interface Listening {
  readonly url: string;
  /** Takes no further request, answers those under way, and cuts what is not done in time. */
  readonly close: () => Promise<void>;
}

/** Opens the port first and builds the app when its number is known. Rejects where the port cannot be had. */
export function listen(
  { host, port }: { readonly host: string; readonly port: number },
  build: (port: number) => Hono,
  { connections, headersMs, requestMs, checkMs }: ClientLimits = usualLimits,
): Promise<Listening> {
  return new Promise((resolve, reject) => {
    let app: Hono | undefined;
    const server = createAdaptorServer({
      createServer,
      serverOptions: {
        maxHeaderSize: largestHeader,
        headersTimeout: headersMs,
        requestTimeout: requestMs,
        connectionsCheckingInterval: checkMs,
      },
      fetch: (request, env) => {
        if (isOfTwoHosts(env.incoming)) return new Response("the target is of another host", { status: 421 });
        return app?.fetch(request, env) ?? new Response("starting", { status: 503 });
      },
    });
    makeRoom(server, connections);
    if ("maxHeadersCount" in server) server.maxHeadersCount = mostFields;
    server.setTimeout(requestMs);
    server.once("error", (cause) => {
      reject(new Error(`nothing can listen on port ${port} of ${host}: ${cause.message}`, { cause }));
    });
    server.listen(port, host, () => {
      // A TCP server's address is never a pipe name.
      const { port: open } = server.address() as AddressInfo;
      app = build(open);
      resolve({ url: `http://${urlHost(host)}:${open}`, close: () => shut(server) });
    });
  });
}

/** A target may name its host as well (RFC 9112, 3.2.2): what is let in by the one name is not answered for another. */
function isOfTwoHosts({ url = "/", headers: { host = "" } }: Pick<IncomingMessage, "url" | "headers">) {
  if (url.startsWith("/") || url === "*") return false;
  return !URL.canParse(url) || new URL(url).host !== host.toLowerCase();
}

/** Who holds connections and asks nothing cannot keep out who asks. */
function makeRoom(server: ReturnType<typeof createAdaptorServer>, most: number): void {
  const open = new Set<Socket>();
  const unasked = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    const [oldest = socket] = unasked;
    if (open.size >= most) oldest.destroy();
    if (socket.destroyed) return;
    open.add(socket);
    unasked.add(socket);
    socket.once("close", () => {
      open.delete(socket);
      unasked.delete(socket);
    });
  });
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const { socket, headers } = request;
    const noteRequest = () => unasked.delete(socket);
    if (headers["content-length"] === undefined && headers["transfer-encoding"] === undefined) noteRequest();
    else request.once("end", noteRequest);
    response.once("close", () => {
      if (open.has(socket)) unasked.add(socket);
    });
  });
}

function shut(server: ReturnType<typeof createAdaptorServer>): Promise<void> {
  return new Promise((resolve, reject) => {
    const cut = setTimeout(() => {
      if ("closeAllConnections" in server) server.closeAllConnections();
    }, patienceMs);
    server.close((error) => {
      clearTimeout(cut);
      if (error === undefined) resolve();
      else reject(error);
    });
    if ("closeIdleConnections" in server) server.closeIdleConnections();
  });
}

import { createServer as createOlder } from "node:http";
import { createServer as createNewer, type ServerHttp2Session } from "node:http2";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";

/** What a connection in HTTP/2 begins with. */
const preface = Buffer.from("PRI * HTTP/2.0");
/** A connection that has asked nothing for so long is closed, in milliseconds. */
const idleMs = 60_000;
const mostConnections = 512;
/** Who takes its last answers no faster gets no more of them, in milliseconds. */
const partingMs = 500;

export interface Listening {
  readonly port: number;
  /** Ends every connection, whatever the other side does. */
  readonly close: () => Promise<void>;
}

/** Answers HTTP/2 and HTTP/1.1 on one port, without TLS: the first bytes show which. Rejects where the port cannot be had. */
export async function listen(
  app: Hono,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<Listening> {
  const answer = getRequestListener((request) => app.fetch(request));
  const older = createOlder((request, response) => void answer(request, response));
  const newer = createNewer((request, response) => void answer(request, response));
  const sessions = new Set<ServerHttp2Session>();
  newer.on("session", (session) => {
    sessions.add(session);
    session.once("close", () => sessions.delete(session));
  });
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
    socket.setTimeout(idleMs, () => socket.destroy());
    // A client that goes away midway is not reported.
    socket.on("error", () => socket.destroy());
    socket.once("data", (bytes) => {
      socket.pause();
      socket.unshift(bytes);
      const isNewer = bytes.subarray(0, preface.length).equals(preface.subarray(0, bytes.length));
      (isNewer ? newer : older).emit("connection", socket);
      process.nextTick(() => socket.resume());
    });
  });
  server.maxConnections = mostConnections;
  await new Promise<void>((resolve, reject) => {
    server.once("error", (cause) => {
      reject(new Error(`nothing can listen on port ${port} of ${host}: ${cause.message}`, { cause }));
    });
    server.listen(port, host, resolve);
  });
  // A TCP server's address is never a pipe name.
  const { port: opened } = server.address() as AddressInfo;
  return {
    port: opened,
    close: () =>
      new Promise((resolve) => {
        const part = setTimeout(() => {
          for (const session of sessions) session.destroy();
          for (const socket of open) socket.destroy();
        }, partingMs);
        server.close(() => {
          clearTimeout(part);
          resolve();
        });
        for (const session of sessions) session.close();
        // A socket waits for all that is to be sent, and a peer that reads nothing lets it wait for ever.
        for (const socket of open) socket.destroySoon();
      }),
  };
}

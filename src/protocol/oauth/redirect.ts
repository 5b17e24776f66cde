import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { isSameSecret } from "../../lib/digest.ts";

const path = "/callback";

/** A loopback address that the browser comes back to (RFC 8252). */
export interface Redirect extends AsyncDisposable {
  readonly url: string;
  /**
   * What the browser brings with our own `state`; answers with another are refused and waited past, so that no other page
   * can end a login. Rejects with the signal's reason.
   */
  readonly answer: (state: string, signal: AbortSignal) => Promise<URLSearchParams>;
}

export async function openRedirect(): Promise<Redirect> {
  const server = createServer((_, response) => response.writeHead(404).end());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // A TCP server's address is never a pipe name.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${path}`,
    answer: (state, signal) => answerOf(server, state, signal),
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answerOf(server: Server, state: string, signal: AbortSignal): Promise<URLSearchParams> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    server.removeAllListeners("request");
    server.on("request", (request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? "/", "http://127.0.0.1");
      const say = (status: number, text: string) =>
        response
          .writeHead(status, { "Content-Type": "text/plain; charset=utf-8", Connection: "close" })
          .end(`${text}\n`);
      if (request.method !== "GET" || pathname !== path) say(404, "There is nothing here.");
      else if (!isSameSecret(searchParams.get("state") ?? "", state))
        say(400, "This answer belongs to another login. Nothing was taken from it.");
      else {
        say(200, "flightdesk has the answer. Close this window and go back to the terminal.");
        resolve(searchParams);
      }
    });
  });
}

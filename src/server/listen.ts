import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import type { Hono } from "hono";
import { urlHost } from "./hosts.ts";

/** Connections that are still busy after so long are cut, in milliseconds. */
const patienceMs = 5_000;

export interface Listening {
  readonly url: string;
  /** Takes no further request, answers those under way, and cuts what is not done in time. */
  readonly close: () => Promise<void>;
}

/** Opens the port first and builds the app when its number is known. Rejects where the port cannot be had. */
export function listen(
  { host, port }: { readonly host: string; readonly port: number },
  build: (port: number) => Hono,
): Promise<Listening> {
  return new Promise((resolve, reject) => {
    let app: Hono | undefined;
    const server = createAdaptorServer({
      fetch: (request, env) => app?.fetch(request, env) ?? new Response("starting", { status: 503 }),
    });
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

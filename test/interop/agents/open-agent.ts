import { randomUUID } from "node:crypto";
import { once } from "node:events";
import type { Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type AdcpServer, serve, verifyApiKey } from "@adcp/sdk/server";
import { type A2aLine, a2aServer } from "./a2a-server.ts";
import { type Call, callsIn } from "./calls-in.ts";
import { type Damage, damageAnswer, refuseEarly } from "./damage.ts";

/** An agent that runs on the public standard's own server, on an origin of its own. */
export interface Agent extends AsyncDisposable {
  readonly url: string;
  /** The bearer token that it wants. */
  readonly token: string;
  readonly calls: readonly RecordedCall[];
}

export interface RecordedCall extends Call {
  /** Its place among the calls of all agents that share a count. */
  readonly order: number;
}

export interface AgentOptions {
  /** Called for each request, as the standard's server wants it, with the agent's own URL. */
  readonly server: (url: string) => AdcpServer;
  /** What lies at other paths of its origin. */
  readonly files?: (origin: string) => Readonly<Record<string, unknown>>;
  /** A line of A2A's own SDK, for an agent that speaks A2A alone; MCP where absent. */
  readonly line?: A2aLine | undefined;
  /** Numbers the calls. */
  readonly count: () => number;
  /** What becomes of a call, or of its answer, on the way; nothing where it returns nothing. */
  readonly damage?: ((call: Call) => Damage | undefined) | undefined;
  /** Whether nothing at its origin answers. */
  readonly isDown?: (() => boolean) | undefined;
  /** Called when an answer goes out damaged. */
  readonly whenDamaged?: (() => void) | undefined;
}

export async function openAgent(options: AgentOptions): Promise<Agent> {
  // The standard's server talks of itself with every request.
  for (const level of ["log", "warn", "error"] as const) console[level] = () => undefined;
  const token = randomUUID();
  const calls: RecordedCall[] = [];
  const { line } = options;
  const before = (body: string | undefined, response: ServerResponse) => {
    for (const call of callsIn(body)) {
      calls.push({ ...call, order: options.count() });
      const damage = options.damage?.(call);
      if (damage === undefined) continue;
      if (refuseEarly(response, damage)) return true;
      damageAnswer(response, damage, { ...call, ...options });
    }
    return false;
  };
  const server: Server =
    line === undefined
      ? serve(() => options.server(`${origin}/mcp`), {
          port: 0,
          authenticate: verifyApiKey({ keys: { [token]: { principal: "buyer" } } }),
          onListening: () => undefined,
          preTransport: ({ rawBody }, response) => Promise.resolve(before(rawBody, response)),
        })
      : a2aServer({ line, token, server: options.server, before }).listen(0);
  await once(server, "listening");
  // A TCP server's address is never a pipe name.
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const [serveCalls] = server.listeners("request");
  server.removeAllListeners("request");
  server.on("request", (request, response) => {
    if (options.isDown?.() === true) {
      request.destroy();
      return;
    }
    const file = options.files?.(origin)[request.url ?? ""];
    if (file === undefined) {
      serveCalls?.call(server, request, response);
      return;
    }
    response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(file));
  });
  return {
    url: `${origin}/${line === undefined ? "mcp" : "a2a"}`,
    token,
    calls,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

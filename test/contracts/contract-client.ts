import { randomUUID } from "node:crypto";
import { simulatedClock } from "../../src/lib/clock.ts";
import { Secret } from "../../src/lib/secret.ts";
import { freeze } from "../../src/protocol/client/call-permit.ts";
import { createClient } from "../../src/protocol/client/client.ts";
import { issuePermit } from "../../src/protocol/client/issue-permit.ts";
import { oneDialect } from "../../src/protocol/dialects/book.ts";
import { bearerFor } from "../../src/protocol/messages/credentials.ts";
import type { Wire } from "../../src/protocol/messages/transport.ts";
import {
  isMutation,
  type MutationName,
  type ReadName,
  type RequestOf,
  type TaskName,
} from "../../src/protocol/tasks/index.ts";
import { a2aTransport } from "../../src/protocol/transports/a2a.ts";
import { mcpTransport } from "../../src/protocol/transports/mcp.ts";

const transports = { mcp: mcpTransport, a2a: a2aTransport };

/** The client at agents of one origin that speak the contract, over one wire; no wait takes time. */
export function contractClient(origin: string, { token, wire = "mcp" }: { token: string; wire?: Wire }) {
  const clock = simulatedClock(0);
  const client = createClient({
    transport: (url) =>
      transports[wire](url, bearerFor(new Secret(token), [origin]), {
        addresses: { allowLoopback: true },
      }),
    clock,
    now: () => 0,
    random: () => 0,
    dialects: oneDialect("svc"),
  });
  return {
    clock,
    /** Calls a task as often as `tries` says where it only reads; a change has a key of its own unless it is given one. */
    ask: (agentUrl: string, task: TaskName, request: Record<string, unknown> = {}, tries = 1) => {
      // Each is parsed by its task's schema before it is sent.
      if (!isMutation(task)) return client.read(agentUrl, task, request as RequestOf<ReadName>, { tries });
      const keyed = { idempotency_key: randomUUID(), ...request } as RequestOf<MutationName>;
      const call = freeze(task, agentUrl, keyed);
      return client.mutate(call, issuePermit(call, { expiresAt: 1 }), { stopped: async () => undefined });
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}

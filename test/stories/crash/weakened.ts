import { randomUUID } from "node:crypto";
import type { ExecutePorts } from "../../../src/campaign/execute/execute-ports.ts";
import type { StepState } from "../../../src/campaign/model/state/state.ts";
import { Secret } from "../../../src/lib/secret.ts";
import { createClient } from "../../../src/protocol/client/client.ts";
import { bearerFor } from "../../../src/protocol/messages/credentials.ts";
import { mcpTransport } from "../../../src/protocol/transports/mcp.ts";

/**
 * A protection that is taken away. `key`: each sending makes its own idempotency key. `window`: the seller's replay window
 * is not minded. `look-up`: the seller's books seem empty to whoever looks for a lost buy.
 */
export type Weakness = "key" | "window" | "look-up";

/** The same ports without some of what keeps a step from being done twice: a suite that stays green on them is blind. */
export function weakened(
  ports: ExecutePorts,
  weaknesses: readonly Weakness[],
  connection: { readonly url: string; readonly token: string },
): ExecutePorts {
  const { journal, read } = ports;
  return {
    ...ports,
    ...(weaknesses.includes("key") && { mutate: freshKeys(ports, connection) }),
    ...(weaknesses.includes("window") && {
      journal: {
        ...journal,
        state: () => {
          const state = journal.state();
          return { ...state, steps: state.steps.map(withoutWindow) };
        },
      },
    }),
    ...(weaknesses.includes("look-up") && {
      read: (agentUrl, task, request, options) =>
        read(
          agentUrl,
          task,
          "buyer_ref" in request ? { ...request, buyer_ref: "nobody's" } : request,
          options,
        ),
    }),
  };
}

function freshKeys({ stopwatch, clock }: ExecutePorts, { url, token }: { url: string; token: string }) {
  const credentials = bearerFor(new Secret(token), [new URL(url).origin]);
  return createClient({
    clock: stopwatch,
    now: clock.now,
    transport: (agentUrl) => {
      const transport = mcpTransport(agentUrl, credentials, { addresses: { allowLoopback: true } });
      return {
        ...transport,
        // The approval token is for the request under its first key; the sandbox lets requests without one pass.
        call: (task, request, options) =>
          transport.call(
            task,
            { ...request, idempotency_key: randomUUID(), governance_context: undefined },
            options,
          ),
      };
    },
  }).mutate;
}

function withoutWindow(step: StepState): StepState {
  if (step.intent === undefined) return step;
  const { replayWindowSeconds: _, ...intent } = step.intent;
  return { ...step, intent };
}

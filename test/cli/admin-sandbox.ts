import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { offsetClock } from "../../src/lib/clock.ts";
import { startSandbox } from "../../src/sandbox/sandbox.ts";
import { flightdesk, temporaryFolder } from "./flightdesk.ts";

/** The plan that `openDesk` leaves with the sandbox's governance agent. */
export const plan = "desk-2027";

/** A running sandbox with a plan at its governance agent, a folder for files and a home, and the command line on them. */
export async function openDesk() {
  const sandbox = await startSandbox({ clock: offsetClock(Date.now()), slowSellerMs: 1 });
  const folder = temporaryFolder();
  const home = join(folder.path, "home");
  await syncPlan(sandbox.governanceUrl, sandbox.token);
  return {
    sandbox,
    home,
    /** Writes a file and returns its path. */
    file: (name: string, content: unknown) => {
      const path = join(folder.path, name);
      writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
      return path;
    },
    run: (...words: string[]) =>
      flightdesk(words, {
        FLIGHTDESK_REGISTRY_URL: sandbox.registryUrl,
        FLIGHTDESK_GOVERNANCE_URL: sandbox.governanceUrl,
        FLIGHTDESK_WELL_KNOWN_URL: sandbox.wellKnownUrl,
        FLIGHTDESK_TOKEN: sandbox.token,
        FLIGHTDESK_OPERATOR: "agency.example",
        FLIGHTDESK_HOME: home,
      }),
    callsOf: (task: string) => sandbox.calls.filter((call) => call.task === task),
    [Symbol.asyncDispose]: async () => {
      await sandbox.close();
      folder[Symbol.dispose]();
    },
  };
}

/** A person at the governance agent's own desk: the SDK's client, not ours. */
async function syncPlan(governanceUrl: string, token: string): Promise<void> {
  const transport = new StreamableHTTPClientTransport(new URL(governanceUrl), {
    requestInit: { headers: { Authorization: `Bearer ${token}` } },
  });
  const client = new Client({ name: "test", version: "1" });
  await client.connect(transport);
  await client.callTool({
    name: "sync_plans",
    arguments: {
      idempotency_key: randomUUID(),
      plans: [
        {
          plan_id: plan,
          brand: { domain: "acme.example" },
          objectives: "keep accounts and audiences in order",
          budget: { total: 1000, currency: "EUR", reallocation_threshold: 1000 },
          flight: { start: "2020-01-01T00:00:00Z", end: "2090-01-01T00:00:00Z" },
        },
      ],
    },
  });
  await client.close();
}

import { randomUUID } from "node:crypto";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { afterEach } from "vitest";
import { simulatedClock } from "../../src/lib/clock.ts";
import type { ResponseOf, TaskName } from "../../src/protocol/tasks/index.ts";
import { tasks } from "../../src/protocol/tasks/index.ts";
import { errorKey } from "../../src/protocol/tasks/names.ts";
import { type Sandbox, type SandboxOptions, startSandbox } from "../../src/sandbox/sandbox.ts";

const opened: AsyncDisposable[] = [];

afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one[Symbol.asyncDispose]();
});

/** A sandbox at Monday, 4 January 2027, 08:00 UTC, closed after the test. */
export async function start(options: Partial<SandboxOptions> = {}): Promise<Sandbox> {
  const sandbox = await startSandbox({ clock: simulatedClock("2027-01-04T08:00:00Z"), ...options });
  opened.push(sandbox);
  return sandbox;
}

/** The SDK's own client at one agent; `token: null` sends none. */
export async function connect(sandbox: Sandbox, path: string, token: string | null = sandbox.token) {
  const transport = new StreamableHTTPClientTransport(new URL(path, sandbox.url), {
    requestInit: token === null ? {} : { headers: { Authorization: `Bearer ${token}` } },
  });
  const client = new Client({ name: "test", version: "1" });
  await client.connect(transport);
  opened.push({ [Symbol.asyncDispose]: () => client.close() });

  const raw = (name: string, given: Record<string, unknown>, signal?: AbortSignal) =>
    client.request(
      { method: "tools/call", params: { name, arguments: given } },
      CallToolResultSchema,
      signal === undefined ? {} : { signal },
    );

  return {
    client,
    raw,
    /** The payload of an answer that must be a success. */
    call: async <Name extends TaskName>(
      name: Name,
      given: Record<string, unknown>,
    ): Promise<ResponseOf<Name>> => {
      const result = await raw(tasks[name].name, given);
      if (result.isError) throw new Error(`${name}: ${JSON.stringify(result.content)}`);
      // Parsed by the schema of exactly this task.
      return tasks[name].response.parse(result.structuredContent) as ResponseOf<Name>;
    },
    /** The error object of an answer that must be a failure. */
    refusal: async (name: string, given: Record<string, unknown>): Promise<Record<string, unknown>> => {
      const result = await raw(name, given);
      if (!result.isError) throw new Error(`${name} succeeded`);
      // The error object is what these tests check.
      return result.structuredContent?.[errorKey] as Record<string, unknown>;
    },
  };
}

export function key(): string {
  return randomUUID();
}

/** A week of run-of-network display in euros, from 11 January. */
export function order(change: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    idempotency_key: key(),
    buyer_ref: "campaign-1",
    packages: [
      { product_id: "hb_display_ros", pricing_option_id: "cpm_eur", budget: 5000, buyer_ref: "slot-1" },
    ],
    start_time: "2027-01-11T00:00:00Z",
    end_time: "2027-01-18T00:00:00Z",
    ...change,
  };
}

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Agent } from "./open-agent.ts";

export type Ask = (
  tool: string,
  request: Readonly<Record<string, unknown>>,
) => Promise<Readonly<Record<string, unknown>>>;

/** A plain MCP client that knows nothing of tasks, with the agent's credential. */
export async function openClient({ url, token }: Agent): Promise<{ readonly ask: Ask } & AsyncDisposable> {
  const client = new Client({ name: "plain", version: "1" });
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { Authorization: `Bearer ${token}` } },
  });
  await client.connect(transport);
  return {
    ask: async (tool, request) => {
      const { structuredContent } = await client.callTool({ name: tool, arguments: { ...request } });
      return structuredContent as Readonly<Record<string, unknown>>;
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type Json = Readonly<Record<string, unknown>>;

/** What an MCP tool answers, to the letter; or what takes the response and does with it what it wants. */
type Result = Json | ((response: ServerResponse) => void);

export interface Script {
  /** Payloads by tool: the same in text and structure. */
  readonly payloads: Readonly<Record<string, (request: Json) => Json>>;
  /** What stands in the place of a payload. */
  readonly results?: Readonly<Record<string, (request: Json) => Result>>;
  /** Documents by path. */
  readonly pages?: Readonly<Record<string, Json>>;
  readonly speaks?: "mcp" | "a2a";
}

export interface ScriptedSeller extends AsyncDisposable {
  readonly url: string;
  readonly wellKnownUrl: string;
  readonly registryUrl: string;
  /** Names of the tools that were called. */
  readonly called: readonly string[];
}

/** A seller that answers what a test has written, over MCP or A2A 0.3, on a port of its own. */
export async function startScriptedSeller(script: (url: string) => Script): Promise<ScriptedSeller> {
  const called: string[] = [];
  const server = createServer((request, response) => void respond(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const first = script(`${origin}/mcp`);
  const isA2a = first.speaks === "a2a";
  const url = isA2a ? `${origin}/a2a` : `${origin}/mcp`;
  const { payloads, results = {}, pages = {} } = isA2a ? script(url) : first;
  const tools = [...new Set([...Object.keys(payloads), ...Object.keys(results)])];

  const documents: Readonly<Record<string, Json>> = {
    "/domains/publisher.example/.well-known/adagents.json": {
      authorized_agents: [
        {
          url,
          authorized_for: "All properties",
          authorization_type: "property_tags",
          property_tags: ["all"],
        },
      ],
      properties: [{ property_id: "site", tags: ["all"], publisher_domain: "publisher.example" }],
    },
    "/api/registry/agents": {
      agents: [{ domain: "seller.example", agent_url: url, capabilities: tools, channels: ["olv"] }],
    },
    ...(isA2a && {
      "/.well-known/agent-card.json": {
        name: "scripted",
        url,
        preferredTransport: "JSONRPC",
        protocolVersion: "0.3.0",
        capabilities: { extensions: [{ uri: "https://adcontextprotocol.org/extensions/adcp/v3" }] },
        skills: tools.map((id) => ({ id })),
      },
    }),
    ...pages,
  };
  const answerTo = (tool: string, request: Json): Result | undefined => {
    called.push(tool);
    const result = results[tool]?.(request);
    if (result !== undefined) return result;
    const payload = payloads[tool]?.(request);
    if (payload === undefined) return undefined;
    return { structuredContent: payload, content: [{ type: "text", text: JSON.stringify(payload) }] };
  };
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const [path = "/"] = (request.url ?? "/").split("?");
    const write = (value: unknown) =>
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(value));
    const document = documents[path];
    if (request.method === "GET" && document !== undefined) return write(document);
    if (request.method !== "POST" || path !== new URL(url).pathname) return response.writeHead(404).end();
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const message: Message = JSON.parse(Buffer.concat(chunks).toString("utf8"));
    if (message.id === undefined) return response.writeHead(202).end();
    const reply = (result: unknown) => write({ jsonrpc: "2.0", id: message.id, result });
    if (isA2a && message.method !== "message/send")
      return write({ jsonrpc: "2.0", id: message.id, error: { code: -32_601, message: message.method } });
    if (isA2a) {
      const { skill, input } = message.params?.message?.parts[0]?.data ?? { skill: "" };
      const result = answerTo(skill, input ?? {});
      if (typeof result === "function") return result(response);
      return reply({
        kind: "task",
        id: "task",
        contextId: "context",
        status: { state: result?.["isError"] ? "failed" : "completed" },
        artifacts: [
          { artifactId: "a", parts: [{ kind: "data", data: result?.["structuredContent"] ?? {} }] },
        ],
      });
    }
    if (message.method === "initialize")
      return reply({
        protocolVersion: "2025-06-18",
        capabilities: { tools: {} },
        serverInfo: { name: "scripted", version: "1" },
      });
    if (message.method === "tools/list")
      return reply({ tools: tools.map((name) => ({ name, inputSchema: { type: "object" } })) });
    const { name = "", arguments: asked = {} } = message.params ?? {};
    const result = answerTo(name, asked);
    return typeof result === "function" ? result(response) : reply(result);
  };
  return {
    url,
    called,
    registryUrl: origin,
    wellKnownUrl: `${origin}/domains/{domain}/.well-known/adagents.json`,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

interface Message {
  readonly id?: unknown;
  readonly method: string;
  readonly params?: {
    readonly name?: string;
    readonly arguments?: Json;
    readonly message?: { readonly parts: readonly { readonly data: { skill: string; input?: Json } }[] };
  };
}

import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { type Context, Hono } from "hono";

export type JsonObject = Readonly<Record<string, unknown>>;

/** What a canned agent does with a call: answers, refuses, or has the server in front of it refuse. */
export type CannedAnswer =
  | { readonly payload: JsonObject }
  | { readonly error: { readonly code: string } & JsonObject }
  | { readonly http: number; readonly headers?: Readonly<Record<string, string>> };

/** The answer to the `n`th call of a tool, counted from 1; a promise where it takes its time. */
export type Canned = (request: JsonObject, n: number) => CannedAnswer | Promise<CannedAnswer>;

/** A seller of the public standard as a test writes it: nothing is kept, every answer is told. */
export interface CannedSeller {
  /** Also its path, `/<slug>/mcp`, and its domain, `<slug>.example`. */
  readonly slug: string;
  readonly channels: readonly string[];
  /** Tool name to answer; what is not listed is not served. */
  readonly tools: Readonly<Record<string, Canned>>;
}

/** One call as it arrived. */
export interface CannedCall {
  readonly seller: string;
  readonly tool: string;
  readonly arguments: JsonObject;
  /** The arguments as JSON text, in the order in which they came. */
  readonly bytes: string;
  readonly authorization: string | undefined;
  /** By the clock that the market was given. */
  readonly at: number;
  /** What was answered: `answered`, the code of an error, or an HTTP status. */
  readonly outcome: string;
  /** Undefined where the tool is not served. */
  readonly answer: CannedAnswer | undefined;
}

export interface CannedMarket extends AsyncDisposable {
  readonly url: string;
  readonly calls: readonly CannedCall[];
  /** A seller's calls of one tool, in the order of arrival. */
  readonly callsOf: (tool: string, seller?: string) => readonly CannedCall[];
  readonly wellKnownUrl: string;
}

/** Sellers with canned answers on one port, with the registry that lists them and the publishers that name them. */
export async function startCannedMarket(
  sellers: readonly CannedSeller[],
  now: () => number = () => 0,
): Promise<CannedMarket> {
  const calls: CannedCall[] = [];
  const app = new Hono();
  const server = createAdaptorServer({ fetch: app.fetch });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A TCP server's address is never a pipe name.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const callsOf = (tool: string, seller?: string) =>
    calls.filter((call) => call.tool === tool && (seller === undefined || call.seller === seller));

  app.get("/api/registry/agents", (http) => {
    const { capability, channel } = http.req.query();
    return http.json({
      agents: sellers
        .filter(({ tools }) => capability === undefined || capability in tools)
        .filter(({ channels }) => channel === undefined || channels.includes(channel))
        .map(({ slug, channels, tools }) => ({
          domain: `${slug}.example`,
          agent_url: `${url}/${slug}/mcp`,
          capabilities: Object.keys(tools),
          channels,
        })),
    });
  });
  app.get("/domains/:domain/.well-known/adagents.json", (http) =>
    http.json({ authorized_agents: sellers.map(({ slug }) => ({ url: `${url}/${slug}/mcp` })) }),
  );
  for (const { slug, tools } of sellers)
    app.post(`/${slug}/mcp`, async (http) => {
      const message = await http.req.json<{ id?: unknown; method: string; params?: unknown }>();
      if (message.id === undefined) return http.body(null, 202);
      if (message.method !== "tools/call") return http.json(reply(message.id, about(message.method, tools)));
      const called = message.params as { readonly name: string; readonly arguments?: JsonObject };
      const { name: tool, arguments: request = {} } = called;
      const arrivedAt = now();
      const answer = await tools[tool]?.(request, callsOf(tool, slug).length + 1);
      calls.push({
        seller: slug,
        tool,
        arguments: request,
        bytes: JSON.stringify(request),
        authorization: http.req.header("authorization"),
        at: arrivedAt,
        outcome: outcomeOf(answer),
        answer,
      });
      if (answer !== undefined && "http" in answer)
        return new Response(null, { status: answer.http, headers: answer.headers ?? {} });
      return http.json(reply(message.id, resultOf(answer, tool)));
    });
  app.all("*", (http: Context) => http.body(null, 405));

  return {
    url,
    calls,
    callsOf,
    wellKnownUrl: `${url}/domains/{domain}/.well-known/adagents.json`,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        if ("closeAllConnections" in server) server.closeAllConnections();
      }),
  };
}

function reply(id: unknown, result: unknown) {
  return { jsonrpc: "2.0", id, result };
}

function about(method: string, tools: CannedSeller["tools"]) {
  if (method === "tools/list")
    return { tools: Object.keys(tools).map((name) => ({ name, inputSchema: { type: "object" } })) };
  return {
    protocolVersion: "2025-06-18",
    capabilities: { tools: {} },
    serverInfo: { name: "canned", version: "1" },
  };
}

/** As the standard has it: the payload is structured, its text is prose; an error stands under a key of its own. */
function resultOf(answer: Exclude<CannedAnswer, { http: number }> | undefined, tool: string) {
  if (answer === undefined)
    return { isError: true, content: [{ type: "text", text: `MCP error -32602: Tool ${tool} not found` }] };
  if ("payload" in answer)
    return { structuredContent: answer.payload, content: [{ type: "text", text: `${tool} is done` }] };
  const adcp_error = { message: "a canned refusal", ...answer.error };
  return {
    isError: true,
    structuredContent: { adcp_error },
    content: [{ type: "text", text: JSON.stringify({ adcp_error }) }],
  };
}

function outcomeOf(answer: CannedAnswer | undefined): string {
  if (answer === undefined) return "not found";
  if ("http" in answer) return String(answer.http);
  return "error" in answer ? answer.error.code : "answered";
}

import { randomUUID } from "node:crypto";
import { TLSSocket } from "node:tls";
import type { HttpBindings } from "@hono/node-server";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import {
  CallToolRequestSchema,
  type CallToolResult,
  CancelledNotificationSchema,
  isInitializeRequest,
  ListToolsRequestSchema,
  ToolSchema,
} from "@modelcontextprotocol/sdk/types.js";
import type { Context } from "hono";
import { z } from "zod";
import { errorKey, protocolVersion } from "../protocol/names.ts";
import { answer, apology, type House, type Incoming } from "./answer.ts";
import type { Door, Knock } from "./doors/door.ts";
import { Prose } from "./faults/fault.ts";
import { type ActiveFault, faultOf } from "./faults/rule.ts";
import { misshaped } from "./faults/wire.ts";
import type { Payload } from "./payload.ts";
import { Refusal } from "./refusal.ts";
import { type Agent, isProtected, type Tool } from "./tool.ts";

type HttpContext = Context<{ Bindings: HttpBindings }>;

/** How agents tell their callers apart. */
export interface Doors {
  /** For every agent without one of its own. */
  readonly shared: Door;
  /** By slug. */
  readonly own: ReadonlyMap<string, Door>;
}

/**
 * One agent over MCP Streamable HTTP. Each POST has a server of its own and nothing is kept between them; the session id
 * only tells whose call a cancellation means.
 */
export function mcpEndpoint(agent: Agent, house: House, doors: Doors) {
  const running = new Map<string, () => void>();
  const tools = agent.tools.map(describeTool);

  return async function handle(http: HttpContext): Promise<Response> {
    if (http.req.method !== "POST") return http.text("MCP answers POST", 405, { Allow: "POST" });
    const bytes = new Uint8Array(await http.req.arrayBuffer());
    const own = doors.own.get(agent.slug);
    const door = own ?? doors.shared;
    const caller = await door.identify(knockOf(http, bytes));
    if (caller.type === "refused") return shut(http, door, agent, true);
    const body = parsed(bytes);
    if (body === undefined) return http.json(parseError, 400);

    const session = http.req.header("mcp-session-id");
    const cancelled = CancelledNotificationSchema.safeParse(body).data;
    if (cancelled !== undefined) {
      running.get(callId(session, cancelled.params.requestId))?.();
      return http.body(null, 202);
    }

    const called = CallToolRequestSchema.safeParse(body).data;
    const tool = agent.tools.find(({ task }) => task.name === called?.params.name);
    // At the shared door an unknown caller is told by the task's own error.
    if (own !== undefined && caller.type === "anonymous" && tool !== undefined && isProtected(tool))
      return shut(http, door, agent, false);
    const active =
      called === undefined ? [] : house.activeFaults(house.faults.get(agent.slug), called.params.name);
    const drop = () => http.env.incoming.socket.destroy();
    const broken = faultOf(active, "http");
    if (broken !== undefined) return new Response("the server has a problem", { status: broken.status });

    const server = new Server(
      { name: agent.name, version: protocolVersion },
      { capabilities: { tools: {} } },
    );
    const close = () => void server.close();
    let finish = () => {};
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }));
    server.setRequestHandler(CallToolRequestSchema, ({ params }, { requestId, signal }) => {
      const id = callId(session, requestId);
      if (session !== undefined) running.set(id, close);
      const call: Incoming = {
        task: params.name,
        arguments: params.arguments ?? {},
        principal: caller.type === "known" ? caller.principal : "anonymous",
        authenticated: caller.type === "known",
        signal,
        active,
        drop,
      };
      return answer(agent, call, house)
        .then((payload) => success(payload, active), failure)
        .finally(() => {
          running.delete(id);
          finish();
        });
    });

    const transport = new WebStandardStreamableHTTPServerTransport({
      enableJsonResponse: faultOf(active, "json-body") !== undefined,
    });
    await server.connect(transport);
    http.req.raw.signal.addEventListener("abort", close, { once: true });
    const response = await transport.handleRequest(http.req.raw, { parsedBody: body });
    if (isInitializeRequest(body)) response.headers.set("mcp-session-id", randomUUID());
    // An answer that is to be lost is lost before its headers: every client then sees a broken connection.
    const mayBeLost =
      house.faults.get(agent.slug)?.dropAfterCommit === true || faultOf(active, "drop") !== undefined;
    if (mayBeLost && called !== undefined) await finished;
    return (await misshaped(response, active, drop)) ?? response;
  };
}

function knockOf(http: HttpContext, body: Uint8Array): Knock {
  const { socket } = http.env.incoming;
  const { method, url, headers } = http.req.raw;
  const certificate =
    socket instanceof TLSSocket && socket.authorized ? socket.getPeerX509Certificate() : undefined;
  return { method, url, headers, body, certificate };
}

/** HTTP 401 with what the door asks for. */
function shut(http: HttpContext, door: Door, { domain }: Agent, refused: boolean): Response {
  http.header("WWW-Authenticate", door.challenge(domain, refused));
  const message = refused ? "the credential is not known here" : "this needs a credential";
  return http.json({ error: { code: "UNAUTHORIZED", message } }, 401);
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString("utf8"));
  } catch {
    return undefined;
  }
}

/** Request ids count from zero at every client: only its session makes one its own. */
function callId(session: string | undefined, requestId: unknown): string {
  return JSON.stringify([session, requestId]);
}

const parseError = { jsonrpc: "2.0", id: null, error: { code: -32700, message: "the body is not JSON" } };

function describeTool({ task }: Tool) {
  return ToolSchema.parse({
    name: task.name,
    description: task.summary,
    inputSchema: z.toJSONSchema(task.request, { io: "input" }),
    annotations: { readOnlyHint: !task.mutates },
  });
}

function success(payload: Payload, active: readonly ActiveFault[]): CallToolResult {
  if (faultOf(active, "prose") !== undefined) return { content: [{ type: "text", text: apology }] };
  const text = faultOf(active, "structured-only") === undefined ? JSON.stringify(payload) : "Done.";
  return {
    ...(faultOf(active, "text-only") === undefined && { structuredContent: payload }),
    content: [{ type: "text", text }],
  };
}

function failure(error: unknown): CallToolResult {
  if (error instanceof Prose) return { isError: true, content: [{ type: "text", text: error.message }] };
  // Anything else is a bug of the sandbox: whoever tests against it should see which.
  const told = error instanceof Refusal ? error : new Refusal("INTERNAL_ERROR", `sandbox: ${String(error)}`);
  const refusal = told.toJSON();
  return {
    isError: true,
    structuredContent: { [errorKey]: refusal },
    content: [{ type: "text", text: JSON.stringify(refusal) }],
  };
}

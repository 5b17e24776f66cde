import { randomUUID } from "node:crypto";
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
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/ajv";
import { protocolVersion } from "../protocol/tasks/names.ts";
import type { Deployment } from "./answer.ts";
import { type ActiveFault, faultOf } from "./faults/rule.ts";
import { misshaped } from "./faults/wire.ts";
import { type Authenticators, type HttpContext, type Respond, reception } from "./reception.ts";
import type { Agent } from "./tool.ts";

/** One for all: making one takes longer than answering a call, and no agent here asks a caller for a form. */
const jsonSchemaValidator = new AjvJsonSchemaValidator();

/**
 * One agent over MCP Streamable HTTP. Each POST has a server of its own and nothing is kept between them; the session id only
 * says whose call a cancellation means.
 */
export function mcpEndpoint(agent: Agent, deployment: Deployment, authenticators: Authenticators) {
  const running = new Map<string, () => void>();
  const tools = deployment.dialect
    .tools(agent)
    .map(({ name, description, inputSchema, readOnly }) =>
      ToolSchema.parse({ name, description, inputSchema, annotations: { readOnlyHint: readOnly } }),
    );
  const receive = reception(agent, deployment, authenticators, "mcp");

  return async function handle(http: HttpContext): Promise<Response> {
    if (http.req.method !== "POST") return http.text("MCP answers POST", 405, { Allow: "POST" });
    const received = await receive(http);
    if (received instanceof Response) return received;
    const { body } = received;

    const session = http.req.header("mcp-session-id");
    const cancelled = CancelledNotificationSchema.safeParse(body).data;
    if (cancelled !== undefined) {
      running.get(callId(session, cancelled.params.requestId))?.();
      return http.body(null, 202);
    }

    const called = CallToolRequestSchema.safeParse(body).data?.params;
    const entered = await received.enter(called && { name: called.name, arguments: called.arguments ?? {} });
    if (entered instanceof Response) return entered;
    const { active, drop, say } = entered;

    const server = new Server(
      { name: agent.name, version: protocolVersion },
      { capabilities: { tools: {} }, jsonSchemaValidator },
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
      return say({ name: params.name, arguments: params.arguments ?? {} }, signal)
        .then((result) => resultOf(result, active))
        .finally(() => {
          running.delete(id);
          finish();
        });
    });

    const takesStreams = http.req.header("accept")?.includes("text/event-stream") ?? false;
    const transport = new WebStandardStreamableHTTPServerTransport({
      enableJsonResponse: !takesStreams || faultOf(active, "json-body") !== undefined,
    });
    await server.connect(transport);
    http.req.raw.signal.addEventListener("abort", close, { once: true });
    const response = await transport.handleRequest(takingAll(http.req.raw), { parsedBody: body });
    if (isInitializeRequest(body)) response.headers.set("mcp-session-id", randomUUID());
    // An answer that is to be lost is lost before its headers: every client then sees a broken connection.
    if (faultOf(active, "drop") !== undefined && called !== undefined) await finished;
    return (await misshaped(response, active, drop)) ?? response;
  };
}

/** The SDK answers nobody who does not take streams as well, not even with JSON; suites that probe do not. */
function takingAll(request: Request): Request {
  const headers = new Headers(request.headers);
  headers.set("accept", "application/json, text/event-stream");
  return new Request(request.url, { method: request.method, headers });
}

/** Request ids count from zero at every client: only its session makes one its own. */
function callId(session: string | undefined, requestId: unknown): string {
  return JSON.stringify([session, requestId]);
}

function resultOf({ payload, isRefusal, text }: Respond, active: readonly ActiveFault[]): CallToolResult {
  const words = { content: [{ type: "text" as const, text }] };
  if (payload === undefined) return isRefusal ? { isError: true, ...words } : words;
  if (isRefusal) return { isError: true, structuredContent: payload, ...words };
  if (faultOf(active, "text-only") !== undefined)
    return { content: [{ type: "text", text: JSON.stringify(payload) }] };
  const isBare = faultOf(active, "structured-only") !== undefined;
  return { structuredContent: payload, ...(isBare ? { content: [{ type: "text", text: "Done." }] } : words) };
}

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
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/ajv";
import type { Context } from "hono";
import { protocolVersion } from "../protocol/names.ts";
import { reasonCode } from "../protocol/signing/reason-codes.ts";
import { answer, apology, type House, type Incoming } from "./answer.ts";
import type { Door, Knock } from "./doors/door.ts";
import type { Asked, Face, ListedTool } from "./faces/face.ts";
import { Prose } from "./faults/fault.ts";
import { type ActiveFault, faultOf } from "./faults/rule.ts";
import { misshaped } from "./faults/wire.ts";
import type { Payload } from "./payload.ts";
import { Refusal } from "./refusal.ts";
import type { SignedCallers } from "./signed-callers.ts";
import { type Agent, isProtected } from "./tool.ts";

type HttpContext = Context<{ Bindings: HttpBindings }>;

/** One for all: making one takes longer than answering a call, and no agent here asks a caller for a form. */
const jsonSchemaValidator = new AjvJsonSchemaValidator();

/** How agents tell their callers apart. */
export interface Doors {
  /** For every agent without one of its own. */
  readonly shared: Door;
  /** By slug. */
  readonly own: ReadonlyMap<string, Door>;
  /** Who signs, at agents that verify signatures. */
  readonly signatures: SignedCallers;
}

/**
 * One agent over MCP Streamable HTTP. Each POST has a server of its own and nothing is kept between them; the session id
 * only tells whose call a cancellation means.
 */
export function mcpEndpoint(agent: Agent, house: House, doors: Doors) {
  const running = new Map<string, () => void>();
  const { face } = house;
  const tools = face.tools(agent).map(describeTool);

  return async function handle(http: HttpContext): Promise<Response> {
    if (http.req.method !== "POST") return http.text("MCP answers POST", 405, { Allow: "POST" });
    const bytes = Buffer.from(await http.req.arrayBuffer());
    const own = doors.own.get(agent.slug);
    const door = own ?? doors.shared;
    const byCredential = await door.identify(knockOf(http, bytes));
    if (byCredential.type === "refused") return shut(http, door, agent, true);
    const body = parsed(bytes);
    if (body === undefined) return http.json(parseError, 400);

    const session = http.req.header("mcp-session-id");
    const cancelled = CancelledNotificationSchema.safeParse(body).data;
    if (cancelled !== undefined) {
      running.get(callId(session, cancelled.params.requestId))?.();
      return http.body(null, 202);
    }

    const called = CallToolRequestSchema.safeParse(body).data;
    const task = called === undefined ? undefined : face.taskOf(called.params.name);
    const tool = agent.tools.find((one) => one.task.name === task);
    const changes = tool?.task.mutates === true;
    const request = http.req.raw;
    const caller = await doors.signatures.identify({ request, bytes, agent, byCredential, changes });
    if (caller.type === "refused") {
      http.header("WWW-Authenticate", `Signature error="${reasonCode("request", caller.fault)}"`);
      return http.body(null, caller.fault === "signature_jwks_unavailable" ? 503 : 401);
    }
    const isShut = own !== undefined || face.turnsAway;
    if (isShut && caller.type === "anonymous" && tool !== undefined && isProtected(tool))
      return shut(http, door, agent, false);
    const active = task === undefined ? [] : house.activeFaults(house.faults.get(agent.slug), task);
    const drop = () => http.env.incoming.socket.destroy();
    const broken = faultOf(active, "http");
    if (broken !== undefined) return new Response("the server has a problem", { status: broken.status });

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
      const call: Incoming = {
        task: face.taskOf(params.name),
        arguments: params.arguments ?? {},
        principal: caller.type === "known" ? caller.principal : "anonymous",
        authenticated: caller.type === "known",
        signal,
        active,
        drop,
      };
      const asked = { agent, task: call.task, received: call.arguments };
      return answer(agent, call, house)
        .then((payload) => success(face.write(payload, asked), active, face))
        .catch((error: unknown) => failure(error, asked, face))
        .then((said) => {
          const { structuredContent: payload, isError: isRefusal = false } = said;
          if (payload !== undefined) house.recorder.answered({ task: asked.task, payload, isRefusal });
          return said;
        })
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

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    return undefined;
  }
}

const parseError = { jsonrpc: "2.0", id: null, error: { code: -32700, message: "the body is not JSON" } };

function describeTool({ name, description, inputSchema, readOnly }: ListedTool) {
  return ToolSchema.parse({ name, description, inputSchema, annotations: { readOnlyHint: readOnly } });
}

function success(structured: Payload, active: readonly ActiveFault[], face: Face): CallToolResult {
  if (faultOf(active, "prose") !== undefined) return { content: [{ type: "text", text: apology }] };
  const isTextOnly = faultOf(active, "text-only") !== undefined;
  const text = isTextOnly ? JSON.stringify(structured) : face.textOf(structured);
  return {
    ...(!isTextOnly && { structuredContent: structured }),
    content: [{ type: "text", text: faultOf(active, "structured-only") === undefined ? text : "Done." }],
  };
}

function failure(error: unknown, asked: Asked, face: Face): CallToolResult {
  if (error instanceof Prose) return { isError: true, content: [{ type: "text", text: error.message }] };
  // Anything else is a bug of the sandbox: whoever tests against it should see which.
  const refusal =
    error instanceof Refusal ? error : new Refusal("INTERNAL_ERROR", `sandbox: ${String(error)}`);
  const structured = face.refuse(refusal, asked);
  return {
    isError: true,
    structuredContent: structured,
    content: [{ type: "text", text: face.textOf(structured) }],
  };
}

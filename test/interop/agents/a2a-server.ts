import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import * as older from "@a2a-js/sdk/server";
import { type AdcpServer, createA2AAdapter } from "@adcp/sdk/server";
import { AgentCard, Task } from "a2a-sdk";
import {
  AgentEvent,
  type AgentExecutor,
  DefaultRequestHandler,
  InMemoryTaskStore,
  JsonRpcTransportHandler,
  ServerCallContext,
} from "a2a-sdk/server";
import { z } from "zod";
import { a2aProfile } from "../../../src/protocol/tasks/names.ts";

/** What a message asks the standard's server for, and how A2A's own SDK, in either of its lines, answers it. */
export type A2aLine = "1.0" | "0.3";

const invocationSchema = z.looseObject({
  skill: z.string(),
  input: z.record(z.string(), z.unknown()).optional(),
  parameters: z.record(z.string(), z.unknown()).optional(),
});

interface Door {
  readonly line: A2aLine;
  readonly token: string;
  /** The standard's server, asked past its own transport. */
  readonly server: (url: string) => AdcpServer;
  /** Told of each request's body; true where it has answered itself. */
  readonly before: (body: string, response: ServerResponse) => boolean;
}

/** A server on A2A's own SDK with the standard's server behind it: `/a2a`, and its card. */
export function a2aServer({ line, token, server, before }: Door): Server {
  let opened: ReturnType<typeof open> | undefined;
  const open = async (origin: string) => {
    const url = `${origin}/a2a`;
    const adcp = server(url);
    const answer: Answer = async (data) => {
      const { skill, input, parameters } = invocationSchema.parse(data);
      const authInfo = { token, clientId: "buyer", scopes: [] };
      const result = await adcp.invoke({ toolName: skill, args: input ?? parameters ?? {}, authInfo });
      return { isError: result.isError === true, payload: { ...result.structuredContent } };
    };
    const agentCard = { name: "a seller", description: "sells over A2A", version: "1.0.0", url };
    const card = await createA2AAdapter({ server: adcp, agentCard }).getAgentCard();
    return line === "1.0" ? newer(card, answer) : olderLine(card, answer);
  };
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    opened ??= open(`http://${request.headers.host}`);
    const { card, handle } = await opened;
    const send = (value: unknown) =>
      response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(value));
    if (request.url === "/.well-known/agent-card.json") return send(card);
    if (request.url !== "/a2a") return response.writeHead(404).end();
    if (request.headers.authorization !== `Bearer ${token}`)
      return response.writeHead(401, { "WWW-Authenticate": "Bearer" }).end();
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const body = Buffer.concat(chunks).toString();
    return before(body, response) ? undefined : send(await handle(body, request.headers));
  };
  return createServer((request, response) => void respond(request, response));
}

type Answer = (
  data: unknown,
) => Promise<{ readonly isError: boolean; readonly payload: Record<string, unknown> }>;
type OlderCard = Awaited<ReturnType<ReturnType<typeof createA2AAdapter>["getAgentCard"]>>;

function newer(of: OlderCard, answer: Answer) {
  const card = AgentCard.fromJSON({
    ...of,
    supportedInterfaces: [{ url: of.url, protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
    capabilities: { extensions: [{ uri: a2aProfile, required: true }] },
    skills: [
      ...of.skills,
      { id: "get_adcp_capabilities", name: "capabilities", description: "what it can do", tags: ["ads"] },
    ],
  });
  const executor: AgentExecutor = {
    execute: async ({ taskId, contextId, userMessage }, bus) => {
      const [content] = userMessage.parts.flatMap((part) => part.content ?? []);
      const { isError, payload } = await answer(content?.value);
      const state = isError ? "TASK_STATE_FAILED" : "TASK_STATE_COMPLETED";
      const artifacts = [{ artifactId: "result", parts: [{ text: "as asked for" }, { data: payload }] }];
      bus.publish(AgentEvent.task(Task.fromJSON({ id: taskId, contextId, status: { state }, artifacts })));
      bus.finished();
    },
    cancelTask: () => Promise.resolve(),
  };
  const rpc = new JsonRpcTransportHandler(new DefaultRequestHandler(card, new InMemoryTaskStore(), executor));
  const named = (header: unknown) => (typeof header === "string" ? header : "");
  return {
    card: AgentCard.toJSON(card),
    handle: (body: string, headers: IncomingMessage["headers"]): Promise<unknown> =>
      rpc.handle(
        body,
        new ServerCallContext({
          requestedVersion: named(headers["a2a-version"]),
          requestedExtensions: named(headers["a2a-extensions"]).split(","),
        }),
      ),
  };
}

function olderLine(card: OlderCard, answer: Answer) {
  const executor: older.AgentExecutor = {
    execute: async ({ taskId, contextId, userMessage }, bus) => {
      const [data] = userMessage.parts.flatMap((part) => (part.kind === "data" ? [part.data] : []));
      const { isError, payload } = await answer(data);
      bus.publish({
        kind: "task",
        id: taskId,
        contextId,
        status: { state: isError ? "failed" : "completed" },
        artifacts: [{ artifactId: "result", parts: [{ kind: "data", data: payload }] }],
      });
      bus.finished();
    },
    cancelTask: () => Promise.resolve(),
  };
  const handler = new older.DefaultRequestHandler(card, new older.InMemoryTaskStore(), executor);
  const rpc = new older.JsonRpcTransportHandler(handler);
  return { card, handle: (body: string): Promise<unknown> => rpc.handle(body) };
}

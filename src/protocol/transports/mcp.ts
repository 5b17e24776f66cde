import { LATEST_PROTOCOL_VERSION, SUPPORTED_PROTOCOL_VERSIONS } from "@modelcontextprotocol/sdk/types.js";
import { isObject, type JsonObject } from "../../lib/json-object.ts";
import type { Fetch } from "../addresses/lean-fetch.ts";
import type { CredentialSource } from "../messages/credentials.ts";
import type { CallResult, Transport } from "../messages/transport.ts";
import { callsTo, type WireOptions } from "./calls.ts";
import { type RequestOptions, rpcOver } from "./rpc.ts";

/** MCP over Streamable HTTP: one session with an agent. */
export function mcpTransport(
  agentUrl: string,
  credentials: CredentialSource,
  options: WireOptions,
): Transport {
  const calls = callsTo(agentUrl, credentials, options, {
    wire: "mcp",
    open: (fetch, opening) => openSession(agentUrl, fetch.at(agentUrl), opening),
  });
  return {
    call: (task, request, calling) =>
      calls.attempt(
        task,
        async (session, sending) => {
          const params = { name: task, arguments: request };
          const { result, bytes } = await session.request("tools/call", params, sending);
          await options.secrets?.mask(result);
          return callResult(result, bytes);
        },
        calling,
      ),
    tools: async (calling) => calls.masked(await calls.attempt("tools/list", listTools, calling)),
    close: calls.close,
  };
}

/** Pages of a list of tools that are read; an agent with more has no end. */
const mostPages = 20;

/** All pages are read in the time and within the size of one answer. */
async function listTools(session: Session, options: RequestOptions): Promise<string[]> {
  const listed: string[] = [];
  let cursor: string | undefined;
  let left = options.maximumBytes;
  for (let page = 0; page < mostPages; page++) {
    const params = cursor === undefined ? {} : { cursor };
    const { result, bytes } = await session.request("tools/list", params, { ...options, maximumBytes: left });
    left -= bytes;
    const { tools, nextCursor } = result;
    if (!Array.isArray(tools)) throw new Error("the answer lists no tools");
    for (const tool of tools as unknown[])
      if (isObject(tool) && typeof tool["name"] === "string") listed.push(tool["name"]);
    if (typeof nextCursor !== "string") break;
    cursor = nextCursor;
  }
  return listed;
}

/** Items of an answer's content that are read. */
const mostItems = 100;

function callResult({ isError, structuredContent, content }: JsonObject, bytes: number) {
  const items = Array.isArray(content) ? (content as unknown[]).slice(0, mostItems).filter(isItem) : [];
  return { isError: isError === true, structuredContent, content: items, bytes } satisfies CallResult;
}

function isItem(item: unknown): item is NonNullable<CallResult["content"]>[number] {
  if (!isObject(item) || typeof item["type"] !== "string") return false;
  return item["text"] === undefined || typeof item["text"] === "string";
}

/**
 * Opens a session over Streamable HTTP. No stream stands open beside its requests, as these calls need no messages outside
 * of their answers.
 */
async function openSession(agentUrl: string, fetch: Fetch, options: RequestOptions) {
  let sessionId: string | undefined;
  let version: string | undefined;

  const { request, notify, close } = rpcOver(agentUrl, fetch, {
    headers: () => ({
      Accept: "application/json, text/event-stream",
      ...(sessionId !== undefined && { "Mcp-Session-Id": sessionId }),
      ...(version !== undefined && { "Mcp-Protocol-Version": version }),
    }),
    answered: (headers) => {
      sessionId = headers.get("mcp-session-id") ?? sessionId;
    },
    givenUp: (requestId) => {
      if (version === undefined) return;
      const reason = "the caller waits no longer";
      notify("notifications/cancelled", { requestId, reason }).catch(() => undefined);
    },
  });
  const withToken = (method: string, params: JsonObject, sending: RequestOptions) =>
    request(method, (progressToken) => ({ ...params, _meta: { progressToken } }), sending);

  const { result } = await withToken(
    "initialize",
    {
      protocolVersion: LATEST_PROTOCOL_VERSION,
      capabilities: {},
      clientInfo: { name: "flightdesk", version: "1" },
    },
    options,
  );
  const named = result["protocolVersion"];
  if (typeof named !== "string" || !SUPPORTED_PROTOCOL_VERSIONS.includes(named))
    throw new Error(
      `the server speaks a version of MCP that is not known here: ${String(named).slice(0, 40)}`,
    );
  version = named;
  await notify("notifications/initialized");
  return { request: withToken, close };
}
type Session = Awaited<ReturnType<typeof openSession>>;

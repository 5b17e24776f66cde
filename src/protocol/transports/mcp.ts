import { isObject } from "../../lib/json-object.ts";
import type { CredentialSource } from "../messages/credentials.ts";
import type { CallResult, Transport } from "../messages/transport.ts";
import { callsTo, type WireOptions } from "./calls.ts";
import type { RequestOptions } from "./rpc.ts";
import { openSession, type Session } from "./session.ts";

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

function callResult(
  { isError, structuredContent, content }: Readonly<Record<string, unknown>>,
  bytes: number,
) {
  const items = Array.isArray(content) ? (content as unknown[]).slice(0, mostItems).filter(isItem) : [];
  return { isError: isError === true, structuredContent, content: items, bytes } satisfies CallResult;
}

function isItem(item: unknown): item is NonNullable<CallResult["content"]>[number] {
  if (!isObject(item) || typeof item["type"] !== "string") return false;
  return item["text"] === undefined || typeof item["text"] === "string";
}

import { LATEST_PROTOCOL_VERSION, SUPPORTED_PROTOCOL_VERSIONS } from "@modelcontextprotocol/sdk/types.js";
import type { JsonObject } from "../../lib/json-object.ts";
import type { Fetch } from "../addresses/lean-fetch.ts";
import { type RequestOptions, type Rpc, rpcOver } from "./rpc.ts";

/** One session with one MCP server. */
export interface Session {
  readonly request: (
    method: string,
    params: JsonObject,
    options: RequestOptions,
  ) => ReturnType<Rpc["request"]>;
  /** Gives up what is under way. */
  readonly close: () => void;
}

/**
 * Opens a session over Streamable HTTP. No stream stands open beside its requests, as these calls need no messages outside
 * of their answers.
 */
export async function openSession(agentUrl: string, fetch: Fetch, options: RequestOptions): Promise<Session> {
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
  const withToken: Session["request"] = (method, params, sending) =>
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

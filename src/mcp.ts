/** flightdesk/mcp: the desk for a model's host, in a process of your own; `flightdesk mcp` serves the same. */
import type { McpServer } from "@modelcontextprotocol/server";
import type { OpenOptions } from "./library/desk.ts";
import { openInside } from "./library/open-inside.ts";
import { type OpenDesk, mcpServer as serverOver } from "./mcp/server.ts";

/**
 * A server to connect to any transport, or to serve with `serveStdio`. It reads and proposes, and what it is asked for is
 * recorded under the name of its client. The desk is opened anew for each call, so that files say what they say now.
 */
export function mcpServer(
  {
    person,
    ...options
  }: Omit<OpenOptions, "caller" | "progress"> & {
    /** Who is in front of the host: they may not approve what it asks for. */
    readonly person?: string;
  },
  version: string,
): McpServer {
  const open: OpenDesk = (progress) => Promise.resolve(openInside({ ...options, progress }));
  return serverOver({ open, version, person });
}

import { finished } from "node:stream/promises";
import { Command } from "commander";
import type { Flags } from "../flags.ts";
import { withSettings } from "../options.ts";

export function mcpCommand(version: string): Command {
  return withSettings(new Command("mcp"))
    .summary("let an assistant compare, plan and read the record, over MCP")
    .description(
      "Speaks MCP on standard input and output, for a host such as Claude, Cursor or VS Code to start. Nothing that it offers can spend or decide.",
    )
    .addHelpText(
      "after",
      '\nExample, in the configuration of a host:\n  {"mcpServers": {"flightdesk": {"command": "flightdesk", "args": ["mcp"]}}}\n',
    )
    .action(async (flags: Flags) => {
      const { serveStdio } = await import("@modelcontextprotocol/server/stdio");
      const { failureLine, mcpServer } = await import("../../mcp/server.ts");
      const { openSession } = await import("../session.ts");
      const session = serveStdio(() => mcpServer((progress) => openSession(flags, { progress }), version), {
        onerror: (error) => process.stderr.write(`${failureLine(error)}\n`),
      });
      await finished(process.stdin, { writable: false });
      await session.close();
    });
}

import { finished } from "node:stream/promises";
import { Command } from "commander";
import { cleanText } from "../../lib/clean-text.ts";
import type { Flags } from "../flags.ts";
import { loginName } from "../login-name.ts";
import { withSettings } from "../options.ts";

export function mcpCommand(version: string): Command {
  return withSettings(new Command("mcp"))
    .summary("let an assistant compare, plan and read the record, over MCP")
    .description(
      "Speaks MCP on standard input and output, for a host such as Claude, Cursor or VS Code to start. What it proposes waits for an approver whom approvers.yaml names; nothing that it offers can spend or decide.",
    )
    .option("--allow-stop", "also let it stop all spending; only a person lets it go on")
    .addHelpText(
      "after",
      '\nExample, in the configuration of a host:\n  {"mcpServers": {"flightdesk": {"command": "flightdesk", "args": ["mcp"]}}}\n',
    )
    .action(async (flags: Flags) => {
      const { serveStdio } = await import("@modelcontextprotocol/server/stdio");
      const { mcpServer } = await import("../../mcp/server.ts");
      const { openSession, startEmbedded } = await import("../session.ts");
      await using embedded = (await startEmbedded(flags)) ?? null;
      (await import("../../desk/intake/intake.ts")).prepareIntake({ isReady: true });
      const options = {
        open: (progress: (line: string) => void) =>
          openSession(flags, { progress, embedded: embedded ?? undefined }),
        version,
        person: loginName(),
        ...(flags["allowStop"] === true && { mayStop: true as const }),
      };
      const session = serveStdio(() => mcpServer(options), {
        onerror: (error) => process.stderr.write(`${cleanText(error.message, 500)}\n`),
      });
      await finished(process.stdin, { writable: false });
      await session.close();
    });
}

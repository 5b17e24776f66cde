import { Command, InvalidArgumentError } from "commander";
import { portNumber } from "../port-number.ts";

export function sandboxCommand(): Command {
  return new Command("sandbox")
    .summary("serve every kind of agent on this machine, for trying things out")
    .description(
      "A registry, sellers, creative, signals, governance and brand agents on one loopback port, over MCP Streamable HTTP.\n" +
        "Its token is public. `sandbox advance` pushes the calendar of a running one.",
    )
    .option("--port <port>", "port on 127.0.0.1", portNumber, 4400)
    .option("--start <date>", "date that its calendar begins with (default: now)")
    .option("--faults <file>", "what goes wrong at which agent (see src/sandbox/README.md)")
    .option("--oauth <seller...>", "sellers that want a login, by slug: kiosk, korb, …")
    .addHelpText("after", "\nExample:\n  $ flightdesk sandbox --port 4400\n")
    .action(async (flags: { port: number; start?: string; faults?: string; oauth?: readonly string[] }) => {
      const { serveSandbox } = await import("../serve-sandbox.ts");
      await serveSandbox(flags);
    })
    .addCommand(
      new Command("advance")
        .summary("push the calendar of a running sandbox ahead")
        .requiredOption("--days <days>", "simulated days", dayCount)
        .option("--url <url>", "where it runs", "http://127.0.0.1:4400")
        .addHelpText("after", "\nExample:\n  $ flightdesk sandbox advance --days 30\n")
        .action(async ({ days, url }: { days: number; url: string }) => {
          const { advanceSandbox } = await import("../serve-sandbox.ts");
          await advanceSandbox(url, days);
        }),
    );
}

function dayCount(text: string): number {
  const days = Number(text);
  if (!(days > 0) || days > 3660)
    throw new InvalidArgumentError("days are a number above 0 and at most 3660.");
  return days;
}

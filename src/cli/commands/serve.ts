import { Command } from "commander";
import { logLevelOption, withSettings } from "../options.ts";
import { portNumber } from "../port-number.ts";

export function serveCommand(version: string): Command {
  return withSettings(new Command("serve"))
    .summary("run the scheduler and the webhook server, for weeks")
    .description(
      "Every running campaign gets a turn at the start and at each scheduled time; single campaigns are " +
        "checked in between when an answer is expected. Missed times are made up in one turn. You can stop it " +
        "with Ctrl-C or SIGTERM, kill it and restart it: nothing is done twice. Answers GET /health, /ready " +
        "and /status, POST /results/<campaign> and, with --public-url, sellers' webhooks at POST " +
        "/webhooks/<operation>.",
    )
    .option(
      "--every <time>",
      'how often every campaign gets a turn: "15 min", "1 h", or a cron line in UTC',
      "1 h",
    )
    .option("--port <port>", "port to listen on", portNumber, 4480)
    .option(
      "--host <address>",
      "address to listen on; any other makes it reachable from outside",
      "127.0.0.1",
    )
    .option("--public-url <url>", "its address on the internet, for sellers' webhooks")
    .option("--workers", "share the turns with every other --workers on the same ledger_url")
    .option("--metrics", "also answer GET /metrics, counters for Prometheus")
    .option("--console", "also serve pages for people, on this machine; prints a link to log in with")
    .addOption(logLevelOption())
    .addHelpText(
      "after",
      "\nEnvironment:\n  FLIGHTDESK_RESULTS_TOKEN  bearer token of POST /results\n" +
        "  FLIGHTDESK_STATUS_TOKEN   bearer token of /status and /metrics from outside\n" +
        "  FLIGHTDESK_MCP_TOKEN      bearer token of /mcp, for assistants\n" +
        '\nExample:\n  $ flightdesk serve --every "1 h"\n',
    )
    .action(async (flags: Record<string, unknown>) => {
      const { serveDesk } = await import("../serve.ts");
      await serveDesk(flags, version);
    });
}

import { Command } from "commander";
import { withSettings } from "../options.ts";
import { portNumber } from "../port-number.ts";

export function serveCommand(): Command {
  return withSettings(new Command("serve"))
    .summary("run for weeks: take turns when they are due, and answer what comes in")
    .description(
      "Takes a turn of every campaign that lives at the start, then whenever one is due, and of single campaigns when their\n" +
        "sellers or people have had time. What was missed while it was away is one turn. Stop it with Ctrl-C or SIGTERM, kill\n" +
        "it, start it anew: nothing is done twice. Answers GET /health, GET /status and POST /results/<campaign>.",
    )
    .option(
      "--every <time>",
      'how often all campaigns are looked at: "15 min", "1 h", or a cron line in UTC',
      "1 h",
    )
    .option("--port <port>", "port to listen on", portNumber, 4480)
    .option(
      "--host <address>",
      "address to listen on; others can reach it where it is not this machine's own",
      "127.0.0.1",
    )
    .option("--public-url <url>", "where sellers reach it")
    .addHelpText(
      "after",
      "\nEnvironment:\n  FLIGHTDESK_RESULTS_TOKEN  opens POST /results to who brings it as a bearer token\n" +
        "  FLIGHTDESK_STATUS_TOKEN   opens GET /status where others than this machine can reach it\n" +
        '\nExample:\n  $ flightdesk serve --every "1 h"\n',
    )
    .action(async (flags: Record<string, unknown>) => {
      const { serveDesk } = await import("../serve.ts");
      await serveDesk(flags);
    });
}

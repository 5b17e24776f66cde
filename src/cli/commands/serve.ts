import { callOperation } from "../../desk/operations.ts";
import { UsageError } from "../../desk/usage-error.ts";
import { atDesk, atTerminal } from "../door.ts";
import { exitCodeOfWaiting, exitCodes } from "../exit-codes.ts";
import type { Flags } from "../flags.ts";
import { Command, logLevelOf, logLevelOption, withSettings } from "../options.ts";
import { portNumber } from "../port-number.ts";
import { print } from "../print.ts";

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

/** The same by somebody else's scheduler: one turn. */
export function loopCommand(): Command {
  return withSettings(new Command("loop"))
    .summary("run one pass over all active campaigns (for cron)")
    .description(
      "A pass sends what is due, asks sellers for order status and delivery, and updates performance. Run " +
        "it as often as you like; several at once do no harm. `flightdesk serve` does the same with its own " +
        "scheduler. Exit code 1 if a campaign could not continue, 3 if one waits for a person or a seller.",
    )
    .option("--once", "run one pass and exit (required)")
    .addOption(logLevelOption())
    .prints("loop --once")
    .action(async (flags: Flags) => {
      if (flags["once"] !== true)
        throw new UsageError(
          "say how to run: `flightdesk loop --once` takes one turn and ends, for your own scheduler; " +
            "`flightdesk serve` keeps running and schedules turns itself",
        );
      const [{ campaignLog }, { openLog }] = await Promise.all([
        import("../campaign-log.ts"),
        import("../../server/log.ts"),
      ]);
      await atDesk(flags, {}, async (_ask, session) => {
        const log = openLog({ masked: session.app.masked, level: logLevelOf(flags) });
        const desk = { ...session, observe: campaignLog(log) };
        const passes = await callOperation("turn", desk, {}, atTerminal(flags));
        const { campaigns } = passes;
        process.exitCode = campaigns.some(({ fault }) => fault !== undefined)
          ? exitCodes.failed
          : exitCodeOfWaiting(campaigns.flatMap(({ waiting }) => waiting));
        print(passes, flags, (await import("../text/turn.ts")).turnText);
      });
    });
}

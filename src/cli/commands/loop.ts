import { Command } from "commander";
import { callOperation } from "../../desk/operations.ts";
import { UsageError } from "../../desk/usage-error.ts";
import { atDesk, atTerminal } from "../door.ts";
import { exitCodeOfWaiting, exitCodes } from "../exit-codes.ts";
import type { Flags } from "../flags.ts";
import { logLevelOf, logLevelOption, withSettings } from "../options.ts";
import { print } from "../print.ts";

export function loopCommand(): Command {
  return withSettings(new Command("loop"))
    .summary("take one turn of every running campaign, for cron")
    .description(
      "A turn sends what is due, asks sellers for order status and delivery, and updates performance. Run " +
        "it as often as you like; several at once do no harm. `flightdesk serve` does the same with its own " +
        "scheduler. Exit code 1 if a campaign could not continue, 3 if one waits for a person or a seller.",
    )
    .option("--once", "take one turn and end (required)")
    .addOption(logLevelOption())
    .option("--json", "print one JSON document instead of text")
    .addHelpText("after", "\nExample:\n  $ flightdesk loop --once\n")
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
      await atDesk(flags, {}, async (session) => {
        const log = openLog({ masked: session.app.masked, level: logLevelOf(flags) });
        const desk = { ...session, observe: campaignLog(log) };
        const taken = await callOperation("turn", desk, {}, atTerminal(flags));
        const { campaigns } = taken;
        process.exitCode = campaigns.some(({ fault }) => fault !== undefined)
          ? exitCodes.failed
          : exitCodeOfWaiting(campaigns.flatMap(({ waiting }) => waiting));
        print(taken, flags, (await import("../text/turn.ts")).turnText);
      });
    });
}

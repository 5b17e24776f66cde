import { Command } from "commander";
import { callOperation } from "../../desk/operations.ts";
import { atDesk, atTerminal } from "../door.ts";
import { exitCodes } from "../exit-codes.ts";
import { type Flags, textOf } from "../flags.ts";
import { withSettings } from "../options.ts";
import { print } from "../print.ts";

export function endCommand(): Command {
  return withSettings(new Command("end"))
    .summary("end a campaign that shall buy nothing more")
    .description(
      "What was not sent is rejected, and nothing of the campaign is planned, bought or measured any more. " +
        "It is refused (exit code 2) while a buy of it can still spend: cancel that first with `flightdesk " +
        "buys cancel`. A campaign that cannot buy anything waits until you end it or its flight is over.",
    )
    .argument("<campaign>", "campaign id")
    .requiredOption("--reason <text>", "why; shown in the report")
    .option("--by <name>", "your name (default: your login name)")
    .option("--json", "print one JSON document instead of text")
    .addHelpText("after", '\nExample:\n  $ flightdesk end spring-1a2b3c4d --reason "the launch is off"\n')
    .action(async (campaign: string, flags: Flags) => {
      await atDesk(flags, {}, async (session) => {
        const asked = { campaign, reason: textOf(flags["reason"]) ?? "" };
        const ended = await callOperation("end", session, asked, atTerminal(flags));
        process.exitCode = exitCodes.done;
        print(ended, flags, ({ report }) => `${campaign} has ended: ${report.campaign.ended}`);
      });
    });
}

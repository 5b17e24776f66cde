import { Command } from "commander";
import { callOperation } from "../../desk/operations.ts";
import { counted } from "../../lib/english.ts";
import { atDesk, atTerminal } from "../door.ts";
import type { Flags } from "../flags.ts";
import { withSettings } from "../options.ts";
import { print } from "../print.ts";

export function ledgerCommand(): Command {
  return new Command("ledger")
    .summary("move the ledger to a database that several machines share")
    .addHelpText("after", "\nExample:\n  $ flightdesk ledger move\n")
    .addCommand(
      withSettings(new Command("move"))
        .summary("take the home folder's ledger over into a PostgreSQL database")
        .description(
          "Set ledger_url first. The file is checked and then closed to entries for good, also for processes " +
            "that have it open; the copy is checked, too. If it is cut off, give the command again: nothing is " +
            "bought meanwhile.",
        )
        .option("--json", "print one JSON document instead of text")
        .addHelpText(
          "after",
          "\nExample:\n  $ FLIGHTDESK_LEDGER_URL=postgres://desk@db.example/desk flightdesk ledger move\n",
        )
        .action(async (flags: Flags) => {
          await atDesk(flags, { bare: true }, async (session) => {
            const moved = await callOperation("move-ledger", session, {}, atTerminal(flags));
            print(
              moved,
              flags,
              ({ entries, campaigns }) =>
                `moved ${counted(entries, "entry", "entries")} of ${counted(campaigns, "chain")} to the database, as they were written; the file takes no more`,
            );
          });
        }),
    );
}

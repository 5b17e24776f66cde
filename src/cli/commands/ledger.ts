import type { AnswerOf } from "../../desk/operations.ts";
import { counted } from "../../lib/english.ts";
import { exitCodes } from "../exit-codes.ts";
import { Command, example, withSettings } from "../options.ts";
import { print } from "../print.ts";

export function ledgerCommand(): Command {
  return new Command("ledger")
    .summary("bring the ledger to this release's format, or move it to a database")
    .addHelpText(...example("ledger migrate --dry-run"))
    .addCommand(
      withSettings(new Command("migrate"))
        .summary("bring the ledger of an earlier release to the format of this one")
        .description(
          "Every command that opens the ledger does this by itself. Entries stay as they were written. Everything is " +
            "verified first, and the file as it was is kept beside it. If anything is wrong nothing is changed, the " +
            "ledger can only be read, and the exit code is 1.",
        )
        .option("--dry-run", "say what would be done and whether it would work; change nothing")
        .prints("ledger migrate --dry-run")
        .asking({ bare: true }, async ({ ask, flags }) => {
          const asked = { dryRun: flags["dryRun"] === true };
          const migrated = await ask("migrate-ledger", asked);
          if (migrated.problem !== undefined) process.exitCode = exitCodes.failed;
          print(migrated, flags, migratedText);
        }),
    )
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
        .asking({ bare: true }, async ({ ask, flags }) => {
          const moved = await ask("move-ledger", {});
          print(
            moved,
            flags,
            ({ entries, campaigns }) =>
              `moved ${counted(entries, "entry", "entries")} of ${counted(campaigns, "chain")} to the database, as they were written; the file takes no more`,
          );
        }),
    );
}

function migratedText({ file, dryRun, from, to, campaigns, copy, problem }: AnswerOf<"migrate-ledger">) {
  if (problem !== undefined) return problem;
  if (from === to)
    return `${file} is of format ${to}, which this release writes: there is nothing to migrate`;
  const read = `${counted(campaigns, "campaign")} read, every entry as it was written`;
  if (dryRun)
    return `${file} can be migrated from format ${from} to ${to}: ${read}. A copy would be kept beside it. Nothing was changed`;
  return `${file} was migrated from format ${from} to ${to}: ${read}. As it was, it is in ${copy}`;
}

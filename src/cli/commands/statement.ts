import { Command } from "commander";
import { UsageError } from "../../desk/usage-error.ts";
import { atDesk } from "../door.ts";
import { listedAmong, statementFormats } from "../files/report-options.ts";
import { type Flags, textOf } from "../flags.ts";
import { example, withSettings } from "../options.ts";

export function statementCommand(): Command {
  return withSettings(new Command("statement"))
    .summary("write a month's statement: ordered, delivered, spent, restated")
    .description(
      "Covers all campaigns, from the ledger: what each package was ordered for, what its seller first " +
        "reported, later restatements, and what is still open. Totals are per currency; each day counts in " +
        "the month it falls in.",
    )
    .requiredOption("--month <month>", "for example 2027-01")
    .option("--campaign <id>", "only this campaign")
    .option(
      "--format <formats>",
      "xlsx (default), md or json; several with commas",
      listedAmong(statementFormats),
    )
    .option("--out <folder>", "folder to write into (default .flightdesk/statements)")
    .addHelpText(...example("statement --month 2027-01 --format xlsx,md"))
    .action(async (flags: Flags) => {
      const month = monthOf(flags["month"]);
      await atDesk(flags, { bare: true }, async (ask, session) => {
        const made = await ask("statement", { month, campaign: textOf(flags["campaign"]) });
        if (made.rows.length === 0)
          process.stderr.write(
            `nothing was ordered, delivered or restated in ${month}: the statement is empty\n`,
          );
        const { writeStatement } = await import("../files/statement-file.ts");
        for (const path of await writeStatement(made, month, session.home, flags))
          process.stdout.write(`${path}\n`);
      });
    });
}

function monthOf(flag: unknown): string {
  const written = String(flag);
  if (/^\d{4}-(0[1-9]|1[0-2])$/.test(written)) return written;
  throw new UsageError(`--month: "${written}" is not a month; write for example 2027-01`);
}

import { Command } from "commander";
import { withSettings } from "../options.ts";
import { statementFormatsOf } from "../statement-options.ts";

export function statementCommand(): Command {
  return withSettings(new Command("statement"))
    .summary("write a month's statement: ordered, delivered, spent and adjusted, by seller, buy and package")
    .description(
      "Of all campaigns, from the ledger alone: what each package was ordered for, what its seller told first, what restatements\n" +
        "changed, and what is still open. Totals are by currency. Days belong to the month that they lie in.",
    )
    .requiredOption("--month <month>", "for example 2027-01")
    .option("--campaign <id>", "one campaign alone")
    .option("--format <formats>", "xlsx (default), md or json, or several with commas", statementFormatsOf)
    .option("--out <folder>", "folder that it is written into (default .flightdesk/statements)")
    .addHelpText("after", "\nExample:\n  $ flightdesk statement --month 2027-01 --format xlsx,md\n")
    .action(async (flags: Record<string, unknown>) => {
      const { statement } = await import("../statement.ts");
      await statement(flags);
    });
}

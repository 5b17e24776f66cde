import { Command } from "commander";
import { atDesk } from "../door.ts";
import { type Flags, textOf } from "../flags.ts";
import { example, withSettings } from "../options.ts";
import { print } from "../print.ts";

export function resultsCommand(): Command {
  return new Command("results")
    .summary("import outcomes that you counted: purchases, leads, visits")
    .addHelpText(...example("results import results.yaml"))
    .addCommand(
      withSettings(new Command("import"))
        .summary("import a file of results; importing it again adds nothing")
        .description(
          "Each result names the package or buy that it belongs to; results that belong to nothing you bought " +
            "are listed. The next `flightdesk resume` sends sellers their performance index and, if the file " +
            "names an event source, the results of their own buys.",
        )
        .argument("<file>", "results.csv, .yaml or .json; its schema is schemas/results.schema.json")
        .option("--event-source <id>", "for CSV: the event source that sellers know")
        .option("--complete-to <day>", "for CSV: the last day (UTC) with complete results")
        .option("--campaign <id>", "the campaign (default: the newest)")
        .option("--json", "print one JSON document instead of text")
        .addHelpText(
          "after",
          "\nThe first line of a CSV file names its fields: id,time,type,value,currency,lineId and so on.\n" +
            "\nExample:\n  $ flightdesk results import results.csv --event-source web --complete-to 2027-02-07\n",
        )
        .action(async (file: string, flags: Flags) => {
          const { readResults } = await import("../input/read-results.ts");
          const results = await readResults(file, flags);
          await atDesk(flags, { bare: true }, async (ask) => {
            const imported = await ask("import-results", { campaign: textOf(flags["campaign"]), results });
            print(imported, flags, (await import("../text/results.ts")).resultsText);
          });
        }),
    );
}

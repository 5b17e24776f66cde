import { Command } from "commander";
import { withSettings } from "../options.ts";

export function resultsCommand(): Command {
  return new Command("results")
    .summary("take in outcomes that you counted: purchases, leads, visits")
    .addHelpText("after", "\nExample:\n  $ flightdesk results import results.yaml\n")
    .addCommand(
      withSettings(new Command("import"))
        .summary("write down the results in a file, each version of one once")
        .description(
          "Each result names the package or the buy that it belongs to; those that belong to nothing that was bought are named.\n" +
            "Sellers are told by the next `flightdesk resume`: of their own results where the file names an event source, and of\n" +
            "their performance index.",
        )
        .argument("<file>", "results.csv, .yaml or .json; its schema is schemas/results.schema.json")
        .option("--event-source <id>", "with CSV: where sellers know the results from")
        .option("--complete-to <day>", "with CSV: the last UTC day of which nothing is missing")
        .option("--campaign <id>", "the campaign (default: the newest)")
        .option("--json", "one JSON document on standard output")
        .addHelpText(
          "after",
          "\nThe first line of a CSV file names its fields: id,time,type,value,currency,slot and so on.\n" +
            "\nExample:\n  $ flightdesk results import results.csv --event-source web --complete-to 2027-02-07\n",
        )
        .action(async (file: string, flags: Record<string, unknown>) =>
          (await import("../results.ts")).importResults(file, flags),
        ),
    );
}

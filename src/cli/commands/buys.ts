import { Command } from "commander";
import type { WishWords } from "../buys.ts";
import { withSettings } from "../options.ts";

/** `flightdesk buys`: one verb for each change of a running buy, all of them named and confirmed in one way. */
export function buysCommand(): Command {
  return new Command("buys")
    .summary("list what is bought and change it while it runs")
    .description(
      "A change names a line of the plan (seller/product), a package or a buy (its id, or seller/id where several sellers\n" +
        "gave that id). The buy is read first: what its seller does not allow now is refused here. Without --execute the\n" +
        "difference is shown and nothing is sent.",
    )
    .addHelpText("after", `\nExample:\n  $ flightdesk buys list\n  $ flightdesk buys pause ${line}\n`)
    .addCommand(
      withSettings(new Command("list"))
        .summary("what is bought, as its sellers tell it now, and what they allow")
        .option("--campaign <id>", "the campaign (default: the newest)")
        .option("--json", "one JSON document on standard output")
        .addHelpText("after", "\nExample:\n  $ flightdesk buys list\n")
        .action(async (flags: Record<string, unknown>) => (await import("../buys.ts")).listBuys(flags)),
    )
    .addCommand(changing("pause", "stop delivery until it is let run again"))
    .addCommand(changing("unpause", "let run again what is paused").alias("resume"))
    .addCommand(
      changing(
        "cancel",
        "end a buy for good: a seller does not take it back",
        '--reason "the launch is off"',
        {
          reasonNeeded: true,
        },
      ),
    )
    .addCommand(
      changing("decrease", "lower a line's budget", '--to "20,000 EUR"').requiredOption(
        "--to <amount>",
        newBudget,
      ),
    )
    .addCommand(
      changing("increase", "raise a line's budget", '--to "30,000 EUR"').requiredOption(
        "--to <amount>",
        newBudget,
      ),
    )
    .addCommand(
      changing("extend", "move the end of a buy to a later day", "--until 2027-02-28")
        .requiredOption("--until <date>", "the new last day, included, in UTC")
        .option("--to <amount>", `${newBudget}, where more days cost more`),
    )
    .addCommand(
      changing("swap-creative", "run other creatives in a line", "--creatives creatives.yaml").requiredOption(
        "--creatives <file>",
        "creatives.yaml or .json; its schema is schemas/creatives.schema.json",
      ),
    );
}

const line = "harbour.example/hb_olv_mobile";
const newBudget = "the line's new budget in the currency of the buy, never a difference";

function changing(
  verb: WishWords["verb"],
  summary: string,
  example = "",
  { reasonNeeded = false }: { readonly reasonNeeded?: boolean } = {},
): Command {
  const command = withSettings(new Command(verb))
    .summary(`${summary} (a dry run unless --execute)`)
    .argument("<line>", "line of the plan (seller/product), package or buy, as `buys list` shows them")
    .option("--campaign <id>", "the campaign (default: the newest)")
    .option("--execute", "make the change")
    .option("--by <name>", "who asks for it, beside your login name; neither may approve it")
    .option("--json", "one JSON document on standard output")
    .addHelpText(
      "after",
      "\nExit code 1 where the change is refused or the seller did not make all of it, 3 where a person must agree.\n" +
        `\nExample:\n  $ flightdesk buys ${[verb, line, example].filter((word) => word !== "").join(" ")} --execute\n`,
    )
    .action(async (name: string, flags: Record<string, unknown>) => {
      const { change } = await import("../buys.ts");
      await change({ verb, name }, flags);
    });
  const why = "why; it stands in the ledger and the report, and a seller is told why it is canceled";
  return reasonNeeded
    ? command.requiredOption("--reason <text>", why)
    : command.option("--reason <text>", why);
}

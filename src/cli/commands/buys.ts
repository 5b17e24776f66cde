import { atDesk } from "../door.ts";
import { changeExitCode, exitCodes } from "../exit-codes.ts";
import { type Flags, textOf } from "../flags.ts";
import type { WrittenChange } from "../input/written-change.ts";
import { Command, example, printingSteps, withSettings } from "../options.ts";
import { print } from "../print.ts";

/** `flightdesk buys`: one verb for each change of a running buy, all of them named and confirmed in one way. */
export function buysCommand(): Command {
  return new Command("buys")
    .summary("list media buys, and pause, cancel or change them")
    .description(
      "Name a line of the plan (seller/product), a package or a buy (its id, or seller/id where several " +
        "sellers use the same id). The buy is read at the seller first, and a change that the seller does not " +
        "allow now is refused. Without --execute the difference is shown and nothing is sent.",
    )
    .addHelpText(...example(`buys list`, `buys pause ${exampleLine}`))
    .addCommand(
      withSettings(new Command("list"))
        .summary("a campaign's buys as their sellers report them now, and the changes they allow")
        .option("--campaign <id>", "the campaign (default: the newest)")
        .prints("buys list")
        .asking({}, async ({ ask, flags }) => {
          const buys = await ask("buys", { campaign: textOf(flags["campaign"]) });
          print(buys, flags, (await import("../text/buys.ts")).buysText);
        }),
    )
    .addCommand(
      setting("free", "let flightdesk move a line's money again, after a change by hand")
        .description(
          "A line that a person paused, extended, kept or gave another budget, or whose reallocation was reverted, keeps its " +
            "budget until it is freed. Nothing is sent.",
        )
        .asking({}, async ({ ask, flags }, line: string) => {
          print(await ask("free-line", { campaign: textOf(flags["campaign"]), line }), flags, ({ freed }) =>
            freed.length === 0 ? `${line} is not set by anybody` : `free again: ${freed.join(", ")}`,
          );
        }),
    )
    .addCommand(
      setting("keep", "have a line keep its money until you free it")
        .option("--reason <text>", "why, for whoever reads it later")
        .asking({}, async ({ ask, flags }, line: string) => {
          const { campaign, reason } = flags;
          const done = await ask("set-line", { campaign: textOf(campaign), line, reason: textOf(reason) });
          print(done, flags, ({ set }) =>
            set.length === 0 ? `${line} is set already` : `keeps its money: ${set.join(", ")}`,
          );
        }),
    )
    .addCommand(
      withSettings(new Command("invoice"))
        .summary("enter what a seller has billed; more than it may cost is bound and put to people")
        .description(
          "Amounts are net, in the currency of the buy. An invoice that is entered again replaces what it was. The seller's " +
            "books are read; nothing is sent.",
        )
        .argument("[line]", "line of the plan (seller/product), package or buy, as `buys list` shows them")
        .argument("[amount]", 'what is billed for it, such as "30,750 EUR"')
        .option("--number <number>", "of the invoice")
        .option("--file <file>", "a .csv of many, with the columns line, number and amount")
        .option("--campaign <id>", "the campaign (default: the newest)")
        .addHelpText("after", "\nExit code 3 if a person is asked about it.")
        .prints(`buys invoice ${exampleLine} "30,750 EUR" --number INV-7`)
        .action(async (line: string | undefined, amount: string | undefined, flags: Flags) => {
          const { readInvoices } = await import("../input/read-invoices.ts");
          const invoices = await readInvoices({ line, amount }, flags);
          await atDesk(flags, {}, async (ask) => {
            const entered = await ask("enter-invoices", { campaign: textOf(flags["campaign"]), invoices });
            if (entered.buys.some(({ questions }) => questions.length > 0))
              process.exitCode = exitCodes.waiting;
            print(entered, flags, (await import("../text/buys.ts")).invoicesText);
          });
        }),
    )
    .addCommand(changing("pause", "pause delivery until you unpause it"))
    .addCommand(changing("unpause", "resume a paused line or buy").alias("resume"))
    .addCommand(
      changing("cancel", "end a buy for good; this cannot be undone", '--reason "the launch is off"', {
        reasonNeeded: true,
      }),
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
      changing("swap-creative", "replace a line's creatives", "--creatives creatives.yaml").requiredOption(
        "--creatives <file>",
        "creatives.yaml or .json; its schema is schemas/creatives.schema.json",
      ),
    );
}

const exampleLine = "harbour.example/hb_olv_mobile";
const newBudget = "the line's new budget in the currency of the buy, as a total, not as a difference";

/** Whether flightdesk may move a line's money: nothing is sent. */
function setting(verb: "free" | "keep", summary: string): Command {
  return withSettings(new Command(verb))
    .summary(summary)
    .argument("<line>", "line of the plan (seller/product), package or buy, as `buys list` shows them")
    .option("--campaign <id>", "the campaign (default: the newest)")
    .option("--by <name>", "your name (default: your login name)")
    .prints(`buys ${verb} ${exampleLine}`);
}

function changing(
  verb: WrittenChange["verb"],
  summary: string,
  example = "",
  { reasonNeeded = false }: { readonly reasonNeeded?: boolean } = {},
): Command {
  const command = withSettings(new Command(verb))
    .summary(`${summary} (a dry run unless --execute)`)
    .argument("<line>", "line of the plan (seller/product), package or buy, as `buys list` shows them")
    .option("--campaign <id>", "the campaign (default: the newest)")
    .option("--execute", "make the change")
    .option("--by <name>", "who asked for this, besides you; neither of you may approve it")
    .addHelpText(
      "after",
      "\nExit code 1 if the change is refused or the seller did not make all of it, 3 if a person must approve.",
    )
    .prints(`buys ${[verb, exampleLine, example].filter((word) => word !== "").join(" ")} --execute`)
    .action(async (line: string, flags: Flags) => {
      const { requestedChange } = await import("../input/written-change.ts");
      const requested = await requestedChange(verb, flags);
      await atDesk(flags, await printingSteps(), async (ask) => {
        const { execute, campaign, reason } = flags;
        const input = {
          campaign: textOf(campaign),
          line,
          requested,
          reason: textOf(reason),
          execute: execute === true,
        };
        const change = await ask("change-buy", input);
        process.exitCode = changeExitCode(change);
        print(change, flags, (await import("../text/buys.ts")).changeText);
      });
    });
  const why = "why; kept in the ledger and the report, and sent to the seller with a cancellation";
  return reasonNeeded
    ? command.requiredOption("--reason <text>", why)
    : command.option("--reason <text>", why);
}

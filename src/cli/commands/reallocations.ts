import { exitCodes } from "../exit-codes.ts";
import { textOf } from "../flags.ts";
import { Command, example, printingSteps, withSettings } from "../options.ts";
import { print } from "../print.ts";

/** `flightdesk reallocations`: money that was moved between running lines, and the way back. */
export function reallocationsCommand(): Command {
  return new Command("reallocations")
    .summary("list budget moved between running lines, and move it back")
    .description(
      "Once a week flightdesk proposes to move money from lines that perform badly to lines that perform better. " +
        "Nothing moves without a person's yes, unless the brief grants it (`limits.reallocation: within`).",
    )
    .addHelpText(...example("reallocations list"))
    .addCommand(
      withSettings(new Command("list"))
        .summary("every decision: what moved, why, the expected gain, and its progress")
        .option("--campaign <id>", "the campaign (default: the newest)")
        .prints("reallocations list")
        .asking({}, async ({ ask, flags }) => {
          const made = await ask("reallocations", { campaign: textOf(flags["campaign"]) });
          print(made, flags, (await import("../text/reallocations.ts")).reallocationsText);
        }),
    )
    .addCommand(
      withSettings(new Command("leave-idle"))
        .summary("let freed money that no line has stay unspent")
        .requiredOption("--reason <text>", "why; kept in the ledger")
        .option("--campaign <id>", "the campaign (default: the newest)")
        .option("--by <name>", "your name (default: your login name)")
        .prints('reallocations leave-idle --reason "the client saves it"')
        .asking({}, async ({ ask, flags }) => {
          const input = { campaign: textOf(flags["campaign"]), reason: textOf(flags["reason"]) ?? "" };
          const done = await ask("leave-idle", input);
          const { formatMoney } = await import("../../lib/money.ts");
          print(done, flags, ({ amount }) => `${formatMoney(amount)} stays idle`);
        }),
    )
    .addCommand(
      withSettings(new Command("revert"))
        .summary("undo a reallocation, as far as the money is not spent")
        .argument("<id>", "id of the reallocation, as `reallocations list` shows it")
        .option("--campaign <id>", "the campaign (default: the newest)")
        .option("--by <name>", "who asked for this, besides you; neither of you may approve it")
        .prints("reallocations revert 2027-02-01")
        .asking(printingSteps, async ({ ask, flags }, id: string) => {
          const made = await ask("revert-reallocation", { campaign: textOf(flags["campaign"]), id });
          const moves = made.reallocations.at(-1)?.moves ?? [];
          const failed = moves.some(({ status }) => ["failed", "refused"].includes(status));
          const open = moves.every(({ status }) => status === "made") ? exitCodes.done : exitCodes.waiting;
          process.exitCode = made.refused !== undefined || failed ? exitCodes.failed : open;
          print(made, flags, (await import("../text/reallocations.ts")).reallocationsText);
        }),
    );
}

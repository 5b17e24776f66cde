import { UsageError } from "../../desk/usage-error.ts";
import { atDesk } from "../door.ts";
import { changeExitCode } from "../exit-codes.ts";
import { type Flags, textOf } from "../flags.ts";
import { Command, example, printingSteps, withSettings } from "../options.ts";
import { print, printJson } from "../print.ts";

const exampleLine = "harbour.example/hb_olv_mobile";

/** `flightdesk claims`: what lines are missing, what is asked of their sellers, and what these granted. */
export function claimsCommand(): Command {
  return new Command("claims")
    .summary("under-delivering lines: the claim to the seller, the make-good")
    .description(
      "A running line is listed when the pace of its last week would leave it more than 10 % under its " +
        "order; a finished line when its final figures are more than 5 % under.",
    )
    .addHelpText(...example(`claims show ${exampleLine} --out claims`))
    .addCommand(
      of("list", "each under-delivering line, what is missing, and what to ask for")
        .prints("claims list")
        .asking({ bare: true }, async ({ ask, flags }) => {
          const found = await ask("claims", { campaign: textOf(flags["campaign"]) });
          print(found, flags, (await import("../text/claims.ts")).claimsText);
        }),
    )
    .addCommand(
      of("show", "draft the claim to the seller: a mail, with its own reports by week")
        .argument("<line>", "line of the plan (seller/product), package or buy")
        .option("--out <folder>", "write the letter there, and the days as CSV to attach")
        .prints(`claims show ${exampleLine}`)
        .asking({ bare: true }, async ({ ask, flags }, line: string) => {
          const found = await ask("claims", { campaign: textOf(flags["campaign"]), line });
          if (flags["json"] === true) return printJson(found);
          const out = textOf(flags["out"]);
          if (out !== undefined)
            return (await import("../files/claim-files.ts")).writeClaims(found.claims, out);
          const drafts = [...(found.money ?? []), ...found.claims].flatMap(({ claim }) => claim ?? []);
          const { claimsText } = await import("../text/claims.ts");
          process.stdout.write(drafts.length === 0 ? `${claimsText(found)}\n` : drafts.join("\n"));
        }),
    )
    .addCommand(
      of(
        "make-good",
        "record a make-good that a seller granted, and extend the buy for it (a dry run unless --execute)",
      )
        .alias("makegood")
        .argument("<line>", "line of the plan (seller/product) or package")
        .description(
          "The seller gives these impressions at no cost. If their last day is after the end of the buy, the " +
            "buy is extended at the same budget, with the same checks as `buys extend`.",
        )
        .requiredOption("--impressions <count>", "how many the seller gives")
        .requiredOption("--until <date>", "their last day, included, in UTC")
        .option("--note <text>", "the seller's reference or words")
        .option("--by <name>", "who records it, besides you")
        .option("--execute", "record it, and extend the buy")
        .prints(`claims make-good ${exampleLine} --impressions 250000 --until 2027-03-14 --execute`)
        .action(async (line: string, flags: Flags) => {
          const impressions = countOf(flags["impressions"]);
          const until = (await import("../input/written-change.ts")).day(flags["until"]);
          await atDesk(flags, await printingSteps(), async (ask) => {
            const { campaign, note, execute } = flags;
            const granted = { impressions, until, note: textOf(note), execute: execute === true };
            const noted = await ask("make-good", { campaign: textOf(campaign), line, ...granted });
            if (noted.extension !== undefined) process.exitCode = changeExitCode(noted.extension);
            print(noted, flags, (await import("../text/claims.ts")).makeGoodText);
          });
        }),
    );
}

function of(name: string, summary: string): Command {
  return withSettings(new Command(name))
    .summary(summary)
    .option("--campaign <id>", "the campaign (default: all, or for make-good the newest)");
}

function countOf(flag: unknown): number {
  const written = String(flag).replaceAll(/[,_ ]/g, "");
  const count = Number(written);
  if (/^\d+$/.test(written) && count > 0 && Number.isSafeInteger(count)) return count;
  throw new UsageError(`--impressions: "${String(flag)}" is not a count; write for example 250000`);
}

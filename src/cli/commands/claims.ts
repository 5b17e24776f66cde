import { Command } from "commander";
import { withSettings } from "../options.ts";

const line = "harbour.example/hb_olv_mobile";

/** `flightdesk claims`: what lines are missing, what is asked of their sellers, and what these granted. */
export function claimsCommand(): Command {
  return new Command("claims")
    .summary("lines that deliver less than was ordered: list them, draft the claim, note a makegood")
    .description(
      "A line is short while it runs where its last week's pace would leave it more than a tenth under its order, and at its end\n" +
        "where its final figures are more than a twentieth under it.",
    )
    .addHelpText("after", `\nExample:\n  $ flightdesk claims show ${line} > claim.md\n`)
    .addCommand(
      of("list", "what is missing, and what is proposed")
        .addHelpText("after", "\nExample:\n  $ flightdesk claims list\n")
        .action(async (flags: Record<string, unknown>) => (await import("../claims.ts")).listClaims(flags)),
    )
    .addCommand(
      of("show", "the draft to the seller as Markdown, with its own reports as evidence")
        .argument("<line>", "line of the plan (seller/product), package or buy")
        .addHelpText("after", `\nExample:\n  $ flightdesk claims show ${line}\n`)
        .action(async (name: string, flags: Record<string, unknown>) =>
          (await import("../claims.ts")).showClaim(name, flags),
        ),
    )
    .addCommand(
      of("makegood", "note what a seller granted, and extend the buy for it (a dry run unless --execute)")
        .argument("<line>", "line of the plan (seller/product) or package")
        .description(
          "Writes down that the seller gives these impressions at no cost. Where their last day lies after the buy's, the buy is\n" +
            "extended for its unchanged budget, through the same gate as `buys extend`.",
        )
        .requiredOption("--impressions <count>", "how many the seller gives")
        .requiredOption("--until <date>", "their last day, included, in UTC")
        .option("--note <text>", "the seller's reference or words")
        .option("--by <name>", "who writes it down, beside your login name")
        .option("--execute", "write it down, and extend the buy")
        .addHelpText(
          "after",
          `\nExample:\n  $ flightdesk claims makegood ${line} --impressions 250000 --until 2027-03-14 --execute\n`,
        )
        .action(async (name: string, flags: Record<string, unknown>) =>
          (await import("../makegood.ts")).noteMakegood(name, flags),
        ),
    );
}

function of(name: string, summary: string): Command {
  return withSettings(new Command(name))
    .summary(summary)
    .option("--campaign <id>", "the campaign (default: the newest)")
    .option("--json", "one JSON document on standard output");
}

import { Command } from "commander";
import { withSettings } from "../options.ts";
import { withReport } from "../report-options.ts";

export function runCommand(): Command {
  return withReport(withSettings(new Command("run")))
    .summary("turn a brief into governed buys (a dry run unless --execute)")
    .description(
      "Finds sellers, asks them all for offers, ranks, plans, asks governance before each change, buys, builds and\n" +
        "assigns creatives, measures, and posts the performance index. Without --execute it stops before the first change\n" +
        "and shows each call that it would make. Running the same brief again goes on with the same campaign.",
    )
    .argument("<brief>", "brief.yaml, or free text as .md or .txt")
    .option("--execute", "make the changes: spend money")
    .option("--confirm", "what was understood of a free-text brief is right")
    .option("--by <name>", "who asks for it, beside your login name; neither may approve it")
    .option("--sandbox", "run on an embedded sandbox: no account, no network, simulated time")
    .option("--explain", "let the model that is configured read the offers and put the plan in words")
    .option("--json", "one JSON document on standard output")
    .addHelpText("after", "\nExample:\n  $ flightdesk run brief.yaml --sandbox --execute\n")
    .action(async (file: string, flags: Record<string, unknown>) => {
      const { run } = await import("../run.ts");
      await run(file, flags);
    });
}

import { Command } from "commander";
import { withSettings } from "../options.ts";

export function compareCommand(): Command {
  return planningCommand("compare", "ranking", "ask all sellers for offers and compare them on one scale", [
    "Finds sellers in the registry, asks each for offers in parallel, and ranks them. Reads only: nothing is changed at any agent.",
  ]);
}

export function planCommand(): Command {
  return planningCommand("plan", "plan", "compare, then split the budget into packages", [
    "As `compare`, then allocates the budget. Reads only: nothing is changed at any agent.",
  ]);
}

function planningCommand(
  name: "compare" | "plan",
  until: "ranking" | "plan",
  summary: string,
  description: readonly string[],
): Command {
  return withSettings(new Command(name))
    .summary(summary)
    .description(description.join("\n"))
    .argument("<brief>", "brief.yaml, or free text as .md, .txt or .pdf")
    .option("--sandbox", "ask the sellers of an embedded sandbox: no account, no network")
    .option("--json", "one JSON document on standard output")
    .addHelpText("after", `\nExample:\n  $ flightdesk ${name} brief.yaml --sandbox\n`)
    .action(async (file: string, flags: Record<string, unknown>) => {
      const { compare } = await import("../compare.ts");
      await compare(name, until, file, flags);
    });
}

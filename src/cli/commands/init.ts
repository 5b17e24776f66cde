import { Command } from "commander";
import { firstSettings } from "../first-settings.ts";
import type { Flags } from "../flags.ts";

export function initCommand(): Command {
  const command = new Command("init")
    .summary("write a commented flightdesk.yaml, asking for what is needed")
    .description(
      "Asks at the terminal for what no flag gives. Whatever is left empty stands in the file as a comment, with all " +
        "other settings. A file that is there is left as it is.",
    )
    .option("--out <file>", "where to write it", "flightdesk.yaml")
    .addHelpText(
      "after",
      "\nExample:\n  $ flightdesk init --registry-url https://registry.example --operator agency.example\n",
    );
  for (const [name, question] of Object.entries(firstSettings))
    command.option(`--${name.replaceAll("_", "-")} <value>`, question);
  return command.action(async (flags: Flags) => (await import("../init.ts")).writeSettings(flags));
}

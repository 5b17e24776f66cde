import { Command } from "commander";
import type { Flags } from "../flags.ts";
import type { Questions } from "../init.ts";
import { example } from "../options.ts";

/** Settings that nobody buys without, each with how it is asked for. */
const questions: Questions = {
  registry_url: "Registry that sellers are found in (https://…)",
  governance_url: "Your governance agent; without one nothing is bought (https://…)",
  operator: "Domain that runs your accounts at sellers; without one nothing is bought (agency.example)",
  approvers: "File that names who may approve; empty for whoever works here (approvers.yaml)",
  exchange: "File with dated exchange rates; empty where you buy in one currency (exchange.yaml)",
};

export function initCommand(): Command {
  const command = new Command("init")
    .summary("write a commented flightdesk.yaml, asking for what is needed")
    .description(
      "Asks at the terminal where no setting is given as a flag. What is left empty stands in the file as a comment, with all " +
        "other settings. A file that is there is left as it is.",
    )
    .option("--out <file>", "where to write it", "flightdesk.yaml")
    .addHelpText(...example("init --registry-url https://registry.example --operator agency.example"));
  for (const [name, question] of Object.entries(questions))
    command.option(`--${name.replaceAll("_", "-")} <value>`, question);
  return command.action(async (flags: Flags) => (await import("../init.ts")).writeSettings(flags, questions));
}

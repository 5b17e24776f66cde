import { Command } from "commander";
import { withSettings } from "../options.ts";

export function callCommand(): Command {
  return withSettings(new Command("call"))
    .summary("call one task of one agent and print its answer (a change wants --execute)")
    .description(
      "Asks any agent anything that only reads. A task that changes something is held against the local policies and the\n" +
        "governance agent's plan like any other change, and must cost nothing: what spends needs a brief.",
    )
    .argument("<agent>", "address of the agent, or its id or domain in the registry")
    .argument("<task>", "name of the task, as on the wire")
    .option("--args <file>", "JSON file with the arguments; - for standard input")
    .option("--execute", "make the change, where the task makes one")
    .option(
      "--plan <id>",
      "the governance agent's plan that a change belongs to; a campaign's plan has its id",
    )
    .option("--sandbox", "call the agents of an embedded sandbox: no account, no network")
    .option("--json", "one JSON document on standard output")
    .addHelpText(
      "after",
      "\nExample:\n  $ flightdesk call harbour.example get_products --sandbox\n" +
        '  $ echo \'{"channels": ["ctv"]}\' | flightdesk call harbour.example get_products --args -\n',
    )
    .action(async (agent: string, task: string, flags: Record<string, unknown>) => {
      const { call } = await import("../call.ts");
      await call(agent, task, flags);
    });
}

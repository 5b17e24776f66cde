import { Command } from "commander";
import { withSettings } from "../options.ts";

/** `flightdesk doctor`: what will and will not work with an agent. */
export function doctorCommand(): Command {
  return withSettings(new Command("doctor"))
    .summary("ask an agent what it can do, and say what will and will not work with it")
    .description(
      "Finds out which protocol and release the agent speaks, reads what it declares, and tries a few reads. It sends nothing\n" +
        "that changes anything there.",
    )
    .argument("<agent>", "its address, or its id in the registry")
    .option("--pin", "speak with it from now on what it says now, where something else is pinned")
    .option("--json", "one JSON document on standard output")
    .addHelpText(
      "after",
      "\nExit codes: 0 it can be used, 1 it cannot, 2 usage." +
        "\n\nExample:\n  $ flightdesk doctor https://seller.example/mcp\n",
    )
    .action(async (agent: string, flags: Record<string, unknown>) =>
      (await import("../doctor.ts")).doctor(agent, flags),
    );
}

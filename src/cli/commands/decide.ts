import { Command } from "commander";
import { withSettings } from "../options.ts";
import { person } from "../person.ts";

export function approveCommand(): Command {
  return withSettings(new Command("approve"))
    .summary("consent to a step that waits for a person, and go on")
    .description(
      "The consent is bound to exactly the step's arguments: it does not cover another amount, seller, product or date.\n" +
        "It is signed, holds once and until it expires. The governance agent is asked again and told of it.",
    )
    .argument("<step>", "id of the waiting step, as `flightdesk status` shows it")
    .option("--campaign <id>", "campaign that the step belongs to")
    .option("--by <name>", "who approves, where approvers.yaml names nobody (default: your login name)")
    .option("--approver-key <file>", "your private key, where approvers.yaml names you")
    .option("--valid-for <time>", "how long the consent holds", "24 h")
    .option("--total <amount>", 'the total, typed by you: needed above a tier, for example "250,000.00 EUR"')
    .option("--json", "one JSON document on standard output")
    .addHelpText("after", "\nExample:\n  $ flightdesk approve buy/nordlicht.example/EUR --by kim\n")
    .action(async (stepId: string, flags: Record<string, unknown>) => {
      const { approve } = await import("../go-on.ts");
      await approve(stepId, person(flags), flags);
    });
}

export function rejectCommand(): Command {
  return withSettings(new Command("reject"))
    .summary("refuse a step that waits for a person; the rest goes on")
    .argument("<step>", "id of the waiting step, as `flightdesk status` shows it")
    .requiredOption("--reason <text>", "why; it stands in the report")
    .option("--campaign <id>", "campaign that the step belongs to")
    .option("--by <name>", "who refuses (default: your login name)")
    .option("--json", "one JSON document on standard output")
    .addHelpText("after", '\nExample:\n  $ flightdesk reject buy/nordlicht.example/EUR --reason "too dear"\n')
    .action(async (stepId: string, flags: Record<string, unknown>) => {
      const { reject } = await import("../go-on.ts");
      await reject(stepId, person(flags), flags);
    });
}

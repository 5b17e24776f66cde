import { Command } from "commander";

export function keysCommand(): Command {
  // The outermost command asks only for its own and the next level's faults to be thrown.
  const make = new Command("new")
    .exitOverride()
    .summary("make a key for a person who approves")
    .description(
      "Writes the private key to a file that you alone can read, and prints the lines for approvers.yaml. Keep the file with\n" +
        "the person: whoever has it can approve in their name.",
    )
    .argument("<name>", "the person's name, as approvers.yaml and the report show it")
    .requiredOption("--out <file>", "where to write the private key")
    .option("--up-to <amount>", "the most that one step may cost for them to approve it", "0 EUR")
    .addHelpText(
      "after",
      '\nExample:\n  $ flightdesk keys approver new kim --out kim.key --up-to "100,000 EUR"\n',
    )
    .action(async (name: string, flags: { out: string; upTo: string }) =>
      (await import("../keys.ts")).makeApproverKey(name, flags),
    );
  return new Command("keys")
    .summary("make the keys that people approve with")
    .addHelpText("after", "\nExample:\n  $ flightdesk keys approver new kim --out kim.key\n")
    .addCommand(new Command("approver").summary("keys of people who approve").addCommand(make));
}

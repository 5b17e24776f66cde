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
    .summary("make the keys that people approve with and requests are signed with")
    .addHelpText("after", "\nExample:\n  $ flightdesk keys new && flightdesk keys publish --out public\n")
    .addCommand(new Command("approver").summary("keys of people who approve").addCommand(make))
    .addCommand(
      ringCommand("new", "make a key that requests to sellers are signed with", [
        "The private key is written to a file that you alone can read. The first key signs at once; a further one is",
        "published with the others and signs after `flightdesk keys rotate`.",
      ])
        .option("--alg <name>", "ed25519, ecdsa-p256-sha256 or rsa-pss-sha512", "ed25519")
        .action(async (flags: Flags) => (await import("../signing-keys.ts")).makeSigningKey(flags)),
    )
    .addCommand(
      ringCommand("list", "list the keys, and which one signs", [])
        .option("--json", "one JSON document on standard output")
        .action(async (flags: Flags) => (await import("../signing-keys.ts")).listSigningKeys(flags)),
    )
    .addCommand(
      ringCommand("rotate", "sign with the newest key from now on", [
        "The key that signed stays published for what is still on its way; those before it are removed.",
      ]).action(async (flags: Flags) => (await import("../signing-keys.ts")).rotateSigningKeys(flags)),
    )
    .addCommand(
      ringCommand("publish", "write what is to be hosted, so that sellers can verify our signatures", [
        "Public keys alone: a key set, and the brand.json entry that names where it lies.",
      ])
        .option("--out <folder>", "write brand.json and jwks.json there; to standard output where absent")
        .option(
          "--jwks-url <url>",
          "where the key set will lie (default /.well-known/jwks.json of the caller)",
        )
        .action(async (flags: Flags) => (await import("../signing-keys.ts")).publishSigningKeys(flags)),
    );
}

type Flags = Readonly<Record<string, unknown>>;

function ringCommand(name: string, summary: string, description: readonly string[]): Command {
  return new Command(name)
    .exitOverride()
    .summary(summary)
    .description([`${summary[0]?.toUpperCase()}${summary.slice(1)}.`, ...description].join("\n"))
    .option("--home <folder>", "folder of the ledger and the reports (default .flightdesk)")
    .option("--signing-keys <folder>", "folder of the keys (default signing-keys/ in the home folder)")
    .option("--config <file>", "settings file (default flightdesk.yaml)")
    .addHelpText("after", `\nExample:\n  $ flightdesk keys ${name}\n`);
}

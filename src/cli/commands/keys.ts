import { join } from "node:path";
import { UsageError } from "../../desk/usage-error.ts";
import { atDesk } from "../door.ts";
import { writeFile } from "../files/write-file.ts";
import { type Flags, textOf } from "../flags.ts";
import { Command, example } from "../options.ts";
import { print } from "../print.ts";

export function keysCommand(): Command {
  // The outermost command asks only for its own and the next level's faults to be thrown.
  const make = new Command("new")
    .exitOverride()
    .summary("make a key for an approver")
    .description(
      "Writes the private key to a file that only you can read, protected by a passphrase that you type at " +
        "the terminal, and prints the lines for approvers.yaml. The key and its passphrase belong to that " +
        "person: whoever has both can approve in their name.",
    )
    .argument("<name>", "the person's name, as approvers.yaml and the report show it")
    .requiredOption("--out <file>", "where to write the private key")
    .option("--up-to <amount>", "the most that one step may cost for them to approve it", "0 EUR")
    .addHelpText(...example('keys approver new kim --out kim.key --up-to "100,000 EUR"'))
    .action(async (name: string, flags: { out: string; upTo: string }) =>
      (await import("../keys.ts")).makeApproverKey(name, flags),
    );
  const passphrase = new Command("passphrase")
    .exitOverride()
    .summary("set or change the passphrase of an approver's key")
    .argument("<file>", "the private key; approvers.yaml stays as it is")
    .addHelpText(...example("keys approver passphrase kim.key"))
    .action(async (file: string) => (await import("../keys.ts")).changePassphrase(file));
  return new Command("keys")
    .summary("make and manage keys: for approvers, and for signing requests")
    .addHelpText(...example("keys new && flightdesk keys publish --out public"))
    .addCommand(new Command("approver").summary("keys of approvers").addCommand(make).addCommand(passphrase))
    .addCommand(
      ringCommand("new", "make a key for signing requests to sellers", [
        "The private key is written to a file that only you can read. The first key is used at once; a later one is",
        "published with the others and used after `flightdesk keys rotate`.",
      ])
        .option("--alg <name>", "ed25519, ecdsa-p256-sha256 or rsa-pss-sha512", "ed25519")
        .action(async (flags: Flags) => {
          const { algorithmNames } = await import("../../protocol/keys/algorithms.ts");
          const algorithm = algorithmNames.find((name) => name === flags["alg"]);
          if (algorithm === undefined)
            throw new UsageError(`--alg: "${String(flags["alg"])}" is none of ${algorithmNames.join(", ")}`);
          await atDesk(flags, {}, async (ask) => {
            const made = await ask("make-signing-key", { algorithm });
            process.stdout.write(`${made.key}\n`);
            process.stderr.write(
              made.signs
                ? "It signs from now on. Host what `flightdesk keys publish` writes, so that sellers can verify it.\n"
                : "It is published with the others and does not sign yet: host it first (`flightdesk keys publish`), then `flightdesk keys rotate`.\n",
            );
          });
        }),
    )
    .addCommand(
      ringCommand("list", "list the signing keys, and which one is in use", [])
        .option("--json", "print one JSON document instead of text")
        .asking({}, async ({ ask, flags }) => {
          const { keys } = await ask("signing-keys", {});
          const lines = keys.map(({ key, algorithm, state }) => `${key}  ${algorithm.padEnd(17)}  ${state}`);
          const none = "there is no key; make one with: flightdesk keys new";
          print({ keys }, flags, () => lines.join("\n") || none);
        }),
    )
    .addCommand(
      ringCommand("rotate", "switch to the newest signing key", [
        "The previous key stays published for requests still in transit; older ones are removed.",
      ]).asking({}, async ({ ask }) => {
        const { now, removed } = await ask("rotate-signing-keys", {});
        process.stdout.write(`${now}\n`);
        for (const key of removed)
          process.stderr.write(`${key} is removed: publish the keys again, without it\n`);
      }),
    )
    .addCommand(
      ringCommand("publish", "write the public keys to host, so that sellers can verify our signatures", [
        "Only public keys: a key set, and the brand.json entry that says where it is.",
      ])
        .option("--out <folder>", "write brand.json and jwks.json there (default: standard output)")
        .option(
          "--jwks-url <url>",
          "where the key set will be hosted (default /.well-known/jwks.json of the caller)",
        )
        .asking({}, async ({ ask, flags }) => {
          const keys = await ask("signing-keys", { jwksUrl: textOf(flags["jwksUrl"]) });
          const { publish: files, origin, jwksUrl } = keys;
          if (files === undefined)
            throw new UsageError(
              "keys are hosted under the name that requests are signed by: name your agency's domain with operator in flightdesk.yaml or FLIGHTDESK_OPERATOR, or write caller",
            );
          const out = textOf(flags["out"]);
          if (out === undefined) {
            process.stdout.write(`${JSON.stringify(files, null, 2)}\n`);
            return;
          }
          for (const [name, content] of Object.entries({
            "brand.json": files.brand,
            "jwks.json": files.jwks,
          }))
            writeFile(join(out, name), `${JSON.stringify(content, null, 2)}\n`, { isWanted: true });
          process.stderr.write(
            `host ${join(out, "jwks.json")} at ${jwksUrl}, and the entry of ${join(out, "brand.json")} at\n`,
          );
          process.stderr.write(`${origin}/.well-known/brand.json\n`);
        }),
    );
}

function ringCommand(name: string, summary: string, description: readonly string[]): Command {
  return new Command(name)
    .exitOverride()
    .summary(summary)
    .description(description.join(" "))
    .option("--home <folder>", "folder of the ledger and the reports (default .flightdesk)")
    .option("--signing-keys <folder>", "folder of the keys (default signing-keys/ in the home folder)")
    .option("--config <file>", "settings file (default flightdesk.yaml)")
    .addHelpText(...example(`keys ${name}`));
}

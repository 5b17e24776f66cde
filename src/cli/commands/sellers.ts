import { exitCodes } from "../exit-codes.ts";
import { Command, example, withSettings } from "../options.ts";
import { print } from "../print.ts";

/** `flightdesk sellers`: their track record, and our credentials there. */
export function sellersCommand(): Command {
  return new Command("sellers")
    .summary("sellers' track records, and our credentials at sellers")
    .addHelpText(
      ...example("sellers add harbour.example --bearer-env HARBOUR_TOKEN", "sellers test harbour.example"),
    )
    .addCommand(
      withSettings(new Command("show"))
        .summary("track record of one seller or all: answers, delivery, price, reports, approvals, stops")
        .description(
          "Reads only the ledger. The record counts in the certainty score of the next campaign's ranking, and " +
            "each offer shows how much it counted.",
        )
        .argument("[seller]", "id of the seller (default: all)")
        .prints("sellers show harbour.example")
        .asking({ bare: true }, async ({ ask, flags }, seller: string | undefined) => {
          const records = await ask("track-records", { seller });
          print(records, flags, (await import("../text/sellers.ts")).sellersText);
        }),
    )
    .addCommand(addCommand())
    .addCommand(
      withSettings(new Command("list"))
        .summary("list our credentials by seller, kind and age; never their values")
        .prints("sellers list")
        .asking({ bare: true }, async ({ ask, flags }) => {
          const { credentialsText } = await import("../text/sellers.ts");
          const set = await ask("credentials", {});
          print(set, flags, (output) => credentialsText(output, process.stdout.isTTY));
        }),
    )
    .addCommand(
      withSettings(new Command("test"))
        .summary("make one public and one protected call, and say what the seller accepts")
        .argument("<seller>", "id or address")
        .prints("sellers test harbour.example")
        .asking({ bare: true }, async ({ ask, flags }, seller: string) => {
          const tested = await ask("test-seller", { seller });
          if (!tested.calls.every(({ accepted }) => accepted)) process.exitCode = exitCodes.failed;
          print(tested, flags, (await import("../text/sellers.ts")).sellerTestText);
        }),
    )
    .addCommand(
      withSettings(new Command("remove"))
        .summary("delete a credential")
        .argument("<seller>", "as `sellers list` names it")
        .addHelpText(...example("sellers remove harbour.example"))
        .asking({ bare: true }, async ({ ask }, name: string) => {
          const { seller } = await ask("remove-credential", { seller: name });
          process.stderr.write(`${seller}: forgotten here. Have the seller withdraw it as well.\n`);
        }),
    );
}

function addCommand(): Command {
  return withSettings(new Command("add"))
    .summary("set our credential at a seller")
    .description(
      "The secret comes from a hidden prompt, from standard input, or from an environment variable that is " +
        "read at each use; it is never an argument. It is bound to the seller's address and sent nowhere " +
        "else.",
    )
    .argument("<seller>", "its id in the registry, or its address")
    .option("--bearer", "a bearer token, from the prompt or standard input")
    .option("--bearer-env <name>", "a bearer token, from an environment variable")
    .option("--legacy-header", "also send the token in the protocol's older header, for sellers that need it")
    .option("--basic-user <name>", "a user name; the password comes from the prompt or standard input")
    .option("--password-env <name>", "the password, from an environment variable")
    .option("--certificate <file>", "a client certificate (PEM), with --key")
    .option("--key <file>", "its private key (PEM), readable only by you")
    .option("--ca <file>", "certificate authority of the seller's own certificate (PEM)")
    .option("--signing-key <file>", "a private key to sign requests with; needs --key-id")
    .option("--key-id <id>", "the id under which the public key is published")
    .option("--replace", "replace the credential that is set")
    .addHelpText(...example("sellers add harbour.example --bearer < token.txt"))
    .asking({ bare: true }, async ({ ask, flags }, seller: string) => {
      const { credentialIn } = await import("../input/written-credential.ts");
      const input = {
        seller,
        entry: () => credentialIn(flags, seller),
        replace: flags["replace"] === true,
      };
      const { file, kind, sentTo } = await ask("set-credential", input);
      process.stderr.write(
        `${file}: a ${kind} for ${seller}, sent to ${sentTo} and nowhere else.\n` +
          `Try it with: flightdesk sellers test ${seller}\n`,
      );
    });
}

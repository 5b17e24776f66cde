import { Command } from "commander";
import { withSettings } from "../options.ts";

/** `flightdesk sellers`: how sellers know this desk. */
export function sellersCommand(): Command {
  return new Command("sellers")
    .summary("set, list and try the credentials that sellers know this desk by")
    .addHelpText(
      "after",
      "\nExample:\n  $ flightdesk sellers add harbour.example --bearer-env HARBOUR_TOKEN\n  $ flightdesk sellers test harbour.example\n",
    )
    .addCommand(addCommand())
    .addCommand(
      withSettings(new Command("list"))
        .summary("whose credentials are set, of which kind and how old; never their values")
        .option("--json", "one JSON document on standard output")
        .addHelpText("after", "\nExample:\n  $ flightdesk sellers list\n")
        .action(async (flags: Record<string, unknown>) =>
          (await import("../list-sellers.ts")).listSellers(flags),
        ),
    )
    .addCommand(
      withSettings(new Command("test"))
        .summary("call a public and a protected task, and say what the seller accepts")
        .argument("<seller>", "id or address")
        .option("--json", "one JSON document on standard output")
        .addHelpText("after", "\nExample:\n  $ flightdesk sellers test harbour.example\n")
        .action(async (seller: string, flags: Record<string, unknown>) =>
          (await import("../test-seller.ts")).testSeller(seller, flags),
        ),
    )
    .addCommand(
      withSettings(new Command("remove"))
        .summary("forget a credential")
        .argument("<seller>", "as `sellers list` names it")
        .addHelpText("after", "\nExample:\n  $ flightdesk sellers remove harbour.example\n")
        .action(async (seller: string, flags: Record<string, unknown>) =>
          (await import("../remove-seller.ts")).removeSeller(seller, flags),
        ),
    );
}

function addCommand(): Command {
  return withSettings(new Command("add"))
    .summary("set the credential that a seller knows this desk by")
    .description(
      "A secret is read from a prompt that shows nothing, from standard input, or from an environment variable when it is used;\n" +
        "no argument takes one. It is bound to the seller's address and sent nowhere else.",
    )
    .argument("<seller>", "its id in the registry, or its address")
    .option("--bearer", "a bearer token, from the prompt or standard input")
    .option("--bearer-env <name>", "a bearer token, from an environment variable")
    .option("--legacy-header", "send the token in the older header too, for a seller that reads no other")
    .option("--basic-user <name>", "a user's name; the password comes from the prompt or standard input")
    .option("--password-env <name>", "the password, from an environment variable")
    .option("--certificate <file>", "a client certificate (PEM), with --key")
    .option("--key <file>", "its private key (PEM), readable by its owner alone")
    .option("--ca <file>", "the authority that the seller's own certificate comes from (PEM)")
    .option("--signing-key <file>", "a private key that signs requests, with --key-id")
    .option("--key-id <id>", "the id that its public half is published under")
    .option("--replace", "set another where one is set")
    .addHelpText("after", "\nExample:\n  $ flightdesk sellers add harbour.example --bearer < token.txt\n")
    .action(async (seller: string, flags: Record<string, unknown>) =>
      (await import("../add-seller.ts")).addSeller(seller, flags),
    );
}

import { Command } from "commander";
import { withSettings } from "../options.ts";

type Work = (file: string, flags: Record<string, unknown>) => Promise<void>;

export function accountsCommand(): Command {
  return new Command("accounts")
    .summary("open accounts at sellers from a file, or list them")
    .addHelpText("after", "\nExample:\n  $ flightdesk accounts sync accounts.yaml\n")
    .addCommand(
      sending("sync", "accounts", "open or refresh accounts at sellers", async (file, flags) => {
        const { syncAccounts } = await import("../sync.ts");
        await syncAccounts(file, flags);
      }),
    )
    .addCommand(
      withSellers(withSettings(new Command("list")))
        .summary("the accounts that sellers hold for this buyer")
        .option("--sandbox", "ask the sellers of an embedded sandbox")
        .option("--json", "one JSON document on standard output")
        .addHelpText("after", "\nExample:\n  $ flightdesk accounts list --seller harbour.example\n")
        .action(async (flags: Record<string, unknown>) => {
          const { listAccounts } = await import("../list-accounts.ts");
          await listAccounts(flags);
        }),
    );
}

export function audiencesCommand(): Command {
  return new Command("audiences")
    .summary("keep audiences at sellers in line with a file")
    .addHelpText("after", "\nExample:\n  $ flightdesk audiences sync audiences.yaml\n")
    .addCommand(
      sending("sync", "audiences", "create and change audiences at sellers", async (file, flags) => {
        const { syncAudiences } = await import("../sync.ts");
        await syncAudiences(file, flags);
      }).description(
        "E-mail addresses and phone numbers in the file are hashed before anything is sent, written down or logged.",
      ),
    );
}

export function catalogsCommand(): Command {
  return new Command("catalogs")
    .summary("keep catalogues at sellers in line with a file")
    .addHelpText("after", "\nExample:\n  $ flightdesk catalogs sync catalogs.yaml\n")
    .addCommand(
      sending("sync", "catalogs", "tell sellers of feeds and catalogues", async (file, flags) => {
        const { syncCatalogs } = await import("../sync.ts");
        await syncCatalogs(file, flags);
      }),
    );
}

export function eventsCommand(): Command {
  return new Command("events")
    .summary("tell sellers of outcomes that you measured")
    .addHelpText("after", "\nExample:\n  $ flightdesk events log events.yaml\n")
    .addCommand(
      sending("log", "events", "tell sellers of outcomes that you measured", async (file, flags) => {
        const { logEvents } = await import("../sync.ts");
        await logEvents(file, flags);
      }),
    );
}

/** A command that sends a file to sellers; the same file is sent to the same seller once. */
function sending(verb: string, noun: string, summary: string, work: Work): Command {
  return withSellers(withSettings(new Command(verb)))
    .summary(`${summary} (a dry run unless --execute)`)
    .argument("<file>", `${noun}.yaml or .json; its schema is schemas/${noun}.schema.json`)
    .option("--execute", "send it")
    .option("--plan <id>", "the governance agent's plan that it belongs to; a campaign's plan has its id")
    .option("--sandbox", "use an embedded sandbox: no account, no network")
    .option("--json", "one JSON document on standard output")
    .addHelpText(
      "after",
      `\nEach change is held against the local policies and the governance agent's plan. Exit code 1 where an item failed.\n` +
        `\nExample:\n  $ flightdesk ${noun} ${verb} ${noun}.yaml --plan winter-1a2b3c4d --execute\n`,
    )
    .action(work);
}

function withSellers(command: Command): Command {
  return command.option(
    "--seller <id>",
    "only this seller, by id or domain; may be repeated (default: those that the file names)",
    (id: string, before: string[] | undefined) => [...(before ?? []), id],
  );
}

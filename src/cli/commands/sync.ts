import { atDesk } from "../door.ts";
import { adminTaskExitCode, exitCodes } from "../exit-codes.ts";
import { type Flags, listOf, textOf } from "../flags.ts";
import { Command, example, printingSteps, withSettings } from "../options.ts";
import { print } from "../print.ts";

type Kind = "accounts" | "audiences" | "catalogs" | "events";

export function accountsCommand(): Command {
  return new Command("accounts")
    .summary("open accounts at sellers from a file, or list them")
    .addHelpText(...example("accounts sync accounts.yaml"))
    .addCommand(sending("sync", "accounts", "open or refresh accounts at sellers"))
    .addCommand(
      withSellers(withSettings(new Command("list")), "all that list accounts")
        .summary("list the accounts that sellers hold for this buyer")
        .prints("accounts list --seller harbour.example")
        .asking({}, async ({ ask, flags }) => {
          const accounts = await ask("accounts", { sellers: listOf(flags["seller"]) });
          const { failures } = accounts;
          if (failures.length > 0) process.exitCode = exitCodes.failed;
          const { accountsText, failureText } = await import("../text/accounts.ts");
          print(accounts, flags, (output) => accountsText(output, process.stdout.isTTY));
          if (flags["json"] !== true)
            for (const failure of failures)
              process.stderr.write(`${failureText(failure)}
  `);
        }),
    );
}

export function audiencesCommand(): Command {
  return new Command("audiences")
    .summary("keep audiences at sellers in sync with a file")
    .addHelpText(...example("audiences sync audiences.yaml"))
    .addCommand(
      sending("sync", "audiences", "create and update audiences at sellers").description(
        "E-mail addresses and phone numbers in the file are hashed before anything is sent, stored or logged.",
      ),
    );
}

export function catalogsCommand(): Command {
  return new Command("catalogs")
    .summary("keep catalogs and feeds at sellers in sync with a file")
    .addHelpText(...example("catalogs sync catalogs.yaml"))
    .addCommand(sending("sync", "catalogs", "send catalogs and feeds to sellers"));
}

export function eventsCommand(): Command {
  return new Command("events")
    .summary("send sellers the conversions that you measured")
    .addHelpText(...example("events log events.yaml"))
    .addCommand(sending("log", "events", "send sellers the conversions that you measured"));
}

/** A command that sends a file to sellers; the same file is sent to the same seller once. */
function sending(verb: string, noun: Kind, summary: string): Command {
  return withSellers(withSettings(new Command(verb)))
    .summary(`${summary} (a dry run unless --execute)`)
    .argument("<file>", `${noun}.yaml or .json; its schema is schemas/${noun}.schema.json`)
    .option("--execute", "send it")
    .option("--plan <id>", "the governance agent's plan that it belongs to; a campaign's plan has its id")
    .addHelpText(
      "after",
      "\nEach change is checked against the local policies and the governance agent's plan. Exit code 1 if an item failed.",
    )
    .prints(`${noun} ${verb} ${noun}.yaml --plan winter-1a2b3c4d --execute`)
    .action(async (file: string, flags: Flags) => {
      const what = await (await import("../input/read-sync-file.ts")).readSyncFile(noun, file);
      await atDesk(flags, await printingSteps(), async (ask) => {
        const { seller, plan, execute } = flags;
        const how = { sellers: listOf(seller), plan: textOf(plan), execute: execute === true };
        const sent = await ask("sync", { what, name: file, ...how });
        process.exitCode = adminTaskExitCode(sent);
        const { adminTaskText } = await import("../text/admin-tasks.ts");
        print(sent, flags, (output) => adminTaskText(output, process.stdout.isTTY));
      });
    });
}

function withSellers(command: Command, otherwise = "those in the file"): Command {
  return command.option(
    "--seller <id>",
    `only this seller, by id or domain; repeatable (default: ${otherwise})`,
    (id: string, before: string[] | undefined) => [...(before ?? []), id],
  );
}

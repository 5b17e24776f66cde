import { atDesk } from "../door.ts";
import { exitCodes } from "../exit-codes.ts";
import { writeFile } from "../files/write-file.ts";
import { type Flags, textOf } from "../flags.ts";
import { Command, campaignOf, example, withCampaign, withSettings } from "../options.ts";
import { print } from "../print.ts";

export function auditCommand(): Command {
  return new Command("audit")
    .summary("check the ledger for tampering, export and replay a campaign")
    .addHelpText(...example("audit verify"))
    .addCommand(
      withSettings(new Command("verify"))
        .summary("find every ledger entry that was changed, removed or moved")
        .description(
          "Checks the ledger itself, so an older copy that was restored passes. With --at-sellers, the sellers " +
            "of the campaigns and the governance agent are also asked what they hold for us; whatever the ledger " +
            "does not know is listed with its amount. Nothing is changed anywhere. Exit code 1 if something is " +
            "found, or if an agent does not answer.",
        )
        .option("--at-sellers", "also compare the ledger with what sellers and governance hold")
        .prints("audit verify", "audit verify --at-sellers")
        .asking({}, async ({ ask, flags }) => {
          const found = await ask("verify", { atSellers: flags["atSellers"] === true });
          const { faults, world } = found;
          const open = world === undefined ? [] : [...world.silent, ...world.buys, ...world.outcomes];
          process.exitCode = faults.length + open.length === 0 ? exitCodes.done : exitCodes.failed;
          print(found, flags, (await import("../text/audit.ts")).verifyText);
        }),
    )
    .addCommand(
      withCampaign(withSettings(new Command("orphans")), "campaign id (default: all campaigns)")
        .summary("find buys that sellers hold and the ledger does not know as bought")
        .description(
          "Asks every seller of the campaigns what it holds under our account. Lists orders that the ledger has " +
            "as failed or never sent, second buys under one reference, and unknown references; they also appear " +
            "in `status` and in the report. Changes nothing at any seller. Exit code 1 if there is one, or if a " +
            "seller does not answer.",
        )
        .prints("audit orphans")
        .asking({ bare: true }, async ({ ask, flags }, word: string | undefined) => {
          const campaign = campaignOf(word, flags);
          const found = await ask("orphans", { campaign });
          const isClear = found.orphans.length === 0 && found.silent.length === 0;
          process.exitCode = isClear ? exitCodes.done : exitCodes.failed;
          print(found, flags, (await import("../text/audit.ts")).orphansText);
        }),
    )
    .addCommand(
      withCampaign(withSettings(new Command("export")))
        .summary("write one campaign into a file that can be checked elsewhere")
        .option("--output <file>", "where to write it (default <campaign>.audit.json)")
        .addHelpText(...example("audit export --output campaign.audit.json"))
        .asking({}, async ({ ask, flags }, word: string | undefined) => {
          const campaign = campaignOf(word, flags);
          const bundle = await ask("export", { campaign });
          const path = textOf(flags["output"]) ?? `${bundle.campaignId}.audit.json`;
          writeFile(path, `${JSON.stringify(bundle, null, 1)}\n`, { isWanted: true });
          process.stdout.write(`${path}\n`);
        }),
    )
    .addCommand(
      new Command("replay")
        .summary("make every decision in an exported file again and compare; needs no ledger and no network")
        .argument("<bundle>", "the file that `audit export` wrote")
        .prints("audit replay campaign.audit.json")
        .action(async (name: string, flags: Flags) => {
          const bundle = (await import("../../desk/files/read-text.ts")).readText(name);
          await atDesk(flags, {}, async (ask) => {
            const replayed = await ask("replay", { name, bundle });
            process.exitCode = replayed.sound ? exitCodes.done : exitCodes.failed;
            print(replayed, flags, (await import("../text/audit.ts")).replayText);
          });
        }),
    );
}

import { Command } from "commander";
import { withSettings } from "../options.ts";

export function auditCommand(): Command {
  return new Command("audit")
    .summary("check the ledger, take a campaign out of it, make its decisions again")
    .addHelpText("after", "\nExample:\n  $ flightdesk audit verify\n")
    .addCommand(
      withSettings(new Command("verify"))
        .summary("find every entry that was changed, removed or moved")
        .option("--json", "one JSON document on standard output")
        .addHelpText("after", "\nExample:\n  $ flightdesk audit verify\n")
        .action(async (flags: Record<string, unknown>) => (await import("../audit.ts")).auditVerify(flags)),
    )
    .addCommand(
      withSettings(new Command("orphans"))
        .summary("find buys at sellers that the ledger does not hold as bought")
        .description(
          "Asks every seller of the campaigns what it holds under our account. What the ledger has as failed or never sent, a\n" +
            "second buy under one reference, an unknown reference: each is told here, in `status` and in the report. Changes nothing\n" +
            "at any seller. Exit code 1 where there is one, or where a seller does not tell.",
        )
        .argument("[campaign]", "campaign id; all campaigns where absent")
        .option("--json", "one JSON document on standard output")
        .addHelpText("after", "\nExample:\n  $ flightdesk audit orphans\n")
        .action(async (campaign: string | undefined, flags: Record<string, unknown>) =>
          (await import("../orphans.ts")).auditOrphans(campaign, flags),
        ),
    )
    .addCommand(
      withSettings(new Command("export"))
        .summary("write all of a campaign into one file that can be checked elsewhere")
        .argument("[campaign]", "campaign id; the newest where absent")
        .option("--output <file>", "where to write it (default <campaign>.audit.json)")
        .addHelpText("after", "\nExample:\n  $ flightdesk audit export --output campaign.audit.json\n")
        .action(async (campaign: string | undefined, flags: Record<string, unknown>) =>
          (await import("../audit.ts")).auditExport(campaign, flags),
        ),
    )
    .addCommand(
      new Command("replay")
        .summary("make every decision of a bundle again, without ledger and network")
        .argument("<bundle>", "file that `audit export` wrote")
        .option("--json", "one JSON document on standard output")
        .addHelpText("after", "\nExample:\n  $ flightdesk audit replay campaign.audit.json\n")
        .action(async (file: string, flags: Record<string, unknown>) =>
          (await import("../audit.ts")).auditReplay(file, flags),
        ),
    );
}

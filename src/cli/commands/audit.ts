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

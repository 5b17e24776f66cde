import { Command } from "commander";
import { withSettings } from "../options.ts";

export function statusCommand(): Command {
  return withSettings(new Command("status"))
    .summary("how campaigns stand and what they wait for")
    .description("Reads the ledger alone: no agent is called.")
    .argument("[campaign]", "campaign id; all campaigns where absent")
    .option("--json", "one JSON document on standard output")
    .addHelpText("after", "\nExample:\n  $ flightdesk status\n")
    .action(async (campaign: string | undefined, flags: Record<string, unknown>) => {
      const { status } = await import("../status.ts");
      await status(campaign, flags);
    });
}

import { Command } from "commander";
import { withSettings } from "../options.ts";

export function resumeCommand(): Command {
  return withSettings(new Command("resume"))
    .summary("go on with a campaign after a crash, an approval or a date")
    .description(
      "Sends what was written down and not answered again, under the same keys; asks sellers how pending buys stand; measures\n" +
        "what is due. Safe at any time and as often as you like.",
    )
    .argument("[campaign]", "campaign id; the newest where absent")
    .option("--json", "one JSON document on standard output")
    .addHelpText("after", "\nExample:\n  $ flightdesk resume\n")
    .action(async (campaign: string | undefined, flags: Record<string, unknown>) => {
      const { resume } = await import("../go-on.ts");
      await resume(campaign, flags);
    });
}

import { Command, Option } from "commander";
import { withSettings } from "../options.ts";

export function reportCommand(): Command {
  return withSettings(new Command("report"))
    .summary("write a campaign's report as one HTML, Markdown or JSON file")
    .argument("[campaign]", "campaign id; the newest where absent")
    .addOption(
      new Option("--format <format>", "html, md or json").choices(["html", "md", "json"]).default("html"),
    )
    .option("--output <file>", "where to write it")
    .addHelpText("after", "\nExample:\n  $ flightdesk report --format md --output report.md\n")
    .action(async (campaign: string | undefined, flags: Record<string, unknown>) => {
      const { report } = await import("../report.ts");
      await report(campaign, flags);
    });
}

import { Command } from "commander";
import { withSettings } from "../options.ts";
import { formatsOf } from "../report-options.ts";

export function reportCommand(): Command {
  return withSettings(new Command("report"))
    .summary("write a campaign's report as HTML, Markdown, CSV, XLSX or JSON")
    .argument("[campaign]", "campaign id; the newest where absent")
    .option("--format <formats>", "html, md, csv, xlsx or json, or several with commas", formatsOf)
    .option("--out <folder>", "folder that it is written into (default .flightdesk/reports)")
    .option("--output <file>", "file to write it to; CSV is one file for each sheet, named after it")
    .addHelpText("after", "\nExample:\n  $ flightdesk report --format md --output report.md\n")
    .action(async (campaign: string | undefined, flags: Record<string, unknown>) => {
      const { report } = await import("../report.ts");
      await report(campaign, flags);
    });
}

import { Command } from "commander";
import { UsageError } from "../../desk/usage-error.ts";
import { atDesk } from "../door.ts";
import { formatsOf, reportOptions } from "../files/report-options.ts";
import { type Flags, textOf } from "../flags.ts";
import { campaignOf, example, withCampaign, withSettings } from "../options.ts";

export function reportCommand(): Command {
  return withCampaign(withSettings(new Command("report")))
    .summary("write a campaign's report: HTML, PDF, XLSX, insertion orders")
    .option(
      "--format <formats>",
      "html, pdf, md, csv, xlsx, json; io and io-pdf: insertion orders; specs and specs-pdf: what creatives are due; several with commas (default: html)",
      formatsOf,
    )
    .option("--out <folder>", "folder to write into (default .flightdesk/reports)")
    .option("--output <file>", "file to write; CSV becomes one file per sheet, named after it")
    .addHelpText(...example("report --format md --output report.md"))
    .action(async (word: string | undefined, flags: Flags) => {
      const campaign = campaignOf(word, flags);
      const { formats = ["html"] as const, out } = reportOptions(flags);
      const output = textOf(flags["output"]);
      if (output !== undefined && formats.length > 1)
        throw new UsageError("--output names one file: for several formats name a folder with --out");
      await atDesk(flags, {}, async (ask, session) => {
        const answer = await ask("report", { campaign });
        const { writeReport } = await import("../files/report-file.ts");
        const where = { home: session.home, settings: session.settings, folder: out, formats, output };
        const paths = await writeReport(answer.campaign, answer.report, where);
        process.stdout.write(paths.map((path) => `${path}\n`).join(""));
      });
    });
}

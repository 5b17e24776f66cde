import { Command } from "commander";
import { callOperation } from "../../desk/operations.ts";
import { atDesk, atTerminal } from "../door.ts";
import type { Flags } from "../flags.ts";
import { withSettings } from "../options.ts";
import { withReport } from "../report-options.ts";

export function compareCommand(): Command {
  return planningCommand("compare", "ask all sellers for offers and rank them on one scale", [
    "Sellers come from the registry, and all of them are asked at once. Changes nothing at any agent.",
  ]);
}

export function planCommand(): Command {
  return planningCommand("plan", "compare, then split the budget into packages", [
    "Changes nothing at any agent.",
  ]);
}

function planningCommand(name: "compare" | "plan", summary: string, description: readonly string[]): Command {
  return withReport(withSettings(new Command(name)))
    .summary(summary)
    .description(description.join(" "))
    .argument("<brief>", "brief.yaml, or free text (.md, .txt, .pdf, .docx, .xlsx, .pptx, .eml, .msg, .html)")
    .option("--explain", "let the configured model read the offers and explain the plan")
    .option("--verbose", "print every stage, not only what it comes to")
    .option("--json", "print one JSON document instead of text")
    .addHelpText("after", `\nExample:\n  $ flightdesk ${name} brief.yaml --sandbox --format xlsx\n`)
    .action(async (file: string, flags: Flags) => {
      const { comparisonPrinter, loadReportAhead, printer } = await import("../progress.ts");
      const isWhole = flags["verbose"] === true || flags["json"] === true;
      await atDesk(
        flags,
        {
          observe: loadReportAhead(isWhole ? printer(flags["json"] === true) : comparisonPrinter(name)),
        },
        async (session) => {
          const brief = { name: file, text: await (await import("../input/brief-text.ts")).briefText(file) };
          const asked = { brief, explain: flags["explain"] === true };
          const compared = await callOperation(name, session, asked, atTerminal(flags));
          await (await import("../finish.ts")).finish(compared, session, flags);
        },
      );
    });
}

import { atDesk, explainInterruption } from "../door.ts";
import { withReport } from "../files/report-options.ts";
import type { Flags } from "../flags.ts";
import { Command, campaignOf, printing, withCampaign, withSettings } from "../options.ts";

export function runCommand(): Command {
  return withReport(withSettings(new Command("run")))
    .summary("plan a brief, and buy it with --execute (else a dry run)")
    .description(
      "Finds sellers, asks all of them for offers, ranks, plans, asks governance before each change, buys, " +
        "builds and assigns creatives, measures, and sends sellers their performance index. Without --execute " +
        "it stops before the first change and shows each call that it would make. Running the same brief " +
        "again continues the same campaign, also from another home folder: what sellers already hold counts " +
        "as bought.",
    )
    .argument("<brief>", "brief.yaml, or free text (.md, .txt, .pdf, .docx, .xlsx, .pptx, .eml, .msg, .html)")
    .option("--execute", "make the changes: this spends money")
    .option("--again", "start a new campaign from the same brief: everything is bought a second time")
    .option("--confirm", "confirm that a free-text brief was understood correctly")
    .option("--by <name>", "who asked for this, besides you; neither of you may approve it")
    .option("--sign-off", "have people approve it before anything is ordered, whatever the policies let pass")
    .option("--explain", "let the configured model read the offers and explain the plan")
    .option("--verbose", "print every stage and each step, not only the plan and what was bought")
    .prints("run brief.yaml --sandbox --execute")
    .action(async (file: string, flags: Flags) => {
      const { loadReportAhead, printerFor } = await import("../progress.ts");
      // A built-in sandbox ends with the command: there is nothing to go on with.
      using _ = flags["execute"] === true && flags["sandbox"] !== true ? explainInterruption() : undefined;
      await atDesk(flags, { observe: loadReportAhead(printerFor(flags)) }, async (ask, session) => {
        const input = {
          brief: { name: file, text: await (await import("../input/brief-text.ts")).briefText(file) },
          execute: flags["execute"] === true,
          confirmed: flags["confirm"] === true,
          again: flags["again"] === true,
          explain: flags["explain"] === true,
          sign_off: flags["signOff"] === true,
        };
        const come = await ask("run", input);
        await (await import("../finish.ts")).finish(come, session, flags);
      });
    });
}

export function resumeCommand(): Command {
  return withCampaign(withSettings(new Command("resume")))
    .summary("continue a campaign after a crash, or once an answer is in")
    .description(
      "Repeats calls that got no answer, with the same idempotency keys; asks sellers about pending buys; " +
        "measures what is due. Safe at any time and as often as you like.",
    )
    .option("--verbose", "print every stage and each step, not only the plan and what was bought")
    .prints("resume")
    .asking(printing, async ({ ask, flags, session }, word: string | undefined) => {
      using _ = explainInterruption();
      const come = await ask("resume", { campaign: campaignOf(word, flags) });
      await (await import("../finish.ts")).finish(come, session, flags);
    });
}

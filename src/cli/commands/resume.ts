import { Command } from "commander";
import { callOperation } from "../../desk/operations.ts";
import { atDesk, atTerminal } from "../door.ts";
import type { Flags } from "../flags.ts";
import { withSettings } from "../options.ts";

export function resumeCommand(): Command {
  return withSettings(new Command("resume"))
    .summary("continue a campaign after a crash, or once an answer is in")
    .description(
      "Repeats calls that got no answer, with the same idempotency keys; asks sellers about pending buys; " +
        "measures what is due. Safe at any time and as often as you like.",
    )
    .argument("[campaign]", "campaign id (default: the newest)")
    .option("--verbose", "print every stage and each step, not only the plan and what was bought")
    .option("--json", "print one JSON document instead of text")
    .addHelpText("after", "\nExample:\n  $ flightdesk resume\n")
    .action(async (campaign: string | undefined, flags: Flags) => {
      const { printerFor } = await import("../progress.ts");
      await atDesk(flags, { observe: printerFor(flags) }, async (session) => {
        const come = await callOperation("resume", session, { campaign }, atTerminal(flags));
        await (await import("../finish.ts")).finish(come, session, flags);
      });
    });
}

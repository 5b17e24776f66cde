import { Command } from "commander";
import { callOperation } from "../../desk/operations.ts";
import { atDesk, atTerminal } from "../door.ts";
import type { Flags } from "../flags.ts";
import { campaignOf, withCampaign, withSettings } from "../options.ts";
import { print } from "../print.ts";

export function statusCommand(): Command {
  return withCampaign(withSettings(new Command("status")), "campaign id (default: all campaigns)")
    .summary("status of all campaigns, and what they wait for")
    .description("Reads only the ledger: no agent is called.")
    .option("--json", "print one JSON document instead of text")
    .addHelpText("after", "\nExample:\n  $ flightdesk status\n")
    .action(async (word: string | undefined, flags: Flags) => {
      const campaign = campaignOf(word, flags);
      await atDesk(flags, {}, async (session) => {
        const words = await import("../text/status.ts");
        if (campaign === undefined)
          return print(await callOperation("status", session, {}, atTerminal(flags)), flags, (output) =>
            words.statusText(output, { onSandbox: flags["sandbox"] === true }),
          );
        const stands = await callOperation("campaign", session, { campaign }, atTerminal(flags));
        const text = await words.campaignText(stands, session);
        print(stands, flags, () => text);
      });
    });
}

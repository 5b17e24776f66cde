import { Command } from "commander";
import { callOperation } from "../../desk/operations.ts";
import { atDesk, atTerminal } from "../door.ts";
import { type Flags, textOf } from "../flags.ts";
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
        if (campaign === undefined) {
          const all = await callOperation("status", session, {}, atTerminal(flags));
          const { campaigns } = flags["json"] ? { campaigns: [] } : await morning(session, flags);
          const options = { onSandbox: flags["sandbox"] === true, today: campaigns };
          return print(all, flags, (output) => words.statusText(output, options));
        }
        const stands = await callOperation("campaign", session, { campaign }, atTerminal(flags));
        const text = await words.campaignText(stands, session);
        print(stands, flags, () => text);
      });
    });
}

export function todayCommand(): Command {
  return withCampaign(withSettings(new Command("today")), "campaign id (default: all that run)")
    .summary("this morning: decisions, lines behind, idle money, what is next")
    .description("The same rows as the morning digest. Reads only the ledger: no agent is called.")
    .option("--since <instant>", "show what has changed from then on (default: the working day before)")
    .option("--json", "print one JSON document instead of text")
    .addHelpText("after", "\nExample:\n  $ flightdesk today\n")
    .action(async (word: string | undefined, flags: Flags) => {
      await atDesk(flags, {}, async (session) => {
        const { todayText } = await import("../text/status.ts");
        print(await morning(session, flags, campaignOf(word, flags)), flags, todayText);
      });
    });
}

function morning(session: Parameters<typeof callOperation>[1], flags: Flags, campaign?: string) {
  const input = { campaign, since: textOf(flags["since"]) };
  return callOperation("today", session, input, atTerminal(flags));
}

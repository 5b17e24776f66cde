import type { Ask } from "../door.ts";
import { type Flags, textOf } from "../flags.ts";
import { Command, campaignOf, withCampaign, withSettings } from "../options.ts";
import { print } from "../print.ts";

export function statusCommand(): Command {
  return withCampaign(withSettings(new Command("status")), "campaign id (default: all campaigns)")
    .summary("status of all campaigns, and what they wait for")
    .description("Reads only the ledger: no agent is called.")
    .prints("status")
    .asking({}, async ({ ask, flags, session }, word: string | undefined) => {
      const campaign = campaignOf(word, flags);
      const words = await import("../text/status.ts");
      if (campaign === undefined) {
        const all = await ask("status", {});
        const { campaigns } = flags["json"] ? { campaigns: [] } : await morning(ask, flags);
        const options = { onSandbox: flags["sandbox"] === true, today: campaigns };
        return print(all, flags, (output) => words.statusText(output, options));
      }
      const stands = await ask("campaign", { campaign });
      const text = await words.campaignText(stands, session);
      print(stands, flags, () => text);
    });
}

export function todayCommand(): Command {
  return withCampaign(withSettings(new Command("today")), "campaign id (default: all that run)")
    .summary("this morning: decisions, lines behind, idle money, what is next")
    .description("The same rows as the morning digest. Reads only the ledger: no agent is called.")
    .option("--since <instant>", "show what has changed from then on (default: the working day before)")
    .prints("today")
    .asking({}, async ({ ask, flags }, word: string | undefined) => {
      const { todayText } = await import("../text/status.ts");
      print(await morning(ask, flags, campaignOf(word, flags)), flags, todayText);
    });
}

function morning(ask: Ask, flags: Flags, campaign?: string) {
  const input = { campaign, since: textOf(flags["since"]) };
  return ask("today", input);
}

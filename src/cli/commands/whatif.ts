import { Command } from "commander";
import { withSettings } from "../options.ts";
import type { ChangeOption, WrittenChange } from "../whatif-changes.ts";

export function whatifCommand(): Command {
  const written: WrittenChange[] = [];
  const note = (option: ChangeOption) => (value: string) => {
    written.push({ option, value });
    return value;
  };
  const command = withSettings(new Command("whatif"))
    .summary("other plans from the offers that are known, side by side; asks no seller")
    .description(
      "Splits the budget anew from the offers that `compare`, `plan` or `run` recorded. Nothing is asked, decided or recorded.\n" +
        "Options together are one scenario; --or begins another, and so does a second --budget, --max-share or --max-cpm.\n" +
        "Without any: 20 % less, 20 % more, without the largest seller, and without the limit on one seller's share.",
    )
    .argument("<campaign>", "campaign id, as `compare` tells it")
    .option("--budget <amount>", 'another budget: "+20%", "-10%" or "300,000 EUR"', note("budget"))
    .option("--max-share <share>", 'most of the budget at one seller: "40%"', note("max-share"))
    .option("--max-cpm <amount>", 'highest price for 1,000 impressions: "18 EUR"', note("max-cpm"))
    .option("--channel <range>", 'share of a channel: "ctv=30%..50%"; again for another', note("channel"))
    .option("--without-seller <id>", "nothing from this seller; again for another", note("without-seller"))
    .option("--without-channel <name>", "nothing on this channel; again for another", note("without-channel"))
    .option("--or", "begins another scenario")
    .option("--json", "one JSON document on standard output")
    .addHelpText(
      "after",
      "\nExample:\n  $ flightdesk whatif acme-spring-1a2b3c4d --budget +20% --or --max-share 40% --without-seller kiosk.example\n",
    )
    .action(async (campaign: string, flags: Record<string, unknown>) => {
      const { whatif } = await import("../whatif.ts");
      await whatif(campaign, written, flags);
    });
  command.on("option:or", () => {
    written.push({ option: "or", value: "" });
  });
  return command;
}

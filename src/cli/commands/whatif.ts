import { UsageError } from "../../desk/usage-error.ts";
import type { ChangeOption, WrittenChange } from "../../desk/whatif-changes.ts";
import { atDesk } from "../door.ts";
import { exitCodes } from "../exit-codes.ts";
import { type Flags, textOf } from "../flags.ts";
import { Command, campaignOf, withCampaign, withSettings } from "../options.ts";
import { print } from "../print.ts";

export function whatifCommand(): Command {
  const written: WrittenChange[] = [];
  const note = (option: ChangeOption) => (value: string) => {
    written.push({ option, value });
    return value;
  };
  const command = withCampaign(withSettings(new Command("whatif")))
    .summary("other budgets and limits with the offers already received")
    .description(
      "Splits the budget again from the offers that `compare`, `plan` or `run` recorded. Nobody is asked, " +
        "and nothing is recorded. Options given together are one scenario; --or starts another, and so does a " +
        "second --budget, --max-share or --max-cpm. Without options it shows: 20 % less, 20 % more, without " +
        "the largest seller, and without the limit on one seller's share.",
    )
    .option("--budget <amount>", 'another budget: "+20%", "-10%" or "300,000 EUR"', note("budget"))
    .option("--max-share <share>", 'largest share of the budget at one seller: "40%"', note("max-share"))
    .option("--max-cpm <amount>", 'highest CPM: "18 EUR"', note("max-cpm"))
    .option("--channel <range>", 'share of a channel: "ctv=30%..50%"; repeatable', note("channel"))
    .option("--without-seller <id>", "nothing from this seller; repeatable", note("without-seller"))
    .option("--without-channel <name>", "nothing on this channel; repeatable", note("without-channel"))
    .option(
      "--spend <how>",
      "money that would miss the KPI's figure: all spends it, to_target keeps it",
      note("spend"),
    )
    .option("--or", "starts another scenario")
    .option(
      "--from <file>",
      "amounts as edited in the plan's workbook (.xlsx), each checked against the limits; limits given beside it are for them",
    )
    .option(
      "--make-plan",
      "make the one scenario given the campaign's plan, before anything is bought; buys nothing",
    )
    .prints("whatif acme-spring-1a2b3c4d --budget +20% --or --max-share 40% --without-seller kiosk.example")
    .action(async (word: string | undefined, flags: Flags) => {
      const named = campaignOf(word, flags);
      const makesPlan = flags["makePlan"] === true;
      await atDesk(flags, { bare: !makesPlan }, async (ask) => {
        const amounts = await editedIn(flags, named);
        const others = await ask("what-if", { campaign: named, changes: written, amounts });
        const { whatifText } = await import("../text/whatif.ts");
        if (makesPlan) {
          const { campaign, basis = "" } = others;
          const changes = written.flatMap(({ option, value }) =>
            option === "or" ? [] : [{ option, value }],
          );
          await ask("replan", { campaign, basis, changes, amounts });
        }
        print(others, flags, (output) => whatifText(output, process.stdout.isTTY));
        if ((others.edited?.rejected.length ?? 0) > 0) process.exitCode = exitCodes.part;
      });
    });
  command.on("option:or", () => {
    written.push({ option: "or", value: "" });
  });
  return command;
}

async function editedIn(flags: Flags, campaign: string | undefined) {
  const file = textOf(flags["from"]);
  if (file === undefined) return undefined;
  if (campaign === undefined) throw new UsageError(`--from: name the campaign that ${file} is the plan of`);
  return (await import("../../desk/files/plan-file.ts")).readPlanFile(file, campaign);
}

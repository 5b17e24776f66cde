import { Option } from "commander";
import { UsageError } from "../../desk/usage-error.ts";
import { atDesk } from "../door.ts";
import { exitCodes } from "../exit-codes.ts";
import { type Flags, textOf } from "../flags.ts";
import { Command, campaignOf, printing, withCampaign, withSettings } from "../options.ts";
import { print } from "../print.ts";

export function inboxCommand(): Command {
  return withSettings(new Command("inbox"))
    .summary("steps that wait for a person, with all that is needed to decide")
    .description("Reads the ledger, and calls no agent except one whose protocol is not known yet.")
    .option("--verbose", "print every argument that would be sent, as `approve` shows them")
    .prints("inbox")
    .asking({}, async ({ ask, flags }) => {
      const waiting = await ask("inbox", {});
      const { inboxText } = await import("../text/waiting-step.ts");
      print(waiting, flags, (output) => inboxText(output, { exactly: flags["verbose"] === true }));
    });
}

export function approveCommand(): Command {
  return (
    withSettings(new Command("approve"))
      .summary("approve a step that waits for a person, or the whole plan")
      .description(
        "You see exactly what would be sent, and approve exactly that: another amount, seller, product or " +
          "date needs a new approval. The approval is signed, can be used once, and expires. With --plan one " +
          "approval opens each order of the plan that is still to be sent, as long as it costs no more and " +
          "nothing else of it has changed. The governance agent is asked again and shown the approval, then the campaign continues. Approving needs a " +
          "terminal: you type the total, or the passphrase of your key if approvers.yaml names you. Without a " +
          "terminal, or with input from a pipe, nothing is approved and the exit code is 2.",
      )
      .argument("[step]", "id of the waiting step, as `flightdesk inbox` shows it")
      .option("--plan", "approve all orders of the campaign's plan instead of one step")
      .option("--campaign <id>", "campaign that the step belongs to, or whose plan it is")
      .option("--by <name>", "your name, if there is no approvers.yaml (default: your login name)")
      .option("--approver-key <file>", "your private key, if approvers.yaml names you")
      .option(
        "--valid-for <time>",
        "how long the approval is valid (default: a day; at most --approval-window)",
      )
      // Refused with the option to use instead.
      .addOption(new Option("--total <amount>").hideHelp())
      .option("--verbose", "print every stage and each step, not only the plan and what was bought")
      .prints("approve buy/nordlicht.example/EUR --by kim")
      .action(async (stepId: string | undefined, flags: Flags) => {
        if (flags["total"] !== undefined)
          throw new UsageError(
            "nothing is approved: --total does not count as a person's approval. Leave it out, and type the total at the terminal when asked",
          );
        if ((stepId === undefined) === (flags["plan"] !== true))
          throw new UsageError("nothing is approved: name a waiting step, or say --plan");
        const { approvalAtTerminal, validFor } = await import("../approval.ts");
        const validForMs = validFor(textOf(flags["validFor"]));
        await atDesk(flags, await printing(flags), async (ask, session) => {
          const input = { step: stepId, campaign: textOf(flags["campaign"]) };
          const { waiting, plans } = await ask("inbox", input);
          const { waitingPlanText, waitingStepText } = await import("../text/waiting-step.ts");
          const keyFile = session.settings.approver_key;
          const [[step], [plan]] = [waiting, plans];
          const approve = async () => {
            if (stepId === undefined) {
              if (plan === undefined) throw new UsageError("nothing is approved: no plan waits for a person");
              const given = await approvalAtTerminal(plan, waitingPlanText, keyFile);
              return ask("approve-plan", { ...given, validForMs });
            }
            if (step === undefined)
              throw new UsageError("nothing is approved: the step waits for nobody any more");
            const given = await approvalAtTerminal(step, waitingStepText, keyFile);
            return ask("approve", { ...given, step: stepId, validForMs });
          };
          await (await import("../finish.ts")).finish(await approve(), session, flags);
        });
      })
  );
}

export function rejectCommand(): Command {
  return withSettings(new Command("reject"))
    .summary("reject a step that waits for a person; the rest continues")
    .argument("<step>", "id of the waiting step, as `flightdesk inbox` shows it")
    .requiredOption("--reason <text>", "why; shown in the report")
    .option("--campaign <id>", "campaign that the step belongs to")
    .option("--by <name>", "your name (default: your login name)")
    .option("--verbose", "print every stage and each step, not only the plan and what was bought")
    .prints('reject buy/nordlicht.example/EUR --reason "too dear"')
    .asking(printing, async ({ ask, flags, session }, stepId: string) => {
      const { campaign, reason } = flags;
      const refused = { step: stepId, campaign: textOf(campaign), reason: textOf(reason) ?? "" };
      const come = await ask("reject", refused);
      await (await import("../finish.ts")).finish(come, session, flags);
    });
}

export function endCommand(): Command {
  return withCampaign(withSettings(new Command("end")), "campaign id")
    .summary("close a campaign; nothing more will be bought")
    .description(
      "What was not sent is rejected, and nothing of the campaign is planned, bought or measured any more. " +
        "It is refused (exit code 2) while a buy of it can still spend: cancel that first with `flightdesk " +
        "buys cancel`. A campaign that cannot buy anything waits until you end it or its flight is over.",
    )
    .requiredOption("--reason <text>", "why; shown in the report")
    .option("--by <name>", "your name (default: your login name)")
    .prints('end spring-1a2b3c4d --reason "the launch is off"')
    .action(async (word: string | undefined, flags: Flags) => {
      const campaign = campaignOf(word, flags);
      if (campaign === undefined) throw new UsageError("say which campaign ends: it is for good");
      await atDesk(flags, {}, async (ask) => {
        const ended = await ask("end", { campaign, reason: textOf(flags["reason"]) ?? "" });
        process.exitCode = exitCodes.done;
        print(ended, flags, ({ report }) => `${campaign} has ended: ${report.campaign.ended}`);
      });
    });
}

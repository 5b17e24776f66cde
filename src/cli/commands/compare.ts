import type { Caller } from "../../desk/caller.ts";
import { atDesk, atTerminal, refuseWithoutModel } from "../door.ts";
import { withReport } from "../files/report-options.ts";
import type { Flags } from "../flags.ts";
import { Command, withSettings } from "../options.ts";
import type { Session } from "../session.ts";

export function compareCommand(): Command {
  return planningCommand("compare", "ask all sellers for offers and rank them on one scale", [
    "Sellers come from the registry, and all of them are asked at once. Changes nothing at any agent.",
  ]);
}

export function planCommand(): Command {
  return planningCommand("plan", "compare, then split the budget into packages", [
    "Changes nothing at any agent.",
  ]).option(
    "--agent",
    "let the configured model ask sellers for better offers, and say why the plan is as it is",
  );
}

function planningCommand(name: "compare" | "plan", summary: string, description: readonly string[]): Command {
  return withReport(withSettings(new Command(name)))
    .summary(summary)
    .description(description.join(" "))
    .argument("<brief>", "brief.yaml, or free text (.md, .txt, .pdf, .docx, .xlsx, .pptx, .eml, .msg, .html)")
    .option("--explain", "let the configured model read the offers and explain the plan")
    .option("--verbose", "print every stage, not only what it comes to")
    .prints(`${name} brief.yaml --sandbox --format xlsx`)
    .action(async (file: string, flags: Flags) => {
      const { comparisonPrinter, loadReportAhead, printer } = await import("../progress.ts");
      const isWhole = flags["verbose"] === true || flags["json"] === true;
      await atDesk(
        flags,
        { observe: loadReportAhead(isWhole ? printer(flags["json"] === true) : comparisonPrinter(name)) },
        async (ask, session) => {
          const brief = { name: file, text: await (await import("../input/brief-text.ts")).briefText(file) };
          const compared =
            flags["agent"] === true
              ? await withAgent(brief, { session, caller: atTerminal(flags) })
              : await ask(name, { brief, explain: flags["explain"] === true });
          await (await import("../finish.ts")).finish(compared, session, flags);
        },
      );
    });
}

async function withAgent(
  brief: { readonly name: string; readonly text: string },
  { session, caller }: { readonly session: Session; readonly caller: Caller },
) {
  refuseWithoutModel(session, "--agent");
  const { planWithAgent } = await import("../../chat/planning-agent.ts");
  const { keepConversation, newConversation, resumeCommand } = await import(
    "../../chat/kept-conversations.ts"
  );
  const conversation = newConversation();
  return planWithAgent(brief, {
    desk: session,
    caller,
    onCall: (tool) => session.progress(`the model asks ${tool}`),
    keep: (state) => {
      keepConversation({ ...conversation, ...state }, session.home);
      process.stderr.write(
        `Go on with the model: ${resumeCommand(conversation.id, session.app.onSandbox)}\n`,
      );
    },
  });
}

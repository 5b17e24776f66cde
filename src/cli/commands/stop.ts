import { Command } from "commander";
import { withSettings } from "../options.ts";
import { person } from "../person.ts";

export function stopCommand(): Command {
  return withScope(new Command("stop"), "stop")
    .summary("stop spending now: begin nothing more, pause what is live")
    .description(
      "From the moment the order stands in the ledger no process on it begins another change, but pauses. Then every live buy\n" +
        "is paused at its seller, and read back. Asks no governance agent, model, registry or policy. Who has not obeyed is\n" +
        "named, and the exit code is 1 until all have: run it again, or `flightdesk resume`. Without flightdesk at hand, a file\n" +
        "STOP in its folder (.flightdesk/STOP; its text is the reason) stops everything the next time a process looks.",
    )
    .option(
      "--reason <text>",
      "why; it stands in the ledger and with every step that is held",
      "no reason given",
    )
    .addHelpText("after", '\nExample:\n  $ flightdesk stop --all --reason "the client called"\n')
    .action(async (flags: Record<string, unknown>) => {
      const { stopCampaigns } = await import("../stop.ts");
      await stopCampaigns(person(flags), flags);
    });
}

export function goCommand(): Command {
  return withScope(new Command("go"), "let go on")
    .summary("lift a stop; buys stay paused unless --resume-buys")
    .description(
      "Lifts the order of exactly this scope: what another order is over stays stopped, and is told. Steps that were held go\n" +
        "on with `flightdesk resume`.",
    )
    .option("--resume-buys", "also let run again what the stop has paused, each buy with governance's leave")
    .addHelpText("after", "\nExample:\n  $ flightdesk go --all --resume-buys\n")
    .action(async (flags: Record<string, unknown>) => {
      const { letGo } = await import("../stop.ts");
      await letGo(person(flags), flags);
    });
}

function withScope(command: Command, does: string): Command {
  return withSettings(command)
    .option("--all", `${does} everything`)
    .option("--campaign <id>", `${does} one campaign`)
    .option("--seller <id>", `${does} one seller, in all campaigns`)
    .option("--by <name>", "who says so (default: your login name)")
    .option("--json", "one JSON document on standard output");
}

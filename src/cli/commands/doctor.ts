import { Command } from "commander";
import { callOperation } from "../../desk/operations.ts";
import { atDesk, atTerminal } from "../door.ts";
import { exitCodes } from "../exit-codes.ts";
import type { Flags } from "../flags.ts";
import { withSettings } from "../options.ts";
import { print } from "../print.ts";

/** `flightdesk doctor`: what will and will not work with an agent. */
export function doctorCommand(): Command {
  return withSettings(new Command("doctor"))
    .summary("check what will and will not work with an agent")
    .description(
      "Finds out which protocol and release the agent speaks, reads what it declares, and tries a few calls " +
        "that only read. Nothing is changed at the agent.",
    )
    .argument("<agent>", "its address, or its id in the registry")
    .option("--pin", "from now on use the protocol that it reports now, if another one is pinned")
    .option("--json", "print one JSON document instead of text")
    .addHelpText(
      "after",
      "\nExit codes: 0 it can be used, 1 it cannot, 2 usage." +
        "\n\nExample:\n  $ flightdesk doctor https://seller.example/mcp\n",
    )
    .action(async (agent: string, flags: Flags) => {
      const { checkedAddress } = await import("../../desk/doctor/examine.ts");
      const agents = agent.includes("://") ? [checkedAddress(agent)] : [];
      await atDesk(flags, { bare: true, agents }, async (session) => {
        const name = flags["pin"] === true ? "pin-dialect" : "doctor";
        const found = await callOperation(name, session, { agent }, atTerminal(flags));
        if (!found.usable) process.exitCode = exitCodes.failed;
        print(found, flags, (await import("../text/doctor.ts")).doctorText);
      });
    });
}

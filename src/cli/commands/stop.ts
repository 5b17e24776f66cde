import type { StopScope } from "../../campaign/model/decisions/stop-order.ts";
import { UsageError } from "../../desk/usage-error.ts";
import { sellerName } from "../../lib/address.ts";
import { atDesk } from "../door.ts";
import { exitCodes } from "../exit-codes.ts";
import type { Flags } from "../flags.ts";
import { Command, withSettings } from "../options.ts";
import { print } from "../print.ts";

export function stopCommand(): Command {
  return withScope(new Command("stop"), "stop")
    .summary("stop spending now: start nothing new, pause every live buy")
    .description(
      "As soon as the stop order is in the ledger, no process on that ledger starts another change, except " +
        "pauses. Then every live buy is paused at its seller and read back. The governance agent is asked, " +
        "for 2 seconds in all; its answer is shown but cannot prevent a pause. No model, registry or policy " +
        "is asked. Sellers that have not paused are listed, and the exit code is 1 until all have: run it " +
        "again, or `flightdesk resume`. If you cannot run flightdesk, put a file named STOP into its home " +
        "folder (.flightdesk/STOP, with the reason as its text): it stops everything as soon as a process " +
        "checks.",
    )
    .option("--reason <text>", "why; kept in the ledger and shown with every held step", "no reason given")
    .prints('stop --all --reason "the client called"')
    .action(async (flags: Flags) => {
      const scope = scopeOf(flags);
      // A broken policy file must not keep anybody from stopping.
      await atDesk(flags, { bare: true }, async (ask) => {
        const stopped = await ask("stop", { scope, reason: String(flags["reason"]) });
        process.exitCode = stopped.buys.every((buy) => buy.stopped) ? exitCodes.done : exitCodes.failed;
        print(stopped, flags, (await import("../text/stop.ts")).stoppedText);
      });
    });
}

export function releaseCommand(): Command {
  return withScope(new Command("release").alias("go"), "release")
    .summary("lift a stop order; buys stay paused unless --resume-buys")
    .description(
      "Only the stop order with exactly this scope is lifted; whatever another one covers stays stopped, " +
        "and that one is listed. A person must confirm at a terminal; without one the stop order stays and " +
        "the exit code is 2. Held steps continue with `flightdesk resume`. `flightdesk go` does the same.",
    )
    .option("--resume-buys", "also resume the buys that the stop paused; governance is asked about each")
    .prints("release --all --resume-buys")
    .action(async (flags: Flags) => {
      const scope = scopeOf(flags);
      const resumeBuys = flags["resumeBuys"] === true;
      await atDesk(flags, { bare: !resumeBuys }, async (ask, session) => {
        const { confirmRelease } = await import("../confirm-release.ts");
        await confirmRelease(scope, session);
        const released = await ask("release", { scope, resumeBuys });
        const runs = released.resumed.every(({ status }) => status === "done");
        process.exitCode = runs ? exitCodes.done : exitCodes.failed;
        print(released, flags, (await import("../text/stop.ts")).releaseText);
      });
    });
}

function withScope(command: Command, does: string): Command {
  return withSettings(command)
    .option("--all", `${does} everything`)
    .option("--campaign <id>", `${does} one campaign`)
    .option("--seller <id>", `${does} one seller, in all campaigns`)
    .option("--by <name>", "who gives the order (default: your login name)");
}

function scopeOf({ all, campaign, seller }: Flags): StopScope {
  const scopes: StopScope[] = [
    ...(all === true ? [{ type: "all" } as const] : []),
    ...(typeof campaign === "string" ? [{ type: "campaign", id: campaign } as const] : []),
    ...(typeof seller === "string" ? [{ type: "seller", id: sellerName(seller) } as const] : []),
  ];
  const [scope] = scopes;
  if (scope === undefined || scopes.length > 1)
    throw new UsageError("say what to stop or to release: --all, --campaign <id> or --seller <id>");
  return scope;
}

import { revert } from "../campaign/revert.ts";
import { askers } from "./askers.ts";
import { campaignNamed } from "./campaigns.ts";
import { printer } from "./drive.ts";
import { exitCodes } from "./exit-codes.ts";
import { printJson } from "./output.ts";
import { type ReallocationsOutput, reallocationsOutput, reallocationsText } from "./reallocations-output.ts";
import { openSession } from "./session.ts";

type Flags = Readonly<Record<string, unknown>>;

/** `flightdesk reallocations list`: what was moved between lines, why, and how far it is made. */
export async function listReallocations(flags: Flags): Promise<void> {
  await using session = await openSession(flags);
  const ports = session.app.ports(campaignNamed(session.app, text(flags["campaign"])));
  print(reallocationsOutput("reallocations list", ports.journal.state()), flags);
}

/** `flightdesk reallocations revert`: gives lines back what they had before. */
export async function revertReallocation(id: string, flags: Flags): Promise<void> {
  await using session = await openSession(flags);
  const ports = session.app.ports(campaignNamed(session.app, text(flags["campaign"])), printer(true));
  const reverted = await revert(id, askers(flags["by"]), ports);
  const refused = reverted.type === "refused" ? reverted.reason : undefined;
  const output = reallocationsOutput("reallocations revert", ports.journal.state(), refused);
  process.exitCode = exitCodeOf(output);
  print(output, flags);
}

function exitCodeOf({ refused, reallocations }: ReallocationsOutput): number {
  const moves = reallocations.at(-1)?.moves ?? [];
  if (refused !== undefined || moves.some(({ standing }) => ["failed", "refused"].includes(standing)))
    return exitCodes.failed;
  return moves.every(({ standing }) => standing === "made") ? exitCodes.done : exitCodes.waiting;
}

function print(output: ReallocationsOutput, flags: Flags): void {
  if (flags["json"] === true) printJson(output);
  else process.stdout.write(`${reallocationsText(output)}\n`);
}

function text(flag: unknown): string | undefined {
  return typeof flag === "string" ? flag : undefined;
}

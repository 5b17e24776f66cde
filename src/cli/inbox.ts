import { inbox } from "../campaign/inbox.ts";
import { inboxOutput } from "./inbox-output.ts";
import { printJson } from "./output.ts";
import { openSession } from "./session.ts";
import { waitingStepText } from "./waiting-step-text.ts";

/** `flightdesk inbox`: every step of every campaign that waits for a person. No agent is called but one that nobody has asked yet which protocol it speaks. */
export async function showInbox(flags: Readonly<Record<string, unknown>>): Promise<void> {
  await using session = await openSession(flags);
  const { app } = session;
  const waiting = await Promise.all(app.ledger.campaigns().map((id) => inbox(app.ports(id))));
  if (flags["json"] === true) return printJson(inboxOutput(waiting.flat()));
  const screens = waiting.flat().map(waitingStepText);
  process.stdout.write(`${screens.length === 0 ? "nothing waits for a person" : screens.join("\n\n")}\n`);
}

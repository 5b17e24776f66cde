import { consent, refuse } from "../campaign/decide.ts";
import { campaignNamed, waitingStep } from "./campaigns.ts";
import { drive, printer } from "./drive.ts";
import { finish } from "./finish.ts";
import { openSession, type Session } from "./session.ts";

type Flags = Readonly<Record<string, unknown>>;

/** `flightdesk resume`: takes a campaign that is in the ledger as far as it goes. */
export async function resume(campaign: string | undefined, flags: Flags): Promise<void> {
  await using session = await openSession(flags);
  await goOn(campaignNamed(session.app, campaign), session, "resume", flags);
}

/** `flightdesk approve`: a person consents to exactly the arguments of a waiting step; the campaign goes on. */
export async function approve(stepId: string, by: string, flags: Flags): Promise<void> {
  await using session = await openSession(flags);
  const campaignId = waitingStep(session.app, stepId, text(flags["campaign"]));
  const consented = await consent(session.app.ports(campaignId), stepId, by);
  if (consented.type === "refused") throw new Error(`nothing is approved: ${consented.reason}`);
  await goOn(campaignId, session, "approve", flags);
}

/** `flightdesk reject`: a waiting step is not performed; the rest goes on. */
export async function reject(stepId: string, by: string, flags: Flags): Promise<void> {
  await using session = await openSession(flags);
  const campaignId = waitingStep(session.app, stepId, text(flags["campaign"]));
  refuse(session.app.ports(campaignId), stepId, { by, reason: text(flags["reason"]) ?? "" });
  await goOn(campaignId, session, "reject", flags);
}

async function goOn(
  campaignId: string,
  session: Session,
  command: "resume" | "approve" | "reject",
  flags: Flags,
): Promise<void> {
  const json = flags["json"] === true;
  const ports = session.app.ports(campaignId, printer(json));
  const waiting = await drive(ports, "end", session);
  await finish(ports.journal.state(), { command, executed: true, waiting, json, home: session.home });
}

function text(flag: unknown): string | undefined {
  return typeof flag === "string" ? flag : undefined;
}

import { consent, refuse } from "../campaign/decide.ts";
import { inbox } from "../campaign/inbox.ts";
import { durationSchema } from "../config.ts";
import { readKeyFile } from "../lib/key-file.ts";
import { campaignNamed, waitingStep } from "./campaigns.ts";
import { confirmTotal } from "./confirm-total.ts";
import { drive, printer } from "./drive.ts";
import { finish } from "./finish.ts";
import { openSession, type Session } from "./session.ts";
import { UsageError } from "./usage-error.ts";
import { waitingStepText } from "./waiting-step-text.ts";

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
  const ports = session.app.ports(campaignId);
  const shown = (await inbox(ports)).find((step) => step.stepId === stepId);
  if (shown === undefined) throw new UsageError(`step ${stepId} waits for nobody any more`);
  process.stderr.write(`${waitingStepText(shown)}\n`);
  await confirmTotal(shown, flags["total"]);
  const keyFile = session.settings.approver_key;
  const consented = await consent(ports, stepId, by, {
    ...(keyFile === undefined ? {} : { key: approverKey(keyFile) }),
    validForMs: validFor(flags["validFor"]),
    seen: shown.digest,
  });
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

function approverKey(file: string) {
  try {
    return readKeyFile(file);
  } catch (cause) {
    throw new UsageError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

function validFor(flag: unknown): number {
  const parsed = durationSchema.safeParse(flag ?? "24 h");
  if (parsed.success && parsed.data > 0) return parsed.data;
  throw new UsageError(`--valid-for: "${String(flag)}" is not a time; write for example "24 h"`);
}

function text(flag: unknown): string | undefined {
  return typeof flag === "string" ? flag : undefined;
}

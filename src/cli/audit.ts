import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { type Bundle, exportBundle, readBundle } from "../campaign/audit/bundle.ts";
import { type Replay, replay } from "../campaign/audit/replay.ts";
import { campaignsIn } from "../campaign/stop/desk.ts";
import { cleanText } from "../lib/clean-text.ts";
import { campaignNamed } from "./campaigns.ts";
import { exitCodes } from "./exit-codes.ts";
import { printJson } from "./output.ts";
import { openSession } from "./session.ts";
import { UsageError } from "./usage-error.ts";

type Flags = Readonly<Record<string, unknown>>;

/** `flightdesk audit verify`: exit code 1 where the ledger is not as it was written. */
export async function auditVerify(flags: Flags): Promise<void> {
  await using session = await openSession(flags);
  const { ledger } = session.app;
  const faults = ledger.verify();
  process.exitCode = faults.length === 0 ? exitCodes.done : exitCodes.failed;
  // What somebody has been at is not read for more than its faults.
  const campaigns = faults.length === 0 ? campaignsIn(ledger).length : undefined;
  if (flags["json"] === true) return printJson({ command: "audit verify", campaigns, faults });
  const lines = faults.map(({ campaignId, sequence, reason }) =>
    cleanText(`${campaignId || "the ledger"}${sequence === 0 ? "" : ` at ${sequence}`}: ${reason}`, 500),
  );
  process.stdout.write(
    `${lines.length === 0 ? `${campaigns} campaigns, every entry as it was written` : lines.join("\n")}\n`,
  );
}

export async function auditExport(campaign: string | undefined, flags: Flags): Promise<void> {
  await using session = await openSession(flags);
  const campaignId = campaignNamed(session.app, campaign);
  const path = typeof flags["output"] === "string" ? flags["output"] : `${campaignId}.audit.json`;
  try {
    writeFileSync(path, `${JSON.stringify(exportBundle(session.app.ledger, campaignId), null, 1)}\n`);
  } catch (cause) {
    throw new UsageError(`${path}: cannot be written`, { cause });
  }
  process.stdout.write(`${path}\n`);
}

/** `flightdesk audit replay`: exit code 1 where a decision comes out differently or a seal is broken. */
export async function auditReplay(file: string, flags: Flags): Promise<void> {
  if (!existsSync(file)) throw new UsageError(`${file}: there is no such file`);
  const result = await replay(bundleIn(file));
  const sound = result.broken.length === 0 && result.decisions.every(({ same }) => same);
  process.exitCode = sound ? exitCodes.done : exitCodes.failed;
  if (flags["json"] === true) printJson({ command: "audit replay", sound, ...result });
  else process.stdout.write(`${replayText(result)}\n`);
}

function bundleIn(file: string): Bundle {
  try {
    return readBundle(readFileSync(file, "utf8"));
  } catch (cause) {
    throw new UsageError(`${file}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

function replayText({ campaignId, broken, decisions, planDigest, recordedPlanDigest }: Replay): string {
  const changed = decisions.filter(({ same }) => !same);
  return [
    `${campaignId}: ${decisions.length} decisions made again, ${decisions.length - changed.length} come out the same`,
    ...(planDigest === undefined
      ? []
      : [
          `plan ${planDigest}${planDigest === recordedPlanDigest ? ", as recorded" : `, recorded was ${recordedPlanDigest}`}`,
        ]),
    ...broken.map(({ sequence, key }) => `entry ${sequence} (${key}): its seal does not fit what it holds`),
    ...changed.map(
      ({ sequence, about, difference }) => `entry ${sequence}: ${about} comes out differently, ${difference}`,
    ),
  ].join("\n");
}

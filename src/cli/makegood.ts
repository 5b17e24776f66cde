import { grantMakegood } from "../campaign/grant-makegood.ts";
import { askers } from "./askers.ts";
import { changeExitCode, changeOutput } from "./buys-output.ts";
import { campaignNamed } from "./campaigns.ts";
import { type MakegoodOutput, makegoodText } from "./claims-output.ts";
import { printer } from "./drive.ts";
import { plannedCall } from "./dry-run.ts";
import { locateNamed } from "./locate-named.ts";
import { printJson } from "./output.ts";
import { openSession } from "./session.ts";
import { UsageError } from "./usage-error.ts";

type Flags = Readonly<Record<string, unknown>>;

/** `flightdesk claims makegood`: what a seller granted, and the extension that it needs. */
export async function noteMakegood(name: string, flags: Flags): Promise<void> {
  const execute = flags["execute"] === true;
  const impressions = countOf(flags["impressions"]);
  const until = dayOf(flags["until"]);
  await using session = await openSession(flags);
  const { campaign: named, note, by } = flags;
  const campaign = campaignNamed(session.app, typeof named === "string" ? named : undefined);
  const ports = session.app.ports(campaign, printer(true));
  const located = locateNamed(ports.journal.state(), name);
  const [line, ...others] = located.packages;
  if (line === undefined || others.length > 0)
    throw new UsageError(`"${name}" has several lines. Name one of them: ${located.slots.join(", ")}`);
  const askedBy = askers(by);
  const { slot, sellerId, mediaBuyId, packageId } = line;
  const makegood = {
    slot,
    sellerId,
    mediaBuyId,
    packageId,
    impressions,
    until,
    by: askedBy.join(", "),
    ...(typeof note === "string" ? { note } : {}),
  };
  const { recorded, extension } = await grantMakegood(located, { makegood, askedBy, execute }, ports);
  const planned =
    extension?.type === "planned"
      ? await plannedCall(extension.step, ports.journal.state(), ports)
      : undefined;
  const output: MakegoodOutput = {
    command: "claims makegood",
    campaign,
    line: slot,
    impressions,
    until,
    executed: execute,
    recorded,
    ...(extension === undefined
      ? {}
      : {
          extension: changeOutput({
            verb: "extend",
            campaign,
            name,
            execute,
            located,
            changed: extension,
            planned,
          }),
        }),
  };
  if (output.extension !== undefined) process.exitCode = changeExitCode(output.extension);
  if (flags["json"] === true) return printJson(output);
  process.stdout.write(`${makegoodText(output)}\n`);
}

function countOf(flag: unknown): number {
  const written = String(flag).replaceAll(/[,_ ]/g, "");
  const count = Number(written);
  if (/^\d+$/.test(written) && count > 0 && Number.isSafeInteger(count)) return count;
  throw new UsageError(`--impressions: "${String(flag)}" is not a count; write for example 250000`);
}

function dayOf(flag: unknown): string {
  const written = String(flag);
  const time = Date.parse(`${written}T00:00:00Z`);
  const isDay = !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === written;
  if (isDay) return written;
  throw new UsageError(`--until: "${written}" is not a day; write for example 2027-02-28`);
}

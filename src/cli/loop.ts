import type { Observer } from "../campaign/journal.ts";
import { type CampaignTurn, turn } from "../campaign/turn.ts";
import { cleanText } from "../lib/clean-text.ts";
import { exitCodes } from "./exit-codes.ts";
import { loopOutput, type TurnRow } from "./loop-output.ts";
import { printJson } from "./output.ts";
import { openSession } from "./session.ts";
import { progressLine } from "./show.ts";
import { UsageError } from "./usage-error.ts";

const longestLine = 2_000;

/** `flightdesk loop --once`: one turn of all campaigns that live. */
export async function loop(flags: Readonly<Record<string, unknown>>): Promise<void> {
  if (flags["once"] !== true)
    throw new UsageError(
      "say how to go on: `flightdesk loop --once` takes one turn and ends, for a scheduler of yours; " +
        "`flightdesk serve` runs on and brings its own",
    );
  await using session = await openSession(flags);
  const output = loopOutput(await turn(session.app, { observe: campaignProgress }));
  process.exitCode = exitCodeOf(output.campaigns);
  if (flags["json"] === true) return printJson(output);
  process.stdout.write(`${turnText(output.campaigns)}\n`);
}

/** Each turn of a step on standard error, with its campaign before it: several are under way at once. */
export const campaignProgress: Observer = ({ campaignId, event }) => {
  const line = progressLine(event);
  if (line !== "") process.stderr.write(`  · ${cleanText(`${campaignId} ${line}`, longestLine)}\n`);
};

/** What became of each campaign, a few lines each. */
export function turnText(campaigns: readonly TurnRow[]): string {
  if (campaigns.length === 0) return "no campaign lives here";
  return campaigns
    .map(({ campaign, recorded, ended, waiting, nextLook, fault }) => {
      const counts = Object.entries(recorded).map(([type, count]) => `${count} ${type}`);
      const look =
        nextLook === undefined ? "" : `; next look ${nextLook.at.slice(0, 16).replace("T", " ")} UTC`;
      return [
        campaign,
        ...(fault === undefined ? [] : [`  could not go on: ${cleanText(fault, longestLine)}`]),
        ...(counts.length === 0 ? [] : [`  new: ${counts.join(", ")}`]),
        ...(ended === undefined ? [] : [`  ended: ${ended}`]),
        ...waiting.map(({ type, reason }) => `  waits, ${type}: ${cleanText(reason, 300)}`),
        ...(fault === undefined && ended === undefined ? [`  ${stands(waiting)}${look}`] : []),
      ].join("\n");
    })
    .join("\n");
}

function stands(waiting: CampaignTurn["waiting"]): string {
  return waiting.some(({ type }) => type === "person") ? "see `flightdesk inbox`" : "goes on by itself";
}

/** 1 where a campaign could not go on, 3 where a person or a seller must act first, else 0. */
function exitCodeOf(campaigns: readonly TurnRow[]): number {
  if (campaigns.some(({ fault }) => fault !== undefined)) return exitCodes.failed;
  const types = new Set(campaigns.flatMap(({ waiting }) => waiting.map(({ type }) => type)));
  if (types.has("person") || types.has("seller")) return exitCodes.waiting;
  return types.has("agent") ? exitCodes.failed : exitCodes.done;
}

import type { CampaignTurn } from "../../campaign/run/turn.ts";
import type { AnswerOf } from "../../desk/operations.ts";
import { cleanText } from "../../lib/clean-text.ts";
import { formatInstant } from "../../report/blocks/format.ts";
import { longestLine } from "../print.ts";

/** What became of each campaign, a few lines each. */
export function turnText({
  campaigns,
}: {
  readonly campaigns: readonly AnswerOf<"turn">["campaigns"][number][];
}): string {
  if (campaigns.length === 0) return "no campaign is running here";
  return campaigns
    .map(({ campaign, recorded, ended, waiting, nextPoll, fault }) => {
      const counts = Object.entries(recorded).map(([type, count]) => `${count} ${type}`);
      const nextCheck = nextPoll === undefined ? "" : `; next check ${formatInstant(nextPoll.at)}`;
      return [
        campaign,
        ...(fault === undefined ? [] : [`  could not go on: ${cleanText(fault, longestLine)}`]),
        ...(counts.length === 0 ? [] : [`  new: ${counts.join(", ")}`]),
        ...(ended === undefined ? [] : [`  ended: ${ended}`]),
        ...waiting.map(({ type, reason }) => `  waits, ${type}: ${cleanText(reason, 300)}`),
        ...(fault === undefined && ended === undefined ? [`  ${stands(waiting)}${nextCheck}`] : []),
      ].join("\n");
    })
    .join("\n");
}

function stands(waiting: CampaignTurn["waiting"]): string {
  return waiting.some(({ type }) => type === "person") ? "see `flightdesk inbox`" : "goes on by itself";
}

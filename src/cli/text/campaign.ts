import type { CampaignEvent } from "../../campaign/model/events.ts";
import type { CampaignState } from "../../campaign/model/state.ts";
import type { Waiting } from "../../campaign/run/waiting.ts";
import type { AnswerOf } from "../../desk/operations.ts";
import type { CampaignOutput, PlannedCall } from "../../desk/outputs/campaign-output.ts";
import { cleanText, plainJson } from "../../lib/clean-text.ts";
import type { Stage } from "../../report/contents.ts";
import { renderStage } from "../../report/renderers/terminal.ts";
import { lineWidth, wrapText } from "../../report/terminal-text.ts";
import { orphanText } from "./audit.ts";

type CampaignRows = AnswerOf<"status">["campaigns"];

const stageOfEvent: Partial<Record<CampaignEvent["type"], Stage>> = {
  "campaign-begun": "brief",
  "feasibility-judged": "feasibility",
  "sellers-discovered": "sellers",
  "offers-quoted": "offers",
  "signals-quoted": "signals",
  "offers-ranked": "ranking",
  "products-read": "readings",
  "plan-made": "plan",
  "preflight-checked": "preflight",
};

/** The block of text that an event completes, with a blank line after it; empty for what is told at the end. */
export function stageText({ type }: CampaignEvent, state: CampaignState, colour: boolean): string {
  const stage = stageOfEvent[type];
  return stage === undefined ? "" : `${renderStage(stage, state, { colour })}\n\n`;
}

/** A stage up to its first table, with a blank line after it: who gets how much, who answered, who stands first. */
export function shortText(stage: Stage, state: CampaignState, colour: boolean): string {
  return `${renderStage(stage, state, { colour, short: true })}\n\n`;
}

/** Stages that are told when a run comes to rest. */
export function endText(state: CampaignState, colour: boolean): string {
  const stages: Stage[] = ["steps", "creatives", "delivery", "feedback"];
  return stages.map((stage) => renderStage(stage, state, { colour })).join("\n\n");
}

/** The dry run's calls with the verdicts that they would need. */
export function callsText(calls: readonly PlannedCall[]): string {
  if (calls.length === 0) return "calls that --execute would make: none";
  const lines = calls.flatMap(
    ({ task, agent, purpose, arguments: request, verdictsNeeded, localVerdict, reasons }) => [
      `  ${task} at ${agent}: ${purpose}`,
      `    needs: ${verdictsNeeded.join(", then ")}; the local policies say: ${localVerdict}${reasons.length > 0 ? ` (${reasons.join("; ")})` : ""}`,
      `    ${plainJson(JSON.stringify(request))}`,
    ],
  );
  const rest =
    "  then, for each buy: build_creative and sync_creatives, report_plan_outcome, provide_performance_feedback";
  return ["calls that --execute would make (none was sent)", ...lines, rest].join("\n");
}

const awaited: Readonly<Record<Waiting["type"], string>> = {
  person: "a person",
  seller: "a seller",
  governance: "the governance agent's people",
  agent: "an agent",
  market: "offers that may be bought",
  process: "another process",
  date: "a day to come",
};

/** One line for each campaign. */
export function campaignsText(campaigns: CampaignRows): string {
  if (campaigns.length === 0)
    return "no campaign has been run here yet; those of the built-in sandbox are shown with --sandbox";
  return campaigns
    .map(({ campaign, name, begunAt, ended, steps, waiting, undelivered, alerts, orphans }) => {
      const counts = Object.entries(steps).map(([status, count]) => `${count} ${status}`);
      const stands =
        ended ??
        (waiting.length > 0
          ? `waits for ${[...new Set(waiting.map(({ type }) => awaited[type]))].join(", ")}`
          : "running");
      return [
        campaign,
        `  ${name}, begun ${begunAt.slice(0, 16).replace("T", " ")} UTC; ${stands}`,
        `  steps: ${counts.join(", ") || "none"}`,
        ...undelivered.map(
          ({ stepId, agent, tries, nextTryAt, reason }) =>
            `  not reported to ${agent} yet: ${stepId}, ${tries} tries${nextTryAt === undefined ? "" : `, again after ${nextTryAt}`}${reason === undefined ? "" : `: ${reason}`}`,
        ),
        ...alerts.map(({ at, lineId, text }) => `  alert of ${at.slice(0, 10)}, ${lineId}: ${text}`),
        ...orphans.map((orphan) => `  orphan: ${orphanText(orphan)}`),
      ].join("\n");
    })
    .join("\n");
}

/** What the campaign waits for, each with the command that answers it. */
export function waitingText(waiting: readonly Waiting[]): string {
  if (waiting.length === 0) return "";
  const lines = waiting.flatMap((entry) => {
    if (entry.type === "date")
      return [`  ${entry.reason}; measured after ${entry.at.slice(0, 10)} with \`flightdesk resume\``];
    if (entry.type === "market")
      return [
        `  ${cleanText(entry.reason, 1_000)}`,
        `    ${entry.todo}`,
        ...(entry.at === undefined ? [] : ["    flightdesk resume"]),
      ];
    const said = `  ${entry.stepId}: ${entry.reason}`;
    return entry.type === "person"
      ? [said, `    flightdesk approve ${entry.stepId}`, `    flightdesk reject ${entry.stepId} --reason "…"`]
      : [said, "    flightdesk resume"];
  });
  return ["waiting", ...lines].join("\n");
}

/** The explanation as a titled block of text. */
export function explanationText({ sentences, by, note }: NonNullable<CampaignOutput["explanation"]>): string {
  const source =
    by === "rules" ? `by rules${note === undefined ? "" : `: ${note}`}` : `words by ${by}, figures by code`;
  const lines = [source, ...sentences].flatMap((text) => wrapText(text, lineWidth - 2));
  return ["in words", ...lines.map((line) => `  ${line}`)].join("\n");
}

import type { CampaignEvent } from "../../campaign/model/state/events.ts";
import type { CampaignState } from "../../campaign/model/state/state.ts";
import type { Waiting } from "../../campaign/run/waiting.ts";
import type { AnswerOf } from "../../desk/operations.ts";
import type { CampaignOutput, PlannedCall } from "../../desk/outputs/campaign-output.ts";
import { cleanText, plainJson } from "../../lib/clean-text.ts";
import { counted, listed } from "../../lib/english.ts";
import { formatInstant } from "../../report/blocks/format.ts";
import { indented, lineWidth, wrapText } from "../../report/blocks/terminal-text.ts";
import type { Stage } from "../../report/contents.ts";
import { renderStage } from "../../report/renderers/terminal.ts";
import { statusLine } from "../../report/today/words.ts";
import { orphanText } from "./audit.ts";
import { packageLines } from "./ordered-packages.ts";
import { notPlacedText } from "./waiting-step.ts";

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

/** The block of text that an event completes, with a blank line after it; empty for what is printed at the end. */
export function stageText({ type }: CampaignEvent, state: CampaignState, colour: boolean): string {
  const stage = stageOfEvent[type];
  return stage === undefined ? "" : `${renderStage(stage, state, { colour })}\n\n`;
}

/** A stage up to its first table, with a blank line after it: who gets how much, who answered, who stands first. */
export function shortText(stage: Stage, state: CampaignState, colour: boolean): string {
  return `${renderStage(stage, state, { colour, short: true })}\n\n`;
}

/** Stages that are printed when a run comes to rest. */
export function endText(state: CampaignState, colour: boolean): string {
  const stages: Stage[] = ["steps", "creatives", "delivery", "feedback"];
  return stages.map((stage) => renderStage(stage, state, { colour })).join("\n\n");
}

/** What the dry run would order, who would be asked before, and on request each call as it would be sent. */
export function callsText(calls: readonly PlannedCall[], { verbose }: { readonly verbose: boolean }): string {
  if (calls.length === 0) return "--execute would order nothing";
  return [
    "what --execute would order (nothing was sent)",
    ...packageLines(
      calls.flatMap(({ packages }) => packages),
      "  ",
    ),
    "",
    ...verdictLines(calls).flatMap(indented),
    ...(verbose ? ["", ...calls.flatMap(callLines)] : []),
  ].join("\n");
}

/** What the local policies say of the calls, those that they do not simply let through by name, and who is asked after them. */
function verdictLines(calls: readonly PlannedCall[]): string[] {
  const others = new Set(calls.flatMap(({ verdictsNeeded }) => verdictsNeeded));
  others.delete("local policies");
  const remarked = calls.filter(
    ({ localVerdict, reasons }) => localVerdict !== "approved" || reasons.length > 0,
  );
  return [
    ...remarked.map(
      ({ purpose, agent, localVerdict, reasons }) =>
        `${purpose} (${agent}): the local policies say ${[localVerdict, ...reasons].join("; ")}`,
    ),
    ...(remarked.length === 0 ? ["The local policies approve it."] : []),
    ...(others.size === 0 ? [] : [`Not asked yet: ${listed([...others])}.`]),
    `That takes ${counted(calls.length, "call")}, and further ones for creatives and reports; --verbose and --json show what each would send.`,
  ];
}

function callLines({ task, agent, purpose, arguments: request }: PlannedCall): string[] {
  return [`  ${task} at ${agent}: ${purpose}`, `    ${plainJson(JSON.stringify(request))}`];
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

/** One line for each campaign that runs, with its figures; then what it waits for and what there is to know. */
export function campaignsText(campaigns: CampaignRows, today: AnswerOf<"today">["campaigns"] = []): string {
  if (campaigns.length === 0) return "no campaign has been run here yet";
  return campaigns
    .map((row) => {
      const { campaign, name, begunAt, ended, steps, waiting, undelivered, alerts, orphans } = row;
      const counts = Object.entries(steps).map(([status, count]) => `${count} ${status}`);
      const stands =
        ended ??
        (waiting.length > 0
          ? `waits for ${[...new Set(waiting.map(({ type }) => awaited[type]))].join(", ")}`
          : "running");
      const live = today.find((one) => one.campaign === campaign);
      return [
        campaign,
        `  ${name}, begun ${formatInstant(begunAt)}; ${stands}`,
        ...(live === undefined ? [] : [`  ${statusLine(live)}`]),
        `  steps: ${counts.join(", ") || "none"}`,
        ...undelivered.map(
          ({ stepId, agent, tries: attempts, nextTryAt, reason }) =>
            `  not reported to ${agent} yet: ${stepId}, ${attempts} tries${nextTryAt === undefined ? "" : `, again after ${nextTryAt}`}${reason === undefined ? "" : `: ${reason}`}`,
        ),
        ...alerts.map(({ at, lineId, text }) => `  alert of ${at.slice(0, 10)}, ${lineId}: ${text}`),
        ...(row.reallocation === undefined ? [] : [`  ${row.reallocation.text}`]),
        ...(row.locks ?? []).map(({ lineId, set }) => lockText(lineId, set)),
        ...(row.notPlaced === undefined ? [] : notPlacedText(row.notPlaced)),
        ...orphans.map((orphan) => `  orphan: ${orphanText(orphan)}`),
      ].join("\n");
    })
    .join("\n");
}

export function lockText(lineId: string, set: string): string {
  return `  ${lineId} stays as it is: ${set}; flightdesk buys free ${lineId}`;
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
    const entryText = `  ${entry.stepId}: ${entry.reason}`;
    return entry.type === "person"
      ? [
          entryText,
          `    flightdesk approve ${entry.stepId}`,
          `    flightdesk reject ${entry.stepId} --reason "…"`,
        ]
      : [entryText, "    flightdesk resume"];
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

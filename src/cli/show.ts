import type { CampaignEvent } from "../campaign/events.ts";
import type { Verdict } from "../campaign/govern/verdict.ts";
import type { CampaignState } from "../campaign/state.ts";
import type { Waiting } from "../campaign/waiting.ts";
import { plainJson } from "../lib/clean-text.ts";
import { formatCount } from "../report/format.ts";
import type { Stage } from "../report/stages.ts";
import { renderStage } from "../report/terminal.ts";
import { orphanText } from "./orphans-output.ts";
import type { PlannedCall, statusOutput } from "./output.ts";

type CampaignRows = ReturnType<typeof statusOutput>["campaigns"];

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

/** What happened to a step, in one line; empty for other events. */
export function progressLine(event: CampaignEvent): string {
  switch (event.type) {
    case "verdict-given":
      return `${event.stepId}: ${verdictWords(event.verdict)}`;
    case "step-replaced":
      return `${event.stepId}: goes on as ${event.by}: ${event.changes.join("; ")}`;
    case "step-begun":
      return `${event.stepId}: written down, sending`;
    case "step-answered":
      return `${event.stepId}: ${event.receipt.status === "pending" ? "the seller's people must agree first" : "done"}${event.receipt.replayed ? " (was done before)" : ""}`;
    case "step-failed":
      return `${event.stepId}: ${event.code}, ${event.reason}`;
    case "step-escalated":
      return `${event.stepId}: a person must decide: ${event.reason}`;
    case "change-checked":
      return `${event.stepId}: ${event.made ? "read back, as asked for" : event.findings.join("; ")}`;
    case "signal-settled": {
      const { activation } = event;
      const { signalId, sellerId } = activation;
      return activation.result === "live"
        ? `signal/${sellerId}: ${signalId} is live`
        : `signal/${sellerId}: goes on without ${signalId}: ${activation.reason}`;
    }
    case "creative-previewed": {
      const { stepId, result, reason } = event.preview;
      return `${stepId}: preview ${result}${reason === undefined ? "" : `, ${reason}`}`;
    }
    case "alert-raised":
      return `alert, ${event.alert.slot}: ${event.alert.text}`;
    case "shortfall-found": {
      const { slot, kind, owed } = event.shortfall;
      return `${slot}: ${kind} to be ${formatCount(owed)} impressions short; \`flightdesk claims show ${slot}\``;
    }
    case "reallocation-decided": {
      const { id, moves, why } = event.reallocation;
      return `reallocation ${id}: ${moves.length === 0 ? "nothing moves" : `${moves.length} lines`}, ${why}`;
    }
    case "campaign-begun":
    case "makegood-granted":
    case "track-record-noted":
    case "approvers-named":
    case "errand-begun":
    case "feasibility-judged":
    case "sellers-discovered":
    case "offers-quoted":
    case "signals-quoted":
    case "offers-ranked":
    case "products-read":
    case "plan-made":
    case "preflight-checked":
    case "step-proposed":
    case "amount-reserved":
    case "step-approved":
    case "step-rejected":
    case "feedback-made":
    case "delivery-reported":
    case "results-taken":
    case "stop-heard":
    case "orphans-looked-for":
    case "notice-received":
    case "campaign-ended":
      return "";
  }
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

/** One line for each campaign. */
export function campaignsText(campaigns: CampaignRows): string {
  if (campaigns.length === 0) return "no campaign has been run here yet";
  return campaigns
    .map(({ campaign, name, begunAt, ended, steps, waiting, undelivered, alerts, orphans }) => {
      const counts = Object.entries(steps).map(([status, count]) => `${count} ${status}`);
      const stands =
        ended ??
        (waiting.length > 0
          ? `waits for ${[...new Set(waiting.map(({ type }) => type))].join(", ")}`
          : "running");
      return [
        campaign,
        `  ${name}, begun ${begunAt.slice(0, 16).replace("T", " ")} UTC; ${stands}`,
        `  steps: ${counts.join(", ") || "none"}`,
        ...undelivered.map(
          ({ stepId, agent, tries, nextTryAt, reason }) =>
            `  not told to ${agent} yet: ${stepId}, ${tries} tries${nextTryAt === undefined ? "" : `, again after ${nextTryAt}`}${reason === undefined ? "" : `: ${reason}`}`,
        ),
        ...alerts.map(({ at, slot, text }) => `  alert of ${at.slice(0, 10)}, ${slot}: ${text}`),
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
    const said = `  ${entry.stepId}: ${entry.reason}`;
    return entry.type === "person"
      ? [said, `    flightdesk approve ${entry.stepId}`, `    flightdesk reject ${entry.stepId} --reason "…"`]
      : [said, "    flightdesk resume"];
  });
  return ["waiting", ...lines].join("\n");
}

function verdictWords(verdict: Verdict): string {
  switch (verdict.type) {
    case "approved":
      return `approved by ${verdict.by}${verdict.notes.length > 0 ? ` (${verdict.notes.join("; ")})` : ""}`;
    case "conditions":
      return `${verdict.by} sets conditions: ${verdict.conditions.map(({ field, requiredValue, reason }) => `${field} = ${String(requiredValue)} (${reason})`).join("; ")}`;
    case "denied":
      return `refused by ${verdict.by}: ${verdict.reasons.join("; ")}`;
    case "escalated":
      return `${verdict.by} wants a person: ${verdict.reasons.join("; ")}`;
    case "held":
      return `held, ${verdict.by}: ${verdict.reasons.join("; ")}`;
  }
}

import { z } from "zod";
import { approvalWindow } from "../../campaign/approvals/refuse-overdue.ts";
import { refusalOf } from "../../campaign/model/decisions/verdict.ts";
import type { CampaignState, StepState } from "../../campaign/model/state/state.ts";
import { isOrder } from "../../campaign/model/step/kinds.ts";
import { cleanText } from "../../lib/clean-text.ts";
import { latest } from "../../lib/days.ts";
import { counted, listed } from "../../lib/english.ts";
import { stopsIn } from "../account/recent-changes.ts";
import { formatRounded } from "../blocks/format.ts";
import { type Described, described, fields } from "../blocks/schema.ts";
import { alertRows } from "./alert-rows.ts";
import { whyFallen } from "./idle-rows.ts";
import { type LineFigures, vendorName } from "./line-figures.ts";
import { changeWords, linesOfStep, movedLines, onlyLine, row } from "./rows.ts";

export const changedSchema = fields({
  ...row,
  at: z.string().describe("UTC, ISO 8601"),
  who: z.enum(["person", "desk", "vendor", "governance"]),
  by: z.string().describe("the person, the desk, the vendor"),
});
export type Changed = Described<typeof changedSchema>;

const longestText = 300;

/** What has changed, the oldest first, and by whom: orders, changes, moves and rejections, and what sellers did by themselves. */
export function changesIn(lines: readonly LineFigures[], state: CampaignState): Changed[] {
  return [
    ...state.steps.flatMap((current) => stepChange(current, state)),
    ...moves(state),
    ...stops(state),
    ...alertRows(lines, state)
      .filter(({ kind }) => byVendor.has(kind))
      .map((alert) =>
        described(changedSchema, { ...alert, who: "vendor", by: alert.vendor ?? "the vendor" }),
      ),
  ].sort((one, other) => one.at.localeCompare(other.at));
}

const byVendor: ReadonlySet<string> = new Set(["figures-changed", "not-ordered", "creative-disapproved"]);

function stepChange(current: StepState, state: CampaignState): Changed[] {
  const { step, status, times, rejection, approval, verdicts } = current;
  const names = linesOfStep(current, state);
  const of = {
    ...onlyLine(names),
    vendor: vendorName(step.agentId, state),
    ...(step.change?.reason !== undefined && { reason: step.change.reason }),
  };
  const changed = (at: string, who: Changed["who"], by: string, text: string): Changed[] => [
    { ...of, at, who, by, text },
  ];
  const what =
    step.change === undefined ? formatRounded(step.planAmount) : changeWords(step.change.differences);
  if (rejection !== undefined && status === "refused") {
    const { reason: _, ...about } = of;
    const { at, by } = rejection;
    const why = by === approvalWindow || rejection.reason === "" ? {} : { reason: rejection.reason };
    return [{ ...about, at, who: "person", by, text: `${what}: ${whyFallen(current)}`, ...why }];
  }
  const denied = verdicts.at(-1);
  const refusal = refusalOf(current);
  if (refusal !== undefined && denied?.verdict.type === "denied") {
    const { by } = denied.verdict;
    const text = cleanText(`${what} ${refusal}`, longestText);
    if (by === "governance") return changed(denied.at, by, by, text);
    const { askedBy } = step.change ?? {};
    return changed(
      denied.at,
      askedBy === undefined ? "desk" : "person",
      askedBy === undefined ? "the desk" : listed(askedBy),
      text,
    );
  }
  if (status !== "done" || times.answeredAt === undefined) return [];
  const at = times.answeredAt;
  if (isOrder(step)) {
    const who = approval === undefined ? "desk" : "person";
    const text = `booked ${formatRounded(step.amount)}, ${counted(names.length, "line")}`;
    return changed(at, who, approval?.by ?? "the desk", text);
  }
  if (step.change === undefined || step.change.reallocation !== undefined) return [];
  return changed(at, "person", listed(step.change.askedBy), changeWords(step.change.differences));
}

/** A stop, with the buys that it paused, and what ran again after it. */
function stops(state: CampaignState): Changed[] {
  return stopsIn(state).map(({ at, does, by = "a stop order", reason, lineIds }) => {
    const lines = counted(lineIds.length, "line");
    const text = does === "pause" ? `stopped, ${lines} paused` : `stop released, ${lines} resumed`;
    return { at, who: "person", by, text, ...(reason !== undefined && { reason }) };
  });
}

/** What the desk has moved; a move that waits is a decision. */
function moves(state: CampaignState): Changed[] {
  return state.reallocations.flatMap(({ id, moves: all, moved, why, askedBy }) => {
    const done = state.steps.filter(
      ({ step, status }) => step.change?.reallocation === id && status === "done",
    );
    const at = latest(done.map(({ times }) => times.answeredAt ?? ""));
    if (at === undefined) return [];
    const { from, to } = movedLines(all, state);
    return {
      at,
      who: askedBy === undefined ? ("desk" as const) : ("person" as const),
      by: askedBy === undefined ? "the desk" : listed(askedBy),
      line: `${listed(from)} -> ${listed(to)}`,
      text: `moved ${formatRounded(moved)}`,
      reason: why,
      todo: `to undo: flightdesk reallocations revert ${id}`,
    };
  });
}

import { z } from "zod";
import { refusalOf } from "../../campaign/model/decisions/verdict.ts";
import { isDecrease } from "../../campaign/model/derived/moves.ts";
import type { CampaignState, StepState } from "../../campaign/model/state/state.ts";
import { isOrder } from "../../campaign/model/step/kinds.ts";
import { cleanText } from "../../lib/clean-text.ts";
import { counted, listed } from "../../lib/english.ts";
import { formatRounded } from "../blocks/format.ts";
import { type Described, described, fields } from "../blocks/schema.ts";
import { alertRows } from "./alert-rows.ts";
import { type LineFigures, vendorName } from "./line-figures.ts";
import { changeWords, lineNames, linesOfStep, row, whyFallen } from "./rows.ts";

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
    ...alertRows(lines, state)
      .filter(({ kind }) => byVendor.has(kind))
      .map((alert) =>
        described(changedSchema, { ...alert, who: "vendor", by: alert.vendor ?? "the vendor" }),
      ),
  ].sort((one, other) => one.at.localeCompare(other.at));
}

const byVendor: ReadonlySet<string> = new Set(["figures-changed", "not-ordered", "creative-disapproved"]);

function stepChange(current: StepState, state: CampaignState): Changed[] {
  const { step, status, times, rejection, approval } = current;
  const names = linesOfStep(current, state);
  const of = {
    ...(names.length === 1 && { line: names[0] }),
    vendor: vendorName(step.agentId, state),
    ...(step.change?.reason !== undefined && { reason: step.change.reason }),
  };
  if (rejection !== undefined && status === "refused")
    return [
      {
        ...of,
        at: rejection.at,
        who: "person",
        by: rejection.by,
        text: `${formatRounded(step.planAmount)}: ${whyFallen(current)}`,
      },
    ];
  const denied = current.verdicts.at(-1);
  const refusal = refusalOf(current);
  if (refusal !== undefined && denied !== undefined) {
    const what =
      step.change === undefined ? formatRounded(step.planAmount) : changeWords(step.change.differences);
    return [
      {
        ...of,
        at: denied.at,
        who: "governance",
        by: "governance",
        text: cleanText(`${what} ${refusal}`, longestText),
      },
    ];
  }
  if (status !== "done" || times.answeredAt === undefined) return [];
  const at = times.answeredAt;
  if (isOrder(step)) {
    const who = approval === undefined ? "desk" : "person";
    return [
      {
        ...of,
        at,
        who,
        by: approval?.by ?? "the desk",
        text: `booked ${formatRounded(step.amount)}, ${counted(names.length, "line")}`,
      },
    ];
  }
  if (step.change === undefined || step.change.reallocation !== undefined) return [];
  return [
    { ...of, at, who: "person", by: listed(step.change.askedBy), text: changeWords(step.change.differences) },
  ];
}

/** What the desk has moved; a move that waits is a decision. */
function moves(state: CampaignState): Changed[] {
  return state.reallocations.flatMap(({ id, moves: all, moved, why, askedBy }) => {
    const done = state.steps.filter(
      ({ step, status }) => step.change?.reallocation === id && status === "done",
    );
    const at = done
      .map(({ times }) => times.answeredAt ?? "")
      .sort()
      .at(-1);
    if (at === undefined) return [];
    const names = (some: typeof all) =>
      listed(
        lineNames(
          some.map(({ lineId }) => lineId),
          state,
        ),
      );
    return {
      at,
      who: askedBy === undefined ? ("desk" as const) : ("person" as const),
      by: askedBy === undefined ? "the desk" : listed(askedBy),
      line: `${names(all.filter(isDecrease))} -> ${names(all.filter((move) => !isDecrease(move)))}`,
      text: `moved ${formatRounded(moved)}`,
      reason: why,
      todo: `to undo: flightdesk reallocations revert ${id}`,
    };
  });
}

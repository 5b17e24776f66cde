import { z } from "zod";
import { type OrderedLine, orderedLines } from "../../campaign/account/ordered-lines.ts";
import { paceOf } from "../../campaign/measure/pacing/package-pacing.ts";
import { refusalOf } from "../../campaign/model/decisions/verdict.ts";
import { lockOn } from "../../campaign/model/derived/locks.ts";
import type { CampaignState, StepState } from "../../campaign/model/state/state.ts";
import { cleanText } from "../../lib/clean-text.ts";
import { addDays, addWorkingDays, eachDay, earlierDay } from "../../lib/days.ts";
import { moneySchema } from "../../lib/money.ts";
import type { Described } from "../blocks/schema.ts";
import { deliveredBy, deliveredSchema } from "./delivered.ts";
import { pauseOf } from "./idle-rows.ts";
import { type LineFigures, lineFigures, type Morning, unspent } from "./line-figures.ts";

const day = z.string().describe("ISO 8601");

/** A line that runs, or is to. Amounts in its seller's currency; what is not reported is absent. */
export const liveLineSchema = z.strictObject({
  lineId: z.string(),
  sellerId: z.string(),
  mediaBuyId: z.string(),
  packageId: z.string(),
  vendor: z.string().describe("as the registry names it"),
  product: z.string(),
  runs: z.enum(["not-begun", "running", "paused", "over", "ended"]).describe("ended: by us, before its time"),
  start: day,
  end: day.describe("its last day"),
  signed: moneySchema.describe("as the plan has it"),
  current: moneySchema.describe("as it is ordered now"),
  spent: moneySchema.optional(),
  due: moneySchema.describe("what the order wanted spent on the days that are reported"),
  delivered: deliveredSchema.optional().describe("absent before its seller has reported anything"),
  pace: z
    .strictObject({
      is: z.enum(["early", "behind", "on", "ahead"]).describe("early: too little was due to speak of one"),
      share: z.number().describe("spent over due"),
    })
    .optional()
    .describe("absent where nothing was due yet, while it is paused, and once it is over"),
  reportedTo: day.optional().describe("the last day with figures"),
  notReported: z.int().describe("days up to yesterday without figures"),
  daysLeft: z.int().describe("after the last day that is reported"),
  needed: moneySchema.optional().describe("a day, to spend what is left of it"),
  yesterday: moneySchema.optional(),
  landing: moneySchema
    .optional()
    .describe("what it comes to by its last day if it goes on as in the last week"),
  atRisk: moneySchema.optional().describe("of a line behind: what stays unspent by that"),
  idle: moneySchema.optional().describe("of a paused line: what is left of its money"),
  pausedBy: z
    .array(z.string())
    .optional()
    .describe("of a paused line: who asked for it; absent where a stop or the desk did"),
  setBy: z
    .strictObject({
      by: z.array(z.string()),
      at: z.string(),
      what: z.string(),
      reason: z.string().optional(),
    })
    .optional()
    .describe("who has set it: flightdesk moves none of its money until it is freed"),
  lastChange: z
    .strictObject({ stepId: z.string(), verb: z.string(), status: z.string(), reason: z.string().optional() })
    .optional()
    .describe("the last one that somebody asked for, where it is not made"),
});
export type LiveLine = Described<typeof liveLineSchema>;

const longestReason = 300;

/** Every line that is bought, as the ledger knows it: the morning's figures with who set it and what it was last asked for. */
export function liveLines(state: CampaignState, morning: Morning): LiveLine[] {
  const figures = new Map(lineFigures(state, morning).map((one) => [one.lineId, one]));
  return orderedLines(state).flatMap((line) => {
    const own = figures.get(line.lineId);
    return own === undefined ? [] : [liveLine(line, own, { state, day: morning.day })];
  });
}

function liveLine(
  line: OrderedLine,
  figures: LineFigures,
  { state, day }: { readonly state: CampaignState; readonly day: string },
): LiveLine {
  const { lineId, sellerId, mediaBuyId, packageId } = line;
  const { budget, spent, due, figuresTo, landing, neededADay, yesterday, daysLeft, status } = figures;
  const runs = line.canceled ? "ended" : (states.get(status) ?? "running");
  const left = unspent(figures);
  const pausedBy = pauseOf(lineId, state)?.askedBy;
  const delivered = deliveredBy(state).ofLine(lineId);
  return {
    lineId,
    sellerId,
    mediaBuyId,
    packageId,
    vendor: figures.vendor,
    product: figures.line,
    runs,
    start: line.period.start,
    end: figures.end,
    signed: line.planned.budget,
    current: budget,
    ...(spent && { spent, reportedTo: figuresTo }),
    due,
    ...(delivered && { delivered }),
    ...paceIn(figures),
    notReported: missingDays(line, figures, addDays(day, -1)),
    daysLeft,
    ...(runs !== "ended" && neededADay && { needed: neededADay }),
    ...(yesterday && { yesterday }),
    ...(runs === "running" && landing && { landing }),
    ...(runs === "running" && status === "behind" && left && { atRisk: left }),
    ...(runs === "paused" && left && { idle: left }),
    ...(runs === "paused" && pausedBy && { pausedBy }),
    ...setOf(lineId, state),
    ...unmadeChange(lineId, state, day),
  };
}

const states: ReadonlyMap<LineFigures["status"], LiveLine["runs"]> = new Map([
  ["over", "over"],
  ["paused", "paused"],
  ["not-begun", "not-begun"],
]);

function paceIn({ pace: share, status }: LineFigures): Pick<LiveLine, "pace"> {
  if (share === undefined || status === "paused" || status === "over") return {};
  const isNamed = status === "behind" || status === "ahead" || status === "early";
  return { pace: { is: isNamed ? status : "on", share } };
}

/** Of a campaign: by the rule of a line. */
export function paceBy(share: number): NonNullable<LiveLine["pace"]> {
  return { is: ({ under: "behind", on: "on", over: "ahead" } as const)[paceOf(share, 1)], share };
}

/** Of the days up to `until`, or to its last one, those of which nothing is known although it was to run. */
function missingDays({ period, paused }: OrderedLine, figures: LineFigures, until: string): number {
  const { figuresTo, unreported, end } = figures;
  const first = figuresTo === undefined ? period.start : addDays(figuresTo, 1);
  return unreported + eachDay(first, earlierDay(end, until)).filter((date) => !paused.has(date)).length;
}

function setOf(lineId: string, state: CampaignState): Pick<LiveLine, "setBy"> {
  const lock = lockOn(lineId, state);
  if (lock === undefined || lock.isAsked === true) return {};
  const { by, at, what, reason } = lock;
  const why = reason === undefined ? {} : { reason: cleanText(reason, longestReason) };
  return { setBy: { by, at, what: cleanText(what, longestReason), ...why } };
}

/** Working days for which a no to a change is shown: nothing is left to be done about it. */
const refusalDays = 1;

/** What became of the last change that somebody asked for, where it was not made. */
function unmadeChange(lineId: string, { steps }: CampaignState, day: string): Pick<LiveLine, "lastChange"> {
  const last = steps.findLast(
    ({ step, status }) => step.change !== undefined && step.lineIds.includes(lineId) && status !== "replaced",
  );
  if (last === undefined || isMade(last)) return {};
  const { step, status, check, rejection, verdicts } = last;
  const refusedAt = rejection?.at ?? verdicts.at(-1)?.at ?? "";
  if (status === "refused" && refusedAt.slice(0, 10) < addWorkingDays(day, -refusalDays)) return {};
  const reason = status === "done" ? check?.findings.join("; ") : (refusalOf(last) ?? last.reason);
  return {
    lastChange: {
      stepId: step.id,
      verb: step.change?.requested.verb ?? "",
      status: status === "done" ? "not-made" : status,
      ...(reason !== undefined && { reason: cleanText(reason, longestReason) }),
    },
  };
}

/** A proposal to move money that came to nothing is no failure. */
function isMade({ status, check, step }: StepState): boolean {
  const isOver = ["refused", "failed"].includes(status);
  if (step.change?.reallocation !== undefined && isOver) return true;
  return status === "done" && check?.made !== false;
}

import { z } from "zod";
import { type LiveBuy, liveBuys } from "../../campaign/account/live-buys.ts";
import { type OrderedLine, orderedLines } from "../../campaign/account/ordered-lines.ts";
import { pacings } from "../../campaign/measure/outcome.ts";
import type { Pace, PackagePacing } from "../../campaign/measure/pacing/package-pacing.ts";
import { lockOn } from "../../campaign/model/derived/locks.ts";
import type { CampaignState, StepState } from "../../campaign/model/state/state.ts";
import { isSameBuy } from "../../campaign/model/step/buy-identity.ts";
import { cleanText } from "../../lib/clean-text.ts";
import { addDays, countDays, eachDay, earlierDay, laterDay } from "../../lib/days.ts";
import { type Money, money, moneySchema } from "../../lib/money.ts";
import type { Described } from "../blocks/schema.ts";
import { packageName } from "./buys.ts";

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
  pace: z
    .strictObject({ is: z.enum(["behind", "on", "ahead"]), share: z.number().describe("spent over due") })
    .optional()
    .describe("absent where nothing was due yet, and while it is paused"),
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

const longestName = 60;
const longestReason = 300;
/** Days whose mean says how a line goes on. */
const week = 7;
const paces = { under: "behind", on: "on", over: "ahead" } as const satisfies Record<Pace, string>;

/** Every line that is bought, as the ledger knows it. `today` is a day of the calendar that campaigns run by. */
export function liveLines(state: CampaignState, today: string): LiveLine[] {
  const paceOf = new Map(pacings(state).map((one) => [one.lineId, one]));
  return orderedLines(state).flatMap((line) => {
    const pacing = paceOf.get(line.lineId);
    const buy = liveBuys(state).find((one) => isSameBuy(one, line));
    return pacing === undefined || buy === undefined ? [] : [liveLine(line, { pacing, buy, state, today })];
  });
}

interface About {
  readonly pacing: PackagePacing;
  readonly buy: LiveBuy;
  readonly state: CampaignState;
  readonly today: string;
}

function liveLine(line: OrderedLine, { pacing, buy, state, today }: About): LiveLine {
  const { lineId, sellerId, mediaBuyId, packageId, period } = line;
  const inCurrency = (minor: number) => money(Math.round(minor), buy.currency);
  const runs = runsOf(line, pacing, today);
  const current = pacing.budget;
  const last = lastReported(line, pacing, state);
  const yesterday = addDays(today, -1);
  const firstOpen = last === undefined ? laterDay(period.start, today) : addDays(last, 1);
  const daysLeft = countDays(laterDay(firstOpen, period.start), pacing.end);
  const left = Math.max(0, current - pacing.spent);
  const recent = pacing.days.slice(-week);
  const daily = recent.reduce((sum, { spent }) => sum + spent, 0) / Math.max(1, recent.length);
  const landing = Math.min(current, pacing.spent + daily * daysLeft);
  const isBehind = runs === "running" && pacing.pace === "under";
  const known = last !== undefined;
  return {
    lineId,
    sellerId,
    mediaBuyId,
    packageId,
    ...namesOf(line, state),
    runs,
    start: period.start,
    end: pacing.end,
    signed: { ...line.planned.budget },
    current: inCurrency(current),
    ...(known && { spent: inCurrency(pacing.spent), reportedTo: last }),
    due: inCurrency(pacing.planned),
    ...(known && runs !== "paused" && pacing.planned > 0 && { pace: paceWith(pacing) }),
    notReported: missingDays(line, pacing, { last, until: yesterday }),
    daysLeft,
    ...(runs === "running" && daysLeft > 0 && { needed: inCurrency(left / daysLeft) }),
    ...spentOn(yesterday, pacing, inCurrency),
    ...(runs === "running" && known && { landing: inCurrency(landing) }),
    ...(isBehind && landing < current && { atRisk: inCurrency(current - landing) }),
    ...(runs === "paused" && left > 0 && { idle: inCurrency(left) }),
    ...setOf(lineId, state),
    ...unmadeChange(lineId, state),
  };
}

function namesOf(line: OrderedLine, state: CampaignState): Pick<LiveLine, "vendor" | "product"> {
  const seller = state.sellers?.find(({ id }) => id === line.sellerId);
  return {
    vendor: cleanText(seller?.name ?? line.sellerId, longestName),
    product: cleanText(packageName(state, line), longestName),
  };
}

function runsOf({ period, canceled }: OrderedLine, pacing: PackagePacing, today: string): LiveLine["runs"] {
  if (canceled) return "ended";
  if (pacing.end < today) return "over";
  if (pacing.suspended) return "paused";
  return period.start > today ? "not-begun" : "running";
}

function paceWith({ pace, spent, planned }: PackagePacing): NonNullable<LiveLine["pace"]> {
  return { is: paces[pace], share: spent / planned };
}

/** Of a seller that reports totals alone, the day to which it did. */
function lastReported(line: OrderedLine, { days, spent }: PackagePacing, state: CampaignState) {
  const { reportedTo } = state.delivery.find((one) => isSameBuy(one, line)) ?? {};
  return days.at(-1)?.date ?? (spent > 0 ? reportedTo : undefined);
}

/** Of the days up to `until`, or to its last one, those of which nothing is known although it was to run. */
function missingDays(
  { period, paused }: OrderedLine,
  { notReported, end }: PackagePacing,
  { last, until }: { readonly last: string | undefined; readonly until: string },
): number {
  const first = last === undefined ? period.start : addDays(last, 1);
  return notReported + eachDay(first, earlierDay(end, until)).filter((date) => !paused.has(date)).length;
}

function spentOn(
  date: string,
  { days }: PackagePacing,
  inCurrency: (minor: number) => Money,
): Pick<LiveLine, "yesterday"> {
  const found = days.find((one) => one.date === date);
  return found === undefined ? {} : { yesterday: inCurrency(found.spent) };
}

function setOf(lineId: string, state: CampaignState): Pick<LiveLine, "setBy"> {
  const lock = lockOn(lineId, state);
  if (lock === undefined) return {};
  const { by, at, what, reason } = lock;
  const why = reason === undefined ? {} : { reason: cleanText(reason, longestReason) };
  return { setBy: { by: [...by], at, what: cleanText(what, longestReason), ...why } };
}

/** What became of the last change that somebody asked for, where it was not made. */
function unmadeChange(lineId: string, { steps }: CampaignState): Pick<LiveLine, "lastChange"> {
  const last = steps.findLast(
    ({ step, status }) => step.change !== undefined && step.lineIds.includes(lineId) && status !== "replaced",
  );
  if (last === undefined || isMade(last)) return {};
  const { step, status, check } = last;
  const reason = status === "done" ? check?.findings.join("; ") : last.reason;
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

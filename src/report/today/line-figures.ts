import { z } from "zod";
import { budgetNow, type LiveBuy, type LivePackage, liveBuys } from "../../campaign/account/live-buys.ts";
import { lastDueDay } from "../../campaign/measure/due-days.ts";
import { type PackagePacing, pacingsOf } from "../../campaign/measure/pacing/package-pacing.ts";
import type { BuyDelivery } from "../../campaign/model/measured/delivery.ts";
import type { CampaignState } from "../../campaign/model/state/state.ts";
import { isSameBuy } from "../../campaign/model/step/buy-identity.ts";
import { cleanText } from "../../lib/clean-text.ts";
import { addDays, countDays, laterDay } from "../../lib/days.ts";
import { type Money, money, moneySchema } from "../../lib/money.ts";
import { packageName } from "../account/buys.ts";
import { count, type Described, fields } from "../blocks/schema.ts";

/** Names that sellers chose are cut to this. */
export const longestName = 60;
/** Days that say how a line runs now, under its present order. */
export const weekDays = 7;

export const lineSchema = fields({
  lineId: z.string(),
  sellerId: z.string(),
  mediaBuyId: z.string(),
  packageId: z.string(),
  line: z.string().describe("in its seller's words, at most 60 characters"),
  vendor: z.string().describe("as the registry calls it, at most 60 characters"),
  status: z
    .enum(["not-begun", "early", "on-pace", "behind", "ahead", "paused", "over"])
    .describe(
      "early: too little was due to speak of a pace; behind and ahead: by more than a tenth of what was due",
    ),
  start: z.string(),
  end: z.string().describe("last day"),
  signed: moneySchema.optional().describe("as the plan has it"),
  budget: moneySchema.describe("as it is ordered now"),
  spent: moneySchema.optional().describe("absent before its seller has reported any"),
  due: moneySchema.describe("by its curve, for the days of which spend is reported"),
  pace: z.number().optional().describe("spent over due"),
  figuresTo: z.string().optional().describe("the last day of which spend is reported"),
  unreported: count.describe("days before `figuresTo` without figures"),
  owedTo: z.string().optional().describe("the last day of which figures should be there, where they are not"),
  yesterday: moneySchema.optional().describe("absent where it is not reported"),
  daysLeft: count.describe("after `figuresTo`"),
  neededADay: moneySchema
    .optional()
    .describe("what is left over the days that are left; absent while it is paused"),
  lastWeekADay: moneySchema.optional().describe("mean of the last seven days under the present order"),
  landing: moneySchema.optional().describe("spent at the end, at the mean of the last week"),
}).describe("a package of a running buy, in its seller's currency");
export type LineFigures = Described<typeof lineSchema>;

/** What the days of a morning are: `day` is today, `now` the instant in UTC milliseconds. */
export interface Morning {
  readonly day: string;
  readonly now: number;
}

/** How every line runs, by what sellers have reported, beside what was due by then. */
export function lineFigures(state: CampaignState, morning: Morning): LineFigures[] {
  return liveBuys(state).flatMap((buy) => {
    const delivery = state.delivery.find((one) => isSameBuy(one, buy));
    const pacings = pacingsOf(buy, delivery ?? { rows: [] });
    return buy.packages.flatMap((one, i) => {
      const pacing = pacings[i];
      return pacing === undefined ? [] : [figuresOf({ buy, one, pacing, delivery }, state, morning)];
    });
  });
}

interface RunningLine {
  readonly buy: LiveBuy;
  readonly one: LivePackage;
  readonly pacing: PackagePacing;
  readonly delivery: BuyDelivery | undefined;
}

function figuresOf(running: RunningLine, state: CampaignState, morning: Morning): LineFigures {
  const { buy, one, pacing, delivery } = running;
  const { sellerId, mediaBuyId, currency, start, end } = buy;
  const amount = (minor: number) => money(Math.round(minor), currency);
  const reported = (delivery?.rows ?? []).filter(
    ({ packageId, spendMinor }) => packageId === one.packageId && spendMinor !== undefined,
  );
  const { spent, planned: due, notReported: unreported } = pacing;
  // Of a seller that reports totals alone, the day to which it did.
  const figuresTo = reported.at(-1)?.date ?? (spent > 0 ? delivery?.reportedTo : undefined);
  const left = Math.max(0, budgetNow(one) - spent);
  const daysLeft = countDays(
    laterDay(figuresTo === undefined ? morning.day : addDays(figuresTo, 1), start),
    end,
  );
  const week = lastWeek(running);
  const yesterday = pacing.days.find(({ date }) => date === addDays(morning.day, -1));
  const runs = daysLeft > 0 && !pacing.suspended;
  const signed = state.plan?.lines.find(({ lineId }) => lineId === one.lineId)?.budget;
  return {
    ...namesOf({ lineId: one.lineId, sellerId, productId: one.productId }, state),
    sellerId,
    mediaBuyId,
    packageId: one.packageId,
    status: statusOf(running, { ...morning, left }),
    start,
    end,
    ...(signed && { signed }),
    budget: amount(budgetNow(one)),
    ...(figuresTo !== undefined && { figuresTo, spent: amount(spent) }),
    due: amount(due),
    unreported,
    ...(due > 0 && { pace: spent / due }),
    ...owedTo(running, { ...morning, figuresTo }),
    ...(yesterday && { yesterday: amount(yesterday.spent) }),
    daysLeft,
    ...(runs && { neededADay: amount(left / daysLeft) }),
    ...(week !== undefined && { lastWeekADay: amount(week) }),
    ...(week !== undefined && runs && { landing: amount(spent + Math.min(left, week * daysLeft)) }),
  };
}

/** What people call a line and its seller; both are foreign words. */
export function namesOf(
  of: { readonly lineId: string; readonly sellerId: string; readonly productId: string },
  state: CampaignState,
): Pick<LineFigures, "lineId" | "line" | "vendor"> {
  const { lineId, sellerId } = of;
  const line = cleanText(packageName(state, of), longestName);
  return { lineId, line, vendor: vendorName(sellerId, state) };
}

export function vendorName(sellerId: string, { sellers = [] }: Pick<CampaignState, "sellers">): string {
  return cleanText(sellers.find(({ id }) => id === sellerId)?.name ?? sellerId, longestName);
}

function statusOf({ buy, pacing }: RunningLine, { day, left }: Morning & { readonly left: number }) {
  if (buy.end < day) return "over";
  if (pacing.suspended) return "paused";
  if (buy.start > day && pacing.days.length === 0) return "not-begun";
  if (pacing.isEarly) return "early";
  if (pacing.pace === "under") return left > 0 ? "behind" : "on-pace";
  return pacing.pace === "over" ? "ahead" : "on-pace";
}

function owedTo(
  { buy, pacing }: RunningLine,
  { now, figuresTo = "" }: Morning & { readonly figuresTo: string | undefined },
): Pick<LineFigures, "owedTo"> {
  const due = lastDueDay(buy, now);
  return due === undefined || due <= figuresTo || pacing.suspended ? {} : { owedTo: due };
}

/** Whether it is between its first day and its last. */
export function isRunning({ status }: LineFigures): boolean {
  return status !== "over" && status !== "not-begun";
}

/** Whether nothing is to be said yet of the pace of some lines together. */
export function isEarly(lines: readonly LineFigures[]): boolean {
  return lines.every(({ status }) => status === "early" || status === "not-begun");
}

/** Spend of a day in minor units: of the last seven that its present order ran on. */
function lastWeek({ one, pacing }: RunningLine): number | undefined {
  const since = one.budgets.at(-1)?.from.slice(0, 10) ?? "";
  const isChanged = one.budgets.length > 1;
  const days = pacing.days.filter(({ date, idle }) => idle !== true && (!isChanged || date > since));
  const week = days.slice(-weekDays);
  return week.length === 0 ? undefined : week.reduce((sum, { spent }) => sum + spent, 0) / week.length;
}

/** What a line leaves unspent at its end, or has for days on which it is paused; in its seller's currency. */
export function unspent({ budget, spent, landing, status }: LineFigures): Money | undefined {
  const by = status === "paused" ? (spent?.minor ?? 0) : landing?.minor;
  return by === undefined || by >= budget.minor ? undefined : money(budget.minor - by, budget.currency);
}

import { z } from "zod";
import type { StopOrder } from "../../campaign/model/decisions/stop-order.ts";
import { nameOf } from "../../campaign/model/derived/sandbox-mark.ts";
import type { CampaignState } from "../../campaign/model/state/state.ts";
import { addDays, countDays, laterDay, latest } from "../../lib/days.ts";
import { type Money, money, moneySchema, sum, totalMoney } from "../../lib/money.ts";
import { count, type Described, each, fields } from "../blocks/schema.ts";
import { exchangeNearest, unspentOf } from "../sections/money-summary.ts";
import { alertRowSchema, alertRows } from "./alert-rows.ts";
import { changedSchema, changesIn } from "./changed.ts";
import { decisionSchema, decisionsIn } from "./decisions.ts";
import { idleRows } from "./idle-rows.ts";
import {
  isRunning,
  type LineFigures,
  lineFigures,
  lineSchema,
  type Morning,
  weekDays,
} from "./line-figures.ts";
import {
  aheadRows,
  behindRows,
  missingRows,
  nextRows,
  type Row,
  row,
  rowSchema,
  shortfallRows,
} from "./rows.ts";

export const campaignTodaySchema = fields({
  campaign: z.string(),
  name: z.string(),
  status: z
    .enum(["live", "not-begun", "between", "over"])
    .describe(
      "live: at least one line runs; between: none does, after some have; over: the flight is, and the books are not closed",
    ),
  day: count.describe("days of the flight that are over"),
  days: count.describe("of the whole flight"),
  start: z.string(),
  end: z.string().describe("last day of the last line"),
  budget: moneySchema.describe("ordered now by all lines, as all sums here in the brief's currency"),
  spent: moneySchema.optional().describe("absent before any is reported"),
  due: moneySchema.describe("by the lines' curves, for the days of which spend is reported"),
  pace: z.number().optional().describe("spent over due"),
  neededADay: moneySchema.optional().describe("by the lines that run, together"),
  unspent: moneySchema.optional().describe("of the brief's budget, once all is reported to the last day"),
  yesterday: moneySchema.optional().describe("of the lines that reported it"),
  figuresTo: z.string().optional().describe("the last day that anybody reported"),
  vendors: fields({ reported: count, all: count }).describe(
    "whose figures of the days that are owed are there",
  ),
  idleMoney: moneySchema.describe(
    "paused, left by lines that ended, freed, or of orders that came to nothing",
  ),
  unconverted: z
    .array(moneySchema)
    .describe("ordered in currencies without an exchange rate: in no sum here"),
  lines: z.array(lineSchema),
  decide: z.array(decisionSchema),
  alerts: z.array(alertRowSchema).describe("since `since`"),
  behind: z.array(rowSchema),
  ahead: z.array(rowSchema),
  idle: z.array(rowSchema),
  changed: z.array(changedSchema).describe("since `since`, the oldest first"),
  next: each({ ...row, day: z.string() }).describe("today and the next five working days"),
  missing: z.array(rowSchema).describe("lines whose figures should be there"),
  claims: z.array(rowSchema).describe("final shortfalls that are not settled"),
});
export type CampaignToday = Described<typeof campaignTodaySchema>;

export const todaySchema = fields({
  today: z.string().describe("in the desk's time zone"),
  timeZone: z.string(),
  since: z.string().describe("what has changed from then on is shown: UTC, ISO 8601"),
  campaigns: z.array(campaignTodaySchema).describe("those that run, wait for a person or have idle money"),
});
export type Today = Described<typeof todaySchema>;

export interface TodayOptions extends Morning {
  /** What happened from then on is shown, and before `until` where that is set: UTC, ISO 8601. */
  readonly since: string;
  readonly until?: string;
  /** Set where a campaign that has ended is shown all the same. */
  readonly ended?: true;
  readonly approvalWindowMs: number;
  /** Stop orders that stand. */
  readonly orders?: readonly StopOrder[];
}

/** How a campaign stands this morning; undefined where it has ended, or has neither an order nor a question. */
export function campaignToday(state: CampaignState, options: TodayOptions): CampaignToday | undefined {
  const { brief } = state;
  const decide = decisionsIn(state, options.approvalWindowMs);
  if (brief === undefined) return undefined;
  const claims = shortfallRows(state, options.day);
  if (
    state.ended !== undefined &&
    options.ended !== true &&
    decide.length === 0 &&
    !isOpen(claims, brief, options)
  )
    return undefined;
  const lines = lineFigures(state, options);
  const alerts = alertRows(lines, state).filter(isIn(options));
  if (lines.length === 0 && options.ended !== true && decide.length === 0 && alerts.length === 0)
    return undefined;
  const start = brief.flight.start;
  // The brief's, or a later one of a line.
  const end = lines.reduce((last, line) => laterDay(last, line.end), brief.flight.end);
  const yesterday = addDays(options.day, -1);
  const idle = idleRows(lines, state, { today: options.day, orders: options.orders });
  const { currency } = brief.budget;
  return {
    campaign: state.id,
    name: nameOf(state),
    status: end < options.day ? "over" : statusOf(lines),
    day: Math.min(countDays(start, yesterday), countDays(start, end)),
    days: countDays(start, end),
    start,
    end,
    ...sumsOf(lines, { state, currency }),
    ...(end < options.day && unspentOf(state)),
    idleMoney: sumIn(currency, state, idle, ({ atRisk }) => atRisk),
    lines,
    decide,
    alerts,
    behind: behindRows(lines, state),
    ahead: aheadRows(lines),
    idle,
    changed: changesIn(lines, state).filter(isIn(options)),
    next: nextRows(lines, state, options.day),
    missing: missingRows(lines, state),
    claims,
  };
}

function statusOf(lines: readonly LineFigures[]): CampaignToday["status"] {
  if (lines.some(isRunning)) return "live";
  return lines.some(({ status }) => status === "over") ? "between" : "not-begun";
}

/** What ended longer ago is no morning's matter, in days. */
export const longestAfter = 120;

/** Claims keep what has ended in sight; in messages, for a week. */
function isOpen(
  claims: readonly Row[],
  { flight }: NonNullable<CampaignState["brief"]>,
  { day, until }: TodayOptions,
): boolean {
  return claims.length > 0 && day <= addDays(flight.end, until === undefined ? longestAfter : weekDays);
}

function isIn({ since, until }: TodayOptions) {
  return ({ at }: { readonly at: string }) => at >= since && (until === undefined || at < until);
}

/** What lines come to together, in one currency: the same sums stand on the live page, in a digest and in every answer. */
export function sumsOf(
  lines: readonly LineFigures[],
  { state, currency }: { readonly state: CampaignState; readonly currency: string },
) {
  const all = (figure: (line: LineFigures) => Money | undefined) => sumIn(currency, state, lines, figure);
  const any = (figure: (line: LineFigures) => Money | undefined) =>
    lines.some((line) => figure(line) !== undefined) ? all(figure) : undefined;
  const [budget, spent, due] = [
    all((line) => line.budget),
    any((line) => line.spent),
    all((line) => line.due),
  ];
  const figuresTo = latest(lines.flatMap((line) => line.figuresTo ?? []));
  const neededADay = any((line) => (isRunning(line) ? line.neededADay : undefined));
  const yesterday = any((line) => line.yesterday);
  const silent = new Set(lines.filter(({ owedTo }) => owedTo !== undefined).map(({ sellerId }) => sellerId));
  const vendors = new Set(lines.map(({ sellerId }) => sellerId)).size;
  return {
    budget,
    ...(spent && { spent }),
    due,
    ...(spent && due.minor > 0 && { pace: spent.minor / due.minor }),
    ...(neededADay && { neededADay }),
    ...(yesterday && { yesterday }),
    ...(figuresTo !== undefined && { figuresTo }),
    vendors: { reported: vendors - silent.size, all: vendors },
    unconverted: lines
      .map((line) => line.budget)
      .filter((amount) => exchangeNearest(amount, currency, state.exchange) === undefined),
  };
}

/** Idle money of one currency. */
export function idleIn(currency: string, lines: readonly LineFigures[], state: CampaignState, today: string) {
  const amounts = idleRows(lines, state, { today }).flatMap(({ atRisk }) =>
    atRisk?.currency === currency ? atRisk : [],
  );
  return sum(amounts, currency);
}

/** Those of some amounts that there is a rate for. */
function sumIn<Of>(
  currency: string,
  { exchange }: CampaignState,
  rows: readonly Of[],
  amountOf: (row: Of) => Money | undefined,
): Money {
  return totalMoney(rows, currency, (row) => {
    const amount = amountOf(row);
    return (amount && exchangeNearest(amount, currency, exchange)) ?? money(0, currency);
  });
}

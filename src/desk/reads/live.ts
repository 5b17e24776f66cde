import { z } from "zod";
import { lastDayOf } from "../../campaign/account/ordered-lines.ts";
import { nameOf } from "../../campaign/model/derived/sandbox-mark.ts";
import type { CampaignState } from "../../campaign/model/state/state.ts";
import { isOrder } from "../../campaign/model/step/kinds.ts";
import { addDays, addWorkingDays, countDays, laterDay } from "../../lib/days.ts";
import { groupBy } from "../../lib/group-by.ts";
import { money, moneySchema, totalMoney } from "../../lib/money.ts";
import { recentChangeSchema, recentChanges } from "../../report/account/recent-changes.ts";
import { type Described, each, fields } from "../../report/blocks/schema.ts";
import { workingDaysBefore } from "../../report/documents/creative-specs.ts";
import { describeCreatives } from "../../report/sections/described/creatives.ts";
import { describeUnderDeliveries } from "../../report/sections/under-delivery.ts";
import { deliveredBy, deliveredSchema } from "../../report/today/delivered.ts";
import { isEarly, lineFigures, type Morning } from "../../report/today/line-figures.ts";
import { type LiveLine, liveLineSchema, liveLines, paceBy } from "../../report/today/live-lines.ts";
import { idleIn, longestAfter, sumsOf } from "../../report/today/today.ts";
import { campaignInput, stateNamed } from "../campaigns.ts";
import { keptRows } from "../kept-rows.ts";
import { operation } from "../operation.ts";
import { notPlacedOf, notPlacedSchema } from "../outputs/not-placed.ts";

/** Working days ahead that are shown, and the changes of a campaign that are shown. */
const daysAhead = 5;
/** Working days for which a campaign that has ended is shown; with claims that are open, until they are settled. */
const daysAfter = 5;
const mostChanges = 50;

const totalsSchema = fields({
  signed: moneySchema,
  current: moneySchema,
  spent: moneySchema.optional(),
  due: moneySchema,
  needed: moneySchema.optional().describe("a day, by the lines that run together"),
  yesterday: moneySchema.optional().describe("of the lines that report it"),
  idle: moneySchema.describe(
    "of paused lines, what lines that ended have left, what was freed and no line has, and of orders that came to nothing",
  ),
  pace: liveLineSchema.shape.pace,
});

const liveCampaignSchema = fields({
  campaign: z.string(),
  name: z.string(),
  flight: fields({ start: z.string(), end: z.string(), day: z.int(), days: z.int() })
    .optional()
    .describe("and how many of its days are over"),
  lines: z.array(liveLineSchema),
  totals: z.array(totalsSchema).describe("one entry for each currency"),
  delivered: deliveredSchema.optional().describe("by all lines that report"),
  notPlaced: notPlacedSchema.optional(),
  cases: each({
    lineId: z.string(),
    product: z.string(),
    kind: z.enum(["projected", "open", "final"]),
    owed: z.number().describe("impressions"),
    hasLetter: z.boolean(),
  }).describe("lines that are short, as `claims` has them"),
  changes: z.array(recentChangeSchema).describe("the newest first"),
  next: each({
    date: z.string(),
    what: z.enum(["starts", "ends", "creatives"]),
    lineId: z.string(),
    product: z.string(),
  }).describe("of the next five working days, and creatives that are overdue"),
});
type LiveCampaign = Described<typeof liveCampaignSchema>;

const finishedSchema = liveCampaignSchema
  .pick({ campaign: true, name: true, cases: true })
  .extend({ end: z.string().describe("its last day"), totals: z.array(totalsSchema) });

/** How campaigns that run stand this morning, line by line, as the ledger knows it: no seller is asked. */
export const live = operation({
  input: fields({ campaign: campaignInput.campaign.describe("its id; all that run where absent") }),
  output: fields({
    command: z.literal("live"),
    today: z.string(),
    since: z.string().describe("the working day before"),
    until: z.string().describe("the last of the next five working days"),
    campaigns: z.array(liveCampaignSchema),
    finished: z
      .array(finishedSchema)
      .describe("ended in the last five working days, or with claims that are not settled"),
  }),
  run: async (desk, { campaign }) => {
    const { today } = desk;
    const rows =
      campaign === undefined
        ? (await morningRows(desk.app.ledger, desk.now(), today)).filter((row) => row !== undefined)
        : [{ row: liveCampaign(await stateNamed(desk, campaign), { day: today, now: desk.now() }) }];
    const recent = addWorkingDays(today, -daysAfter);
    return {
      command: "live" as const,
      today,
      since: addWorkingDays(today, -1),
      until: addWorkingDays(today, daysAhead),
      campaigns: rows.flatMap(({ row, ended }) => (ended === undefined ? [row] : [])),
      finished: rows.flatMap(({ row: { campaign: id, name, cases, totals }, ended }) =>
        ended === undefined || (ended < recent && cases.length === 0)
          ? []
          : [{ campaign: id, name, cases, end: ended, totals }],
      ),
    };
  },
});

/** Campaigns that run, and with their last day those that have ended not long ago. */
const morningRows = keptRows((state, now, day): MorningRow | undefined => {
  const { brief, ended, steps } = state;
  if (brief === undefined) return undefined;
  if (ended === undefined) return { row: liveCampaign(state, { day, now }) };
  const isBought = steps.some(({ status, step }) => status === "done" && isOrder(step));
  const last = lastDayOf({ ...state, brief });
  if (!isBought || last < addDays(day, -longestAfter)) return undefined;
  return { row: liveCampaign(state, { day, now }), ended: last };
});

interface MorningRow {
  readonly row: LiveCampaign;
  readonly ended?: string;
}

function liveCampaign(state: CampaignState, morning: Morning): LiveCampaign {
  const today = morning.day;
  const lines = liveLines(state, morning);
  const { brief } = state;
  const { notPlaced } = notPlacedOf(state, today);
  const delivered = deliveredBy(state).ofAll;
  const cases = (describeUnderDeliveries(state, today) ?? []).filter(({ outstanding }) => outstanding > 0);
  return {
    campaign: state.id,
    name: nameOf(state),
    ...(brief !== undefined && { flight: flightOf(brief.flight, lines, today) }),
    lines,
    totals: totalsOf(state, morning),
    ...(delivered && { delivered }),
    ...(notPlaced !== undefined && { notPlaced }),
    cases: cases.map(({ lineId, product, kind, outstanding, claim }) => ({
      lineId,
      product,
      kind,
      owed: outstanding,
      hasLetter: claim !== undefined,
    })),
    changes: recentChanges(state).slice(0, mostChanges),
    next: nextDays(state, lines, today),
  };
}

/** The brief's days, and those that a line was extended to. */
function flightOf(
  { start, end: last }: { readonly start: string; readonly end: string },
  lines: readonly LiveLine[],
  today: string,
): LiveCampaign["flight"] {
  const end = lines.reduce((day, line) => laterDay(day, line.end), last);
  return { start, end, day: countDays(start, addDays(today, -1)), days: countDays(start, end) };
}

/** Of each currency by itself. */
function totalsOf(state: CampaignState, morning: Morning): LiveCampaign["totals"] {
  const lines = lineFigures(state, morning);
  return [...groupBy(lines, ({ budget }) => budget.currency)].map(([currency, own]) => {
    const { budget, pace, neededADay, ...sums } = sumsOf(own, { state, currency });
    const { spent, due, yesterday } = sums;
    return {
      ...(pace !== undefined && {
        pace: isEarly(own) ? { is: "early" as const, share: pace } : paceBy(pace),
      }),
      ...(spent && { spent }),
      due,
      signed: totalMoney(own, currency, ({ signed = money(0, currency) }) => signed),
      current: budget,
      ...(neededADay && { needed: neededADay }),
      ...(yesterday && { yesterday }),
      idle: idleIn(currency, lines, state, morning.day),
    };
  });
}

function nextDays(state: CampaignState, lines: readonly LiveLine[], today: string): LiveCampaign["next"] {
  const until = addWorkingDays(today, daysAhead);
  const bare = new Set(
    describeCreatives(state).coverage.flatMap(({ lineId, formats }) =>
      formats.length > 0 && formats.every(({ status }) => status !== "ready") ? [lineId] : [],
    ),
  );
  return lines
    .filter(({ runs }) => runs !== "ended")
    .flatMap(({ lineId, product, start, end, runs }): LiveCampaign["next"] => {
      const of = (date: string, what: LiveCampaign["next"][number]["what"]) => ({
        date,
        what,
        lineId,
        product,
      });
      const due = addWorkingDays(start, -workingDaysBefore);
      return [
        ...(runs !== "over" && bare.has(lineId) && due <= until ? [of(due, "creatives")] : []),
        ...(start >= today && start <= until ? [of(start, "starts")] : []),
        ...(end >= today && end <= until ? [of(end, "ends")] : []),
      ];
    })
    .sort((one, other) => one.date.localeCompare(other.date));
}

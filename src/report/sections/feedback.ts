import { z } from "zod";
import { liveBuys } from "../../campaign/buys/live-buys.ts";
import { feedbackStepId } from "../../campaign/learn/feedback-steps.ts";
import { judgeIndex } from "../../campaign/learn/index/judge-index.ts";
import { restatedSince } from "../../campaign/learn/index/restated-since.ts";
import type { IndexInputs } from "../../campaign/model/learned/feedback.ts";
import { type CampaignState, stepOf } from "../../campaign/model/state.ts";
import { formatCount } from "../../lib/english.ts";
import { groupBy } from "../../lib/group-by.ts";
import { formatMoney, money, moneySchema, sum } from "../../lib/money.ts";
import { type Block, chip, list, marked, only, type Section, table } from "../document.ts";
import { formatDay } from "../format.ts";
import { count, type Described, period, standing } from "../schema.ts";
import { amount, date, number, type Sheet, sheet, text } from "../sheet.ts";
import { standingOf } from "./described/standing.ts";
import { type Results, resultBlocks } from "./results.ts";

const about = {
  mediaBuyId: z.string(),
  packageId: z.string().optional().describe("absent: the buy as a whole"),
  sellerId: z.string(),
  period,
};

const inputs = z
  .strictObject({
    source: z.enum(["buyer", "seller"]).describe("who counted"),
    metric: z.string(),
    days: z.array(z.strictObject({ date: z.string(), outcomes: count, spend: moneySchema })),
    expectation: z
      .strictObject({ outcomes: z.number(), spend: moneySchema, basis: z.string() })
      .describe("so many outcomes were expected of so much spend"),
    priorOutcomes: z.number().describe("what the plan's word weighs, in outcomes"),
    dispersion: z.number().min(1).describe("how much more days differ than chance makes them"),
  })
  .describe(
    "index = (priorOutcomes + outcomes / dispersion) / (priorOutcomes + expected / dispersion), outcomes over all days, " +
      "expected = spend over all days * expectation.outcomes / expectation.spend",
  );

export const feedbackSchema = z.array(
  z.strictObject({
    ...about,
    performanceIndex: z.number().describe("1 is as planned, above 1 is better"),
    interval: z.strictObject({ low: z.number(), high: z.number() }).describe("holds the index with 90 %"),
    inputs,
    formula: z.string(),
    standing: standing.describe("of the step that tells the seller"),
    restatedIndex: z
      .number()
      .optional()
      .describe("what the index would be since days were restated; the seller is not told again"),
  }),
);

export const withheldFeedbackSchema = z
  .array(z.strictObject({ ...about, reason: z.string() }))
  .describe("packages and buys without an index for a period that is told, and why");
type FeedbackList = Described<typeof feedbackSchema>;
type Feedback = FeedbackList[number];
type Withheld = Described<typeof withheldFeedbackSchema>;

/** Each index with all that it is reckoned from, and whether its seller has been told. */
export function describeFeedback(state: CampaignState): FeedbackList {
  const restated = new Map(
    restatedSince(state, liveBuys(state)).map((one) => [feedbackStepId(one), one.performanceIndex]),
  );
  return (state.feedback ?? []).map((feedback) => {
    const id = feedbackStepId(feedback);
    const told = stepOf(state, id);
    const restatedIndex = restated.get(id);
    return {
      ...feedback,
      inputs: describeInputs(feedback.inputs),
      standing: told ? standingOf(told.status) : "open",
      restatedIndex,
    };
  });
}

/** What has no index although its seller has told the period, and why. */
export function describeWithheld(state: CampaignState): Withheld {
  return judgeIndex(state, liveBuys(state)).withheld;
}

function describeInputs({ measure, currency, days, expectation, ...weights }: IndexInputs) {
  return {
    ...measure,
    days: days.map(({ date, outcomes, spendMinor }) => ({
      date,
      outcomes,
      spend: money(spendMinor, currency),
    })),
    expectation: {
      outcomes: expectation.outcomes,
      spend: money(expectation.spendMinor, currency),
      basis: expectation.basis,
    },
    ...weights,
  };
}

/** The figures of an index over all its days, in words. */
function indexFigures({
  inputs,
}: Feedback): Readonly<Record<"counted" | "by" | "spend" | "expected", string>> {
  const { metric, source, days, expectation } = inputs;
  const outcomes = days.reduce((total, day) => total + day.outcomes, 0);
  const spent = sum(
    days.map(({ spend }) => spend),
    expectation.spend.currency,
  );
  return {
    counted: `${formatCount(outcomes)} ${metric.replaceAll("_", " ")}`,
    by: source === "buyer" ? "counted by the buyer" : "the seller's own figure",
    spend: formatMoney(spent),
    expected: formatCount((spent.minor * expectation.outcomes) / expectation.spend.minor),
  };
}

/** Whether the seller is told, and what the index would be by restated figures. */
function toldWords({ standing, restatedIndex }: Feedback): string {
  const told = standing === "done" ? "yes" : standing === "open" ? "not sent" : standing;
  if (restatedIndex === undefined) return told;
  return `${told}; its days were restated since, to an index of ${restatedIndex.toFixed(2)}: it is not sent again`;
}

interface Part {
  readonly results?: Results;
  readonly feedback: FeedbackList;
  readonly withheldFeedback: Withheld;
}

/** What the buyer counted, the index that each seller is told with all that it is calculated from, and where there is none. */
export const feedback: Section<Part> = {
  id: "feedback",
  name: "Performance",
  title: "Performance",
  none: "no feedback yet",
  blocks: (report) => [
    ...paper(report).map((block) => only(["page", "markdown"], block)),
    ...terminal(report).map((block) => only(["terminal"], block)),
  ],
  sheet: feedbackSheet,
};

/** The last period in view, those before it folded: a long flight has dozens. */
function paper({ results, feedback, withheldFeedback }: Part): Block[] {
  const last = feedback
    .map(({ period }) => period.start)
    .sort()
    .at(-1);
  const latest = feedback.filter(({ period }) => period.start === last);
  return [
    ...(results ? resultBlocks(results) : []),
    ...(latest.length > 0 ? [indexTable(latest)] : []),
    ...(latest.length < feedback.length ? [weeksTable(feedback)] : []),
    ...list(
      withheldFeedback.map(
        ({ sellerId, mediaBuyId, packageId, period, reason }) =>
          `${sellerId}, ${packageId ?? mediaBuyId}, ${period.start} to ${period.end}: ${reason}`,
      ),
      `Without an index: ${withheldFeedback.length}`,
      "fold",
    ),
  ];
}

function indexTable(feedback: FeedbackList): Block {
  return table<Feedback>({
    caption: "Performance index",
    note:
      "What is sent to each seller: 1.00 is as planned, above is better. Outcomes and expectation are divided by the spread of the " +
      "days, and the plan's weight is added to both; the index is the one over the other.",
    rows: feedback,
    columns: [
      { label: "Seller", kind: "header", cell: ({ sellerId }) => sellerId },
      {
        label: "Package",
        under: true,
        cell: ({ packageId, mediaBuyId }) => packageId ?? `all of ${mediaBuyId}`,
      },
      {
        label: "Period",
        kind: "short",
        cell: ({ period }) => `${period.start} to ${period.end}`,
        sort: ({ period }) => period.start,
      },
      {
        label: "Index",
        kind: "number",
        sort: ({ performanceIndex }) => performanceIndex,
        cell: ({ performanceIndex }) => marked("strong", performanceIndex.toFixed(2)),
      },
      {
        label: "Between",
        under: true,
        cell: ({ interval }) => `${interval.low.toFixed(2)} – ${interval.high.toFixed(2)}`,
      },
      {
        label: "Bar",
        under: true,
        on: ["page"],
        cell: ({ performanceIndex }) => ({ type: "bar", filled: Math.min(performanceIndex, 2) / 2 }),
      },
      {
        label: "Counted",
        kind: "words",
        cell: (one) => `${indexFigures(one).counted} for ${indexFigures(one).spend}`,
      },
      { label: "By", under: true, cell: (one) => indexFigures(one).by },
      { label: "Expected", kind: "number", cell: (one) => indexFigures(one).expected },
      { label: "Expected by", under: true, cell: ({ inputs }) => inputs.expectation.basis },
      { label: "Spread of days", kind: "number", cell: ({ inputs }) => inputs.dispersion.toFixed(1) },
      { label: "Plan's weight", under: true, cell: ({ inputs }) => `weight ${inputs.priorOutcomes}` },
      {
        label: "Sent to seller",
        cell: ({ standing }) => chip(standing, standing === "done" ? "sent" : undefined),
      },
      {
        label: "Restated",
        under: true,
        cell: (one) => one.restatedIndex !== undefined && toldWords(one),
      },
    ],
  });
}

function terminal({ results, feedback, withheldFeedback }: Part): readonly Block[] {
  const unplaced = results?.unplaced.length ?? 0;
  const notes = [
    ...(withheldFeedback.length > 0
      ? [`without an index: ${withheldFeedback.length} periods of packages; the report says why of each`]
      : []),
    ...(unplaced > 0 ? [`results of the buyer that belong to nothing that was bought: ${unplaced}`] : []),
  ];
  return [...(feedback.length > 0 ? [weeksTable(feedback)] : []), ...list(notes)];
}

/** One line for each package, with the index of each of its weeks in order. */
function weeksTable(feedback: FeedbackList): Block {
  const packages = groupBy(feedback, ({ sellerId, mediaBuyId, packageId }) =>
    JSON.stringify([sellerId, mediaBuyId, packageId]),
  );
  return table<FeedbackList>({
    caption: "Index, week by week",
    fold: "Week by week",
    note: 'What each index is reckoned from is in the workbook\'s sheet "performance".',
    rows: [...packages.values()],
    columns: [
      { label: "Seller", kind: "header", cell: ([first]) => first?.sellerId },
      { label: "Package", cell: ([first]) => first?.packageId ?? first?.mediaBuyId },
      { label: "Counted", cell: ([first]) => first?.inputs.metric },
      {
        label: "Index, week by week",
        on: ["terminal"],
        cell: (weeks) => weeks.map(({ performanceIndex }) => performanceIndex.toFixed(2)).join(" "),
      },
      {
        label: "Index of the week from",
        kind: "words",
        on: ["page", "markdown"],
        cell: (weeks) => weeks.map(weekInWords).join(", "),
      },
      { label: "Sent", cell: sentWeeks },
    ],
  });
}

/** `18 Jan 1.12`, `25 Jan 0.98 (restated: 0.91)` */
function weekInWords({ period, performanceIndex, restatedIndex }: Feedback): string {
  const now = restatedIndex === undefined ? "" : ` (restated: ${restatedIndex.toFixed(2)})`;
  return `${formatDay(period.start)} ${performanceIndex.toFixed(2)}${now}`;
}

function sentWeeks(weeks: FeedbackList): string {
  const done = weeks.filter(({ standing }) => standing === "done").length;
  return done === weeks.length ? "yes" : `${done} of ${weeks.length}`;
}

interface Day {
  readonly of: Feedback;
  readonly day: Feedback["inputs"]["days"][number];
}

/** One row for each day of each index, with all that the index is reckoned from. */
function feedbackSheet({ feedback }: Part): Sheet | undefined {
  if (feedback.length === 0) return undefined;
  return sheet<Day>(
    "performance",
    [
      { title: "Seller", width: 26, cell: ({ of }) => text(of.sellerId) },
      { title: "Buy", width: 20, cell: ({ of }) => text(of.mediaBuyId) },
      { title: "Package", width: 24, cell: ({ of }) => text(of.packageId ?? "all") },
      { title: "First day", width: 12, cell: ({ of }) => date(of.period.start) },
      { title: "Last day", width: 12, cell: ({ of }) => date(of.period.end) },
      { title: "Day", width: 12, cell: ({ day }) => date(day.date) },
      { title: "Counted by", width: 10, cell: ({ of }) => text(of.inputs.source) },
      { title: "Counted", width: 18, cell: ({ of }) => text(of.inputs.metric) },
      { title: "Outcomes", width: 12, cell: ({ day }) => number(day.outcomes) },
      { title: "Currency", width: 10, cell: ({ day }) => text(day.spend.currency) },
      { title: "Spend", width: 14, cell: ({ day }) => amount(day.spend) },
      { title: "Expected outcomes", width: 14, cell: ({ of }) => number(of.inputs.expectation.outcomes, 1) },
      { title: "For a spend of", width: 14, cell: ({ of }) => amount(of.inputs.expectation.spend) },
      { title: "Expected by", width: 22, cell: ({ of }) => text(of.inputs.expectation.basis) },
      { title: "Plan's weight", width: 10, cell: ({ of }) => number(of.inputs.priorOutcomes) },
      { title: "Spread of days", width: 10, cell: ({ of }) => number(of.inputs.dispersion, 3) },
      { title: "Index", width: 10, cell: ({ of }) => number(of.performanceIndex, 3) },
      { title: "At least", width: 10, cell: ({ of }) => number(of.interval.low, 3) },
      { title: "At most", width: 10, cell: ({ of }) => number(of.interval.high, 3) },
      { title: "Sent to seller", width: 24, cell: ({ of }) => text(toldWords(of)) },
    ],
    feedback.flatMap((of) => of.inputs.days.map((day) => ({ of, day }))),
  );
}

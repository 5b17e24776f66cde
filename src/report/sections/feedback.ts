import { latest } from "../../lib/days.ts";
import { formatCount } from "../../lib/english.ts";
import { groupBy } from "../../lib/group-by.ts";
import { formatMoney, totalMoney } from "../../lib/money.ts";
import { chip, marked } from "../blocks/cell.ts";
import { type Block, type Blocks, list, only, type Section } from "../blocks/document.ts";
import { formatDay, formatPeriod, textsOf } from "../blocks/format.ts";
import { amount, column, date, number, type Sheet, sheet, text } from "../blocks/sheet.ts";
import { figure, header, plain, printMedia, table, under, words } from "../blocks/table.ts";
import { total } from "../blocks/totals.ts";
import type { Feedback, FeedbackList, Withheld } from "./described/feedback.ts";
import { type Results, resultBlocks } from "./results.ts";

/** The figures of an index over all its days, in words. */
function indexFigures({ inputs: { metric, source, days, expectation } }: Feedback) {
  const spent = totalMoney(days, expectation.spend.currency, ({ spend }) => spend);
  return {
    counted: `${formatCount(total(days, ({ outcomes }) => outcomes))} ${metric.replaceAll("_", " ")}`,
    by: source === "buyer" ? "counted by the buyer" : "the seller's own figure",
    spend: formatMoney(spent),
    expected: formatCount((spent.minor * expectation.outcomes) / expectation.spend.minor),
  };
}

/** What people call it: sellers number their packages. */
function packageName({
  product,
  packageId,
  mediaBuyId,
}: Pick<Feedback, "product" | "packageId" | "mediaBuyId">): string {
  return product ?? packageId ?? `all of ${mediaBuyId}`;
}

/** Whether the seller gets it, and what the index would be by restated figures. */
function postedWords({ status, restatedIndex }: Feedback): string {
  const posted = status === "done" ? "yes" : status === "open" ? "not sent" : status;
  if (restatedIndex === undefined) return posted;
  return `${posted}; its days were restated since, to an index of ${restatedIndex.toFixed(2)}: it is not sent again`;
}

interface Part {
  readonly results?: Results;
  readonly feedback: FeedbackList;
  readonly withheldFeedback: Withheld;
}

/** What the buyer counted, the index that each seller gets with all that it is calculated from, and where there is none. */
export const feedback: Section<Part> = {
  id: "feedback",
  name: "Performance",
  title: "Performance",
  none: "no feedback yet",
  blocks: (report) => [only(printMedia, inPrint(report)), only(["terminal"], inTerminal(report))],
  sheet: feedbackSheet,
};

/** The last period in view, those before it folded: a long flight has dozens. */
function inPrint({ results, feedback, withheldFeedback }: Part): Blocks {
  const last = latest(feedback.map(({ period }) => period.start));
  const current = feedback.filter(({ period }) => period.start === last);
  return [
    results && resultBlocks(results),
    indexTable(current),
    current.length < feedback.length && weeksTable(feedback),
    list(
      withheldFeedback.map(
        ({ period, reason, ...one }) =>
          `${one.sellerId}, ${packageName(one)}, ${formatPeriod(period)}: ${reason}`,
      ),
      `Without an index: ${withheldFeedback.length}`,
      "fold",
    ),
  ];
}

function indexTable(feedback: FeedbackList): Block {
  return table<Feedback>({
    caption: "Performance index",
    note: 'What is sent to each seller: 1.00 is as planned, above is better. How it is calculated is in the workbook\'s sheet "performance".',
    rows: feedback,
    columns: [
      header("Seller", ({ sellerId }) => sellerId),
      under("Package", packageName),
      plain("Period", ({ period }) => formatPeriod(period), {
        kind: "short",
        sort: ({ period }) => period.start,
      }),
      figure("Index", ({ performanceIndex }) => marked("strong", performanceIndex.toFixed(2)), {
        sort: ({ performanceIndex }) => performanceIndex,
      }),
      under("Between", ({ interval }) => `${interval.low.toFixed(2)} – ${interval.high.toFixed(2)}`),
      under("Bar", ({ performanceIndex }) => ({ type: "bar", filled: Math.min(performanceIndex, 2) / 2 }), {
        on: ["page"],
      }),
      words("Counted", (one) => `${indexFigures(one).counted} for ${indexFigures(one).spend}`),
      under("By", (one) => indexFigures(one).by),
      figure("Expected", (one) => indexFigures(one).expected),
      under("Expected by", ({ inputs }) => inputs.expectation.basis),
      plain("Sent to seller", ({ status }) => chip(status, status === "done" ? "sent" : undefined)),
      under("Restated", (one) => one.restatedIndex !== undefined && postedWords(one)),
    ],
  });
}

function inTerminal({ results, feedback, withheldFeedback }: Part): Blocks {
  const unplaced = results?.unplaced.length ?? 0;
  const withheld = withheldFeedback.length;
  return [
    weeksTable(feedback),
    list(
      textsOf(
        withheld > 0 && `without an index: ${withheld} periods of packages; the report says why of each`,
        unplaced > 0 && `results of the buyer that belong to nothing that was bought: ${unplaced}`,
      ),
    ),
  ];
}

/** One line for each package, with the index of each of its weeks in order. */
function weeksTable(feedback: FeedbackList): Block {
  const packages = groupBy(feedback, ({ sellerId, mediaBuyId, packageId }) =>
    JSON.stringify([sellerId, mediaBuyId, packageId]),
  );
  return table<FeedbackList>({
    caption: "Index, week by week",
    fold: "Week by week",
    note: 'What each index is calculated from is in the workbook\'s sheet "performance".',
    rows: [...packages.values()],
    columns: [
      header("Seller", ([first]) => first?.sellerId),
      plain("Package", ([first]) => first && packageName(first)),
      plain("Counted", ([first]) => first?.inputs.metric),
      plain(
        "Index, week by week",
        (weeks) => weeks.map(({ performanceIndex }) => performanceIndex.toFixed(2)).join(" "),
        { on: ["terminal"] },
      ),
      words("Index of the week from", (weeks) => weeks.map(weekInWords).join(", "), { on: printMedia }),
      plain("Sent", (weeks) => {
        const done = weeks.filter(({ status }) => status === "done").length;
        return done === weeks.length ? "yes" : `${done} of ${weeks.length}`;
      }),
    ],
  });
}

/** `18 Jan 1.12`, `25 Jan 0.98 (restated: 0.91)` */
function weekInWords({ period, performanceIndex, restatedIndex }: Feedback): string {
  const now = restatedIndex === undefined ? "" : ` (restated: ${restatedIndex.toFixed(2)})`;
  return `${formatDay(period.start)} ${performanceIndex.toFixed(2)}${now}`;
}

interface Day {
  readonly of: Feedback;
  readonly day: Feedback["inputs"]["days"][number];
}

/** One row for each day of each index, with all that the index is computed from. */
function feedbackSheet({ feedback }: Part): Sheet | undefined {
  if (feedback.length === 0) return undefined;
  return sheet<Day>(
    "performance",
    [
      column("Seller", 26, ({ of }) => text(of.sellerId)),
      column("Buy", 20, ({ of }) => text(of.mediaBuyId)),
      column("Package", 24, ({ of }) => text(of.packageId ?? "all")),
      column("Product", 30, ({ of }) => text(of.product)),
      column("First day", 12, ({ of }) => date(of.period.start)),
      column("Last day", 12, ({ of }) => date(of.period.end)),
      column("Day", 12, ({ day }) => date(day.date)),
      column("Counted by", 10, ({ of }) => text(of.inputs.source)),
      column("Counted", 18, ({ of }) => text(of.inputs.metric)),
      column("Outcomes", 12, ({ day }) => number(day.outcomes)),
      column("Currency", 10, ({ day }) => text(day.spend.currency)),
      column("Spend", 14, ({ day }) => amount(day.spend)),
      column("Expected outcomes", 14, ({ of }) => number(of.inputs.expectation.outcomes, 1)),
      column("For a spend of", 14, ({ of }) => amount(of.inputs.expectation.spend)),
      column("Expected by", 22, ({ of }) => text(of.inputs.expectation.basis)),
      column("Plan's weight", 10, ({ of }) => number(of.inputs.priorOutcomes)),
      column("Spread of days", 10, ({ of }) => number(of.inputs.dispersion, 3)),
      column("Index", 10, ({ of }) => number(of.performanceIndex, 3)),
      column("At least", 10, ({ of }) => number(of.interval.low, 3)),
      column("At most", 10, ({ of }) => number(of.interval.high, 3)),
      column("Sent to seller", 24, ({ of }) => text(postedWords(of))),
    ],
    feedback.flatMap((of) => of.inputs.days.map((day) => ({ of, day }))),
  );
}

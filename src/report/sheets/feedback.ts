import { toldWords } from "../feedback-words.ts";
import type { Report } from "../report-schema.ts";
import { amount, date, number, type Sheet, sheet, text } from "./sheet.ts";

type Feedback = Report["feedback"][number];
interface Day {
  readonly of: Feedback;
  readonly day: Feedback["inputs"]["days"][number];
}

/** One row for each day of each index, with all that the index is reckoned from. */
export function feedbackSheet({ feedback }: Report): Sheet {
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
      { title: "Seller told", width: 24, cell: ({ of }) => text(toldWords(of)) },
    ],
    feedback.flatMap((of) => of.inputs.days.map((day) => ({ of, day }))),
  );
}

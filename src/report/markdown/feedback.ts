import { formatMoney } from "../../lib/money.ts";
import { indexFigures, toldWords } from "../feedback-words.ts";
import { formatCount } from "../format.ts";
import { markdownList, markdownTable } from "../markdown-text.ts";
import type { Report } from "../report-schema.ts";

/** What the buyer counted, the index that each seller is told, and where there is none. */
export function feedbackLines({ results, feedback, withheldFeedback }: Report): string[] {
  if (results === undefined && feedback.length === 0 && withheldFeedback.length === 0) return [];
  return [
    "## Performance",
    "",
    ...markdownTable(
      ["Seller", "Package", "The buyer's own results", "Count>", "Value>"],
      (results?.packages ?? []).map(({ sellerId, mediaBuyId, packageId, type, count, values }) => [
        sellerId,
        packageId ?? mediaBuyId,
        type,
        formatCount(count),
        values.map(formatMoney).join(", "),
      ]),
    ),
    ...markdownList([
      ...(results?.unplaced ?? []).map(({ id, reason }) => `Result ${id}: ${reason}`),
      ...(results?.untaken ?? []).map(
        ({ sellerId, id, reason }) => `Result ${id}, not taken by ${sellerId}: ${reason}`,
      ),
    ]),
    ...markdownTable(
      ["Seller", "Package", "Period", "Counted", "Expected>", "Spread>", "Index>", "Between", "Seller told"],
      feedback.map((one) => {
        const { counted, by, spend, expected } = indexFigures(one);
        const { sellerId, mediaBuyId, packageId, period, inputs, performanceIndex, interval } = one;
        return [
          sellerId,
          packageId ?? `all of ${mediaBuyId}`,
          `${period.start} to ${period.end}`,
          `${counted} for ${spend}, ${by}`,
          `${expected} by ${inputs.expectation.basis}`,
          inputs.dispersion.toFixed(1),
          performanceIndex.toFixed(2),
          `${interval.low.toFixed(2)} and ${interval.high.toFixed(2)}`,
          toldWords(one),
        ];
      }),
    ),
    ...markdownList(
      withheldFeedback.map(
        ({ sellerId, mediaBuyId, packageId, period, reason }) =>
          `No index of ${packageId ?? mediaBuyId} at ${sellerId} from ${period.start} to ${period.end}: ${reason}`,
      ),
    ),
  ];
}

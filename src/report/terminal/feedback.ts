import { groupBy } from "../../lib/group-by.ts";
import type { Report } from "../report-schema.ts";
import { columns } from "./columns.ts";
import { indented } from "./layout.ts";
import type { Paint } from "./paint.ts";

type Feedback = Report["feedback"][number];

/** One line for each package, with the index of each of its weeks in order. */
export function feedbackLines({ feedback, withheldFeedback, results }: Report, paint: Paint): string[] {
  const unplaced = results?.unplaced.length ?? 0;
  const notes = [
    ...(withheldFeedback.length > 0
      ? [`without an index: ${withheldFeedback.length} periods of packages; the report says why of each`]
      : []),
    ...(unplaced > 0 ? [`results of the buyer that belong to nothing that was bought: ${unplaced}`] : []),
  ];
  if (feedback.length === 0) return ["no feedback yet", ...notes];
  const packages = groupBy(feedback, ({ sellerId, mediaBuyId, packageId }) =>
    JSON.stringify([sellerId, mediaBuyId, packageId]),
  );
  return [
    ...columns<readonly Feedback[]>(
      [
        { label: "seller", most: 22, cell: ([first]) => first?.sellerId ?? "" },
        { label: "package", most: 16, cell: ([first]) => first?.packageId ?? first?.mediaBuyId ?? "" },
        { label: "counted", most: 16, cell: ([first]) => first?.inputs.metric ?? "" },
        {
          label: "index, week by week",
          most: 30,
          cell: (weeks) => weeks.map(({ performanceIndex }) => performanceIndex.toFixed(2)).join(" "),
        },
        { label: "told", cell: told },
      ],
      [...packages.values()],
      paint,
    ),
    ...notes.flatMap((note) => indented(note)),
  ];
}

function told(weeks: readonly Feedback[]): string {
  const done = weeks.filter(({ standing }) => standing === "done").length;
  return done === weeks.length ? "yes" : `${done} of ${weeks.length}`;
}

import type { AdminTaskOutput } from "../../desk/outputs/admin-task-output.ts";
import { cleanText } from "../../lib/clean-text.ts";
import { columns, paint } from "../../report/blocks/terminal-text.ts";

/** Every item in a row, then what is to be done next. */
export function adminTaskText({ executed, results }: AdminTaskOutput, colour: boolean): string {
  const rows = results.flatMap(({ seller, items, before }) =>
    items.map((item) => ({ seller, before, ...item })),
  );
  const table = columns<(typeof rows)[number]>(
    [
      { label: "seller", most: 32, cell: ({ seller }) => seller },
      { label: "item", most: 28, cell: ({ item }) => cleanText(item, 60) },
      { label: "status", cell: ({ status }) => status, status: ({ status }) => status },
      {
        label: "",
        most: 40,
        cell: ({ detail, before }) => (before ? `${detail} (done before: nothing sent now)` : detail),
      },
    ],
    rows,
    paint(colour),
  );
  const failed = rows.filter(({ status }) => status === "failed");
  const notes = results.flatMap(({ seller, step, status, reason }) =>
    reason === undefined || status === "done"
      ? []
      : [
          `${seller}: ${status}: ${reason}`,
          ...(status === "escalated" ? [`  flightdesk approve ${step}`] : []),
        ],
  );
  return [
    ...table,
    ...(notes.length > 0 ? ["", ...notes] : []),
    ...(failed.length > 0
      ? ["", "failed", ...failed.map(({ seller, item, detail }) => `  ${item} at ${seller}: ${detail}`)]
      : []),
    ...(executed ? [] : ["", "a dry run: nothing was sent; --execute sends it, --json shows the arguments"]),
  ].join("\n");
}

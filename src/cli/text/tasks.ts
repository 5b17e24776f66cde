import type { AnswerOf } from "../../desk/operations.ts";
import { wires } from "../../protocol/messages/transport.ts";

const headings = ["task", "agents", "access", "changes", "limit", "svc-older", "sandbox"];

export function tasksText(
  rows: readonly (AnswerOf<"tasks">["tasks"][number] & { readonly servedBySandbox: boolean })[],
): string {
  const cells = rows.map((row) => [
    row.task,
    row.agents.join(", "),
    row.access,
    row.mutates ? "yes" : "no",
    `${row.timeLimitSeconds} s`,
    row.olderShapes.join(", "),
    row.servedBySandbox ? wires.join(", ") : "no",
  ]);
  const lines = [headings, ...cells];
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? "").length)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

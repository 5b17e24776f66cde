import { proofInShort } from "../estimate-words.ts";
import type { Report } from "../report-schema.ts";
import { amount, number, type Sheet, type SheetColumn, sheet, text } from "./sheet.ts";

type Scenario = NonNullable<Report["scenarios"]>[number];

/** One row for each scenario. */
export function scenariosSheet(scenarios: readonly Scenario[], currency = ""): Sheet {
  const columns: SheetColumn<Scenario>[] = [
    { title: "Scenario", width: 24, cell: ({ name }) => text(name) },
    { title: "What is otherwise", width: 44, cell: ({ change }) => text(change) },
    { title: `Planned (${currency})`, width: 16, cell: ({ total }) => amount(total) },
    { title: "Packages", width: 10, cell: ({ lines }) => number(lines) },
    { title: "Sellers", width: 10, cell: ({ sellers }) => number(sellers) },
    { title: "Impressions, low", width: 14, cell: (one) => number(one.expectedImpressions.low) },
    { title: "Impressions, expected", width: 14, cell: (one) => number(one.expectedImpressions.mid) },
    { title: "Impressions, high", width: 14, cell: (one) => number(one.expectedImpressions.high) },
    { title: "Reach, low", width: 14, cell: ({ reach }) => number(reach?.low) },
    { title: "Reach, high", width: 14, cell: ({ reach }) => number(reach?.high) },
    { title: "The split", width: 34, cell: ({ proof }) => text(proof && proofInShort(proof)) },
    { title: "Against the plan", width: 80, cell: ({ differences }) => text(differences.join(" ")) },
  ];
  return sheet("scenarios", columns, scenarios);
}

import { formatMoney } from "../../lib/money.ts";
import { proofInShort, reachBounds } from "../estimate-words.ts";
import { formatCountRange } from "../format.ts";
import { markdownTable } from "../markdown-text.ts";
import type { Report } from "../report-schema.ts";

/** What else could be done, one row each. */
export function scenarioLines({ scenarios }: Report): string[] {
  if (!scenarios) return [];
  return [
    "## Scenarios",
    "",
    ...markdownTable(
      [
        "Scenario",
        "What is otherwise",
        "Planned>",
        "Packages>",
        "Sellers>",
        "Impressions>",
        "Reach",
        "Split",
        "Against the plan",
      ],
      scenarios.map((one) => [
        one.name,
        one.change,
        formatMoney(one.total),
        String(one.lines),
        String(one.sellers),
        formatCountRange(one.expectedImpressions),
        one.reach ? reachBounds(one.reach) : "",
        one.proof ? proofInShort(one.proof) : "",
        one.differences.join(" "),
      ]),
    ),
  ];
}

import { z } from "zod";
import type { Scenario as Planned } from "../../campaign/plan/scenarios.ts";
import { formatMoney, moneySchema } from "../../lib/money.ts";
import { type Cell, items, marked, prose, type Section, table } from "../document.ts";
import { formatCountRange } from "../format.ts";
import { count, type Described, range, texts } from "../schema.ts";
import { amount, number, type SheetColumn, sheet, text } from "../sheet.ts";
import {
  describeProof,
  describeReach,
  proofInShort,
  proofSchema,
  reachBounds,
  reachSchema,
} from "./estimates.ts";

export const scenariosSchema = z.array(
  z.strictObject({
    name: z.string(),
    change: z.string().describe("what of the brief is otherwise"),
    total: moneySchema,
    lines: count,
    sellers: count,
    expectedImpressions: range,
    reach: reachSchema.optional(),
    proof: proofSchema.optional(),
    conflict: texts.optional().describe("no plan is possible: wishes that cannot hold together"),
    differences: texts.describe("against the plan"),
  }),
);
type Scenarios = Described<typeof scenariosSchema>;
type Scenario = Scenarios[number];
type Fact = readonly [name: string, fact: (scenario: Scenario) => Cell];

/** What else could be done with the budget, where somebody has reckoned it. */
export interface WithScenarios {
  readonly scenarios?: readonly Planned[];
}

export function describeScenarios({ scenarios = [] }: WithScenarios): Scenarios | undefined {
  if (scenarios.length === 0) return undefined;
  return scenarios.map(
    ({ name, change, total, lines, sellers, expectedImpressions, reach, proof, conflict, differences }) => ({
      name,
      change,
      total,
      lines,
      sellers,
      expectedImpressions: {
        low: expectedImpressions.low,
        mid: expectedImpressions.mid,
        high: expectedImpressions.high,
      },
      reach: reach && describeReach(reach),
      proof: proof && describeProof(proof),
      conflict: conflict && conflict.wishes.map(({ text }) => text),
      differences,
    }),
  );
}

/** What else could be done, one column for each. */
export const scenarios: Section<{
  readonly scenarios?: Scenarios;
  readonly currency?: string;
}> = {
  id: "scenarios",
  name: "Scenarios",
  title: "Scenarios",
  blocks: ({ scenarios = [] }) => {
    if (scenarios.length === 0) return [];
    const told = facts.filter(([, fact]) => scenarios.some((one) => fact(one) !== undefined));
    return [
      ...prose("The same offers and rules, with one thing of the brief changed at a time."),
      table<Fact>({
        caption: "Scenarios side by side",
        rows: told,
        columns: [
          { label: "", kind: "header", cell: ([name]) => name },
          ...scenarios.map((scenario) => ({
            label: scenario.name,
            cell: ([, fact]: Fact) => fact(scenario),
          })),
        ],
      }),
    ];
  },
  sheet: ({ scenarios, currency = "" }) => scenarios && sheet("scenarios", sheetColumns(currency), scenarios),
};

const facts: readonly Fact[] = [
  ["What is otherwise", ({ change }) => change],
  ["Cannot hold together", ({ conflict }) => conflict && items(conflict)],
  ["Planned", ({ total }) => marked("strong", formatMoney(total))],
  ["Packages", ({ lines }) => lines],
  ["Sellers", ({ sellers }) => sellers],
  ["Expected impressions", ({ expectedImpressions }) => formatCountRange(expectedImpressions)],
  ["People reached", ({ reach }) => reach && reachBounds(reach)],
  ["The split", ({ proof }) => proof && proofInShort(proof)],
  [
    "Against the plan",
    ({ differences }) =>
      items(differences, differences.length < 3 ? undefined : `${differences.length} changes`),
  ],
];

/** One row for each scenario. */
function sheetColumns(currency: string): SheetColumn<Scenario>[] {
  return [
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
}

import { z } from "zod";
import type { Scenario as Planned } from "../../campaign/plan/scenarios.ts";
import { formatMoney, moneySchema } from "../../lib/money.ts";
import { type Cell, items, marked } from "../blocks/cell.ts";
import { prose, type Section } from "../blocks/document.ts";
import { formatCountRange } from "../blocks/format.ts";
import { count, type Described, each, range, texts } from "../blocks/schema.ts";
import { amount, column, number, type SheetColumn, sheet, text } from "../blocks/sheet.ts";
import { header, plain, table } from "../blocks/table.ts";
import { describeProof, proofInShort, proofSchema, reachBounds, reachSchema } from "./estimates.ts";

export const scenariosSchema = each({
  name: z.string(),
  change: z.string().describe("what of the brief is otherwise"),
  total: moneySchema,
  lines: count,
  sellers: count,
  expectedImpressions: range,
  reach: reachSchema.optional(),
  proof: proofSchema.optional(),
  conflict: texts.optional().describe("no plan is possible: requirements that cannot all be met"),
  differences: texts.describe("against the plan"),
});
type Scenarios = Described<typeof scenariosSchema>;
type Scenario = Scenarios[number];
type Fact = readonly [name: string, fact: (scenario: Scenario) => Cell];

/** What else could be done with the budget, where somebody has computed it. */
export interface WithScenarios {
  readonly scenarios?: readonly Planned[];
}

export function describeScenarios({ scenarios = [] }: WithScenarios): Scenarios | undefined {
  if (scenarios.length === 0) return undefined;
  return scenarios.map(({ proof, conflict, ...scenario }) => ({
    ...scenario,
    proof: proof && describeProof(proof),
    conflict: conflict?.wishes.map(({ text }) => text),
  }));
}

/** What else could be done, one column for each. */
export const scenarios: Section<{ readonly scenarios?: Scenarios; readonly currency?: string }> = {
  id: "scenarios",
  name: "Scenarios",
  title: "Scenarios",
  blocks: ({ scenarios = [] }) => {
    if (scenarios.length === 0) return [];
    const shown = facts.filter(([, fact]) => scenarios.some((one) => fact(one) !== undefined));
    return [
      prose("The same offers and rules, with one thing of the brief changed at a time."),
      table<Fact>({
        caption: "Scenarios side by side",
        rows: shown,
        columns: [
          header("", ([name]) => name),
          ...scenarios.map((scenario) => plain(scenario.name, ([, fact]: Fact) => fact(scenario))),
        ],
      }),
    ];
  },
  sheet: ({ scenarios, currency = "" }) => scenarios && sheet("scenarios", sheetColumns(currency), scenarios),
};

const facts: readonly Fact[] = [
  ["What changes", ({ change }) => change],
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
    column("Scenario", 24, ({ name }) => text(name)),
    column("What changes", 44, ({ change }) => text(change)),
    column(`Planned (${currency})`, 16, ({ total }) => amount(total)),
    column("Packages", 10, ({ lines }) => number(lines)),
    column("Sellers", 10, ({ sellers }) => number(sellers)),
    column("Impressions, low", 14, (one) => number(one.expectedImpressions.low)),
    column("Impressions, expected", 14, (one) => number(one.expectedImpressions.mid)),
    column("Impressions, high", 14, (one) => number(one.expectedImpressions.high)),
    column("Reach, low", 14, ({ reach }) => number(reach?.low)),
    column("Reach, high", 14, ({ reach }) => number(reach?.high)),
    column("The split", 34, ({ proof }) => text(proof && proofInShort(proof))),
    column("Against the plan", 80, ({ differences }) => text(differences.join(" "))),
  ];
}

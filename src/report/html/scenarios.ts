import { formatMoney } from "../../lib/money.ts";
import { proofInShort, reachBounds } from "../estimate-words.ts";
import { formatCountRange } from "../format.ts";
import { type Fragment, html, type Markup } from "../html-template.ts";
import type { Report } from "../report-schema.ts";
import { list } from "./list.ts";
import { table } from "./table.ts";

type Scenario = NonNullable<Report["scenarios"]>[number];

/** What else could be done, one column for each. */
export function scenariosSection({ scenarios }: Report): Markup | undefined {
  if (!scenarios) return undefined;
  const facts: readonly (readonly [string, (scenario: Scenario) => Fragment])[] = [
    ["What is otherwise", ({ change }) => change],
    ["Cannot hold together", ({ conflict }) => conflict && list(conflict)],
    ["Planned", ({ total }) => html`<strong>${formatMoney(total)}</strong>`],
    ["Packages", ({ lines }) => lines],
    ["Sellers", ({ sellers }) => sellers],
    ["Expected impressions", ({ expectedImpressions }) => formatCountRange(expectedImpressions)],
    ["People reached", ({ reach }) => reach && reachBounds(reach)],
    ["The split", ({ proof }) => proof && proofInShort(proof)],
    ["Against the plan", ({ differences }) => folded(differences)],
  ];
  const told = facts.filter(([, fact]) => scenarios.some((one) => fact(one) !== undefined));
  return html`<section id="scenarios" aria-labelledby="scenarios-title">
<h2 id="scenarios-title">Scenarios</h2>
<p class="lead">The same offers and rules, with one thing of the brief changed at a time.</p>
${table<(typeof facts)[number]>({
  caption: "Scenarios side by side",
  rows: told,
  columns: [
    { label: "", kind: "header", cell: ([name]) => name },
    ...scenarios.map((scenario) => ({
      label: scenario.name,
      cell: ([, fact]: (typeof facts)[number]) => fact(scenario),
    })),
  ],
})}
</section>`;
}

function folded(differences: readonly string[]): Markup | undefined {
  if (differences.length < 3) return list(differences);
  return html`<details><summary>${differences.length} changes</summary>${list(differences)}</details>`;
}

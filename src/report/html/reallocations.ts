import { formatMoney } from "../../lib/money.ts";
import { html, type Markup } from "../html-template.ts";
import { decisionWords, observedWords, signed } from "../reallocation-words.ts";
import type { Report } from "../report-schema.ts";
import { chip } from "./chip.ts";
import { table } from "./table.ts";

type Reallocation = NonNullable<Report["reallocations"]>[number];
type Move = Reallocation["moves"][number];

/** Money that moved between lines, decision by decision: before, after, what was expected, what came of it. */
export function reallocationsSection({ reallocations }: Report): Markup | undefined {
  if (reallocations === undefined) return undefined;
  return html`<section id="reallocations" aria-labelledby="reallocations-title">
<h2 id="reallocations-title">Reallocations</h2>
${reallocations.map(decisionTable)}
</section>`;
}

function decisionTable(decision: Reallocation): Markup {
  return table<Move>({
    caption: `Reallocation ${decision.id}`,
    note: `${decisionWords(decision)} ${observedWords(decision)}`,
    rows: decision.moves,
    columns: [
      { label: "Line", kind: "header", cell: ({ slot }) => slot },
      { label: "Before", kind: "number", cell: ({ from }) => formatMoney(from) },
      { label: "After", kind: "number", cell: ({ to }) => html`<strong>${formatMoney(to)}</strong>` },
      { label: "Expected outcomes", kind: "number", cell: ({ gain }) => signed(gain) },
      { label: "Standing", cell: ({ standing }) => chip(standing) },
      { label: "Read back", kind: "number", cell: ({ made }) => made !== undefined && formatMoney(made) },
    ],
  });
}

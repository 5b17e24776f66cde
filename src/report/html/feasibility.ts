import { feasibilityStanding, feasibilityWord, remedyWords } from "../feasibility-words.ts";
import { sentence } from "../format.ts";
import { html, type Markup } from "../html-template.ts";
import type { Report } from "../report-schema.ts";
import { chip } from "./chip.ts";
import { table } from "./table.ts";

/** What the brief's own figures say of one another. */
export function feasibilitySection({ feasibility }: Report): Markup | undefined {
  if (feasibility === undefined) return undefined;
  return html`<section id="feasibility" aria-labelledby="feasibility-title">
<h2 id="feasibility-title">Can the brief come true?</h2>
${table({
  caption: "The brief's figures against one another, before any seller was asked",
  rows: feasibility,
  columns: [
    { label: "Checked", kind: "header", cell: ({ check }) => sentence(check).replace(/\.$/, "") },
    {
      label: "Result",
      kind: "short",
      cell: (finding) => chip(feasibilityStanding(finding), feasibilityWord(finding)),
    },
    { label: "Arithmetic", kind: "words", cell: ({ text }) => sentence(text) },
    { label: "What would help", kind: "words", cell: remedyWords },
  ],
})}
</section>`;
}

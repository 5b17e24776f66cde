import { html, type Markup } from "../html-template.ts";
import { checkRows, resultInWords, standingOfResult } from "../preflight-words.ts";
import type { Report } from "../report-schema.ts";
import { chip } from "./chip.ts";
import { table } from "./table.ts";

/** What was looked at before the first buy. */
export function preflightSection({ preflight }: Report): Markup | undefined {
  if (!preflight) return undefined;
  return html`<section id="preflight" aria-labelledby="preflight-title">
<h2 id="preflight-title">Before the first buy</h2>
${table({
  caption: "Checks of the plan",
  ...(preflight.refusedBy !== undefined && { note: `${preflight.refusedBy} said no to what was asked.` }),
  rows: checkRows(preflight),
  columns: [
    { label: "Check", kind: "header", cell: ({ title }) => title },
    {
      label: "Result",
      kind: "short",
      cell: ({ finding }) => chip(standingOfResult(finding), resultInWords(finding)),
    },
    { label: "Found", kind: "words", cell: ({ text }) => text },
  ],
})}
</section>`;
}

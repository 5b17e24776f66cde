import { html, type Markup } from "../html-template.ts";
import { methodNotes } from "../method-notes.ts";
import type { Report } from "../report-schema.ts";
import { list } from "./list.ts";
import { table } from "./table.ts";

/** How the figures come about, and the rules and rates that were in force. */
export function methodSection({ policies, exchange }: Report): Markup {
  return html`<section id="method" aria-labelledby="method-title">
<h2 id="method-title">Method, rules and exchange rates</h2>
${list(methodNotes)}
${
  policies.length > 0 &&
  table<Report["policies"][number]>({
    caption: "Policies in force when the campaign began",
    rows: policies,
    columns: [
      { label: "File", kind: "header", cell: ({ file }) => file },
      { label: "SHA-256", cell: ({ digest }) => html`<code>${digest}</code>` },
    ],
  })
}
${
  exchange &&
  table<readonly [string, number]>({
    caption: `Exchange rates of ${exchange.date}, from ${exchange.source}`,
    rows: Object.entries(exchange.rates),
    columns: [
      { label: "Currency", kind: "header", cell: ([currency]) => currency },
      { label: `For 1 ${exchange.base}`, kind: "number", cell: ([, rate]) => rate },
    ],
  })
}
</section>`;
}

import { html, type Markup } from "../html-template.ts";
import { readingWords } from "../reading-words.ts";
import type { Report } from "../report-schema.ts";
import { list } from "./list.ts";
import { table } from "./table.ts";

type Reading = NonNullable<Report["readings"]>[number];

/** What a model made of products' words, where one was asked. */
export function readingsSection({ readings = [] }: Report): Markup | undefined {
  const [first] = readings;
  if (first === undefined) return undefined;
  return html`<section id="readings" aria-labelledby="readings-title">
<h2 id="readings-title">A model's reading</h2>
<p class="lead">Beside the ranking: no score, no amount and no purchase is made of it. By ${first.by}, which saw neither sellers nor prices.</p>
${table<Reading>({
  caption: "How products' words fit the brief",
  note: "Names and quotes are the sellers' own words.",
  rows: readings,
  columns: [
    {
      label: "Product",
      kind: "header",
      cell: ({ product, sellerId }) => html`${product}<span class="small muted">${sellerId}</span>`,
    },
    { label: "Fit", kind: "words", cell: (reading) => list(readingWords(reading)) },
  ],
})}
</section>`;
}

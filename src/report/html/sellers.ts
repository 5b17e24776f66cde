import { formatMoney } from "../../lib/money.ts";
import { allocationChart } from "../charts/allocation.ts";
import { channelName, counted, formatElapsed, formatMinor, formatPercent } from "../format.ts";
import { type Fragment, html, type Markup } from "../html-template.ts";
import type { Report } from "../report-schema.ts";
import { chip } from "./chip.ts";
import { figure } from "./figure.ts";
import { list } from "./list.ts";
import { table } from "./table.ts";

type Seller = Report["sellers"][number];

/** Who was asked, how they answered, and what they were given. */
export async function sellersSection(report: Report): Promise<Markup | undefined> {
  const { sellers, currency } = report;
  if (sellers.length === 0) return undefined;
  return html`<section id="sellers" aria-labelledby="sellers-title">
<h2 id="sellers-title">Sellers</h2>
<p class="lead">Every seller that was considered, those with the most budget first.</p>
${await figure(allocationChart(report))}
${table<Seller>({
  caption: "Answers to the call for offers",
  note: "Best price is the lowest expected price of 1,000 impressions, in the brief's currency.",
  rows: sellers,
  columns: [
    {
      label: "Seller",
      kind: "header",
      cell: ({ id, channels }) =>
        html`${id}<span class="small">${channels.map(channelName).join(", ")}</span>`,
    },
    { label: "Answer", kind: "words", cell: answer },
    { label: "Time", kind: "number", cell: ({ quote }) => quote && formatElapsed(quote.elapsedMs) },
    { label: "Offers", kind: "number", cell: ({ quote, offers }) => quote?.result === "answered" && offers },
    {
      label: "Best price",
      kind: "number",
      cell: ({ bestCpm }) =>
        bestCpm !== undefined && currency !== undefined && formatMinor(bestCpm, currency),
    },
    {
      label: "Planned",
      kind: "number",
      cell: ({ planned, share }) =>
        planned &&
        planned.minor > 0 &&
        html`<strong>${formatMoney(planned)}</strong><span class="small">${formatPercent(share)}</span>`,
    },
  ],
})}
</section>`;
}

function answer({ eligible, notes, quote }: Seller): Fragment {
  if (!eligible) return [chip("open", "not asked"), list(notes)];
  if (!quote) return [chip("open", "not asked yet"), list(notes)];
  const unpriced =
    quote.unpriced > 0
      ? [
          `${counted(quote.unpriced, "product")} without a price: shown only to callers that the seller knows.`,
        ]
      : [];
  const told = [quote.reason, quote.refined].filter((words) => words !== undefined);
  const words = [...notes, ...told, ...unpriced];
  const standing = ({ answered: "done", late: "waiting", failed: "failed" } as const)[quote.result];
  return [chip(standing, quote.result), list(words)];
}

import { formatMoney } from "../../lib/money.ts";
import {
  channelName,
  counted,
  formatCountRange,
  formatCpmRange,
  formatElapsed,
  formatPercent,
} from "../format.ts";
import { type Fragment, html, type Markup } from "../html-template.ts";
import type { Report } from "../report-schema.ts";
import { chip } from "./chip.ts";
import { list } from "./list.ts";
import { type Column, table } from "./table.ts";
import { triedMark } from "./tried.ts";

type Seller = Report["sellers"][number];

/** Who was asked, how they answered, and what they were given. */
export function sellersSection(report: Report): Markup | undefined {
  const { sellers, plan } = report;
  if (sellers.length === 0) return undefined;
  return html`<section id="sellers" aria-labelledby="sellers-title">
<h2 id="sellers-title">Sellers side by side</h2>
<p class="lead">Every seller that was considered, ${plan ? "those with the most budget first" : "those with offers first"}; who did not answer is in the list, and why.</p>
${table<Seller>({
  caption: "Answers to the call for offers",
  note: "Prices are expected prices of 1,000 impressions, cheapest to dearest offer. Facts told: of what a comparison needs; below, formats with a creative at hand.",
  rows: sellers,
  filter: { noun: "sellers" },
  columns: [...answerColumns, ...offerColumns(report), ...(plan ? [plannedColumn] : [])],
})}
</section>`;
}

const answerColumns: readonly Column<Seller>[] = [
  {
    label: "Seller",
    kind: "header",
    sort: ({ id }) => id,
    cell: ({ id, channels, tried }) =>
      html`${id}<span class="small muted">${channels.map(channelName).join(", ")}</span>${triedMark(tried)}`,
  },
  {
    label: "Answer",
    kind: "words",
    sort: ({ quote, eligible }) => quote?.result ?? (eligible ? "not asked yet" : "not asked"),
    cell: answer,
  },
  {
    label: "Time",
    kind: "number",
    sort: ({ quote }) => quote?.elapsedMs,
    cell: ({ quote }) => quote && formatElapsed(quote.elapsedMs),
  },
];

function offerColumns({ currency }: Report): Column<Seller>[] {
  return [
    {
      label: "For 1,000",
      kind: "number",
      sort: ({ bestCpm }) => bestCpm,
      cell: ({ bestCpm, highestCpm = bestCpm }) =>
        bestCpm !== undefined &&
        highestCpm !== undefined &&
        currency !== undefined &&
        formatCpmRange({ low: bestCpm, mid: bestCpm, high: highestCpm }, currency),
    },
    {
      label: "Largest offer",
      kind: "number",
      sort: ({ largest }) => largest?.mid,
      cell: ({ largest, quote, offers }) => [
        largest && formatCountRange(largest),
        quote?.result === "answered" && html`<span class="small muted">of ${counted(offers, "offer")}</span>`,
      ],
    },
    {
      label: "Facts told",
      kind: "number",
      sort: ({ completeness }) => completeness,
      cell: ({ completeness, formats }) => [
        completeness !== undefined && formatPercent(completeness),
        formats.all > 0 &&
          html`<span class="small muted">${formats.ready} of ${counted(formats.all, "format")}</span>`,
      ],
    },
    {
      label: "Best rank",
      kind: "number",
      sort: ({ bestRank }) => bestRank,
      cell: ({ bestRank, bestScore }) =>
        bestRank !== undefined &&
        html`<strong>${bestRank}</strong>${bestScore !== undefined && html`<span class="small muted">${bestScore.toFixed(1)} points</span>`}`,
    },
  ];
}

const plannedColumn: Column<Seller> = {
  label: "Planned",
  kind: "number",
  sort: ({ planned }) => planned?.minor,
  cell: ({ planned, share }) =>
    planned &&
    planned.minor > 0 &&
    html`<strong>${formatMoney(planned)}</strong><span class="small">${formatPercent(share)}</span>`,
};

function answer({ eligible, notes, quote, authorisation }: Seller): Fragment {
  const vouched = authorisation?.standing === "authorised" && [" ", chip("open", "authorised")];
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
  return [chip(standing, quote.result), vouched, list(words)];
}

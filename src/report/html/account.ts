import { formatMoney } from "../../lib/money.ts";
import { formatCount, formatDifference, formatPercent } from "../format.ts";
import { grantedBy } from "../granted-by.ts";
import { html, type Markup } from "../html-template.ts";
import type { Report } from "../report-schema.ts";
import { chip } from "./chip.ts";
import { list } from "./list.ts";
import { table } from "./table.ts";

type Shortfall = NonNullable<Report["shortfalls"]>[number];
type Reconciliation = NonNullable<Report["reconciliation"]>;
type Line = Reconciliation["lines"][number];

/** What lines are missing, what is proposed, and the draft of each claim. */
export function shortfallsSection({ shortfalls }: Report): Markup | undefined {
  if (shortfalls === undefined) return undefined;
  return html`<section id="shortfalls" aria-labelledby="shortfalls-title">
<h2 id="shortfalls-title">Under-delivery</h2>
${table<Shortfall>({
  caption: "Lines that deliver less than was ordered, in impressions",
  rows: shortfalls,
  columns: [
    {
      label: "Line",
      kind: "header",
      cell: ({ product, sellerId, mediaBuyId }) =>
        html`${product}<span class="small muted">${sellerId} · ${mediaBuyId}</span>`,
    },
    { label: "Ordered", kind: "number", cell: ({ ordered }) => formatCount(ordered) },
    { label: "Delivered", kind: "number", cell: ({ delivered }) => formatCount(delivered) },
    {
      label: "Missing",
      kind: "number",
      cell: ({ owed, ordered }) =>
        html`<strong>${formatCount(owed)}</strong><span class="small">${formatPercent(owed / ordered, 1)}</span>`,
    },
    {
      label: "Granted",
      kind: "number",
      cell: ({ makegoods }) => makegoods.length > 0 && formatCount(grantedBy(makegoods)),
    },
    { label: "Outstanding", kind: "number", cell: ({ outstanding }) => formatCount(outstanding) },
    { label: "Found", kind: "short", cell: ({ kind, foundAt }) => `${kind}, ${foundAt.slice(0, 10)}` },
    { label: "Proposed", kind: "words", cell: ({ proposal }) => proposal },
    { label: "How it was reckoned", kind: "words", cell: ({ method }) => method },
  ],
})}
${shortfalls.map(claimDraft)}
</section>`;
}

function claimDraft({ claim, slot }: Shortfall): Markup | false {
  return (
    claim !== undefined &&
    html`<details><summary>Draft to the seller: ${slot}</summary><pre>${claim}</pre></details>`
  );
}

/** Each package three ways, and what is open. */
export function reconciliationSection({ reconciliation }: Report): Markup | undefined {
  if (reconciliation === undefined) return undefined;
  const { lines, unbalanced } = reconciliation;
  const flags = lines.flatMap((line) => line.flags.map((flag) => `${line.slot}: ${flag}`));
  const open = [
    ...lines.flatMap((line) => line.open.map((what) => `${line.slot}: ${what}`)),
    ...unbalanced.map(
      ({ mediaBuyId, sellerId, bound, ordered }) =>
        `${mediaBuyId} of ${sellerId}: the ledger holds ${formatMoney(bound)}, ordered are ${formatMoney(ordered)}`,
    ),
  ];
  return html`<section id="reconciliation" aria-labelledby="reconciliation-title">
<h2 id="reconciliation-title">Reconciliation</h2>
<p class="lead">The plan, our own log of what was ordered and changed, and the seller's report. Books close on final figures alone.</p>
${table<Line>({
  caption: "Each package three ways",
  note: "Reported figures are held against the even part of the order for the days that were told.",
  rows: lines,
  columns: [
    {
      label: "Line",
      kind: "header",
      cell: ({ product, sellerId, mediaBuyId, period }) =>
        html`${product}<span class="small muted">${sellerId} · ${mediaBuyId} · ${period.start} to ${period.end}</span>`,
    },
    { label: "Planned", kind: "number", cell: ({ planned }) => figures(planned.budget, planned.impressions) },
    { label: "Ordered", kind: "number", cell: ({ ordered }) => figures(ordered.budget, ordered.impressions) },
    {
      label: "Reported",
      kind: "number",
      cell: ({ told }) => told.days > 0 && figures(told.spend, told.impressions),
    },
    {
      label: "Spend",
      kind: "number",
      cell: ({ variance }) => signed(variance.spend),
    },
    { label: "Impressions", kind: "number", cell: ({ variance }) => signed(variance.impressions) },
    {
      label: "Restated",
      kind: "number",
      cell: ({ told }) => told.adjustment.minor !== 0 && formatMoney(told.adjustment),
    },
    {
      label: "Books",
      cell: (line) => (line.open.length > 0 ? chip("waiting", "open") : chip("done", "closed")),
    },
  ],
})}
${flags.length > 0 && html`<h3>Differs by more than a tenth</h3>${list(flags)}`}
${open.length > 0 && html`<h3>Still open</h3>${list(open)}`}
</section>`;
}

function figures(amount: Line["told"]["spend"], impressions: number | undefined): Markup {
  return html`${amount && formatMoney(amount)}${
    impressions !== undefined && html`<span class="small">${formatCount(impressions)} impressions</span>`
  }`;
}

function signed(value: number | undefined): string | false {
  return value !== undefined && formatDifference(value);
}

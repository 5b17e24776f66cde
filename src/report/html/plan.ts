import { formatMoney } from "../../lib/money.ts";
import { allocationChart } from "../charts/allocation.ts";
import { responseCurvesChart } from "../charts/response-curves.ts";
import { proofSentences, reachSentences } from "../estimate-words.ts";
import { channelName, formatCount, formatPercent } from "../format.ts";
import { html, type Markup } from "../html-template.ts";
import type { Report } from "../report-schema.ts";
import { calendarTable } from "./calendar.ts";
import { purchaseChip } from "./chip.ts";
import { figure } from "./figure.ts";
import { list } from "./list.ts";
import { table } from "./table.ts";

type Plan = NonNullable<Report["plan"]>;
type Line = Plan["lines"][number];

/** Who gets how much for what, why, and what became of it. */
export async function planSection(report: Report): Promise<Markup | undefined> {
  const { plan } = report;
  if (!plan) return undefined;
  return html`<section id="plan" aria-labelledby="plan-title">
<h2 id="plan-title">Plan</h2>
<p class="lead">${formatMoney(plan.total)} in ${plan.lines.length} packages; ${formatMoney(plan.unallocated)} not allocated.</p>
${plan.conflict && conflictList(plan.conflict)}
${await figure(allocationChart(report))}
${table<Line>({
  caption: "Packages",
  note: "Amount is taken from the brief's budget; budget is what the seller is paid at most, in its own currency.",
  rows: plan.lines,
  columns: [
    {
      label: "Package",
      kind: "header",
      cell: ({ product, sellerId, channels }) =>
        html`${product}<span class="small muted">${sellerId} · ${channels.map(channelName).join(", ")}</span>`,
    },
    { label: "Why", kind: "words", cell: ({ reason }) => reason },
    {
      label: "Amount",
      kind: "number",
      cell: ({ amount, share }) =>
        html`<strong>${formatMoney(amount)}</strong><span class="small">${formatPercent(share)}</span>`,
    },
    {
      label: "Budget",
      kind: "number",
      cell: ({ budget, bid, signal }) =>
        html`${formatMoney(budget)}${bid && html`<span class="small">bid ${formatMoney(bid)}</span>`}${
          signal &&
          signal.cost.minor > 0 &&
          html`<span class="small">data up to ${formatMoney(signal.cost)}</span>`
        }`,
    },
    {
      label: "Impressions",
      kind: "number",
      cell: ({ expectedImpressions }) =>
        expectedImpressions !== undefined && formatCount(expectedImpressions),
    },
    {
      label: "Standing",
      cell: ({ standing, standingReason, mediaBuyId }) =>
        html`${purchaseChip(standing)}<span class="small muted">${mediaBuyId ?? standingReason}</span>`,
    },
  ],
})}
${plan.proof && html`<h3>How good the split is</h3>${list(proofSentences(plan.proof, plan.total.currency))}`}
${plan.binding.length > 0 && html`<h3>What held the split back</h3>${list(plan.binding)}`}
${plan.reach && html`<h3>People reached</h3>${list(reachSentences(plan.reach, plan.lines))}`}
${await figure(responseCurvesChart(report))}
${calendarTable(plan)}
${
  plan.leftOut.length > 0 &&
  html`<details class="more"><summary>${plan.leftOut.length} offers left out, and why</summary>${table<
    Plan["leftOut"][number]
  >({
    caption: "Left out, and why",
    rows: plan.leftOut,
    columns: [
      {
        label: "Offer",
        kind: "header",
        cell: ({ product, sellerId }) => html`${product}<span class="small muted">${sellerId}</span>`,
      },
      { label: "Why", kind: "words", cell: ({ reason }) => reason },
    ],
  })}</details>`
}
</section>`;
}

/** Wishes that cannot all hold: a reader has to choose, so it stands first. */
function conflictList(conflict: NonNullable<Plan["conflict"]>): Markup {
  return html`<div class="alert"><h3>These wishes cannot hold together</h3>
<dl class="facts">${conflict.map(
    ({ text, dropping }) => html`<dt>${text}</dt><dd><span class="muted">without it:</span> ${dropping}</dd>`,
  )}</dl></div>`;
}

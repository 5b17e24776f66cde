import { formatMoney } from "../../lib/money.ts";
import { deliveryDaysChart } from "../charts/delivery-days.ts";
import { formatCount, formatPercent } from "../format.ts";
import { html, type Markup } from "../html-template.ts";
import { offPace } from "../pace-words.ts";
import type { Report } from "../report-schema.ts";
import { figure } from "./figure.ts";
import { list } from "./list.ts";
import { table } from "./table.ts";

type Buy = Report["delivery"]["buys"][number];

/** What was delivered against plan. */
export async function deliverySection(report: Report): Promise<Markup | undefined> {
  const { buys, unreported, alerts } = report.delivery;
  if (buys.length === 0 && unreported.length === 0 && alerts.length === 0) return undefined;
  return html`<section id="delivery" aria-labelledby="delivery-title">
<h2 id="delivery-title">Delivery</h2>
<p class="lead">As the sellers report it, in the currency of each buy.</p>
${await figure(deliveryDaysChart(report))}
${
  buys.length > 0 &&
  table<Buy>({
    caption: "Delivered against plan",
    rows: buys,
    columns: [
      {
        label: "Buy",
        kind: "header",
        cell: ({ sellerId, mediaBuyId, period }) =>
          html`${sellerId}<span class="small muted">${mediaBuyId} · ${period.start} to ${period.end}</span>`,
      },
      {
        label: "Impressions",
        kind: "number",
        cell: ({ delivered, planned }) =>
          html`<strong>${formatCount(delivered.impressions)}</strong><span class="small">of ${
            planned.impressions === undefined ? "no plan" : formatCount(planned.impressions)
          }</span>`,
      },
      {
        label: "Of plan",
        kind: "number",
        cell: ({ ofPlan }) => ofPlan.impressions !== undefined && formatPercent(ofPlan.impressions),
      },
      {
        label: "Spend",
        kind: "number",
        cell: ({ delivered, planned }) =>
          html`<strong>${formatMoney(delivered.spend)}</strong><span class="small">of ${formatMoney(planned.spend)}</span>`,
      },
      {
        label: "Of plan",
        kind: "number",
        cell: ({ ofPlan }) => ofPlan.spend !== undefined && formatPercent(ofPlan.spend),
      },
      { label: "Clicks", kind: "number", cell: ({ delivered }) => formatCount(delivered.clicks) },
      {
        label: "Completed",
        kind: "number",
        cell: ({ delivered }) =>
          delivered.completionRate !== undefined && formatPercent(delivered.completionRate),
      },
    ],
  })
}
${alertList(alerts)}${paceList(buys)}${findingsList(buys)}${unreportedList(unreported)}${buys.map(daysTable)}
</section>`;
}

function alertList(alerts: Report["delivery"]["alerts"]): Markup | false {
  const lines = alerts.map(({ at, slot, text }) => `${at.slice(0, 10)}, ${slot}: ${text}`);
  return lines.length > 0 && html`<h3>Alerts</h3>${list(lines)}`;
}

function paceList(buys: readonly Buy[]): Markup | false {
  const lines = offPace(buys);
  return lines.length > 0 && html`<h3>Off their pace</h3>${list(lines)}`;
}

function findingsList(buys: readonly Buy[]): Markup | false {
  const findings = buys.flatMap(({ sellerId, mediaBuyId, findings }) =>
    findings.map((finding) => `${sellerId}, ${mediaBuyId}: ${finding}`),
  );
  return findings.length > 0 && html`<h3>Odd in the sellers' reports</h3>${list(findings)}`;
}

function unreportedList(unreported: Report["delivery"]["unreported"]): Markup | false {
  const lines = unreported.map(({ sellerId, stepId, reason }) => `${sellerId}, ${stepId}: ${reason}`);
  return lines.length > 0 && html`<h3>No figures from</h3>${list(lines)}`;
}

function daysTable({ sellerId, mediaBuyId, daily }: Buy): Markup | false {
  const days = table<Buy["daily"][number]>({
    caption: `${mediaBuyId} of ${sellerId}, day by day`,
    rows: daily,
    columns: [
      { label: "Day", kind: "header", cell: ({ date }) => date },
      { label: "Impressions", kind: "number", cell: ({ impressions }) => formatCount(impressions) },
      {
        label: "Planned",
        kind: "number",
        cell: ({ plannedImpressions }) => plannedImpressions !== undefined && formatCount(plannedImpressions),
      },
      { label: "Clicks", kind: "number", cell: ({ clicks }) => formatCount(clicks) },
      { label: "Spend", kind: "number", cell: ({ spend }) => formatMoney(spend) },
    ],
  });
  return (
    daily.length > 0 &&
    html`<details><summary>${mediaBuyId} of ${sellerId}: day by day</summary>${days}</details>`
  );
}

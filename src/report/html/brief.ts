import { formatMoney } from "../../lib/money.ts";
import { channelName, formatKpi } from "../format.ts";
import { type Fragment, html, type Markup } from "../html-template.ts";
import type { Report } from "../report-schema.ts";

/** What was asked for. */
export function briefSection({ brief }: Report): Markup | undefined {
  if (!brief) return undefined;
  const facts: readonly (readonly [string, Fragment])[] = [
    ["Advertiser", brief.brand],
    ["Objective", brief.objective],
    ["Budget", formatMoney(brief.budget)],
    ["Flight", `${brief.flight.start} to ${brief.flight.end}`],
    ["Countries", brief.countries.join(", ")],
    ["Channels", brief.channels.map(channelName).join(", ")],
    ["Audience", brief.audience ?? ""],
    ["Target", brief.kpi ? formatKpi(brief.kpi, brief.budget.currency) : ""],
    ["Limits", brief.limits.join(" ")],
    ["Wishes", brief.wishes.join(" ")],
    ["Message", brief.message ?? ""],
    ["Creatives at hand", brief.creatives.join(", ")],
    ["Open questions", brief.questions.map(({ field, text }) => `${field}: ${text}`).join(" ")],
  ];
  return html`<section id="brief" aria-labelledby="brief-title">
<h2 id="brief-title">Brief</h2>
<dl class="facts">${facts.filter(([, fact]) => fact !== "").map(([name, fact]) => html`<dt>${name}</dt><dd>${fact}</dd>`)}</dl>
</section>`;
}

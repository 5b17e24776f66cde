import { formatMoney, type Money } from "../../lib/money.ts";
import { formatPercent, formatWhole } from "../format.ts";
import { html, type Markup } from "../html-template.ts";
import type { Report } from "../report-schema.ts";
import { chip } from "./chip.ts";

type Amounts = NonNullable<Report["headline"]["money"]>;

/** Money first, then what happened in one paragraph, then what needs a look. */
export function overviewSection({ headline }: Report): Markup {
  const { money, summary, attention } = headline;
  return html`<section id="overview" aria-labelledby="overview-title">
<h2 id="overview-title">At a glance</h2>
${money && [cards(money), moneyBar(money)]}
<p class="summary">${summary.join(" ")}</p>
${
  attention.length > 0 &&
  html`<h3>Needs a look</h3><ul class="attention">${attention.map(
    (item) =>
      html`<li><span>${chip(item.standing)}</span><span><strong>${item.what}</strong> <span class="muted">${item.why}</span></span></li>`,
  )}</ul>`
}
</section>`;
}

function cards(money: Amounts): Markup {
  const ofBudget = (amount: Money) =>
    money.budget.minor > 0 && `${formatPercent(amount.minor / money.budget.minor)} of the budget`;
  const card = (label: string, amount: Money, note: string | false) =>
    html`<div><dt>${label}</dt><dd>${formatWhole(amount)}<small>${note}</small></dd></div>`;
  return html`<dl class="cards">
${card("Budget", money.budget, "as the brief says")}
${card("Planned", money.planned, ofBudget(money.planned))}
${card("Committed", money.committed, ofBudget(money.committed))}
${card("Spent", money.spent, spentNote(money))}
${card("Unallocated", money.unallocated, ofBudget(money.unallocated))}
</dl>`;
}

function spentNote({ committed, spent, unconverted }: Amounts): string {
  const rest = unconverted.length > 0 ? `, and ${unconverted.map(formatMoney).join(", ")}` : "";
  return `${committed.minor > 0 ? `${formatPercent(spent.minor / committed.minor)} of committed` : "reported by sellers"}${rest}`;
}

/** Every unit of the budget in exactly one place. */
function moneyBar(money: Amounts): Markup {
  const places = [
    { label: "bought", amount: money.bought, fill: "fill-done" },
    { label: "with sellers, not confirmed", amount: money.waiting, fill: "fill-waiting" },
    { label: "not sent", amount: money.open, fill: "fill-open" },
    { label: "refused or failed", amount: money.stopped, fill: "fill-stopped" },
    { label: "cut by conditions", amount: money.adjusted, fill: "fill-adjusted" },
    { label: "unallocated", amount: money.unallocated, fill: "fill-rest" },
  ].filter(({ amount }) => amount.minor > 0);
  return html`<div class="bar" aria-hidden="true">${places.map(
    ({ amount, fill }) => html`<span class="${fill}" style="flex:${amount.minor}"></span>`,
  )}</div>
<ul class="legend">${places.map(
    ({ label, amount, fill }) => html`<li><i class="${fill}"></i>${label} <b>${formatMoney(amount)}</b></li>`,
  )}</ul>`;
}

import { formatMoney, type Money, subtract } from "../../lib/money.ts";
import { chip } from "../document.ts";
import {
  channelName,
  formatCountRange,
  formatCpmRange,
  formatMinor,
  formatPercent,
  formatWhole,
  sentence,
} from "../format.ts";
import { html, type Markup } from "../html-template.ts";
import type { Report } from "../report.ts";
import { htmlChip } from "./html-blocks.ts";

type Amounts = NonNullable<Report["headline"]["money"]>;

/** Money first, then what happened in one paragraph, then what needs a look. */
export function overviewSection(report: Report): Markup {
  const { headline, plan, offers } = report;
  const { money, summary, attention } = headline;
  return html`<section id="overview" aria-labelledby="overview-title">
<h2 id="overview-title">At a glance</h2>
${money && (plan || offers.length === 0 ? [cards(money), moneyBar(money)] : marketCards(report, money.budget))}
<p class="summary">${summary.join(" ")}</p>
${!plan && bestOffers(report)}
${
  attention.length > 0 &&
  html`<h3>Needs a look</h3><ul class="attention">${attention.map(
    (item) =>
      html`<li><span>${htmlChip(chip(item.standing))}</span><span><strong>${item.what}</strong> <span class="muted">${item.why}</span></span></li>`,
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
${money.inDoubt.minor > 0 && card("In doubt", money.inDoubt, ofBudget(money.inDoubt))}
${card("Spent", money.spent, spentNote(money))}
${card("Unallocated", money.unallocated, ofBudget(money.unallocated))}
</dl>`;
}

/** What a comparison has brought, where nothing is planned yet. */
function marketCards({ sellers, offers, currency }: Report, budget: Money): Markup {
  const asked = sellers.filter(({ quote }) => quote);
  const answered = asked.filter(({ quote }) => quote?.result === "answered");
  const ranked = offers.filter(({ rank }) => rank !== undefined);
  const prices = ranked.flatMap(({ cpm }) => (cpm ? [cpm.mid] : [])).sort((a, b) => a - b);
  const [lowest, median] = [prices[0], prices[Math.floor(prices.length / 2)]];
  const told = ranked.filter(({ formats }) => formats.some(({ standing }) => standing === "ready")).length;
  const card = (label: string, figure: string, note: string) =>
    html`<div><dt>${label}</dt><dd>${figure}<small>${note}</small></dd></div>`;
  return html`<dl class="cards">
${card("Budget", formatWhole(budget), "as the brief says")}
${card("Sellers", `${answered.length} of ${asked.length}`, `answered; ${sellers.length - asked.length} not asked`)}
${card("Offers", String(offers.length), `${ranked.length} may be bought`)}
${
  lowest !== undefined &&
  median !== undefined &&
  currency !== undefined &&
  card(
    "Lowest price",
    formatMinor(lowest, currency),
    `for 1,000; half are under ${formatMinor(median, currency)}`,
  )
}
${card("Creatives", `${told} of ${ranked.length}`, "offers that could run with what is at hand")}
</dl>`;
}

/** The three that lead, and what puts them there. */
function bestOffers({ offers, currency }: Report): Markup | false {
  const best = offers.filter(({ rank }) => rank !== undefined).slice(0, 3);
  return (
    best.length > 0 &&
    html`<ol class="best">${best.map(
      ({ product, sellerId, channels, cpm, impressions, score, why, whatIf }) => html`<li>
<div class="step-head"><strong>${product}</strong><span class="number score">${score?.toFixed(1)}</span></div>
<span class="small muted">${sellerId} · ${channels.map(channelName).join(", ")}</span>
<p>${cpm && currency !== undefined ? html`<b>${formatCpmRange(cpm, currency)}</b> for 1,000` : "no price"}${
        impressions && html`, ${formatCountRange(impressions)} impressions`
      }</p>
<p class="small muted">${why} ${whatIf !== undefined && sentence(whatIf)}</p></li>`,
    )}</ol>`
  );
}

function spentNote({ committed, spent, unconverted }: Amounts): string {
  const rest = unconverted.length > 0 ? `, and ${unconverted.map(formatMoney).join(", ")}` : "";
  return `${committed.minor > 0 ? `${formatPercent(spent.minor / committed.minor)} of committed` : "reported by sellers"}${rest}`;
}

/** Every unit of the budget in exactly one place. */
function moneyBar(money: Amounts): Markup {
  const places = [
    { label: "bought", amount: money.committed, fill: "fill-done" },
    { label: "with sellers, not confirmed", amount: money.inDoubt, fill: "fill-waiting" },
    { label: "not sent", amount: money.open, fill: "fill-open" },
    { label: "refused or failed", amount: money.stopped, fill: "fill-stopped" },
    { label: "cut by conditions", amount: money.adjusted, fill: "fill-adjusted" },
    { label: "in no line", amount: subtract(money.budget, money.planned), fill: "fill-rest" },
  ].filter(({ amount }) => amount.minor > 0);
  return html`<div class="bar" aria-hidden="true">${places.map(
    ({ amount, fill }) => html`<span class="${fill}" style="flex:${amount.minor}"></span>`,
  )}</div>
<ul class="legend">${places.map(
    ({ label, amount, fill }) => html`<li><i class="${fill}"></i>${label} <b>${formatMoney(amount)}</b></li>`,
  )}</ul>`;
}

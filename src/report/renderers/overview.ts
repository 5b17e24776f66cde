import { unitOf } from "../../brief/kpi.ts";
import { isOrder } from "../../campaign/model/step/kinds.ts";
import { channelName, channelNames, counted, listed } from "../../lib/english.ts";
import { groupBy } from "../../lib/group-by.ts";
import { formatMinor, formatMoney, type Money, subtract } from "../../lib/money.ts";
import { chip } from "../blocks/cell.ts";
import {
  formatCountRange,
  formatCpmRange,
  formatPercent,
  formatRounded,
  formatShort,
  formatWhole,
  sentence,
  textsOf,
} from "../blocks/format.ts";
import { html, type Markup } from "../blocks/html-template.ts";
import { gapWords, ofBuys, total } from "../blocks/totals.ts";
import { seriesColour } from "../charts/chart.ts";
import type { Report } from "../report.ts";
import { againstTarget, factsForClients, metricWords, targetWords } from "../sections/answer.ts";
import { flowchart } from "../sections/calendar.ts";
import { constraintWords } from "../sections/constraints.ts";
import { planNow } from "../sections/described/plan.ts";
import { channelMix, channelNotes, forClients } from "../sections/plan.ts";
import { htmlBlock, htmlChip } from "./html-blocks.ts";

type Amounts = NonNullable<Report["headline"]["money"]>;
type Plan = NonNullable<Report["plan"]>;

/** Who reads a page: who plans and buys, or who pays for it. */
export type Edition = "desk" | "client";

/**
 * What somebody who signs needs, on the first screen: the verdict, the figures, the mix by week, and, at the desk, what waits
 * for whom.
 */
export async function overviewSection(report: Report, edition: Edition): Promise<Markup> {
  const { headline, plan, offers, answer, delivery } = report;
  const { money: amounts, summary } = headline;
  const now = plan && planNow(plan);
  const isPlanned = now !== undefined && now.lines.length > 0;
  const isForDesk = edition === "desk";
  const notes = channelNotes(isForDesk ? report : forClients(report));
  const verdict = isForDesk ? headline.verdict : headline.short;
  return html`<section id="overview" aria-labelledby="overview-title">
<h2 id="overview-title" class="verdict">${verdict}</h2>
${plan && notes.length > 0 && html`<p class="summary">${notes.join(" ")}</p>`}
${amounts && (plan || offers.length === 0 ? cards(report, amounts, edition) : marketCards(report, amounts.budget))}
${isPlanned && [mixBar(now), await weeks(now)]}
${isPlanned && html`<div class="columns">${[answer && aimed(answer, edition), risks(report, now, edition), isForDesk && decisions(report)]}</div>`}
${!isForDesk && isPlanned && answer && delivery.buys.length === 0 && (await htmlBlock(factsForClients(answer)))}
${!plan && html`<p class="summary">${summary.join(" ")}</p>`}
${!plan && bestOffers(report)}
${isForDesk && attentionList(report)}
</section>`;
}

/** The target, the plan and what was delivered; then where the money is. */
function cards({ answer, delivery, currency = "" }: Report, money: Amounts, edition: Edition): Markup {
  const { target, planned: current, asPlanned } = answer ?? {};
  const planned = asPlanned ?? current;
  const { budget, committedSpend: committed, inDoubt: doubtful } = money;
  const ofBudget = ({ minor }: Money) =>
    budget.minor > 0 && `${formatPercent(minor / budget.minor)} of the budget`;
  const counting = delivery.buys.filter(({ delivered }) => delivered.impressions !== undefined);
  const shown = total(counting, ({ delivered }) => delivered.impressions);
  const compared = counting.filter(({ planned }) => planned.impressions !== undefined);
  const expected = total(compared, ({ planned }) => planned.impressions);
  const isSpendReported =
    delivery.buys.length === 0 || delivery.buys.some(({ delivered }) => delivered.spend !== undefined);
  const gap = gapWords(total(counting, ({ delivered }) => delivered.notReported.impressions));
  const expectedTile = (label: string, of: typeof planned) => {
    const against = of && textsOf(metricWords(of.metric), againstTarget(target, of, currency));
    return of && tile(label, formatShort(of.expected.mid), against?.join(", ") ?? "");
  };
  const toDate =
    expected > 0
      ? `, ${formatPercent(total(compared, ({ delivered }) => delivered.impressions) / expected)} of what was due`
      : "";
  const { metric = "impressions", impressions } = current ?? {};
  const inAll =
    metric === "impressions" || impressions === undefined
      ? ""
      : ` of ${formatShort(impressions.mid)} planned`;
  return html`<dl class="cards">
${targetTile(target, currency)}
${expectedTile("Plan", planned)}
${asPlanned && expectedTile("Current", current)}
${shown > 0 && tile("Delivered", formatShort(shown), `impressions${inAll}${ofBuys(counting.length, delivery.buys.length)}${toDate}${gap && `, ${gap}`}`)}
${tile("Budget", formatRounded(budget), `${formatRounded(money.planned)} planned`)}
${(edition === "desk" || committed.minor > 0) && tile("Committed", formatRounded(committed), ofBudget(committed))}
${doubtful.minor > 0 && tile("In doubt", formatRounded(doubtful), ofBudget(doubtful))}
${committed.minor > 0 && tile("Spent", isSpendReported ? formatRounded(money.spent) : "not reported", spentNote(money))}
${tile("Unallocated", formatRounded(money.unallocated), ofBudget(money.unallocated))}
</dl>
${moneyBar(money)}`;
}

function tile(label: string, figure: string, note: string | false): Markup {
  return html`<div><dt>${label}</dt><dd>${figure}<small>${note}</small></dd></div>`;
}

function targetTile(target: NonNullable<Report["answer"]>["target"], currency: string): Markup {
  if (target === undefined) return tile("Target", "none", "the brief names none");
  const { metric, target: count } = target;
  return unitOf(metric) === "count" && count !== undefined && count > 1
    ? tile("Target", formatShort(count), `${metricWords(metric)}, as the brief says`)
    : tile("Target", targetWords(target, currency), "as the brief says");
}

function mixBar(plan: Plan): Markup {
  const channels = channelMix(plan);
  return html`<div class="bar" aria-hidden="true">${channels.map(
    ({ amount }, i) => html`<span style="flex:${amount.minor};background:${seriesColour(i)}"></span>`,
  )}</div>
<ul class="legend" aria-label="Channel mix">${channels.map(
    ({ channel, amount, share }, i) =>
      html`<li><i style="background:${seriesColour(i)}"></i>${channelName(channel)} <b>${share}</b> ${formatRounded(amount)}</li>`,
  )}</ul>`;
}

async function weeks(plan: Plan): Promise<Markup | undefined> {
  const chart = flowchart(plan);
  return chart && html`<div class="flowchart">${await htmlBlock(chart)}</div>`;
}

/** What part of the money is aimed at the audience, and what may aim the rest. */
function aimed({ audience }: NonNullable<Report["answer"]>, edition: Edition): Markup | undefined {
  return (
    audience &&
    html`<div><h3>Audience</h3><p>${audience.words}</p>${
      edition === "desk" && audience.proposals.map((one) => html`<p class="small">${one}</p>`)
    }</div>`
  );
}

/** What may come out otherwise than planned, the heaviest first. */
function risks(
  { answer, underDeliveries = [], preflight, headline: { money } }: Report,
  { lines, total: all, unallocated: unplanned }: Plan,
  edition: Edition,
): Markup {
  const [top] = [...groupBy(lines, ({ sellerId }) => sellerId)]
    .map(([sellerId, own]) => ({ sellerId, share: total(own, ({ amount }) => amount.minor) / all.minor }))
    .sort((a, b) => b.share - a.share);
  const allConstraints = lines.flatMap(({ constraints = [] }) => constraints);
  const loose = new Set(
    allConstraints
      .filter(({ enforcedBy }) => enforcedBy === "brief" || enforcedBy === "none")
      .map(({ field }) => field),
  );
  const named = [...loose].map((field) => constraintWords[field].toLowerCase());
  const openChecks = preflight?.checks.filter(({ result }) => result === "ask").length ?? 0;
  const { unallocated } = money ?? { unallocated: unplanned };
  const notes = textsOf(
    ...shortWords(underDeliveries),
    edition === "desk" &&
      openChecks > 0 &&
      `${counted(openChecks, "check")} before buying asked for a person's yes.`,
    answer?.planned && sentence(answer.planned.certainty),
    edition === "client" && unallocated.minor > 0 && `${formatWhole(unallocated)} stays unallocated.`,
    top && top.share > heavy && `${formatPercent(top.share)} of the money is with ${top.sellerId}.`,
    named.length > 0 && `Asked of sellers, not guaranteed: ${listed(named)}.`,
    answer?.planned?.missing.map((missing) => sentence(`not known: ${missing}`)),
  );
  return html`<div><h3>Risks</h3><ul>${notes.slice(0, 4).map((risk) => html`<li>${risk}</li>`)}</ul></div>`;
}

/** `2 packages will fall short as they run now.` */
function shortWords(underDeliveries: NonNullable<Report["underDeliveries"]>): string[] {
  const open = underDeliveries.filter(({ outstanding }) => outstanding > 0);
  const final = open.filter(({ kind }) => kind === "final").length;
  const others = open.length - final;
  return textsOf(
    final > 0 && `${counted(final, "package")} under-delivered.`,
    others > 0 &&
      `${counted(others, "package")} will fall short as ${others === 1 ? "it runs" : "they run"} now.`,
  );
}

/** Part of the money with one seller from which on it is worth a word. */
const heavy = 0.3;

/** Who decides what now. */
function decisions({ headline: { attention }, steps, preflight }: Report): Markup {
  const waiting = attention.filter(({ status }) => status === "waiting" || status === "held").slice(0, 3);
  const bought = steps.some(({ task }) => isOrder({ task }));
  const none = bought
    ? "Nothing waits for a person or a seller."
    : preflight?.checks.some(({ result }) => result === "ask")
      ? "A person agrees to what the checks asked, then orders go out."
      : "Nothing is bought yet. Each order is put to governance, then to whom your approvers file names, before it goes out.";
  return html`<div><h3>Who decides</h3>${
    waiting.length > 0
      ? html`<ul>${waiting.map(({ what, who }) => html`<li><b>${sentence(what)}</b><span class="muted">${who}</span></li>`)}</ul>`
      : html`<p>${none}</p>`
  }</div>`;
}

function attentionList({ headline: { attention } }: Report): Markup | false {
  return (
    attention.length > 0 &&
    html`<h3>Needs attention</h3><ul class="attention">${attention.map(
      (item) =>
        html`<li><span>${htmlChip(chip(item.status))}</span><span><strong>${item.what}</strong> <span class="muted">${item.why}</span></span></li>`,
    )}</ul>`
  );
}

/** What a comparison has brought, where nothing is planned yet. */
function marketCards({ sellers, offers, currency }: Report, budget: Money): Markup {
  const openChecks = sellers.filter(({ quote }) => quote);
  const answered = openChecks.filter(({ quote }) => quote?.result === "answered");
  const ranked = offers.filter(({ rank }) => rank !== undefined);
  const prices = ranked.flatMap(({ cpm }) => (cpm ? [cpm.mid] : [])).sort((a, b) => a - b);
  const [lowest, median] = [prices[0], prices[Math.floor(prices.length / 2)]];
  const notes = ranked.filter(({ formats }) => formats.some(({ status }) => status === "ready")).length;
  return html`<dl class="cards">
${tile("Budget", formatWhole(budget), "as the brief says")}
${tile("Sellers", `${answered.length} of ${openChecks.length}`, `answered; ${sellers.length - openChecks.length} not asked`)}
${tile("Offers", String(offers.length), `${ranked.length} may be bought`)}
${
  lowest !== undefined &&
  median !== undefined &&
  currency !== undefined &&
  tile("Lowest CPM", formatMinor(lowest, currency), `median ${formatMinor(median, currency)}`)
}
${tile("Creatives", `${notes} of ${ranked.length}`, "offers that could run with the creatives on hand")}
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
<span class="small muted">${sellerId} · ${channelNames(channels)}</span>
<p>${cpm && currency !== undefined ? html`<b>${formatCpmRange(cpm, currency)}</b> CPM` : "no price"}${
        impressions && html`, ${formatCountRange(impressions)} impressions`
      }</p>
<p class="small muted">${why} ${whatIf !== undefined && sentence(whatIf)}</p></li>`,
    )}</ol>`
  );
}

function spentNote({ committedSpend: committed, spent, spentNotReported, unconverted }: Amounts): string {
  const gap = gapWords(spentNotReported);
  const rest = unconverted.length > 0 ? `, and ${unconverted.map(formatMoney).join(", ")}` : "";
  return `${committed.minor > 0 ? `${formatPercent(spent.minor / committed.minor)} of committed` : "reported by sellers"}${gap && `, ${gap}`}${rest}`;
}

/** Every unit of the budget in exactly one place; nothing where all of it is in one. */
function moneyBar(money: Amounts): Markup | undefined {
  const places = [
    { label: "bought", amount: money.committedSpend, fill: "fill-done" },
    { label: "with sellers, not confirmed", amount: money.inDoubt, fill: "fill-waiting" },
    { label: "not sent", amount: money.plannedNotCommitted, fill: "fill-open" },
    { label: "refused or failed", amount: money.stopped, fill: "fill-stopped" },
    { label: "reduced by conditions or changes", amount: money.adjusted, fill: "fill-adjusted" },
    { label: "unallocated", amount: subtract(money.budget, money.planned), fill: "fill-rest" },
  ].filter(({ amount }) => amount.minor > 0);
  if (places.length < 2) return undefined;
  return html`<div class="bar" aria-hidden="true">${places.map(
    ({ amount, fill }) => html`<span class="${fill}" style="flex:${amount.minor}"></span>`,
  )}</div>
<ul class="legend">${places.map(
    ({ label, amount, fill }) => html`<li><i class="${fill}"></i>${label} <b>${formatMoney(amount)}</b></li>`,
  )}</ul>`;
}

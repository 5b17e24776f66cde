import { formatMoney } from "../../lib/money.ts";
import { authorisationNotes } from "../authorisation-notes.ts";
import { priceScaleChart } from "../charts/price-scale.ts";
import { scorePartsChart } from "../charts/score-parts.ts";
import { channelName, formatCountRange, formatCpmRange, formatPercent, listed } from "../format.ts";
import { type Fragment, html, type Markup } from "../html-template.ts";
import { offerNotes, sensitivityNotes } from "../offer-notes.ts";
import type { Report } from "../report-schema.ts";
import { chip } from "./chip.ts";
import { figure } from "./figure.ts";
import { list } from "./list.ts";
import { table } from "./table.ts";
import { triedMark } from "./tried.ts";

type Offer = Report["offers"][number];

/** Offers that are open to the eye; the rest unfold where script runs. */
const shownFirst = 10;

/** All offers on one scale, with what each score is made of. */
export async function offersSection(report: Report): Promise<Markup | undefined> {
  const { offers } = report;
  if (offers.length === 0) return undefined;
  const [scores, prices] = [await figure(scorePartsChart(report)), await figure(priceScaleChart(report))];
  return html`<section id="offers" aria-labelledby="offers-title">
<h2 id="offers-title">Offers, ranked</h2>
<p class="lead">Scores run from 0 to 100 on fixed scales: an offer's score depends on itself and the brief, never on which other offers came.</p>
${offersTable(report)}
${scores}${sensitivityList(report)}${prices}
</section>`;
}

function offersTable({ offers, currency, plan }: Report): Markup {
  return table<Offer>({
    caption: "All offers on one scale",
    note: "In order of rank; names are the sellers' own words. Prices are in the brief's currency, for 1,000 impressions.",
    rows: offers,
    filter: { noun: "offers", first: shownFirst },
    columns: [
      { label: "Rank", kind: "number", sort: ({ rank }) => rank, cell: ({ rank }) => rank ?? "–" },
      {
        label: "Offer",
        kind: "header",
        sort: ({ product }) => product,
        cell: ({ product, sellerId, channels, tried, why }) =>
          html`${product}<span class="small muted">${sellerId} · ${channels.map(channelName).join(", ")}</span>${triedMark(tried)}${
            why !== undefined && html`<span class="small muted why">${why}</span>`
          }`,
      },
      { label: "Price and terms", kind: "words", cell: price },
      {
        label: "For 1,000",
        kind: "number",
        sort: ({ cpm }) => cpm?.mid,
        cell: ({ cpm }) => (cpm && currency !== undefined ? formatCpmRange(cpm, currency) : "not given"),
      },
      {
        label: "Impressions",
        kind: "number",
        sort: ({ impressions }) => impressions?.mid,
        cell: ({ impressions }) => (impressions ? formatCountRange(impressions) : "not given"),
      },
      {
        label: "Creatives",
        kind: "number",
        sort: ({ formats }) => (formats.length > 0 ? readyIn(formats) / formats.length : undefined),
        cell: ({ formats }) => formats.length > 0 && `${readyIn(formats)} of ${formats.length}`,
      },
      {
        label: "Score",
        kind: "number",
        sort: ({ score, rank }) => (rank === undefined ? undefined : score),
        cell: ({ score, rank }) => rank !== undefined && html`<strong>${score?.toFixed(1)}</strong>`,
      },
      {
        label: "Standing",
        sort: ({ inPlan, gate }) => (inPlan ? "1" : gate),
        cell: (offer) => standing(offer, plan),
      },
    ],
  });
}

function readyIn(formats: Offer["formats"]): number {
  return formats.filter(({ standing }) => standing === "ready").length;
}

function sensitivityList({ ranking }: Report): Markup | undefined {
  const rows = ranking?.sensitivity ?? [];
  if (rows.length === 0) return undefined;
  return html`<h3>How firm the first place is</h3>${list(sensitivityNotes(rows))}`;
}

function price(offer: Offer): Fragment {
  const { pricingModel, auction, price, bid, minimumSpend, deliveryType, fees } = offer;
  const terms = [
    ...(minimumSpend ? [`At least ${formatMoney(minimumSpend)} a package.`] : []),
    ...(deliveryType === undefined ? [] : [`Delivery: ${deliveryType.replaceAll("_", " ")}.`]),
    ...offerNotes(offer),
  ];
  return html`${price ? formatMoney(price) : "no price"} <span class="muted">${auction ? "floor, " : ""}${pricingModel}</span>
${bid && html`<span class="small">bid ${formatMoney(bid)}</span>`}${
  fees.length > 0 && html`<span class="small">with ${listed(fees)}</span>`
}
<details><summary>Terms and score</summary>${list(terms)}${parts(offer)}</details>`;
}

function parts(offer: Offer): Markup | undefined {
  if (offer.parts.length === 0) return undefined;
  return html`<ul>${offer.parts.map(
    ({ criterion, value, weight, points, reason }) =>
      html`<li>${criterion}: ${points.toFixed(1)} of ${weight} points (${formatPercent(value)}). ${reason}</li>`,
  )}</ul>`;
}

function standing(offer: Offer, plan: Report["plan"]): Fragment {
  const { wouldRankFirst } = offer;
  return [
    place(offer, plan),
    wouldRankFirst !== undefined && html`<span class="small muted">${wouldRankFirst}</span>`,
  ];
}

function place({ inPlan, gate, gateReasons, authorisation }: Offer, plan: Report["plan"]): Fragment {
  if (authorisation?.standing === "not-authorised")
    return [chip("refused", "not authorised"), list(gateReasons)];
  if (gate === "fail") return [chip("refused", "over a limit"), list(gateReasons)];
  if (gate === "unknown") return [chip("held", "cannot be told"), list(gateReasons)];
  const notes = authorisationNotes(authorisation);
  return [
    inPlan
      ? chip("done", "in the plan")
      : gate === "pass" && html`<span class="muted">${plan ? "not chosen" : "may be bought"}</span>`,
    notes.length > 0 && list(notes),
  ];
}

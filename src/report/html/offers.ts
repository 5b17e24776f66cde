import { formatMoney } from "../../lib/money.ts";
import { authorisationNotes } from "../authorisation-notes.ts";
import { priceScaleChart } from "../charts/price-scale.ts";
import { scorePartsChart } from "../charts/score-parts.ts";
import { channelName, formatCountRange, formatCpmRange, formatPercent } from "../format.ts";
import { type Fragment, html, type Markup } from "../html-template.ts";
import type { Report } from "../report-schema.ts";
import { chip } from "./chip.ts";
import { figure } from "./figure.ts";
import { list } from "./list.ts";
import { table } from "./table.ts";

type Offer = Report["offers"][number];

/** Offers up to this rank are open to the eye; the rest unfold. */
const shownRanks = 10;

/** All offers on one scale, with what each score is made of. */
export async function offersSection(report: Report): Promise<Markup | undefined> {
  const { offers } = report;
  if (offers.length === 0) return undefined;
  const shown = offers.filter(({ inPlan, rank }) => inPlan || (rank !== undefined && rank <= shownRanks));
  const rest = offers.filter((offer) => !shown.includes(offer));
  const [scores, prices] = [await figure(scorePartsChart(report)), await figure(priceScaleChart(report))];
  return html`<section id="offers" aria-labelledby="offers-title">
<h2 id="offers-title">Offers, ranked</h2>
<p class="lead">Scores run from 0 to 100 on fixed scales: an offer's score depends on itself and the brief, never on which other offers came. ${report.firstPlace}</p>
${scores}${prices}
${offersTable(report, "Offers in the plan and the best of the rest", shown)}
${rest.length > 0 && html`<details class="more"><summary>${rest.length} more offers</summary>${offersTable(report, "More offers", rest)}</details>`}
</section>`;
}

function offersTable({ currency }: Report, caption: string, rows: readonly Offer[]): Markup {
  return table<Offer>({
    caption,
    note: "In order of rank; names are the sellers' own words.",
    rows,
    columns: [
      { label: "Rank", kind: "number", cell: ({ rank }) => rank ?? "–" },
      {
        label: "Offer",
        kind: "header",
        cell: ({ product, sellerId, channels }) =>
          html`${product}<span class="small muted">${sellerId} · ${channels.map(channelName).join(", ")}</span>`,
      },
      { label: "Price and terms", kind: "words", cell: price },
      {
        label: "For 1,000",
        kind: "number",
        cell: ({ cpm }) => (cpm && currency !== undefined ? formatCpmRange(cpm, currency) : "not given"),
      },
      {
        label: "Impressions",
        kind: "number",
        cell: ({ impressions }) => (impressions ? formatCountRange(impressions) : "not given"),
      },
      {
        label: "Score",
        kind: "number",
        cell: ({ score, rank }) => rank !== undefined && html`<strong>${score?.toFixed(1)}</strong>`,
      },
      { label: "Standing", cell: standing },
    ],
  });
}

function price(offer: Offer): Fragment {
  const { pricingModel, auction, price, bid, minimumSpend, deliveryType, assumptions, missing } = offer;
  const terms = [
    ...(minimumSpend ? [`At least ${formatMoney(minimumSpend)} a package.`] : []),
    ...(deliveryType === undefined ? [] : [`Delivery: ${deliveryType.replaceAll("_", " ")}.`]),
    ...assumptions,
    ...missing.map((item) => `Not said: ${item}`),
    ...(offer.whatIf === undefined ? [] : [`All else as it is: ${offer.whatIf}.`]),
  ];
  return html`${price ? formatMoney(price) : "no price"} <span class="muted">${auction ? "floor, " : ""}${pricingModel}</span>
${bid && html`<span class="small">bid ${formatMoney(bid)}</span>`}
<details><summary>Terms and score</summary>${list(terms)}${parts(offer)}</details>`;
}

function parts(offer: Offer): Markup | undefined {
  if (offer.parts.length === 0) return undefined;
  return html`<ul>${offer.parts.map(
    ({ criterion, value, weight, points, reason }) =>
      html`<li>${criterion}: ${points.toFixed(1)} of ${weight} points (${formatPercent(value)}). ${reason}</li>`,
  )}</ul>`;
}

function standing({ inPlan, gate, gateReasons, authorisation }: Offer): Fragment {
  if (authorisation?.standing === "not-authorised")
    return [chip("refused", "not authorised"), list(gateReasons)];
  if (gate === "fail") return [chip("refused", "over a limit"), list(gateReasons)];
  if (gate === "unknown") return [chip("held", "cannot be told"), list(gateReasons)];
  const notes = authorisationNotes(authorisation);
  return [
    inPlan ? chip("done", "in the plan") : gate === "pass" && html`<span class="muted">may be bought</span>`,
    notes.length > 0 && list(notes),
  ];
}

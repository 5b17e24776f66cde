import { channelNames, counted, countryName, listed } from "../../lib/english.ts";
import { formatMoney } from "../../lib/money.ts";
import { formatPrice } from "../../lib/price.ts";
import { type Cell, chip, items, marked } from "../blocks/cell.ts";
import { type Blocks, list, only, prose, type Section } from "../blocks/document.ts";
import {
  deliveryWords,
  formatCountRange,
  formatCpmRange,
  formatPercent,
  pricingWords,
  sentence,
  textsOf,
} from "../blocks/format.ts";
import { type Column, figure, header, plain, printMedia, table, under, words } from "../blocks/table.ts";
import { authorisationNotes } from "./described/authorisation.ts";
import type { OfferRow as Offer } from "./described/offers.ts";
import { injectionMark } from "./sellers.ts";
import { formatWords, type OffersPart, offersSheet } from "./sheets/offers-sheet.ts";

/** Offers that are open to the eye; the rest unfold where script runs. */
const shownFirst = 10;
const besideAPlan = 3;

interface Part extends OffersPart {
  readonly firstPlace?: string;
}

/** All offers on one scale, with what each score is made of. */
export const offers: Section<Part> = {
  id: "offers",
  name: "Offers",
  title: "Offers, ranked",
  none: "no offers yet",
  blocks: (report) =>
    report.offers.length > 0 && [only(printMedia, inPrint(report)), only(["terminal"], inTerminal(report))],
  sheet: offersSheet,
};

function inPrint(report: Part): Blocks {
  // Where a plan stands before them, offers are looked up; without one they are what the page is for.
  const isPlanned = report.plan !== undefined;
  return [
    prose(
      `Scores run from 0 to 100 on fixed scales: an offer's score depends on itself and the brief, never on which other offers came. ${report.firstPlace ?? ""}`,
    ),
    table<Offer>({
      caption: "All offers on one scale",
      note: "In order of rank; names are the sellers' own. Prices are CPMs in the brief's currency.",
      rows: report.offers,
      filter: { noun: "offers", first: isPlanned ? besideAPlan : shownFirst },
      columns: [...namingColumns, ...figureColumns(report)],
    }),
    { type: "chart", chart: "price-scale", fold: isPlanned ? "Prices on one scale" : undefined },
  ];
}

const namingColumns: readonly Column<Offer>[] = [
  figure("Rank", ({ rank }) => rank ?? "–", { sort: ({ rank }) => rank }),
  header("Offer", ({ product }) => product, { sort: ({ product }) => product }),
  under("Seller", ({ sellerId }) => sellerId),
  under("Channels", ({ channels }) => channelNames(channels)),
  under("Texts", ({ injectionSigns }) => injectionMark(injectionSigns)),
  under("Points", ({ why }) => why !== undefined && marked("small", why)),
  words("Price and terms", price),
];

function figureColumns({ currency, plan }: Part): Column<Offer>[] {
  return [
    figure("CPM", (offer) => cpmWords(offer, currency), { sort: ({ cpm }) => cpm?.mid }),
    figure("Impressions", impressionWords, { sort: ({ impressions }) => impressions?.mid }),
    figure("Creatives", ({ formats }) => formats.length > 0 && `${readyIn(formats)} of ${formats.length}`, {
      sort: ({ formats }) => (formats.length > 0 ? readyIn(formats) / formats.length : undefined),
    }),
    figure("Score", ({ score = 0, rank }) => rank !== undefined && marked("strong", score.toFixed(1)), {
      sort: ({ score, rank }) => (rank === undefined ? undefined : score),
    }),
    plain(
      "Status",
      (offer) => [
        place(offer, plan),
        offer.gate !== "pass" && marked("small", offer.whatIf && sentence(offer.whatIf)),
      ],
      {
        sort: ({ inPlan, gate }) => (inPlan ? "1" : gate),
      },
    ),
  ];
}

function cpmWords({ cpm }: Offer, currency: string | undefined): string {
  return cpm && currency !== undefined ? formatCpmRange(cpm, currency) : "not given";
}

function impressionWords({ impressions }: Offer): string {
  return impressions ? formatCountRange(impressions) : "not given";
}

function readyIn(formats: Offer["formats"]): number {
  return formats.filter(({ status }) => status === "ready").length;
}

function price(offer: Offer): Cell {
  const { pricingModel, auction, price, bid, minimumSpend, deliveryType, fees, whatIf } = offer;
  const terms = textsOf(
    minimumSpend && `At least ${formatMoney(minimumSpend)} a package.`,
    deliveryType !== undefined && `Delivery: ${deliveryWords(deliveryType)}.`,
    offerNotes(offer),
    whatIf !== undefined && `All else as it is: ${whatIf}.`,
    offer.parts.map(
      ({ criterion, value, weight, points, reason }) =>
        `${criterion}: ${points.toFixed(1)} of ${weight} points (${formatPercent(value)}). ${reason}`,
    ),
  );
  return [
    price ? formatPrice(price) : "no price",
    marked("quiet", `${auction ? "floor, " : ""}${pricingWords(pricingModel)}`),
    bid && marked("small", `bid ${formatPrice(bid)}`),
    fees.length > 0 && marked("small", `with ${listed(fees)}`),
    items(terms, "Terms and score"),
  ];
}

/** Where a plan does not have it, why. */
function place({ id, inPlan, gate, gateReasons, authorisation }: Offer, plan: Part["plan"]): Cell {
  if (authorisation?.status === "not-authorised")
    return [chip("refused", "not authorised"), items(gateReasons)];
  if (gate === "fail") return [chip("refused", "over a limit"), items(gateReasons)];
  if (gate === "unknown") return [chip("held", "not known"), items(gateReasons)];
  const status = inPlan
    ? chip("done", "in the plan")
    : plan !== undefined && gate === "pass" && marked("quiet", "not chosen");
  const { reason } = (!inPlan && plan?.leftOut.find(({ offerId }) => offerId === id)) || {};
  return [status, reason !== undefined && marked("small", reason), items(authorisationNotes(authorisation))];
}

/** The best offers with what their scores are made of, then what may not be bought. */
function inTerminal({ offers, currency, firstPlace }: Part): Blocks {
  const passing = offers.filter(({ rank }) => rank !== undefined);
  const unheard = passing.filter(({ authorisation }) => authorisation?.status === "unknown");
  const barred = offers.filter(({ gate }) => gate === "fail" || gate === "unknown");
  return [
    table<Offer>({
      caption: "Ranking",
      rows: passing,
      columns: rankColumns(currency),
      more: (rest) => `and ${counted(rest, "more offer")} that may be bought`,
    }),
    table<Offer>({
      caption: "Points by criterion, of those that each may bring",
      rows: passing,
      columns: pointColumns(passing),
      more: () => "",
    }),
    prose(offers.some(({ gate }) => gate !== undefined) ? firstPlace : "not ranked yet"),
    noteRows(unheard, "Publishers without an answer", ({ authorisation }) =>
      authorisationNotes(authorisation),
    ),
    noteRows(
      offers,
      "Texts that try something on their reader; it weighs nothing",
      (offer) => offer.injectionSigns,
    ),
    noteRows(barred, "Not to be bought", ({ gateReasons, whatIf }) => textsOf(gateReasons, whatIf)),
  ];
}

function noteRows(offers: readonly Offer[], title: string, words: (offer: Offer) => readonly string[]) {
  return list(
    offers
      .map((offer) => ({ ...offer, says: words(offer) }))
      .filter(({ says }) => says.length > 0)
      .map(({ product, sellerId, says }) => `${product} (${sellerId}): ${says.join("; ")}`),
    title,
  );
}

function rankColumns(currency: string | undefined): Column<Offer>[] {
  return [
    figure("#", ({ rank }) => rank),
    figure("score", ({ score = 0 }) => score.toFixed(1)),
    header("offer", ({ product }) => product),
    plain("seller", ({ sellerId }) => sellerId),
    figure("cpm", (offer) => cpmWords(offer, currency)),
    figure("impressions", impressionWords),
  ];
}

function pointColumns(offers: readonly Offer[]): Column<Offer>[] {
  const criteria = [...new Set(offers.flatMap(({ parts }) => parts.map(({ criterion }) => criterion)))];
  return [
    figure("#", ({ rank }) => rank),
    ...criteria.map(
      (criterion): Column<Offer> =>
        figure(criterion, ({ parts }) => {
          const part = parts.find((part) => part.criterion === criterion);
          return part && `${part.points.toFixed(1)}/${part.weight}`;
        }),
    ),
  ];
}

/** What a reader must know to compare the offer with others: how its price came about, where it runs, what is not stated. */
export function offerNotes({ assumptions, countries, reach, formats, missing }: Offer): string[] {
  const open = formats.filter(({ status }) => status !== "ready");
  const buildable = open.filter(({ builder }) => builder !== undefined).length;
  const built = buildable > 0 ? `; ${buildable === open.length ? "all" : buildable} can be built` : "";
  return textsOf(
    assumptions,
    countries.length > 0 && `Runs in ${listed(countries.map(countryName))}.`,
    reach && `Reaches ${formatCountRange(reach)} people over the flight.`,
    open.length > 0 && `No creative at hand for ${listed(open.map(({ id }) => formatWords(id)))}${built}.`,
    missing.map((item) => `Not stated: ${item}`),
  );
}

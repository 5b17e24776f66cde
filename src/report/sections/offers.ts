import { counted, listed } from "../../lib/english.ts";
import { formatMoney } from "../../lib/money.ts";
import {
  type Block,
  type Cell,
  type Column,
  chip,
  items,
  list,
  marked,
  only,
  prose,
  type Section,
  table,
} from "../document.ts";
import { channelName, formatCountRange, formatCpmRange, formatPercent, sentence } from "../format.ts";
import { authorisationNotes } from "./described/authorisation.ts";
import type { OfferRow as Offer, Offers } from "./described/offers.ts";
import { offersSheet } from "./offers-sheet.ts";
import { injectionMark } from "./sellers.ts";

/** Offers that are open to the eye; the rest unfold where script runs. */
const shownFirst = 10;
const besideAPlan = 3;

interface Part {
  readonly offers: Offers;
  readonly currency?: string;
  readonly firstPlace?: string;
  readonly plan?: { readonly leftOut: readonly { readonly offerId: string; readonly reason: string }[] };
}

/** All offers on one scale, with what each score is made of. */
export const offers: Section<Part> = {
  id: "offers",
  name: "Offers",
  title: "Offers, ranked",
  none: "no offers yet",
  blocks: (report) => (report.offers.length === 0 ? [] : [...paper(report), ...terminal(report)]),
  sheet: offersSheet,
};

function paper(report: Part): Block[] {
  // Where a plan stands before them, offers are looked up; without one they are what the page is for.
  const isFolded = (fold: string) => (report.plan === undefined ? {} : { fold });
  const blocks: Block[] = [
    ...prose(
      `Scores run from 0 to 100 on fixed scales: an offer's score depends on itself and the brief, never on which other offers came. ${report.firstPlace ?? ""}`,
    ),
    table<Offer>({
      caption: "All offers on one scale",
      note: "Given in order of rank; names are the sellers' own words. Prices are in the brief's currency, for 1,000 impressions.",
      rows: report.offers,
      filter: { noun: "offers", first: report.plan === undefined ? shownFirst : besideAPlan },
      columns: [...namingColumns, ...figureColumns(report)],
    }),
    { type: "chart", chart: "score-parts", ...isFolded("What the scores are made of") },
    { type: "chart", chart: "price-scale", ...isFolded("Prices on one scale") },
  ];
  return blocks.map((block) => only(["page", "markdown"], block));
}

const namingColumns: readonly Column<Offer>[] = [
  { label: "Rank", kind: "number", sort: ({ rank }) => rank, cell: ({ rank }) => rank ?? "–" },
  { label: "Offer", kind: "header", sort: ({ product }) => product, cell: ({ product }) => product },
  { label: "Seller", under: true, cell: ({ sellerId }) => sellerId },
  { label: "Channels", under: true, cell: ({ channels }) => channels.map(channelName).join(", ") },
  { label: "Texts", under: true, cell: ({ injectionSigns }) => injectionMark(injectionSigns) },
  { label: "Points", under: true, cell: ({ why }) => why !== undefined && marked("small", why) },
  { label: "Price and terms", kind: "words", cell: price },
];

function figureColumns({ currency, plan }: Part): Column<Offer>[] {
  return [
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
      cell: ({ score = 0, rank }) => rank !== undefined && marked("strong", score.toFixed(1)),
    },
    {
      label: "Standing",
      sort: ({ inPlan, gate }) => (inPlan ? "1" : gate),
      cell: (offer) => [place(offer, plan !== undefined), opensAt(offer)],
    },
  ];
}

function readyIn(formats: Offer["formats"]): number {
  return formats.filter(({ standing }) => standing === "ready").length;
}

function price(offer: Offer): Cell {
  const { pricingModel, auction, price, bid, minimumSpend, deliveryType, fees, whatIf } = offer;
  const terms = [
    ...(minimumSpend ? [`At least ${formatMoney(minimumSpend)} a package.`] : []),
    ...(deliveryType === undefined ? [] : [`Delivery: ${deliveryType.replaceAll("_", " ")}.`]),
    ...offerNotes(offer),
    ...(whatIf === undefined ? [] : [`All else as it is: ${whatIf}.`]),
    ...offer.parts.map(
      ({ criterion, value, weight, points, reason }) =>
        `${criterion}: ${points.toFixed(1)} of ${weight} points (${formatPercent(value)}). ${reason}`,
    ),
  ];
  return [
    price ? formatMoney(price) : "no price",
    marked("quiet", `${auction ? "floor, " : ""}${pricingModel}`),
    bid && marked("small", `bid ${formatMoney(bid)}`),
    fees.length > 0 && marked("small", `with ${listed(fees)}`),
    items(terms, "Terms and score"),
  ];
}

/** What may be bought has it among its terms. */
function opensAt({ gate, whatIf }: Offer): Cell {
  return gate !== "pass" && whatIf !== undefined && marked("small", sentence(whatIf));
}

function place({ inPlan, gate, gateReasons, authorisation }: Offer, isPlanned: boolean): Cell {
  if (authorisation?.standing === "not-authorised")
    return [chip("refused", "not authorised"), items(gateReasons)];
  if (gate === "fail") return [chip("refused", "over a limit"), items(gateReasons)];
  if (gate === "unknown") return [chip("held", "not known"), items(gateReasons)];
  const standing = inPlan
    ? chip("done", "in the plan")
    : gate === "pass" && marked("quiet", isPlanned ? "not chosen" : "may be bought");
  return [standing, items(authorisationNotes(authorisation))];
}

/** The best offers with what their scores are made of, then what may not be bought. */
function terminal({ offers, currency, firstPlace }: Part): Block[] {
  const passing = offers.filter(({ rank }) => rank !== undefined);
  const barred = offers.filter(({ gate }) => gate === "fail" || gate === "unknown");
  const about = (
    some: readonly Offer[],
    words: (offer: Offer) => readonly (string | undefined)[],
    title: string,
  ) =>
    list(
      some.flatMap((offer) => {
        const said = words(offer).filter((word) => word !== undefined);
        return said.length === 0 ? [] : [`${offer.product} (${offer.sellerId}): ${said.join("; ")}`];
      }),
      title,
    );
  const blocks: Block[] = [
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
    ...prose(firstPlace),
    ...about(
      passing.filter(({ authorisation }) => authorisation?.standing === "unknown"),
      ({ authorisation }) => authorisationNotes(authorisation),
      "Publishers not heard",
    ),
    ...about(
      offers,
      ({ injectionSigns }) => injectionSigns,
      "Texts that try something on their reader; it weighs nothing",
    ),
    ...about(barred, ({ gateReasons, whatIf }) => [...gateReasons, whatIf], "Not to be bought"),
  ];
  return blocks.map((block) => only(["terminal"], block));
}

function rankColumns(currency: string | undefined): Column<Offer>[] {
  return [
    { label: "#", kind: "number", cell: ({ rank }) => rank },
    { label: "score", kind: "number", cell: ({ score = 0 }) => score.toFixed(1) },
    { label: "offer", kind: "header", cell: ({ product }) => product },
    { label: "seller", cell: ({ sellerId }) => sellerId },
    {
      label: "cpm",
      kind: "number",
      cell: ({ cpm }) => (cpm && currency !== undefined ? formatCpmRange(cpm, currency) : "not given"),
    },
    {
      label: "impressions",
      kind: "number",
      cell: ({ impressions }) => (impressions ? formatCountRange(impressions) : "not given"),
    },
  ];
}

function pointColumns(offers: readonly Offer[]): Column<Offer>[] {
  const criteria = [...new Set(offers.flatMap(({ parts }) => parts.map(({ criterion }) => criterion)))];
  return [
    { label: "#", kind: "number", cell: ({ rank }) => rank },
    ...criteria.map(
      (criterion): Column<Offer> => ({
        label: criterion,
        kind: "number",
        cell: ({ parts }) => {
          const part = parts.find((part) => part.criterion === criterion);
          return part && `${part.points.toFixed(1)}/${part.weight}`;
        },
      }),
    ),
  ];
}

/** What a reader must know to compare the offer with others: how its price came about, where it runs, what is not said. */
export function offerNotes({ assumptions, countries, reach, formats, missing }: Offer): string[] {
  const open = formats.filter(({ standing }) => standing !== "ready");
  const buildable = open.filter(({ builder }) => builder !== undefined);
  return [
    ...assumptions,
    ...(countries.length > 0 ? [`Runs in ${listed(countries)}.`] : []),
    ...(reach ? [`Reaches ${formatCountRange(reach)} people over the flight.`] : []),
    ...(open.length > 0
      ? [
          `No creative at hand for ${listed(open.map(({ id }) => id))}` +
            `${buildable.length > 0 ? `; ${buildable.length === open.length ? "all" : buildable.length} can be built` : ""}.`,
        ]
      : []),
    ...missing.map((item) => `Not said: ${item}`),
  ];
}

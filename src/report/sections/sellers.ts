import { counted } from "../../lib/english.ts";
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
import {
  channelName,
  formatCountRange,
  formatCpmRange,
  formatElapsed,
  formatMinor,
  formatPercent,
} from "../format.ts";
import type { Standing } from "../schema.ts";
import { amount, minor, number, type Sheet, type SheetColumn, share, sheet, text } from "../sheet.ts";
import type { BriefInReport } from "./brief.ts";
import type { Sellers } from "./describe-sellers.ts";

type Seller = Sellers[number];

interface Part {
  readonly sellers: Sellers;
  readonly currency?: string;
  readonly brief?: Pick<BriefInReport, "unclearSellers">;
}

/** Who was asked, how they answered, and what they were given. */
export const sellers: Section<Part> = {
  id: "sellers",
  appendix: true,
  name: "Sellers",
  title: "Sellers side by side",
  blocks: (report) =>
    report.sellers.length === 0 ? [] : [...lead(report), comparison(report), ...found(report)],
  none: "no seller found yet",
  sheet: sellersSheet,
};

/** What a terminal shows of their answers. */
export const answers: Pick<Section<Part>, "blocks" | "none"> = {
  none: "no seller was asked yet",
  blocks: ({ sellers, currency }) => {
    const quoted = sellers.filter(({ quote }) => quote);
    if (quoted.length === 0) return [];
    const refined = quoted.flatMap(({ id, quote }) =>
      quote?.refined === undefined ? [] : [`${id} ${quote.refined}`],
    );
    return [
      table<Seller>({ caption: "Answers", rows: quoted, columns: quoteColumns(currency) }),
      ...list(refined),
    ];
  },
};

function lead({ sellers, brief }: Part): readonly Block[] {
  const first = sellers.some(({ planned }) => planned)
    ? "those with the most budget first"
    : "those with offers first";
  const considered = `Every seller that was considered, ${first}; who did not answer is in the list, and why.`;
  return [...prose(considered), ...unclearNames(brief)].map((block) => only(["page", "markdown"], block));
}

/** What the brief writes for sellers and that tells none apart. */
function unclearNames({ unclearSellers = [] }: Part["brief"] = {}): readonly Block[] {
  return list(unclearSellers.map((words) => `The brief names ${words}. Write its domain.`));
}

function comparison({ sellers, currency }: Part): Block {
  const block = table<Seller>({
    caption: "Answers to the call for offers",
    note: "Prices are expected prices of 1,000 impressions, cheapest to dearest offer. Facts given: of what a comparison needs; below, formats with a creative at hand.",
    rows: sellers,
    filter: { noun: "sellers" },
    columns: [
      ...answerColumns,
      ...offerColumns(currency),
      ...(sellers.some(({ planned }) => planned) ? plannedColumns : []),
    ],
  });
  return only(["page", "markdown"], block);
}

const answerColumns: readonly Column<Seller>[] = [
  { label: "Seller", kind: "header", sort: ({ id }) => id, cell: ({ id }) => id },
  { label: "Channels", under: true, cell: ({ channels }) => channels.map(channelName).join(", ") },
  { label: "Texts", under: true, cell: ({ injectionSigns }) => injectionMark(injectionSigns) },
  { label: "Answer", kind: "words", sort: answerWord, cell: answer },
  {
    label: "Time",
    kind: "number",
    sort: ({ quote }) => quote?.elapsedMs,
    cell: ({ quote }) => quote && formatElapsed(quote.elapsedMs),
  },
];

function offerColumns(currency: string | undefined): Column<Seller>[] {
  return [
    {
      label: "For 1,000",
      kind: "number",
      sort: ({ bestCpm }) => bestCpm,
      cell: ({ bestCpm, highestCpm = bestCpm }) =>
        bestCpm !== undefined &&
        highestCpm !== undefined &&
        currency !== undefined &&
        formatCpmRange({ low: bestCpm, high: highestCpm }, currency),
    },
    {
      label: "Largest offer",
      kind: "number",
      sort: ({ largest }) => largest?.mid,
      cell: ({ largest }) => largest && formatCountRange(largest),
    },
    {
      label: "Offers",
      under: true,
      cell: ({ quote, offers }) => quote?.result === "answered" && `of ${counted(offers, "offer")}`,
    },
    {
      label: "Facts given",
      kind: "number",
      sort: ({ completeness }) => completeness,
      cell: ({ completeness }) => completeness !== undefined && formatPercent(completeness),
    },
    {
      label: "Creatives",
      under: true,
      cell: ({ formats }) => formats.all > 0 && `${formats.ready} of ${counted(formats.all, "format")}`,
    },
    {
      label: "Best rank",
      kind: "number",
      sort: ({ bestRank }) => bestRank,
      cell: ({ bestRank }) => bestRank !== undefined && marked("strong", String(bestRank)),
    },
    {
      label: "Best score",
      under: true,
      cell: ({ bestScore }) => bestScore !== undefined && `${bestScore.toFixed(1)} points`,
    },
  ];
}

const plannedColumns: readonly Column<Seller>[] = [
  {
    label: "Planned",
    kind: "number",
    sort: ({ planned }) => planned?.minor,
    cell: ({ planned }) => planned && planned.minor > 0 && marked("strong", formatMoney(planned)),
  },
  {
    label: "Share",
    under: true,
    cell: ({ planned, share }) => planned && planned.minor > 0 && formatPercent(share),
  },
];

/** A mark at what tried to sway its reader; nothing where it did not. */
export function injectionMark(injectionSigns: readonly string[]): Cell {
  return injectionSigns.length > 0 && [chip("failed", "injection signs:"), injectionSigns.join(", ")];
}

function answerWord({ quote, eligible }: Seller): string {
  return quote?.result ?? (eligible ? "not asked yet" : "not asked");
}

function answer(seller: Seller): Cell {
  const { notes, quote, authorisation } = seller;
  if (quote === undefined) return [chip("open", answerWord(seller)), items(notes)];
  const vouched = authorisation?.standing === "authorised" && chip("open", "authorised");
  const unpriced =
    quote.unpriced > 0 &&
    `${counted(quote.unpriced, "product")} without a price: shown only to callers that the seller knows.`;
  const said = [quote.reason, quote.refined, unpriced || undefined].filter((words) => words !== undefined);
  return [chip(resultStandings[quote.result], quote.result), vouched, items([...notes, ...said])];
}

const resultStandings: Readonly<Record<NonNullable<Seller["quote"]>["result"], Standing>> = {
  answered: "done",
  late: "waiting",
  failed: "failed",
};

/** What a terminal shows before the answers. */
function found({ sellers, brief }: Part): readonly Block[] {
  const eligible = sellers.filter((seller) => seller.eligible);
  const blocks = [
    ...prose(`${counted(sellers.length, "seller")} found, ${eligible.length} to be asked`),
    table<Seller>({
      caption: "Sellers",
      rows: sellers,
      columns: [
        { label: "seller", kind: "header", cell: ({ id }) => id },
        { label: "channels", cell: ({ channels }) => channels.map(channelName).join(", ") },
        { label: "", cell: ({ eligible, notes }) => notes.join(" ") || (eligible ? "" : "not eligible") },
      ],
    }),
    ...unclearNames(brief),
    ...list([...new Set(sellers.flatMap(({ group }) => group?.why ?? []))].map((why) => `${why}.`)),
  ];
  return blocks.map((block) => only(["terminal"], block));
}

function quoteColumns(currency: string | undefined): Column<Seller>[] {
  return [
    { label: "seller", kind: "header", cell: ({ id }) => id },
    { label: "answer", cell: ({ quote }) => quote && chip(resultStandings[quote.result], quote.result) },
    { label: "time", kind: "number", cell: ({ quote }) => formatElapsed(quote?.elapsedMs ?? 0) },
    { label: "offers", kind: "number", cell: ({ offers }) => offers },
    {
      label: "best cpm",
      kind: "number",
      cell: ({ bestCpm }) =>
        bestCpm !== undefined && currency !== undefined && formatMinor(bestCpm, currency),
    },
    {
      label: "",
      cell: ({ quote }) =>
        quote?.reason ??
        (quote?.unpriced ? `${counted(quote.unpriced, "product")} without a price` : quote?.refined),
    },
  ];
}

/** One row for each seller that was considered. */
function sellersSheet({ sellers, currency = "" }: Part): Sheet {
  const columns: SheetColumn<Seller>[] = [
    { title: "Seller", width: 28, cell: ({ id }) => text(id) },
    { title: "Channels", width: 26, cell: ({ channels }) => text(channels.map(channelName).join(", ")) },
    {
      title: "Answer",
      width: 14,
      cell: ({ quote, eligible }) => text(quote?.result ?? (eligible ? "not asked yet" : "not asked")),
    },
    {
      title: "Why, and what to know",
      width: 50,
      cell: ({ notes, quote }) => text([...notes, quote?.reason ?? ""].join(" ")),
    },
    {
      title: "Seconds to answer",
      width: 11,
      cell: ({ quote }) => number(quote && quote.elapsedMs / 1000, 2),
    },
    { title: "Authorisation", width: 16, cell: ({ authorisation }) => text(authorisation?.standing) },
    { title: "Products", width: 10, cell: ({ quote }) => number(quote?.products) },
    { title: "Products without a price", width: 12, cell: ({ quote }) => number(quote?.unpriced) },
    { title: "Offers", width: 8, cell: ({ offers }) => number(offers) },
    { title: "Currencies", width: 12, cell: ({ currencies }) => text(currencies.join(", ")) },
    {
      title: `Lowest price for 1,000 (${currency})`,
      width: 16,
      cell: ({ bestCpm }) => minor(bestCpm, currency),
    },
    {
      title: `Highest price for 1,000 (${currency})`,
      width: 16,
      cell: ({ highestCpm }) => minor(highestCpm, currency),
    },
    { title: "Impressions of the largest offer", width: 16, cell: ({ largest }) => number(largest?.mid) },
    { title: "Formats with a creative", width: 12, cell: ({ formats }) => number(formats.ready) },
    { title: "Formats", width: 10, cell: ({ formats }) => number(formats.all) },
    {
      title: "Formats without a creative",
      width: 36,
      cell: ({ formats }) => text(formats.missing.join(", ")),
    },
    { title: "Facts given", width: 10, cell: ({ completeness }) => share(completeness) },
    { title: "Best rank", width: 10, cell: ({ bestRank }) => number(bestRank) },
    { title: "Best score", width: 10, cell: ({ bestScore }) => number(bestScore, 1) },
    { title: `Planned (${currency})`, width: 16, cell: ({ planned }) => amount(planned) },
    { title: "Share of the budget", width: 10, cell: (seller) => share(seller.planned && seller.share) },
    {
      title: "Injection signs",
      width: 24,
      cell: ({ injectionSigns }) => text(injectionSigns.join(", ")),
    },
  ];
  return sheet("sellers", columns, sellers);
}

import { channelNames, counted } from "../../lib/english.ts";
import { formatMinor, formatMoney } from "../../lib/money.ts";
import { type Cell, chip, items, marked } from "../blocks/cell.ts";
import { type Block, type Blocks, list, only, prose, type Section } from "../blocks/document.ts";
import { formatCountRange, formatCpmRange, formatElapsed, formatPercent, textsOf } from "../blocks/format.ts";
import type { Status } from "../blocks/schema.ts";
import {
  amount,
  column,
  minor,
  number,
  type Sheet,
  type SheetColumn,
  share,
  sheet,
  text,
} from "../blocks/sheet.ts";
import { type Column, figure, header, plain, printMedia, table, under, words } from "../blocks/table.ts";
import type { BriefInReport } from "./brief.ts";
import type { Sellers } from "./described/sellers.ts";
import { formatWords } from "./sheets/offers-sheet.ts";

type Seller = Sellers[number];

interface Part {
  readonly sellers: Sellers;
  readonly currency?: string;
  readonly brief?: Pick<BriefInReport, "unclearSellers" | "channels">;
}

/** Who was asked, how they answered, and what they were given. */
export const sellers: Section<Part> = {
  id: "sellers",
  appendix: true,
  name: "Sellers",
  title: "Sellers side by side",
  blocks: (report) =>
    report.sellers.length > 0 && [
      only(printMedia, lead(report), unclearNames(report), comparison(report)),
      only(["terminal"], found(report)),
    ],
  none: "no seller found yet",
  sheet: sellersSheet,
};

/** Whom a terminal names before the answers, and a console below the offers: who is not asked, and why; who sells elsewhere in one line for all. */
export const notAsked: Pick<Section<Part>, "blocks" | "none"> = {
  none: "every seller is asked",
  blocks: ({ sellers, brief }) => {
    const out = sellers.filter(({ eligible }) => !eligible);
    const elsewhere = out.filter((seller) => sellsElsewhere(seller, brief?.channels ?? []));
    return [
      table<Seller>({
        caption: "Not asked",
        rows: out.filter((seller) => !elsewhere.includes(seller)),
        columns: [
          header("seller", ({ id }) => id),
          // A terminal prints a column without a name in full.
          plain("", whyNot, { on: ["terminal"] }),
          words("why", whyNot, { on: printMedia }),
        ],
      }),
      elsewhere.length > 0 &&
        prose(
          `${counted(elsewhere.length, "seller")} with none of the brief's channels: ${elsewhere.map(({ id }) => id).join(", ")}`,
        ),
    ];
  },
};

function whyNot({ notes }: Seller): Cell {
  return notes.join("; ");
}

function sellsElsewhere({ channels, notes, barred }: Seller, wanted: readonly string[]): boolean {
  const isOther = channels.length > 0 && channels.every((channel) => !wanted.includes(channel));
  return isOther && notes.length === 1 && barred !== true;
}

/** What a terminal shows of their answers. */
export const answers: Pick<Section<Part>, "blocks" | "none"> = {
  none: "no seller was asked yet",
  blocks: ({ sellers, currency }) => {
    const quoted = sellers.filter(({ quote }) => quote);
    return [
      table<Seller>({ caption: "Answers", rows: quoted, columns: quoteColumns(currency) }),
      list(quoted.flatMap(({ id, quote }) => textsOf(quote?.refined && `${id} ${quote.refined}`))),
    ];
  },
};

function lead({ sellers }: Part): Block {
  const first = sellers.some(({ planned }) => planned) ? "the most budget" : "offers";
  return prose(
    `Every seller that was considered, those with ${first} first; who did not answer is in the list, and why.`,
  );
}

/** What the brief writes for sellers and that distinguishes none. */
function unclearNames({ brief }: Part): Block {
  const { unclearSellers = [] } = brief ?? {};
  return list(unclearSellers.map((words) => `The brief names ${words}. Write its domain.`));
}

function comparison({ sellers, currency }: Part): Block {
  return table<Seller>({
    caption: "Responses to the request for offers",
    note: "CPMs are expected ones, from the cheapest to the most expensive offer. Facts given: share of what a comparison needs. Creatives: formats with a creative on hand.",
    rows: sellers,
    filter: { noun: "sellers" },
    columns: [
      ...answerColumns,
      ...offerColumns(currency),
      ...(sellers.some(({ planned }) => planned) ? plannedColumns : []),
    ],
  });
}

const answerColumns: readonly Column<Seller>[] = [
  header("Seller", ({ id }) => id, { sort: ({ id }) => id }),
  under("Channels", ({ channels }) => channelNames(channels)),
  under("Texts", ({ injectionSigns }) => injectionMark(injectionSigns)),
  words("Answer", answer, { sort: answerWord }),
  figure("Time", ({ quote }) => quote && formatElapsed(quote.elapsedMs), {
    sort: ({ quote }) => quote?.elapsedMs,
  }),
];

function offerColumns(currency: string | undefined): Column<Seller>[] {
  return [
    figure(
      "CPM",
      ({ bestCpm, highestCpm = bestCpm }) =>
        bestCpm !== undefined &&
        highestCpm !== undefined &&
        currency !== undefined &&
        formatCpmRange({ low: bestCpm, high: highestCpm }, currency),
      { sort: ({ bestCpm }) => bestCpm },
    ),
    figure("Largest offer", ({ largest }) => largest && formatCountRange(largest), {
      sort: ({ largest }) => largest?.mid,
    }),
    under("Offers", ({ quote, offers }) => quote?.result === "answered" && `of ${counted(offers, "offer")}`),
    figure("Facts given", ({ completeness }) => completeness !== undefined && formatPercent(completeness), {
      sort: ({ completeness }) => completeness,
    }),
    under(
      "Creatives",
      ({ formats }) => formats.all > 0 && `${formats.ready} of ${counted(formats.all, "format")}`,
    ),
    figure("Best rank", ({ bestRank }) => bestRank !== undefined && marked("strong", String(bestRank)), {
      sort: ({ bestRank }) => bestRank,
    }),
    under("Best score", ({ bestScore }) => bestScore !== undefined && `${bestScore.toFixed(1)} points`),
  ];
}

const plannedColumns: readonly Column<Seller>[] = [
  figure("Planned", ({ planned }) => planned && planned.minor > 0 && marked("strong", formatMoney(planned)), {
    sort: ({ planned }) => planned?.minor,
  }),
  under("Share", ({ planned, share }) => planned && planned.minor > 0 && formatPercent(share)),
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
  const unpriced = `${counted(quote.unpriced, "product")} without a price: shown only to callers that the seller knows.`;
  const refused = quote.refusedProposals?.map((one) => `Not bought as proposed: ${one}.`) ?? [];
  return [
    chip(resultStatuses[quote.result], quote.result),
    authorisation?.status === "authorised" && chip("open", "authorised"),
    items(textsOf(notes, reasonOf(quote), quote.refined, quote.unpriced > 0 && unpriced, refused)),
  ];
}

/** Without an error's code, which says nothing to people that its words do not. */
function reasonOf(quote: Seller["quote"]): string {
  return quote?.reason?.replace(/^[A-Z]+(?:_[A-Z]+)+: /, "") ?? "";
}

const resultStatuses: Readonly<Record<NonNullable<Seller["quote"]>["result"], Status>> = {
  answered: "done",
  late: "waiting",
  failed: "failed",
};

/** What a terminal shows before the answers. */
function found(report: Part): Blocks {
  const { sellers } = report;
  const eligible = sellers.filter((seller) => seller.eligible);
  return [
    prose(`${counted(sellers.length, "seller")} found, ${eligible.length} to be asked`),
    table<Seller>({
      caption: "Sellers",
      rows: sellers,
      columns: [
        header("seller", ({ id }) => id),
        plain("channels", ({ channels }) => channelNames(channels)),
        plain("", ({ eligible, notes }) => notes.join(" ") || (eligible ? "" : "not eligible")),
      ],
    }),
    unclearNames(report),
    list([...new Set(sellers.flatMap(({ group }) => group?.why ?? []))].map((why) => `${why}.`)),
  ];
}

function quoteColumns(currency: string | undefined): Column<Seller>[] {
  return [
    header("seller", ({ id }) => id),
    plain("answer", ({ quote }) => quote && chip(resultStatuses[quote.result], quote.result)),
    figure("time", ({ quote }) => formatElapsed(quote?.elapsedMs ?? 0)),
    figure("offers", ({ offers }) => offers),
    figure(
      "best cpm",
      ({ bestCpm }) => bestCpm !== undefined && currency !== undefined && formatMinor(bestCpm, currency),
    ),
    plain(
      "",
      ({ quote }) =>
        quote?.reason ??
        (quote?.unpriced ? `${counted(quote.unpriced, "product")} without a price` : quote?.refined),
    ),
  ];
}

/** One row for each seller that was considered. */
function sellersSheet({ sellers, currency = "" }: Part): Sheet {
  const columns: SheetColumn<Seller>[] = [
    column("Seller", 28, ({ id }) => text(id)),
    column("Channels", 26, ({ channels }) => text(channelNames(channels))),
    column("Answer", 14, (seller) => text(answerWord(seller))),
    column("Why, and what to know", 50, ({ notes, quote }) => text([...notes, reasonOf(quote)].join(" "))),
    column("Seconds to answer", 11, ({ quote }) => number(quote && quote.elapsedMs / 1000, 2)),
    column("Authorisation", 16, ({ authorisation }) => text(authorisation?.status)),
    column("Products", 10, ({ quote }) => number(quote?.products)),
    column("Products without a price", 12, ({ quote }) => number(quote?.unpriced)),
    column("Offers", 8, ({ offers }) => number(offers)),
    column("Currencies", 12, ({ currencies }) => text(currencies.join(", "))),
    column(`Lowest CPM (${currency})`, 16, ({ bestCpm }) => minor(bestCpm, currency)),
    column(`Highest CPM (${currency})`, 16, ({ highestCpm }) => minor(highestCpm, currency)),
    column("Impressions of the largest offer", 16, ({ largest }) => number(largest?.mid)),
    column("Formats with a creative", 12, ({ formats }) => number(formats.ready)),
    column("Formats", 10, ({ formats }) => number(formats.all)),
    column("Formats without a creative", 36, ({ formats }) =>
      text(formats.missing.map(formatWords).join(", ")),
    ),
    column("Facts given", 10, ({ completeness }) => share(completeness)),
    column("Best rank", 10, ({ bestRank }) => number(bestRank)),
    column("Best score", 10, ({ bestScore }) => number(bestScore, 1)),
    column(`Planned (${currency})`, 16, ({ planned }) => amount(planned)),
    column("Share of the budget", 10, (seller) => share(seller.planned && seller.share)),
    column("Injection signs", 24, ({ injectionSigns }) => text(injectionSigns.join(", "))),
  ];
  return sheet("sellers", columns, sellers);
}

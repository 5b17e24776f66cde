import { formatMoney } from "../../lib/money.ts";
import { authorisationNotes } from "../authorisation-notes.ts";
import {
  channelName,
  counted,
  formatCountRange,
  formatCpmRange,
  formatElapsed,
  formatKpi,
  formatMinor,
} from "../format.ts";
import type { Report, Standing } from "../report-schema.ts";
import { columns, lineWidth } from "./columns.ts";
import { indented, labelled } from "./layout.ts";
import type { Paint } from "./paint.ts";
import { fitText } from "./text-width.ts";

type Seller = Report["sellers"][number];
type Offer = Report["offers"][number];

export function briefLines({ brief }: Report, paint: Paint): string[] {
  if (!brief) return ["no brief yet"];
  const facts: readonly (readonly [string, string])[] = [
    ["advertiser", brief.brand],
    ["objective", brief.objective],
    ["budget", formatMoney(brief.budget)],
    ["flight", `${brief.flight.start} to ${brief.flight.end}`],
    ["countries", brief.countries.join(", ")],
    ["channels", brief.channels.map(channelName).join(", ")],
    ["audience", brief.audience ?? ""],
    ["target", brief.kpi ? formatKpi(brief.kpi, brief.budget.currency) : ""],
    ["limits", brief.limits.join(" ")],
    ["creatives", brief.creatives.join(", ")],
    ...brief.questions.map(({ field, text }) => ["open", `${field}: ${text}`] as const),
  ];
  return [
    paint.bold(fitText(brief.name, lineWidth)),
    ...facts.filter(([, fact]) => fact !== "").flatMap(([name, fact]) => labelled(name, fact, paint)),
  ];
}

export function sellerLines({ sellers }: Report, paint: Paint): string[] {
  const eligible = sellers.filter((seller) => seller.eligible);
  return [
    `${counted(sellers.length, "seller")} found, ${eligible.length} to be asked`,
    ...columns<Seller>(
      [
        { label: "seller", most: 34, cell: ({ id }) => id },
        { label: "channels", most: 28, cell: ({ channels }) => channels.map(channelName).join(", ") },
        {
          label: "",
          most: 34,
          cell: ({ eligible, notes }) => notes.join(" ") || (eligible ? "" : "not eligible"),
        },
      ],
      sellers,
      paint,
    ),
  ];
}

export function quoteLines({ sellers, currency }: Report, paint: Paint): string[] {
  const quoted = sellers.filter((seller) => seller.quote);
  const standing = ({ quote }: Seller): Standing =>
    quote?.result === "answered" ? "done" : quote?.result === "late" ? "waiting" : "failed";
  const table = columns<Seller>(
    [
      { label: "seller", most: 32, cell: ({ id }) => id },
      { label: "answer", cell: ({ quote }) => quote?.result ?? "", standing },
      { label: "time", right: true, cell: ({ quote }) => formatElapsed(quote?.elapsedMs ?? 0) },
      { label: "offers", right: true, cell: ({ offers }) => String(offers) },
      {
        label: "best cpm",
        right: true,
        cell: ({ bestCpm }) =>
          bestCpm === undefined || currency === undefined ? "" : formatMinor(bestCpm, currency),
      },
      {
        label: "",
        most: 30,
        cell: ({ quote }) =>
          quote?.reason ??
          (quote?.unpriced
            ? `${counted(quote.unpriced, "product")} without a price`
            : (quote?.refined ?? "")),
      },
    ],
    quoted,
    paint,
  );
  const refined = quoted.flatMap(({ id, quote }) =>
    quote?.refined === undefined ? [] : indented(`${id} ${quote.refined}`),
  );
  return refined.length === 0 ? table : [...table, "", ...refined];
}

/** The best `top` offers with what their scores are made of, then what may not be bought. */
export function rankingLines({ offers, currency, firstPlace }: Report, paint: Paint, top: number): string[] {
  const passing = offers.filter((offer) => offer.rank !== undefined);
  const barred = offers.filter((offer) => offer.gate === "fail" || offer.gate === "unknown");
  const shown = passing.slice(0, top);
  const criteria = [...new Set(shown.flatMap((offer) => offer.parts.map((part) => part.criterion)))];
  const rest = passing.length - shown.length;
  return [
    ...columns<Offer>(
      [
        { label: "#", right: true, cell: ({ rank }) => String(rank) },
        { label: "score", right: true, cell: ({ score }) => (score ?? 0).toFixed(1) },
        { label: "offer", most: 26, cell: ({ product }) => product },
        { label: "seller", most: 24, cell: ({ sellerId }) => sellerId },
        {
          label: "cpm",
          right: true,
          cell: ({ cpm }) => (cpm && currency !== undefined ? formatCpmRange(cpm, currency) : "not given"),
        },
        {
          label: "impressions",
          right: true,
          cell: ({ impressions }) => (impressions ? formatCountRange(impressions) : "not given"),
        },
      ],
      shown,
      paint,
    ),
    ...(rest > 0 ? [paint.quiet(`and ${counted(rest, "more offer")} that may be bought`)] : []),
    "",
    paint.quiet("points by criterion, of those that each may bring"),
    ...columns<Offer>(
      [
        { label: "#", right: true, cell: ({ rank }) => String(rank) },
        ...criteria.map((criterion) => ({
          label: fitText(criterion, 18),
          right: true,
          cell: ({ parts }: Offer) => {
            const part = parts.find((part) => part.criterion === criterion);
            return part ? `${part.points.toFixed(1)}/${part.weight}` : "";
          },
        })),
      ],
      shown,
      paint,
    ),
    ...(firstPlace === undefined ? [] : ["", ...indented(firstPlace)]),
    ...unheard(shown, paint),
    ...(barred.length > 0 ? ["", paint.quiet("not to be bought")] : []),
    ...barred.flatMap(({ product, sellerId, gateReasons, whatIf }) =>
      indented(
        `${product} (${sellerId}): ${[...gateReasons, ...(whatIf === undefined ? [] : [whatIf])].join("; ")}`,
      ),
    ),
  ];
}

/** Offers that may be bought although their publishers could not be asked. */
function unheard(offers: readonly Offer[], paint: Paint): string[] {
  const open = offers.filter(({ authorisation }) => authorisation?.standing === "unknown");
  if (open.length === 0) return [];
  return [
    "",
    paint.quiet("publishers not heard"),
    ...open.flatMap(({ product, sellerId, authorisation }) =>
      indented(`${product} (${sellerId}): ${authorisationNotes(authorisation).join(" ")}`),
    ),
  ];
}

import { formatMoney } from "../../lib/money.ts";
import {
  channelName,
  counted,
  formatCountRange,
  formatCpmRange,
  formatElapsed,
  formatPercent,
  listed,
} from "../format.ts";
import { markdownTable } from "../markdown-text.ts";
import type { Report } from "../report-schema.ts";

type Seller = Report["sellers"][number];

/** Every seller that was considered, one row each. */
export function sellerLines({ sellers, currency }: Report): string[] {
  if (sellers.length === 0) return [];
  return [
    "## Sellers side by side",
    "",
    ...markdownTable(
      [
        "Seller",
        "Channels",
        "Answer",
        "Time>",
        "Offers>",
        "For 1,000>",
        "Largest offer>",
        "Creatives>",
        "Facts told>",
        "Best rank>",
        "Planned>",
        "Notes",
      ],
      sellers.map((seller) => [
        seller.id,
        seller.channels.map(channelName).join(", "),
        seller.quote?.result ?? (seller.eligible ? "not asked yet" : "not asked"),
        seller.quote ? formatElapsed(seller.quote.elapsedMs) : "",
        String(seller.offers),
        prices(seller, currency),
        seller.largest ? formatCountRange(seller.largest) : "",
        seller.formats.all > 0 ? `${seller.formats.ready} of ${counted(seller.formats.all, "format")}` : "",
        seller.completeness === undefined ? "" : formatPercent(seller.completeness),
        seller.bestRank === undefined ? "" : String(seller.bestRank),
        seller.planned && seller.planned.minor > 0 ? formatMoney(seller.planned) : "",
        notes(seller),
      ]),
    ),
  ];
}

function prices({ bestCpm, highestCpm = bestCpm }: Seller, currency: string | undefined): string {
  if (bestCpm === undefined || highestCpm === undefined || currency === undefined) return "";
  return formatCpmRange({ low: bestCpm, mid: bestCpm, high: highestCpm }, currency);
}

function notes({ notes, quote, authorisation, tried }: Seller): string {
  return [
    ...(authorisation?.standing === "authorised" ? ["Authorised."] : []),
    ...notes,
    ...(quote?.reason === undefined ? [] : [quote.reason]),
    ...(quote?.unpriced ? [`${quote.unpriced} without a price`] : []),
    ...(tried.length > 0 ? [`Its text tried: ${listed(tried)}.`] : []),
  ].join(" ");
}

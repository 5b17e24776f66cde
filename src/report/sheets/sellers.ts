import { channelName } from "../format.ts";
import type { Report } from "../report-schema.ts";
import { amount, minor, number, type Sheet, type SheetColumn, share, sheet, text } from "./sheet.ts";

type Seller = Report["sellers"][number];

/** One row for each seller that was considered. */
export function sellersSheet({ sellers, currency = "" }: Report): Sheet {
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
    { title: "Facts told", width: 10, cell: ({ completeness }) => share(completeness) },
    { title: "Best rank", width: 10, cell: ({ bestRank }) => number(bestRank) },
    { title: "Best score", width: 10, cell: ({ bestScore }) => number(bestScore, 1) },
    { title: `Planned (${currency})`, width: 16, cell: ({ planned }) => amount(planned) },
    { title: "Share of the plan", width: 10, cell: (seller) => share(seller.planned && seller.share) },
    { title: "Texts of its offers tried", width: 24, cell: ({ tried }) => text(tried.join(", ")) },
  ];
  return sheet("sellers", columns, sellers);
}

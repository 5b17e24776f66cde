import { channelName } from "../format.ts";
import { amount, minor, number, type Sheet, type SheetColumn, share, sheet, text } from "../sheet.ts";
import type { OfferRow as Offer, Offers } from "./described/offers.ts";

interface Part {
  readonly offers: Offers;
  readonly currency?: string;
  readonly plan?: { readonly leftOut: readonly { readonly offerId: string; readonly reason: string }[] };
}

/** One row for each offer, in order of rank. */
export function offersSheet({ offers, currency, plan }: Part): Sheet {
  const leftOut = new Map(plan?.leftOut.map(({ offerId, reason }) => [offerId, reason]));
  const criteria = [...new Set(offers.flatMap(({ parts }) => parts.map(({ criterion }) => criterion)))];
  const columns: SheetColumn<Offer>[] = [
    { title: "Rank", width: 7, cell: ({ rank }) => number(rank) },
    { title: "Offer", width: 34, cell: ({ product }) => text(product) },
    { title: "Seller", width: 26, cell: ({ sellerId }) => text(sellerId) },
    { title: "Channels", width: 20, cell: ({ channels }) => text(channels.map(channelName).join(", ")) },
    { title: "Score", width: 8, cell: ({ score }) => number(score, 1) },
    ...criteria.map(
      (criterion): SheetColumn<Offer> => ({
        title: `Points: ${criterion}`,
        width: 12,
        cell: ({ parts }) => number(parts.find((part) => part.criterion === criterion)?.points, 1),
      }),
    ),
    ...scaleColumns(currency),
    ...priceColumns,
    ...factColumns,
    { title: "In the plan", width: 12, cell: ({ inPlan }) => text(inPlan ? "yes" : "no") },
    {
      title: "Why not",
      width: 50,
      cell: ({ id, gateReasons }) => text(leftOut.get(id) ?? gateReasons.join(" ")),
    },
    { title: "Price that would change it", width: 40, cell: ({ whatIf }) => text(whatIf) },
    { title: "Injection signs", width: 24, cell: ({ injectionSigns }) => text(injectionSigns.join(", ")) },
    { title: "Offer id", width: 44, cell: ({ id }) => text(id) },
  ];
  return sheet("offers", columns, offers);
}

/** What makes unlike offers comparable, in the brief's currency. */
function scaleColumns(currency = ""): SheetColumn<Offer>[] {
  const of = `for 1,000 (${currency})`;
  return [
    { title: `Lowest price ${of}`, width: 16, cell: ({ cpm }) => minor(cpm?.low, currency) },
    { title: `Expected price ${of}`, width: 16, cell: ({ cpm }) => minor(cpm?.mid, currency) },
    { title: `Highest price ${of}`, width: 16, cell: ({ cpm }) => minor(cpm?.high, currency) },
    { title: "Impressions, low", width: 14, cell: ({ impressions }) => number(impressions?.low) },
    { title: "Impressions, expected", width: 14, cell: ({ impressions }) => number(impressions?.mid) },
    { title: "Impressions, high", width: 14, cell: ({ impressions }) => number(impressions?.high) },
    { title: "Reach, low", width: 14, cell: ({ reach }) => number(reach?.low) },
    { title: "Reach, high", width: 14, cell: ({ reach }) => number(reach?.high) },
  ];
}

const priceColumns: readonly SheetColumn<Offer>[] = [
  { title: "Pricing model", width: 16, cell: ({ pricingModel }) => text(pricingModel) },
  { title: "Seller's currency", width: 10, cell: ({ price, bid }) => text((price ?? bid)?.currency) },
  { title: "Price or floor", width: 14, cell: ({ price }) => amount(price) },
  { title: "Bid", width: 14, cell: ({ bid }) => amount(bid) },
  { title: "Least budget", width: 14, cell: ({ minimumSpend }) => amount(minimumSpend) },
  { title: "Fees", width: 24, cell: ({ fees }) => text(fees.join(", ")) },
];

const factColumns: readonly SheetColumn<Offer>[] = [
  { title: "Delivery", width: 16, cell: ({ deliveryType }) => text(deliveryType) },
  { title: "Countries", width: 14, cell: ({ countries }) => text(countries.join(", ")) },
  { title: "Formats", width: 30, cell: ({ formats }) => text(formats.map(({ id }) => id).join(", ")) },
  {
    title: "Formats without a creative",
    width: 30,
    cell: ({ formats }) =>
      text(
        formats
          .filter(({ standing }) => standing !== "ready")
          .map(({ id }) => id)
          .join(", "),
      ),
  },
  { title: "Authorisation", width: 16, cell: ({ authorisation }) => text(authorisation?.standing) },
  { title: "Facts given", width: 10, cell: ({ completeness }) => share(completeness) },
];

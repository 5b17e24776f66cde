import { channelNames } from "../../../lib/english.ts";
import { deliveryWords, pricingWords } from "../../blocks/format.ts";
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
  unitPrice,
} from "../../blocks/sheet.ts";
import type { OfferRow as Offer, Offers } from "../described/offers.ts";

/** What the table of offers is made of, in print and as a sheet. */
export interface OffersPart {
  readonly offers: Offers;
  readonly currency?: string;
  readonly plan?: { readonly leftOut: readonly { readonly offerId: string; readonly reason: string }[] };
}

/** One row for each offer, in order of rank. */
export function offersSheet({ offers, currency, plan }: OffersPart): Sheet {
  const leftOut = new Map(plan?.leftOut.map(({ offerId, reason }) => [offerId, reason]));
  const criteria = [...new Set(offers.flatMap(({ parts }) => parts.map(({ criterion }) => criterion)))];
  const columns: SheetColumn<Offer>[] = [
    column("Rank", 7, ({ rank }) => number(rank)),
    column("Offer", 34, ({ product }) => text(product)),
    column("Seller", 26, ({ sellerId }) => text(sellerId)),
    column("Channels", 20, ({ channels }) => text(channelNames(channels))),
    column("Score", 8, ({ score }) => number(score, 1)),
    ...criteria.map(
      (criterion): SheetColumn<Offer> =>
        column(`Points: ${criterion}`, 12, ({ parts }) =>
          number(parts.find((part) => part.criterion === criterion)?.points, 1),
        ),
    ),
    ...scaleColumns(currency),
    ...priceColumns,
    ...factColumns,
    column("In the plan", 12, ({ inPlan }) => text(inPlan ? "yes" : "no")),
    column("Why not", 50, ({ id, gateReasons }) => text(leftOut.get(id) ?? gateReasons.join(" "))),
    column("Price that would change it", 40, ({ whatIf }) => text(whatIf)),
    column("Injection signs", 24, ({ injectionSigns }) => text(injectionSigns.join(", "))),
    column("Offer id", 44, ({ id }) => text(id)),
  ];
  return sheet("offers", columns, offers);
}

/** A format by the id that its agent gives it: `video 15 s`. */
export function formatWords(id: string): string {
  return id.replaceAll(/[_-]+/g, " ").replace(/(?<=\d)s\b/, " s");
}

/** What makes unlike offers comparable, in the brief's currency. */
function scaleColumns(currency = ""): SheetColumn<Offer>[] {
  const of = `CPM (${currency})`;
  return [
    column(`Lowest ${of}`, 16, ({ cpm }) => minor(cpm?.low, currency)),
    column(`Expected ${of}`, 16, ({ cpm }) => minor(cpm?.mid, currency)),
    column(`Highest ${of}`, 16, ({ cpm }) => minor(cpm?.high, currency)),
    column("Impressions, low", 14, ({ impressions }) => number(impressions?.low)),
    column("Impressions, expected", 14, ({ impressions }) => number(impressions?.mid)),
    column("Impressions, high", 14, ({ impressions }) => number(impressions?.high)),
    column("Reach, low", 14, ({ reach }) => number(reach?.low)),
    column("Reach, high", 14, ({ reach }) => number(reach?.high)),
  ];
}

const priceColumns: readonly SheetColumn<Offer>[] = [
  column("Pricing model", 16, ({ pricingModel }) => text(pricingWords(pricingModel))),
  column("Seller's currency", 10, ({ price, bid }) => text((price ?? bid)?.currency)),
  column("Price or floor", 14, ({ price }) => unitPrice(price)),
  column("Bid", 14, ({ bid }) => unitPrice(bid)),
  column("Least budget", 14, ({ minimumSpend }) => amount(minimumSpend)),
  column("Fees", 24, ({ fees }) => text(fees.join(", "))),
];

const factColumns: readonly SheetColumn<Offer>[] = [
  column("Delivery", 16, ({ deliveryType }) => text(deliveryWords(deliveryType))),
  column("Countries", 14, ({ countries }) => text(countries.join(", "))),
  column("Formats", 30, ({ formats }) => text(formats.map(({ id }) => formatWords(id)).join(", "))),
  column("Formats without a creative", 30, ({ formats }) =>
    text(
      formats
        .filter(({ status }) => status !== "ready")
        .map(({ id }) => formatWords(id))
        .join(", "),
    ),
  ),
  column("Authorisation", 16, ({ authorisation }) => text(authorisation?.status)),
  column("Facts given", 10, ({ completeness }) => share(completeness)),
];

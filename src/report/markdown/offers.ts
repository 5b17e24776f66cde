import { formatMoney } from "../../lib/money.ts";
import { authorisationNotes } from "../authorisation-notes.ts";
import { formatCountRange, formatCpmRange, listed } from "../format.ts";
import { markdownList, markdownTable } from "../markdown-text.ts";
import { offerNotes, sensitivityNotes } from "../offer-notes.ts";
import type { Report } from "../report-schema.ts";

type Offer = Report["offers"][number];

/** Every offer on one scale, with what its score and its price rest on. */
export function offerLines({ offers, currency, ranking }: Report): string[] {
  if (offers.length === 0) return [];
  return [
    "## Offers, ranked",
    "",
    ...markdownTable(
      ["Rank>", "Offer", "Seller", "Price", "For 1,000>", "Impressions>", "Score>", "Points", "Notes"],
      offers.map((offer) => [
        offer.rank === undefined ? "–" : String(offer.rank),
        offer.product,
        offer.sellerId,
        `${offer.price ? formatMoney(offer.price) : "not given"} ${offer.pricingModel}`,
        offer.cpm && currency !== undefined ? formatCpmRange(offer.cpm, currency) : "not given",
        offer.impressions ? formatCountRange(offer.impressions) : "not given",
        offer.rank === undefined ? "" : (offer.score ?? 0).toFixed(1),
        offer.parts
          .map(
            ({ criterion, points, weight }) =>
              `${criterion} ${points.toFixed(1)}/${Math.round(weight * 10) / 10}`,
          )
          .join(", "),
        notes(offer),
      ]),
    ),
    ...markdownList(sensitivityNotes(ranking?.sensitivity ?? [])),
  ];
}

function notes(offer: Offer): string {
  const { gateReasons, authorisation, fees, tried, wouldRankFirst } = offer;
  return [
    ...(tried.length > 0 ? [`Its text tried: ${listed(tried)}.`] : []),
    ...gateReasons,
    ...(authorisation?.standing === "unknown" ? authorisationNotes(authorisation) : []),
    ...(wouldRankFirst === undefined ? [] : [wouldRankFirst]),
    ...(fees.length > 0 ? [`With ${listed(fees)}.`] : []),
    ...offerNotes(offer),
  ].join(" ");
}

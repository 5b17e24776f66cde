import type { Brief } from "../../../src/brief/brief.ts";
import { money } from "../../../src/lib/money.ts";
import type { Listing, Phase, SellerProfile } from "../../../src/sandbox/inventory/listing.ts";
import { sellers } from "../../../src/sandbox/inventory/sellers.ts";
import { sellerAt } from "../../fixtures/seller-at.ts";

const harbour = sellerAt("harbour.example");
const kiosk = sellerAt("kiosk-exchange.example");
const nordlicht = sellerAt("nordlicht.example");

/** Sixty days. */
export const flight = { start: "2027-01-11", end: "2027-03-11" };
/** The guaranteed line that runs short, and makes up for it from the day on which its seller grants that. */
export const short = { productId: "hb_olv_premium", from: flight.start, until: "2027-02-14" };

const own = [
  only(harbour, [
    {
      id: short.productId,
      phases: [
        { from: short.from, impressions: 0.5 },
        { from: short.until, impressions: 2.4 },
      ],
    },
    { id: "hb_ctv_ros" },
  ]),
  only(nordlicht, [
    { id: "nl_olv_catchup", phases: [{ from: flight.start, clicks: 3 }] },
    { id: "nl_ctv_family" },
  ]),
  only(kiosk, [{ id: "kk_display_news", phases: [{ from: flight.start, clicks: 0.3 }] }]),
];

/** Three sellers whose lines bring clearly different clicks for their money. */
export const market = { sellers: own };

export const brief: Partial<Brief> = {
  name: "Sixty days",
  budget: money(12_000_000, "EUR"),
  flight,
  channels: ["ctv", "olv", "display"],
  kpi: { metric: "cpc", target: 2 },
  limits: {
    maxCpm: money(4500, "EUR"),
    maxSharePerSeller: 0.6,
    channelShares: { ctv: { min: 0.15 }, olv: { min: 0.5 } },
    reallocationThreshold: money(50_000, "EUR"),
    excludedSellers: sellers
      .map(({ domain }) => domain)
      .filter((domain) => !own.some((seller) => seller.domain === domain)),
  },
};

function only(
  seller: SellerProfile,
  wanted: readonly { readonly id: string; readonly phases?: readonly Phase[] }[],
): SellerProfile {
  const listings = wanted.flatMap(({ id, phases }): Listing[] =>
    seller.listings
      .filter(({ product_id }) => product_id === id)
      .map((listing) => ({ ...listing, ...(phases === undefined ? {} : { phases }) })),
  );
  return { ...seller, listings };
}

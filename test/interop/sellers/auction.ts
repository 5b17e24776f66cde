import { floorCpm, product } from "./products.ts";
import { openSalesAgent, type SalesAgent, type SalesOptions } from "./sales-agent.ts";

type Options = Omit<SalesOptions, "products"> & Pick<Parameters<typeof product>[0], "formats">;

/** An exchange: its one price has a floor, and what is bid decides what is won. */
export function openAuctionSeller({ formats = [], ...options }: Options): Promise<SalesAgent> {
  return openSalesAgent({
    ...options,
    products: [
      product({
        id: "auction_olv",
        channel: "olv",
        publisher: "auction.example",
        formats,
        pricing: floorCpm("olv_floor", 6),
        impressions: 8e6,
      }),
    ],
  });
}

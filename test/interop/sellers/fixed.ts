import { fixedCpm, product } from "./products.ts";
import { openSalesAgent, type SalesAgent, type SalesOptions } from "./sales-agent.ts";

type Options = Omit<SalesOptions, "products"> & Pick<Parameters<typeof product>[0], "formats">;

/** A seller with price lists: two kinds of video at fixed prices, booked at once. */
export function openFixedSeller({ formats = [], ...options }: Options): Promise<SalesAgent> {
  const shared = { publisher: "fixed.example", formats };
  return openSalesAgent({
    ...options,
    products: [
      product({
        ...shared,
        id: "fixed_olv",
        channel: "olv",
        pricing: fixedCpm("olv_cpm", 9.5),
        impressions: 6e6,
      }),
      product({
        ...shared,
        id: "fixed_ctv",
        channel: "ctv",
        pricing: fixedCpm("ctv_cpm", 22),
        impressions: 2e6,
      }),
    ],
  });
}

import { fixedCpm, product } from "./products.ts";
import { openSalesAgent, type SalesAgent, type SalesOptions } from "./sales-agent.ts";

type Options = Omit<SalesOptions, "products" | "agreement"> & Pick<Parameters<typeof product>[0], "formats">;

export interface SlowSeller extends SalesAgent {
  /** Its people agree to every order that they have before them. */
  readonly agree: () => void;
}

/** A seller whose people look at each order before it is booked: orders are answered with a task. */
export async function openSlowSeller({ formats = [], ...options }: Options): Promise<SlowSeller> {
  const waiting: (() => void)[] = [];
  const seller = await openSalesAgent({
    ...options,
    products: [
      product({
        id: "premium_ctv",
        channel: "ctv",
        publisher: "premium.example",
        formats,
        pricing: fixedCpm("premium_cpm", 18),
        impressions: 3e6,
        guaranteed: true,
      }),
    ],
    agreement: () => new Promise((resolve) => waiting.push(resolve)),
  });
  return {
    ...seller,
    agree: () => {
      for (const resolve of waiting.splice(0)) resolve();
    },
  };
}

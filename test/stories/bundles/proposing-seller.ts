import type { Canned, CannedSeller, JsonObject } from "../../canned/market.ts";
import { asListed, booking, cooperativeSeller, product } from "../buyer-behaviours/cooperative-seller.ts";

const versioned = { status: "completed", adcp_version: "3.1" };

/** Two products of which no package is sold for so little as all there is: they come in a set alone. */
export const [evening, morning] = ["evening", "morning"].map((time) =>
  product("alpha", {
    product_id: `alpha_${time}`,
    name: `${time} pre-roll`,
    pricing_options: [
      {
        pricing_option_id: `alpha_${time}_cpm`,
        pricing_model: "cpm",
        currency: "EUR",
        fixed_price: 10,
        min_spend_per_package: 8000,
      },
    ],
    forecast: {
      method: "estimate",
      currency: "EUR",
      points: [{ metrics: { impressions: { low: 550_000, mid: 600_000, high: 650_000 } } }],
    },
  }),
);

export function allocation(time: string, percentage: number): JsonObject {
  return {
    product_id: `alpha_${time}`,
    pricing_option_id: `alpha_${time}_cpm`,
    allocation_percentage: percentage,
  };
}

export const eveningSet: JsonObject = {
  proposal_id: "set_1",
  name: "Evening and morning",
  allocations: [allocation("evening", 70), allocation("morning", 30)],
  total_budget_guidance: { recommended: 4000, currency: "EUR" },
  expires_at: "2027-01-10T00:00:00Z",
};

/** A seller of 3.1 whose offers come as proposals too. It makes the packages of those itself. */
export function proposingSeller(
  proposals: readonly JsonObject[],
  tools: Readonly<Record<string, Canned | undefined>> = {},
  plain: readonly (JsonObject | undefined)[] = [evening, morning],
): CannedSeller {
  const booked: JsonObject[] = [];
  return cooperativeSeller("alpha", {
    get_products: () => ({
      payload: { ...versioned, cache_scope: "account", products: plain, proposals },
    }),
    create_media_buy: (request) => {
      const buy = booking("alpha", withPackages(request, proposals));
      booked.push(buy);
      return { payload: { ...buy, ...versioned } };
    },
    get_media_buys: () => ({ payload: { ...versioned, media_buys: booked.map(asListed) } }),
    ...tools,
  });
}

function withPackages(request: JsonObject, proposals: readonly JsonObject[]): JsonObject {
  const proposal = proposals.find(({ proposal_id }) => proposal_id === request["proposal_id"]);
  if (proposal === undefined) return request;
  const { amount } = request["total_budget"] as { amount: number };
  const parts = proposal["allocations"] as readonly { allocation_percentage: number }[];
  return {
    ...request,
    packages: parts.map(({ allocation_percentage: part, ...one }) => ({
      ...one,
      budget: (amount * part) / 100,
    })),
  };
}

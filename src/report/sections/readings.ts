import type { CampaignState } from "../../campaign/state.ts";
import type { Report } from "../report-schema.ts";
import { productName } from "./buys.ts";

export function describeReadings(state: CampaignState): Report["readings"] {
  return state.readings?.map(({ sellerId, productId, aspects, by }) => ({
    sellerId,
    productId,
    product: productName(state, sellerId, productId),
    aspects,
    by,
  }));
}

import { isObject } from "../../../../lib/json-object.ts";
import type { Spelling } from "../codec.ts";

/** What is bid for a package: a policy with one amount. */
export const bidding: Spelling = {
  write: ({ bid_price, ...rest }) =>
    bid_price === undefined ? rest : { ...rest, bidding: { bid_amount: bid_price } },
  read: (wire) => {
    const { bidding: policy, ...rest } = wire;
    if (!isObject(policy)) return wire;
    const bid_price = policy["bid_amount"] ?? policy["max_bid"];
    return { ...rest, ...(bid_price !== undefined && { bid_price }) };
  },
};

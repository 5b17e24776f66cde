import { TaskError } from "../../../messages/errors.ts";
import { buyActions } from "../buy-actions.ts";
import { buyState } from "../buy-state.ts";
import { type Codec, reading } from "../codec.ts";
import { chain, inEach, inField } from "../combine.ts";
import { mediaPackage } from "../packages.ts";
import { pushNotifications } from "../push-notifications.ts";
import { reference } from "../reference.ts";
import { flat, update_media_buy } from "../tasks/update_media_buy.ts";
import { bidding } from "./bidding.ts";

/** An answer about another buy than was changed says nothing of that one. */
const ofThatBuy = reading((wire, { request }) => {
  const { media_buy_id: id } = wire;
  if (id !== undefined && request["media_buy_id"] !== undefined && id !== request["media_buy_id"])
    throw new TaskError("INVALID_RESPONSE", "control_media_buy: the answer is about another buy", {
      effect: "unknown",
    });
  return wire;
});

/**
 * A change of a running buy. Targeting stands there by dimension: what an update names replaces what the package has of it, and the
 * rest stays. What has no place there (dates, new packages, creatives) is kept, for the objections to name.
 */
export const controlMediaBuy: Codec = {
  request: chain(
    inField("updates", inEach("packages", chain(mediaPackage, bidding))),
    flat,
    reference,
    pushNotifications,
  ),
  answer: chain(buyState, buyActions, ofThatBuy),
  fieldInside: (path) =>
    (update_media_buy.fieldInside?.(path) ?? path).replace(/bidding(\.(bid_amount|max_bid))?$/, "bid_price"),
};

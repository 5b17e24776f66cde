import { isObject, type JsonObject, objectsIn } from "../../../../lib/json-object.ts";
import { TaskError } from "../../../messages/errors.ts";
import { type Commitment, readCommitment } from "../../../records/commitment.ts";
import { buyActions } from "../buy-actions.ts";
import { buyState } from "../buy-state.ts";
import { type Codec, reading, type Spelling } from "../codec.ts";
import { chain, inEach } from "../combine.ts";
import { mediaPackage } from "../packages.ts";
import { pushNotifications } from "../push-notifications.ts";
import { reference, referenceIn } from "../reference.ts";
import { bidding } from "./bidding.ts";
import { oneBrand } from "./one-brand.ts";

const purchase = chain(mediaPackage, bidding);

/** Packages are purchases there. */
const purchases: Spelling = {
  write: ({ packages, ...rest }) => ({ ...rest, purchases: packages }),
  read: ({ purchases: bought, ...rest }) => ({ ...rest, packages: bought }),
};

/**
 * The packages of a purchase, from the terms that its seller has accepted and not from what was ordered: these are compared. Throws
 * a TaskError where the answer does not prove itself: what was bought is then looked up.
 */
const committed = reading((wire, { request, ...at }) => {
  if (wire["media_buy_id"] === undefined) return wire;
  const found = readCommitment(wire);
  if (found.type === "wrong")
    throw new TaskError("INVALID_RESPONSE", `buy_products: ${found.why}`, { effect: "unknown" });
  const { commitment } = found;
  const { purchases: bought, start_time, end_time } = commitment.accepted_proposal.commercial_terms;
  const buyer_ref = referenceIn(wire) ?? referenceIn(request);
  return {
    ...wire,
    ...(buyer_ref !== undefined && { buyer_ref }),
    currency: bought[0]?.pricing.currency,
    start_time,
    end_time,
    packages: packagesOf(commitment, objectsIn(request["purchases"])).map((one) =>
      purchase.read(one, { ...at, request }),
    ),
  };
});

function packagesOf(
  { accepted_proposal: { commercial_terms: terms }, purchase_bindings: bindings }: Commitment,
  ordered: readonly JsonObject[],
): JsonObject[] {
  return bindings.map(({ purchase_index: index, package_id }) => {
    const bought: JsonObject = terms.purchases[index] ?? {};
    const asked = ordered[index];
    const isSame = asked !== undefined && asked["product_id"] === bought["product_id"];
    // A seller need not write down what is opaque to it.
    const context = bought["context"] ?? (isSame ? asked["context"] : undefined);
    const { currency } = isObject(bought["pricing"]) ? bought["pricing"] : {};
    return { ...bought, package_id, currency, ...(context !== undefined && { context }) };
  });
}

export const buyProducts: Codec = {
  request: chain(reference, inEach("packages", purchase), purchases, oneBrand, pushNotifications),
  answer: chain(committed, buyState, buyActions),
  fieldInside: (path) =>
    path
      .replace(/^purchases\b/, "packages")
      .replace(/(^|\.)context\.buyer_ref$/, "$1buyer_ref")
      .replace(/bidding(\.(bid_amount|max_bid))?$/, "bid_price"),
};

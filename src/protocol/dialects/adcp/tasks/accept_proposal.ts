import { isObject, type JsonObject, objectsIn } from "../../../../lib/json-object.ts";
import { buyActions } from "../buy-actions.ts";
import { buyState } from "../buy-state.ts";
import { type Codec, reading, without, writing } from "../codec.ts";
import { chain } from "../combine.ts";
import { pushNotifications } from "../push-notifications.ts";
import { reference } from "../reference.ts";

/** A digest says what is bought: the packages that it comes to stay here. */
const sealed = writing((inside) => without(inside, "packages", "start_time", "end_time"));

/** The packages of a buy are its purchases, each bound to one by its place; what is bound twice or not at all is left out. */
const bound = reading((wire) => {
  const { accepted_proposal: proposal, purchase_bindings: bindings } = wire;
  const terms = isObject(proposal) ? proposal["commercial_terms"] : undefined;
  if (!isObject(terms) || wire["packages"] !== undefined) return wire;
  const purchases = objectsIn(terms["purchases"]);
  const total = terms["total_budget"];
  return {
    ...wire,
    packages: objectsIn(bindings).map((binding) => packageOf(binding, purchases)),
    ...(isObject(total) && { total_budget: total["amount"], currency: total["currency"] }),
  };
});

function packageOf({ purchase_index: at, package_id }: JsonObject, purchases: readonly JsonObject[]) {
  const { product_id, pricing_option_id, pricing, budget, start_time, end_time } =
    purchases[Number(at)] ?? {};
  return { package_id, product_id, pricing_option_id, pricing, budget, start_time, end_time };
}

export const accept_proposal: Codec = {
  request: chain(sealed, reference, pushNotifications),
  answer: chain(bound, buyState, buyActions, reference),
};

import { objectsIn } from "../../../../lib/json-object.ts";
import { fromDecimal, isCurrency, sum, toDecimal } from "../../../../lib/money.ts";
import { mediaBuyStates, statesOf } from "../../../records/states.ts";
import { buyActions } from "../buy-actions.ts";
import { type Codec, reading, type Spelling, writing } from "../codec.ts";
import { chain, inEach } from "../combine.ts";
import { mediaPackage } from "../packages.ts";
import { reference, referenceIn } from "../reference.ts";

/** Every state of a buy in the public standard, which has no `pending`. */
const states: readonly string[] = statesOf(mediaBuyStates).filter((state) => state !== "pending");

/** Where a request names neither buys nor states, agents show active ones alone. Inside, no state means all. */
const everyState: Spelling = {
  write: (inside) =>
    inside["media_buy_ids"] === undefined && inside["status_filter"] === undefined
      ? { ...inside, status_filter: states }
      : inside,
  read: ({ status_filter, ...rest }) => {
    const named = typeof status_filter === "string" ? [status_filter] : status_filter;
    if (Array.isArray(named))
      return states.every((state) => named.includes(state)) ? rest : { ...rest, status_filter: named };
    return rest["media_buy_ids"] === undefined ? { ...rest, status_filter: ["active"] } : rest;
  },
};

/**
 * Agents do not search by reference: the request carries it along, and the answer is filtered here. Buys without any stay: some
 * agents give no reference back.
 */
const ofReference = reading((answer, { request }) => {
  const wanted = referenceIn(request);
  if (wanted === undefined || !Array.isArray(answer["media_buys"])) return answer;
  return {
    ...answer,
    media_buys: objectsIn(answer["media_buys"]).filter(
      ({ buyer_ref }) => buyer_ref === undefined || buyer_ref === wanted,
    ),
  };
});

/** The public standard wants each buy's total; inside it is what its packages have. */
const total = writing((buy) => {
  const { currency } = buy;
  if (buy["total_budget"] !== undefined || typeof currency !== "string" || !isCurrency(currency)) return buy;
  const budgets = objectsIn(buy["packages"]).map((one) => fromDecimal(Number(one["budget"] ?? 0), currency));
  return { ...buy, total_budget: toDecimal(sum(budgets, currency)) };
});

/** In a list the state of a buy is `status` in every release. */
const buy = chain(total, buyActions, reference, inEach("packages", mediaPackage));

export const get_media_buys: Codec = {
  request: chain(reference, everyState),
  answer: chain(ofReference, inEach("media_buys", buy)),
  fieldInside: (path: string) => (path === "context.buyer_ref" ? "buyer_ref" : path),
};

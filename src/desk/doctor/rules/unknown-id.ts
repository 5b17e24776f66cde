import { isObject } from "../../../lib/json-object.ts";
import type { Parts } from "../../../lib/parts.ts";
import { type Flaw, itemsOf, type RawAnswer } from "../fault.ts";
import { pointer } from "../pointer.ts";

/** An id that no seller has given: asking for it changes nothing, and shows how a seller says that it knows no such buy. */
export const unknownBuy = "flightdesk-doctor-no-such-buy";

/** What is answered about buys that were named: nothing about others, and an error for one that nobody knows. */
export function checkNamedBuys({ payload, ids }: RawAnswer): Parts<Flaw> {
  if (ids === undefined) return undefined;
  const others = itemsOf(payload["media_buy_deliveries"]).flatMap(([i, { media_buy_id: id }]): Flaw | [] =>
    typeof id !== "string" || ids.includes(id)
      ? []
      : {
          rule: "buy-not-asked-for",
          path: pointer("media_buy_deliveries", i, "media_buy_id"),
          value: id,
          wanted: "a report on the buy that was asked for alone is wanted",
          follows: "what it says of other buys is passed over",
        },
  );
  return [others, ids.includes(unknownBuy) && !refuses(payload) && accepted(others.length)];
}

function refuses(payload: RawAnswer["payload"]): boolean {
  const { errors } = payload;
  return (Array.isArray(errors) && errors.length > 0) || isObject(payload["error"]);
}

function accepted(others: number): Flaw {
  return {
    rule: "unknown-id-accepted",
    path: "/",
    wanted: `an error such as MEDIA_BUY_NOT_FOUND is wanted for a buy that does not exist, and ${
      others > 0 ? "other buys are" : "an empty report is"
    } answered`,
    follows: "a buy that it has lost looks like one that has delivered nothing",
  };
}

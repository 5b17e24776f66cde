import type { JsonObject } from "../../../../lib/json-object.ts";
import { type Codec, same } from "../codec.ts";
import { inEach } from "../combine.ts";

/** Kinds of events are a closed list on the wire: one that is not listed goes as `custom`, with its name beside. */
export const log_event: Codec = {
  request: inEach("events", { write: writeEvent, read: readEvent }),
  answer: same,
};

const eventTypes: ReadonlySet<unknown> = new Set([
  "page_view",
  "view_content",
  "select_content",
  "select_item",
  "search",
  "share",
  "add_to_cart",
  "remove_from_cart",
  "viewed_cart",
  "add_to_wishlist",
  "initiate_checkout",
  "add_payment_info",
  "purchase",
  "refund",
  "lead",
  "qualify_lead",
  "close_convert_lead",
  "disqualify_lead",
  "complete_registration",
  "subscribe",
  "start_trial",
  "app_install",
  "app_launch",
  "contact",
  "schedule",
  "donate",
  "submit_application",
  "custom",
]);

function writeEvent(event: JsonObject): JsonObject {
  const { event_type } = event;
  if (eventTypes.has(event_type)) return event;
  return { ...event, event_type: "custom", custom_event_name: event_type };
}

function readEvent({ custom_event_name, ...event }: JsonObject): JsonObject {
  if (event["event_type"] !== "custom" || custom_event_name === undefined) return event;
  return { ...event, event_type: custom_event_name };
}

import { isObject, type JsonObject, objectsIn } from "../../../../lib/json-object.ts";
import { signalSchema } from "../../../records/signal.ts";
import { since } from "../../../tasks/names.ts";
import { type Codec, each, without } from "../codec.ts";
import { mostPerPage } from "../page.ts";

/** Where signals are to be usable stands at the top on the wire; their prices are options to choose from. */
export const get_signals: Codec = {
  request: { write: writeRequest, read: readRequest },
  answer: {
    write: (inside, { release }) => ({
      // Since 3.1 an answer says whom it may be kept for.
      ...(since(release, "3.1") && { cache_scope: "account" }),
      ...inside,
      signals: each(inside["signals"], writeSignal),
    }),
    read: ({ signals, ...wire }) => ({
      ...without(wire, "pagination"),
      // One that makes no sense costs no other.
      signals: Array.isArray(signals)
        ? objectsIn(signals)
            .map(readSignal)
            .filter((one) => signalSchema.safeParse(one).success)
        : signals,
    }),
  },
};

function writeRequest({ deliver_to, max_results, ...rest }: JsonObject): JsonObject {
  const { deployments, countries } = isObject(deliver_to) ? deliver_to : {};
  return {
    ...rest,
    ...(deployments !== undefined && { destinations: deployments }),
    ...(countries !== undefined && { countries }),
    ...(typeof max_results === "number" && {
      pagination: { max_results: Math.min(max_results, mostPerPage) },
    }),
  };
}

function readRequest({ destinations, countries, pagination, max_results, ...rest }: JsonObject): JsonObject {
  const most = isObject(pagination) ? pagination["max_results"] : max_results;
  const deliver_to = {
    ...(destinations !== undefined && { deployments: destinations }),
    ...(countries !== undefined && { countries }),
  };
  return {
    ...rest,
    ...(Object.keys(deliver_to).length > 0 && { deliver_to }),
    ...(most !== undefined && { max_results: most }),
  };
}

/** Only a price for each thousand is comparable; with any other the signal has no price known here. */
function readSignal({ pricing_options, pricing, ...signal }: JsonObject): JsonObject {
  const option = objectsIn(pricing_options).find(
    ({ model, cpm, currency }) => model === "cpm" && typeof cpm === "number" && typeof currency === "string",
  );
  const price = option ?? pricing;
  const { model: _, ...priced } = isObject(price) ? price : {};
  return {
    ...refOf(signal),
    ...signal,
    ...(pricing_options !== undefined && { pricing_options }),
    ...(price !== undefined && { pricing: priced }),
  };
}

/** Since 3.1 a signal is named by `signal_ref`, and by `signal_id` before. */
function refOf({ signal_id: named }: JsonObject): JsonObject {
  if (!isObject(named) || named["source"] !== "catalog") return {};
  const { data_provider_domain, id: signal_id } = named;
  return { signal_ref: { scope: "data_provider", data_provider_domain, signal_id } };
}

function writeSignal({ pricing, ...signal }: JsonObject): JsonObject {
  const { signal_agent_segment_id: segment } = signal;
  return {
    ...signal,
    ...(isObject(pricing) && {
      pricing_options: [{ pricing_option_id: `${String(segment)}_cpm`, model: "cpm", ...pricing }],
    }),
  };
}

import type { JsonObject } from "../../../../lib/json-object.ts";
import { type Codec, each, same, writing } from "../codec.ts";

export const sync_catalogs: Codec = {
  request: writing((request) => ({ ...request, catalogs: each(request["catalogs"], withItems) })),
  answer: same,
};

/** An empty list of items is left out: the standard has none. */
function withItems({ items, ...catalog }: JsonObject): JsonObject {
  return Array.isArray(items) && items.length > 0 ? { ...catalog, items } : catalog;
}

import { isObject, type JsonObject, objectsIn } from "../../../../lib/json-object.ts";
import { type Codec, each, without } from "../codec.ts";
import { readFormat, writeFormat } from "../format-options.ts";
import { mostPerPage } from "../page.ts";

/** A creative that may run is `active` inside and `approved` on the wire. */
export const list_creatives: Codec = {
  request: { write: writeRequest, read: readRequest },
  answer: {
    write: ({ creatives, ...rest }) => {
      const written = objectsIn(creatives).map((creative) => writeFormat(withStatus(creative, statusOnWire)));
      const returned = written.length;
      return {
        query_summary: { total_matching: returned, returned },
        pagination: { has_more: false },
        ...rest,
        creatives: written,
      };
    },
    read: ({ creatives, ...rest }) => ({
      ...without(rest, "query_summary", "pagination"),
      creatives: each(creatives, (creative) => readFormat(withStatus(creative, statusInside))),
    }),
  },
};

export function statusOnWire(status: unknown): unknown {
  return status === "active" ? "approved" : status;
}

export function statusInside(status: unknown): unknown {
  return status === "approved" ? "active" : status;
}

function withStatus(creative: JsonObject, spell: (status: unknown) => unknown): JsonObject {
  return creative["status"] === undefined ? creative : { ...creative, status: spell(creative["status"]) };
}

function writeRequest({ filters, limit, ...rest }: JsonObject): JsonObject {
  return {
    ...rest,
    ...(isObject(filters) && { filters: renamedStatus(filters, "status", "statuses", statusOnWire) }),
    ...(typeof limit === "number" && { pagination: { max_results: Math.min(limit, mostPerPage) } }),
  };
}

function readRequest({ filters, pagination, ...rest }: JsonObject): JsonObject {
  const limit = isObject(pagination) ? pagination["max_results"] : undefined;
  return {
    ...rest,
    ...(isObject(filters) && { filters: renamedStatus(filters, "statuses", "status", statusInside) }),
    ...(limit !== undefined && { limit }),
  };
}

function renamedStatus(filters: JsonObject, from: string, to: string, spell: (status: unknown) => unknown) {
  const { [from]: statuses, ...others } = filters;
  return Array.isArray(statuses) ? { ...others, [to]: statuses.map(spell) } : others;
}

import { isObject, type JsonObject, objectsIn } from "../../../lib/json-object.ts";
import { kindPrefix } from "../../records/creative.ts";
import type { Spelling } from "./codec.ts";

/**
 * Formats that newer sellers name by a kind of the standard's own, with its measures or an option of theirs, instead of by
 * the agent that defines them. Inside every format is such a pair, so these get an agent that is nobody's address:
 *
 * - `urn:format-kind:image` and `300x250`: the kind in one size;
 * - `urn:format-kind:video_hosted` and `option:preroll`: an option of the product's;
 * - the same and `publisher:pub.example:preroll`: an option of a publisher's;
 * - the same and `any`: the kind, whatever its measures.
 *
 * All that a creative has to say to fit is in the pair, so it can be turned back where nothing is known of the product.
 */
const anyMeasures = "any";

/** A product's formats: what it names by kind joins the format ids, and the options themselves stay beside them. */
export const productFormats: Spelling = {
  write: (product) => {
    const { format_ids, format_options, ...rest } = product;
    if (!Array.isArray(format_ids)) return product;
    const kinds = objectsIn(format_ids).filter(isKind);
    if (kinds.length === 0) return product;
    const others = format_ids.filter((format: unknown) => !(isObject(format) && isKind(format)));
    return {
      ...rest,
      ...(others.length > 0 && { format_ids: others }),
      format_options: Array.isArray(format_options) ? format_options : kinds.map(optionOf),
    };
  },
  read: (product) => {
    const options = objectsIn(product["format_options"]);
    if (options.length === 0) return product;
    const formatIds: unknown[] = Array.isArray(product["format_ids"]) ? product["format_ids"] : [];
    const known = new Set(objectsIn(formatIds).map(nameOf));
    const joined = options.flatMap(formatsOf).filter((format) => {
      const isNew = !known.has(nameOf(format));
      known.add(nameOf(format));
      return isNew;
    });
    return { ...product, format_ids: [...formatIds, ...joined] };
  },
};

/** A creative or a manifest with its format given by kind, where that is how its seller names it. */
export function writeFormat(creative: JsonObject): JsonObject {
  const { format_id, ...rest } = creative;
  return isObject(format_id) && isKind(format_id) ? { ...rest, ...choiceOf(format_id) } : creative;
}

/** Back: a format given by kind as a pair. */
export function readFormat(creative: JsonObject): JsonObject {
  const { format_kind, format_option_ref, ...rest } = creative;
  if (typeof format_kind !== "string" || rest["format_id"] !== undefined) return creative;
  if (isObject(format_option_ref))
    return { ...rest, format_id: formatOf(format_kind, optionName(format_option_ref)) };
  const [size] = sizesIn(rest["params"]);
  if (size === undefined) return { ...rest, format_id: formatOf(format_kind, anyMeasures) };
  const { params: _, ...others } = rest;
  return { ...others, format_id: formatOf(format_kind, size) };
}

/** The pairs that one option stands for: those that its seller says it had before, else its kind in each of its sizes. */
function formatsOf(option: JsonObject): JsonObject[] {
  const { format_kind, params, format_option_id } = option;
  const before = [option, ...objectsIn(option["v1_format_ref"])].flatMap(({ agent_url, id }) =>
    typeof agent_url === "string" && typeof id === "string" ? [{ agent_url, id }] : [],
  );
  if (before.length > 0) return before;
  if (typeof format_kind !== "string" || format_kind === "") return [];
  const sizes = sizesIn(params);
  if (sizes.length > 0) return sizes.map((size) => formatOf(format_kind, size));
  return [
    formatOf(
      format_kind,
      typeof format_option_id === "string" && format_option_id !== "" ? optionName(option) : anyMeasures,
    ),
  ];
}

function formatOf(kind: string, id: string): JsonObject {
  return { agent_url: `${kindPrefix}${kind}`, id };
}

/** An option's id, which is its publisher's where one is named and its product's otherwise. */
function optionName({ publisher_domain, format_option_id }: JsonObject): string {
  const owner = typeof publisher_domain === "string" ? `publisher:${publisher_domain}` : "option";
  return `${owner}:${String(format_option_id)}`;
}

function sizesIn(params: unknown): string[] {
  if (!isObject(params)) return [];
  return [params, ...objectsIn(params["sizes"])].flatMap(({ width, height }) =>
    typeof width === "number" && typeof height === "number" ? [`${width}x${height}`] : [],
  );
}

/** What a pair of ours says of a creative on the wire. */
function choiceOf(format: JsonObject): JsonObject {
  const format_kind = String(format["agent_url"]).slice(kindPrefix.length);
  const id = String(format["id"]);
  const [, width, height] = /^(\d+)x(\d+)$/.exec(id) ?? [];
  if (width !== undefined && height !== undefined)
    return { format_kind, params: { width: Number(width), height: Number(height) } };
  const { domain, option, own } =
    /^(?:publisher:(?<domain>[^:]+):(?<option>.+)|option:(?<own>.+))$/s.exec(id)?.groups ?? {};
  if (domain !== undefined && option !== undefined)
    return {
      format_kind,
      format_option_ref: { scope: "publisher", publisher_domain: domain, format_option_id: option },
    };
  return {
    format_kind,
    ...(own !== undefined && { format_option_ref: { scope: "product", format_option_id: own } }),
  };
}

/** The same as an option of a product. */
function optionOf(format: JsonObject): JsonObject {
  const { format_kind, params = {}, format_option_ref } = choiceOf(format);
  const { scope: _, ...named } = isObject(format_option_ref) ? format_option_ref : {};
  return { ...named, format_kind, params };
}

function isKind({ agent_url }: JsonObject): boolean {
  return typeof agent_url === "string" && agent_url.startsWith(kindPrefix);
}

function nameOf({ agent_url, id }: JsonObject): string {
  return `${String(agent_url)} ${String(id)}`;
}

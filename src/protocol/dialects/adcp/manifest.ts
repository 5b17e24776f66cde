import { isObject, type JsonObject, objectsIn } from "../../../lib/json-object.ts";
import { type Spelling, without } from "./codec.ts";
import { readFormat, writeFormat } from "./format-options.ts";

/**
 * A creative's assets as the public standard wants them: each says its type, and what is promoted is a catalogue of offerings.
 * Its format is given by id or by kind. The brand behind the offerings goes beside the manifest: see `promotedBrand`.
 */
export const manifest: Spelling = { write: writeManifest, read: readManifest };

export function writeManifest(inside: JsonObject): JsonObject {
  const written = writeFormat(inside);
  const { assets } = written;
  if (!isObject(assets)) return written;
  const entries = Object.entries(assets).flatMap(([key, asset]): [string, unknown][] => {
    if (!isObject(asset)) return [[key, asset]];
    if (key !== promoted || asset["asset_type"] !== undefined)
      return [[key, { asset_type: typeOf(asset), ...asset }]];
    const items = objectsIn(asset["inline_offerings"]);
    return items.length === 0 ? [] : [[key, catalogueOf(items)]];
  });
  return { ...written, assets: Object.fromEntries(entries) };
}

export function readManifest(wire: JsonObject): JsonObject {
  const read = readFormat(wire);
  const { assets } = read;
  if (!isObject(assets)) return read;
  const catalogue = assets[promoted];
  if (!isObject(catalogue) || catalogue["asset_type"] !== "catalog") return read;
  const inline_offerings = objectsIn(catalogue["items"]).map((item) => without(item, "offering_id"));
  return { ...read, assets: { ...assets, [promoted]: { inline_offerings } } };
}

/** The brand whose offerings a manifest promotes, where it says one. */
export function promotedBrand(manifest: unknown): { readonly domain: string } | undefined {
  const assets = isObject(manifest) ? manifest["assets"] : undefined;
  const offerings = isObject(assets) ? assets[promoted] : undefined;
  const brand = isObject(offerings) ? offerings["brand_manifest"] : undefined;
  const url = isObject(brand) ? brand["url"] : undefined;
  return typeof url === "string" && URL.canParse(url) ? { domain: new URL(url).hostname } : undefined;
}

/** Key of the asset that a creative is generated from where it has no others yet. */
const promoted = "promoted_offerings";

function catalogueOf(offerings: readonly JsonObject[]): JsonObject {
  const items = offerings.map((offering, place) => ({ offering_id: `offering_${place + 1}`, ...offering }));
  return { asset_type: "catalog", type: "offering", items };
}

/** What an asset without a type can only be. */
function typeOf({ content, duration_ms, width, height }: JsonObject): string {
  if (content !== undefined) return "text";
  if (width !== undefined && height !== undefined) return duration_ms === undefined ? "image" : "video";
  return duration_ms === undefined ? "url" : "audio";
}

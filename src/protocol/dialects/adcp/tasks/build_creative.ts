import { isObject, type JsonObject, objectsIn } from "../../../../lib/json-object.ts";
import { type Codec, each } from "../codec.ts";
import { promotedBrand, readManifest, writeManifest } from "../manifest.ts";

/** One target format and several are two fields on the wire, of which there may only be one. */
export const build_creative: Codec = {
  request: { write: writeRequest, read: readRequest },
  answer: { write: writeAnswer, read: readAnswer },
};

function writeRequest({ target_format_ids, creative_manifest, brand, ...rest }: JsonObject): JsonObject {
  const [first, ...others] = Array.isArray(target_format_ids) ? (target_format_ids as unknown[]) : [];
  const behind = brand ?? promotedBrand(creative_manifest);
  return {
    ...rest,
    ...(isObject(creative_manifest) && { creative_manifest: writeManifest(creative_manifest) }),
    ...(behind !== undefined && { brand: behind }),
    ...(others.length > 0 ? { target_format_ids } : { target_format_id: first }),
  };
}

function readRequest({ target_format_id, creative_manifest, ...rest }: JsonObject): JsonObject {
  return {
    ...rest,
    ...(isObject(creative_manifest) && { creative_manifest: readManifest(creative_manifest) }),
    ...(target_format_id !== undefined && { target_format_ids: [target_format_id] }),
  };
}

function writeAnswer({ creative_manifest, creative_manifests, ...rest }: JsonObject): JsonObject {
  return {
    ...rest,
    ...(isObject(creative_manifest) && { creative_manifest: writeManifest(creative_manifest) }),
    ...(creative_manifests !== undefined && {
      creative_manifests: each(creative_manifests, writeManifest),
    }),
  };
}

/** Newer agents build variants of each creative: the one that they recommend stands for it, or else the first. */
function readAnswer({ creative_manifest, creative_manifests, creatives, ...rest }: JsonObject): JsonObject {
  const chosen = objectsIn(creatives).flatMap(({ variants }) => {
    const built = objectsIn(variants);
    const best = built.find(({ recommended }) => recommended === true) ?? built[0];
    return best === undefined ? [] : objectsIn([best["creative_manifest"]]);
  });
  const several = creative_manifests === undefined ? chosen : objectsIn(creative_manifests);
  return {
    ...rest,
    ...(isObject(creative_manifest) && { creative_manifest: readManifest(creative_manifest) }),
    ...(several.length > 0 && { creative_manifests: several.map(readManifest) }),
  };
}

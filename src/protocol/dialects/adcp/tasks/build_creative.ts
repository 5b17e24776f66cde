import { objectsIn } from "../../../../lib/json-object.ts";
import { type Codec, reading, type Spelling, writing } from "../codec.ts";
import { chain, inEach, inField } from "../combine.ts";
import { manifest, promotedBrand } from "../manifest.ts";

const withManifest = inField("creative_manifest", manifest);

const brandBeside = writing((inside) => {
  const brand = inside["brand"] ?? promotedBrand(inside["creative_manifest"]);
  return brand === undefined ? inside : { ...inside, brand };
});

/** One target format and several are two fields on the wire, of which there may only be one. */
const targets: Spelling = {
  write: ({ target_format_ids, ...rest }) => {
    const [first, ...others] = Array.isArray(target_format_ids) ? (target_format_ids as unknown[]) : [];
    return others.length > 0 ? { ...rest, target_format_ids } : { ...rest, target_format_id: first };
  },
  read: ({ target_format_id, ...rest }) =>
    target_format_id === undefined ? rest : { ...rest, target_format_ids: [target_format_id] },
};

/** Newer agents build variants of each creative: the one that they recommend stands for it, or else the first. */
const variants = reading(({ creative_manifests, creatives, ...rest }) => {
  const chosen = objectsIn(creatives).flatMap(({ variants: all }) => {
    const built = objectsIn(all);
    const best = built.find(({ recommended }) => recommended === true) ?? built[0];
    return best === undefined ? [] : objectsIn([best["creative_manifest"]]);
  });
  const several = creative_manifests === undefined ? chosen : objectsIn(creative_manifests);
  return several.length > 0 ? { ...rest, creative_manifests: several } : rest;
});

export const build_creative: Codec = {
  request: chain(brandBeside, withManifest, targets),
  answer: chain(withManifest, inEach("creative_manifests", manifest), variants),
};

import { isObject, type JsonObject } from "../../../../lib/json-object.ts";
import { type At, type Codec, writing } from "../codec.ts";

/** A brand agent knows its brands by id alone: its own address says whose they are. */
export const get_brand_identity: Codec = {
  request: writing(({ brand, brand_id, ...rest }) => {
    const id = brand_id ?? (isObject(brand) ? brand["brand_id"] : undefined);
    return { ...rest, ...(id !== undefined && { brand_id: id }) };
  }),
  answer: { write, read },
};

function write({ house, names, ...identity }: JsonObject, { request }: At): JsonObject {
  const brand_id = identity["brand_id"] ?? request["brand_id"];
  const name = String(brand_id);
  return {
    ...identity,
    brand_id,
    house: isObject(house) ? house : { domain: name, name },
    names: Array.isArray(names) ? names : [{ en: name }],
  };
}

/** Guidance in a form that is not known is left out; the rest of the answer stands. */
function read({ colors, logos, tone, visual_guidelines, ...rest }: JsonObject): JsonObject {
  const marks = Array.isArray(logos)
    ? logos.filter((logo: unknown) => isObject(logo) && typeof logo["url"] === "string")
    : undefined;
  return {
    ...rest,
    ...(isObject(colors) && { colors }),
    ...(marks !== undefined && { logos: marks }),
    ...(tone !== undefined && { tone: isObject(tone) ? tone : { voice: tone } }),
    ...(isObject(visual_guidelines) && { visual_guidelines }),
  };
}

import { isObject, type JsonObject, objectsIn } from "../../../../lib/json-object.ts";
import { creativeFormatSchema, formatTypeSchema } from "../../../records/creative.ts";
import { type Codec, each, without } from "../codec.ts";

/** What a format takes is `assets` on the wire, where required ones and others stand side by side. */
export const list_creative_formats: Codec = {
  request: {
    // Several types cannot be asked for at once: an agent passes the list over and answers with all of them.
    write: ({ format_types, ...rest }) => {
      const [type, ...others] = Array.isArray(format_types) ? (format_types as unknown[]) : [];
      if (others.length > 0) return { ...rest, format_types };
      return { ...rest, ...(type !== undefined && { type }) };
    },
    read: (request) => request,
  },
  answer: {
    write: (inside) => ({ ...inside, formats: each(inside["formats"], writeFormat) }),
    read: ({ formats, ...wire }) => ({
      ...without(wire, "pagination"),
      // One that makes no sense costs no other.
      formats: Array.isArray(formats)
        ? objectsIn(formats)
            .map(readFormat)
            .filter((one) => creativeFormatSchema.safeParse(one).success)
        : formats,
    }),
  },
};

function writeFormat({ assets_required, renders, ...format }: JsonObject): JsonObject {
  const assets = objectsIn(assets_required).map(({ required = true, ...asset }) => ({
    item_type: "individual",
    ...asset,
    required,
  }));
  const sized = objectsIn(renders).filter(({ dimensions }) => dimensions !== undefined);
  return {
    ...format,
    ...(assets.length > 0 && { assets }),
    ...(sized.length > 0 && {
      renders: sized.map((render) => ({ role: "primary", ...without(render, "duration_ms") })),
    }),
  };
}

function readFormat({ type, assets, renders, ...format }: JsonObject): JsonObject {
  return {
    ...format,
    ...(formatTypeSchema.safeParse(type).success && { type }),
    ...(assets !== undefined && { assets_required: each(assets, readAsset) }),
    ...(renders !== undefined && { renders: each(renders, readRender) }),
  };
}

/** Groups that repeat are none of the assets known inside: a creative is found to lack them, and a person makes it. */
function readAsset({ item_type, asset_group_id, ...asset }: JsonObject): JsonObject {
  if (item_type === "individual" || asset_group_id === undefined) return asset;
  return { ...asset, asset_id: asset_group_id, asset_type: "group" };
}

/** Sides that only the format's use decides are left out. */
function readRender({ dimensions, ...render }: JsonObject): JsonObject {
  if (!isObject(dimensions)) return render;
  const { width, height } = dimensions;
  return typeof width === "number" && typeof height === "number" ? { ...render, dimensions } : render;
}

import { isObject, type JsonObject, objectsIn } from "../../../../lib/json-object.ts";
import { type Codec, each } from "../codec.ts";
import { chain, inEach, inField } from "../combine.ts";
import { manifest } from "../manifest.ts";

const withManifest = inField("creative_manifest", manifest);

/** A preview has pieces on the wire; inside it is the address or the page of the first. */
export const preview_creative: Codec = {
  request: chain(withManifest, inEach("requests", withManifest)),
  answer: { write: writeAnswer, read: readAnswer },
};

function writeAnswer({ previews, results, ...rest }: JsonObject): JsonObject {
  if (results === undefined)
    return { response_type: "single", ...rest, previews: objectsIn(previews).map(writePreview) };
  return {
    response_type: "batch",
    ...rest,
    results: objectsIn(results).map((result, place) => writeResult(result, place, rest["expires_at"])),
  };
}

function writeResult({ previews, error, expires_at, ...result }: JsonObject, place: number, end: unknown) {
  return {
    creative_id: `request_${place + 1}`,
    ...result,
    ...(result["success"] === true
      ? { response: { previews: objectsIn(previews).map(writePreview), expires_at: expires_at ?? end } }
      : { errors: objectsIn([error]).map((one) => ({ message: "it cannot be shown", ...one })) }),
  };
}

function writePreview(
  { preview_id, preview_url, preview_html, input, ...preview }: JsonObject,
  place: number,
): JsonObject {
  const shown = {
    ...(preview_url !== undefined && { preview_url }),
    ...(preview_html !== undefined && { preview_html }),
  };
  const output_format = preview_html === undefined ? "url" : preview_url === undefined ? "html" : "both";
  return {
    renders: [{ render_id: `render_${place + 1}`, role: "primary", output_format, ...shown }],
    ...preview,
    preview_id: preview_id ?? `preview_${place + 1}`,
    input: isObject(input) ? input : { name: "default" },
  };
}

function readAnswer({ previews, results, ...rest }: JsonObject): JsonObject {
  return {
    ...rest,
    ...(previews !== undefined && { previews: each(previews, readPreview) }),
    ...(results !== undefined && { results: each(results, readResult) }),
  };
}

function readResult({ response, errors, ...result }: JsonObject): JsonObject {
  const { previews, ...shown } = isObject(response) ? response : {};
  const [error] = objectsIn(errors);
  return {
    ...shown,
    success: response !== undefined,
    ...result,
    ...(previews !== undefined && { previews: objectsIn(previews).map(readPreview) }),
    ...(error !== undefined && { error }),
  };
}

/** The pieces are kept: a person may want to see all of them. */
function readPreview(preview: JsonObject): JsonObject {
  const renders = objectsIn(preview["renders"]);
  const { preview_url, preview_html } = renders.find(({ role }) => role === "primary") ?? renders[0] ?? {};
  return {
    ...(preview_url !== undefined && { preview_url }),
    ...(preview_html !== undefined && { preview_html }),
    ...preview,
  };
}

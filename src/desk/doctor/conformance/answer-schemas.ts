import { isObject, type JsonObject } from "../../../lib/json-object.ts";

/** What answers of one release are checked against; `scripts/write-answer-schemas.ts` makes it of the public standard's schemas. */
export interface SchemaSet {
  readonly release: string;
  /** As published: `3.1.19`. */
  readonly version: string;
  /** By their path in the public standard's folder, such as `core/product`; they refer to each other by it. */
  readonly schemas: JsonObject;
}

/**
 * Each answer that is checked, by the task's name inside, in the order in which faults are listed: its schema, what faults in it
 * are about, and the field of its list. `brand_file` is what a seller publishes of itself.
 */
export const checkedAnswers = {
  get_capabilities: { schema: "protocol/get-adcp-capabilities-response", about: "protocol" },
  list_accounts: { schema: "account/list-accounts-response", about: "accounts", list: "accounts" },
  list_creative_formats: {
    schema: "media-buy/list-creative-formats-response",
    about: "formats",
    list: "formats",
  },
  get_products: { schema: "media-buy/get-products-response", about: "buying", list: "products" },
  list_products: { schema: "media-buy/list-products-response", about: "buying", list: "products" },
  get_media_buys: { schema: "media-buy/get-media-buys-response", about: "read-back", list: "media_buys" },
  get_media_buy_delivery: {
    schema: "media-buy/get-media-buy-delivery-response",
    about: "delivery",
    list: "media_buy_deliveries",
  },
  list_creatives: { schema: "creative/list-creatives-response", about: "creatives", list: "creatives" },
  get_signals: { schema: "signals/get-signals-response", about: "signals", list: "signals" },
  brand_file: { schema: "brand", about: "brand" },
} as const;
export type CheckedAnswer = keyof typeof checkedAnswers;

/** Words for people. */
const passedOver: ReadonlySet<string> = new Set([
  "$comment",
  "$id",
  "$schema",
  "default",
  "deprecated",
  "description",
  "discriminator",
  "enumDescriptions",
  "enumMetadata",
  "examples",
  "readOnly",
  "title",
]);
/** What closes an object: fields that a release does not know are no fault. */
const closing: ReadonlySet<string> = new Set(["additionalProperties", "unevaluatedProperties"]);
export const formatNames = ["date", "date-time", "email", "uri"] as const;
/** Keywords whose keys are names of fields. */
const named: ReadonlySet<string> = new Set([
  "$defs",
  "definitions",
  "dependencies",
  "patternProperties",
  "properties",
]);

/** Of published schemas, by their path without its ending, what answers are checked against and what that refers to. */
export function schemaSet(
  release: string,
  version: string,
  published: ReadonlyMap<string, unknown>,
): SchemaSet {
  const schemas = new Map<string, unknown>();
  const waiting: string[] = Object.values(checkedAnswers).map(({ schema }) => schema);
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    if (schemas.has(key) || !published.has(key)) continue;
    schemas.set(
      key,
      kept(published.get(key), key, (other) => published.has(other) && waiting.push(other) > 0),
    );
  }
  const sorted = [...schemas].sort(([one], [other]) => (one < other ? -1 : 1));
  return { release, version, schemas: Object.fromEntries(sorted) };
}

/** Asks for another schema; false where it was not published. */
type Needs = (other: string) => boolean;

/** A schema without what no value is checked by. */
function kept(value: unknown, key: string, needs: Needs): unknown {
  if (Array.isArray(value)) return value.map((item) => kept(item, key, needs));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([word, item]) => keptWord(word, item, key, needs)),
  );
}

function keptWord(word: string, item: unknown, key: string, needs: Needs): [string, unknown][] {
  if (passedOver.has(word) || word.startsWith("x-")) return [];
  if (closing.has(word) && !isObject(item)) return [];
  if (word === "format") return formatNames.some((name) => name === item) ? [[word, item]] : [];
  if (word === "enum" || word === "const") return [[word, item]];
  if (word === "$ref" && typeof item === "string") return reference(item, key, needs);
  if (named.has(word) && isObject(item)) return [[word, fieldsOf(item, key, needs)]];
  return [[word, kept(item, key, needs)]];
}

function fieldsOf(fields: JsonObject, key: string, needs: Needs): JsonObject {
  return Object.fromEntries(Object.entries(fields).map(([name, item]) => [name, kept(item, key, needs)]));
}

/** `/schemas/3.1.19/core/product.json#/a` as `/core/product#/a`. What was not published allows anything. */
function reference(to: string, key: string, needs: Needs): [string, unknown][] {
  const [file = "", inside = ""] = to.split("#");
  const other = file === "" ? key : file.replace(/^.*\/schemas\/[^/]+\//, "").replace(/\.json$/, "");
  if (file !== "" && !needs(other)) return [];
  return [["$ref", inside === "" ? `/${other}` : `/${other}#${inside}`]];
}

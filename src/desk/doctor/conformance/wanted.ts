import type { ErrorObject } from "ajv";
import { cleanText } from "../../../lib/clean-text.ts";

/** Values that one sentence names. */
const mostNamed = 8;

/** One thing that a release has against an answer: the stable name of the rule, and what is wanted, in words. */
export interface Objection {
  readonly rule: string;
  readonly wanted: string;
}

type Params = Readonly<Record<string, unknown>>;

const objections: Readonly<Record<string, (params: Params) => Objection>> = {
  type: ({ type }) => ({ rule: "wrong-type", wanted: `${kinds(type)} is wanted` }),
  required: ({ missingProperty: field }) => ({
    rule: "missing-field",
    wanted: `${String(field)} is required`,
  }),
  dependencies: ({ missingProperty: field, property }) => ({
    rule: "missing-field",
    wanted: `${String(field)} is required beside ${String(property)}`,
  }),
  enum: ({ allowedValues }) => ({ rule: "unknown-value", wanted: `${values(allowedValues)} is wanted` }),
  const: ({ allowedValue }) => ({ rule: "unknown-value", wanted: `${values([allowedValue])} is wanted` }),
  oneOf: ({ fields }) => ({ rule: "several-of-one", wanted: `only one of ${words(fields)} is wanted` }),
  not: () => ({ rule: "not-allowed", wanted: "the release does not allow these fields together" }),
  minItems: ({ limit }) => ({ rule: "too-few-items", wanted: `${least(limit)} wanted` }),
  minProperties: ({ limit }) => ({ rule: "too-few-items", wanted: `${least(limit)} wanted` }),
  contains: () => ({ rule: "too-few-items", wanted: "an item of another kind is wanted" }),
  maxItems: ({ limit }) => ({ rule: "too-many-items", wanted: `at most ${String(limit)} are wanted` }),
  maxProperties: ({ limit }) => ({ rule: "too-many-items", wanted: `at most ${String(limit)} are wanted` }),
  uniqueItems: ({ i, j }) => ({
    rule: "item-twice",
    wanted: `each item once is wanted, ${String(j)} and ${String(i)} are the same`,
  }),
  minLength: ({ limit }) => ({
    rule: "wrong-length",
    wanted: `at least ${String(limit)} characters are wanted`,
  }),
  maxLength: ({ limit }) => ({
    rule: "wrong-length",
    wanted: `at most ${String(limit)} characters are wanted`,
  }),
  minimum: ({ limit }) => ({ rule: "out-of-range", wanted: `at least ${String(limit)} is wanted` }),
  maximum: ({ limit }) => ({ rule: "out-of-range", wanted: `at most ${String(limit)} is wanted` }),
  exclusiveMinimum: ({ limit }) => ({ rule: "out-of-range", wanted: `more than ${String(limit)} is wanted` }),
  exclusiveMaximum: ({ limit }) => ({ rule: "out-of-range", wanted: `less than ${String(limit)} is wanted` }),
  pattern: ({ pattern }) => ({
    rule: "wrong-format",
    wanted: `text like ${cleanText(String(pattern), 80)} is wanted`,
  }),
  format: ({ format }) => ({
    rule: "wrong-format",
    wanted: `${formatWords[String(format)] ?? String(format)} is wanted`,
  }),
};

const formatWords: Readonly<Record<string, string>> = {
  date: "a date like 2027-01-31",
  "date-time": "a time with its zone, like 2027-01-31T09:00:00Z,",
  email: "an e-mail address",
  uri: "a whole address with https://",
};

/** Undefined for what only repeats another error, or is no fault here. */
export function objectionOf({ keyword, params }: ErrorObject): Objection | undefined {
  if (keyword === "if" || keyword === "propertyNames") return undefined;
  return objections[keyword]?.(params) ?? { rule: "not-allowed", wanted: "the release does not allow this" };
}

function kinds(type: unknown): string {
  const all = Array.isArray(type) ? type : [type];
  return all.map((one) => kindWords[String(one)] ?? String(one)).join(" or ");
}

const kindWords: Readonly<Record<string, string>> = {
  array: "a list",
  boolean: "true or false",
  integer: "a whole number",
  null: "null",
  number: "a number",
  object: "an object",
  string: "text",
};

/** What a value is, beside its own words: `"6.00" is text`. */
export function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return kindWords[typeof value] ?? typeof value;
}

function values(list: unknown): string {
  const all = Array.isArray(list) ? list.map((one) => cleanText(String(one), 40)) : [];
  const shown = all.length > mostNamed ? [...all.slice(0, mostNamed), "another known value"] : all;
  return shown.length < 2 ? (shown[0] ?? "nothing") : `${shown.slice(0, -1).join(", ")} or ${shown.at(-1)}`;
}

function words(list: unknown): string {
  return Array.isArray(list) ? list.map(String).join(" and ") : "these";
}

function least(limit: unknown): string {
  return limit === 1 ? "at least one is" : `at least ${String(limit)} are`;
}

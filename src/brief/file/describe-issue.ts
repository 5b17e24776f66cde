import { z } from "zod";
import { isObject } from "../../lib/json-object.ts";
import { nearest } from "../../lib/nearest.ts";
import type { FieldPath } from "../../lib/yaml-places.ts";
import { exampleOf, membersOf, schemaAt, valueAt } from "./at-path.ts";
import { briefFileSchema } from "./brief-schema.ts";

export interface DescribedIssue {
  readonly path: FieldPath;
  readonly message: string;
  /** The key is wrong, not its value. */
  readonly isKey?: boolean;
  readonly missing?: true;
}

/** What is wrong with a field of `brief.yaml` and what to write, from the schema's own descriptions and examples. */
export function describeIssue(
  issue: z.core.$ZodIssue,
  file: unknown,
  parent: FieldPath = [],
): DescribedIssue[] {
  const path = [...parent, ...issue.path.filter((part) => typeof part !== "symbol")];
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => ({ path: [...path, key], message: unknownKey(key, path), isKey: true }));
  const value = valueAt(file, path);
  if (issue.code === "invalid_union" && isObject(value)) {
    // An amount may be a text or a group of fields: where a group was written, only its fields are worth talking about.
    const ofGroup = issue.errors.find((errors) =>
      errors.every(({ code, path: inner }) => code !== "invalid_type" || inner.length > 0),
    );
    if (ofGroup !== undefined) return ofGroup.flatMap((each) => describeIssue(each, file, path));
  }
  // A list of what there is says what to write by itself.
  const isListed = issue.code === "invalid_value" && typeof value === "string";
  const message = isListed ? whatIsWrong(issue, value) : `${whatIsWrong(issue, value)}; ${whatToWrite(path)}`;
  return [{ path, message, ...(isMissing(value) && { missing: true }) }];
}

function whatIsWrong(issue: z.core.$ZodIssue, value: unknown): string {
  if (isMissing(value)) return "is missing";
  if (issue.code === "too_small" && (value === "" || (Array.isArray(value) && value.length === 0)))
    return "is empty";
  if (issue.code === "invalid_value" && typeof value === "string") {
    const meant = nearest(value, issue.values.map(String));
    return `"${value}" is not one of ${issue.values.join(", ")}${meant === undefined ? "" : `; did you mean ${meant}?`}`;
  }
  if (Array.isArray(value)) return "is a list";
  if (isObject(value)) return "is a group of fields";
  return `cannot be ${JSON.stringify(value)}`;
}

function isMissing(value: unknown): value is undefined | null {
  return value === undefined || value === null;
}

function whatToWrite(path: FieldPath): string {
  if (path.length === 0)
    return `write the fields of a brief: ${Object.keys(briefFileSchema.shape).join(", ")}`;
  const { description, example } = inSchema(path) ?? {};
  return `write: ${description?.replace(/\.$/, "") ?? ""}${example === undefined ? "" : `, such as ${shown(example)}`}`;
}

/** What the schema says of a field; of a member of a list or group that has no words of its own, those of that. */
function inSchema(path: FieldPath): { description: string; example: unknown } | undefined {
  const schema = schemaAt(briefFileSchema, path);
  const { description } = (schema && z.globalRegistry.get(schema)) ?? {};
  if (schema !== undefined && description !== undefined) return { description, example: exampleOf(schema) };
  const all = path.length > 1 ? inSchema(path.slice(0, -1)) : undefined;
  return all && { ...all, example: Array.isArray(all.example) ? all.example[0] : all.example };
}

function unknownKey(key: string, path: FieldPath): string {
  const schema = schemaAt(briefFileSchema, path);
  const known = Object.keys((schema && membersOf(schema)) ?? {});
  const meant = nearest(key, known);
  return `is not a field; ${meant === undefined ? `known are ${known.join(", ")}` : `did you mean ${meant}?`}`;
}

export function shown(example: unknown): string {
  if (Array.isArray(example)) return `[${example.map(shown).join(", ")}]`;
  if (isObject(example))
    return `{ ${Object.entries(example)
      .map(([key, value]) => `${key}: ${shown(value)}`)
      .join(", ")} }`;
  return String(example);
}

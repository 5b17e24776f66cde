import { attempt } from "./cause.ts";

/** What a JSON object is read as before anything is known of its members. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The objects of a list; empty where it is none. */
export function objectsIn(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** What a text says in JSON; undefined where it is none, which JSON has no value for. */
export function jsonIn(text: string): unknown {
  return attempt<unknown>(() => JSON.parse(text));
}

/** A place in a document, `packages[0].budget`. */
export function fieldPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === "number") return `${text}[${key}]`;
    return text === "" ? String(key) : `${text}.${String(key)}`;
  }, "");
}

import type { TaskName } from "../../tasks/index.ts";
import type { JsonObject } from "../dialect.ts";
import { isObject } from "./codec.ts";
import { codecOf } from "./codecs.ts";

type Key = string | number;

/** Longest list that a path is looked up in: agents write paths, and may write any number. */
const mostItems = 1_000;

/**
 * A path in a request on the wire as a path in the request inside: the task's own codec reads a request that has nothing
 * but a mark there. The path stays as it is where the codec drops the mark.
 */
export function fieldInside(task: TaskName, path: string): string {
  const keys = keysOf(path);
  if (keys === undefined) return path;
  const mark = Symbol(path);
  const wire = nested(keys, mark);
  if (!isObject(wire)) return path;
  const inside = codecOf(task).request.read(wire, { release: "3.1", request: {} });
  const found = pathTo(inside, mark);
  return found === undefined ? path : written(found);
}

/** `packages[0].budget` as its keys; undefined where it is no such path. */
function keysOf(path: string): Key[] | undefined {
  if (!/^\w+(?:\.\w+|\[\d{1,3}\])*$/.test(path)) return undefined;
  return [...path.matchAll(/\w+/g)].map(([key]) => {
    const index = Number(key);
    return path.includes(`[${key}]`) && index < mostItems ? index : key;
  });
}

function nested(keys: readonly Key[], value: unknown): unknown {
  return keys.reduceRight<unknown>((inner, key) => {
    if (typeof key === "string") return { [key]: inner };
    return [...Array.from({ length: key }, () => ({})), inner];
  }, value);
}

function pathTo(value: unknown, mark: symbol): Key[] | undefined {
  if (value === mark) return [];
  const entries: (readonly [Key, unknown])[] = Array.isArray(value)
    ? value.map((item: unknown, i) => [i, item] as const)
    : isObject(value)
      ? Object.entries(value as JsonObject)
      : [];
  for (const [key, item] of entries) {
    const rest = pathTo(item, mark);
    if (rest !== undefined) return [key, ...rest];
  }
  return undefined;
}

function written(keys: readonly Key[]): string {
  return keys
    .map((key) => (typeof key === "number" ? `[${key}]` : `.${key}`))
    .join("")
    .replace(/^\./, "");
}

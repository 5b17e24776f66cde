/** A JSON pointer (RFC 6901) into an answer; the whole of it is `/`. */
export type Pointer = string;

export function pointer(...parts: readonly (string | number)[]): Pointer {
  return `/${parts.map((part) => String(part).replaceAll("~", "~0").replaceAll("/", "~1")).join("/")}`;
}

export function partsOf(path: Pointer): readonly string[] {
  if (path === "/" || path === "") return [];
  return path
    .slice(1)
    .split("/")
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** What stands there; undefined where nothing does. */
export function valueAt(value: unknown, path: Pointer): unknown {
  return partsOf(path).reduce<unknown>(
    (inside, part) =>
      typeof inside === "object" && inside !== null && Object.hasOwn(inside, part)
        ? (inside as Record<string, unknown>)[part]
        : undefined,
    value,
  );
}

/** The same place in any item of the same lists. */
export function inEveryItem(path: Pointer): string {
  return path.replaceAll(/\/\d+(?=\/|$)/g, "/*");
}

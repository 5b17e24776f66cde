/** A copy of `value` with `to` at `path` (`packages[0].budget`); undefined takes the field away. */
export function withValue(
  value: Record<string, unknown>,
  path: string,
  to: unknown,
): Record<string, unknown> {
  const copy = structuredClone(value);
  const keys = path.split(/[.[\]]+/).filter((key) => key !== "");
  const last = keys.pop();
  let inner: Record<string, unknown> = copy;
  // The paths of the tables lead through objects and arrays, which are both indexed by name here.
  for (const key of keys) inner = inner[key] as Record<string, unknown>;
  if (last === undefined) return copy;
  if (to === undefined) delete inner[last];
  else inner[last] = to;
  return copy;
}

/** What stands at `path`; undefined where it leads nowhere. */
export function valueAt(value: unknown, path: string): unknown {
  return path
    .split(/[.[\]]+/)
    .filter((key) => key !== "")
    .reduce<unknown>(
      (inner, key) =>
        typeof inner === "object" && inner !== null ? (inner as Record<string, unknown>)[key] : undefined,
      value,
    );
}

/**
 * JSON with one spelling per value (RFC 8785, JCS): object keys sorted by UTF-16 code unit, no white space, no `undefined`.
 * What cannot be spelled (NaN, infinities, functions, bigint, cycles) is refused: a digest of it would mean nothing.
 */
export function canonicalJson(value: unknown): string {
  return write(value, "$");
}

function write(value: unknown, path: string): string {
  if (value === null || typeof value === "boolean" || typeof value === "string") return JSON.stringify(value);
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw new TypeError(`${path} is ${value}, which JSON cannot hold`);
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) return `[${value.map((item, i) => write(item, `${path}[${i}]`)).join(",")}]`;
  if (typeof value === "object") {
    const entries = Object.entries(value).filter(([, item]) => item !== undefined);
    entries.sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${write(item, `${path}.${key}`)}`).join(",")}}`;
  }
  throw new TypeError(`${path} is a ${typeof value}, which JSON cannot hold`);
}

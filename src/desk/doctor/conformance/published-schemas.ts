import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A folder of published JSON Schemas, each by its path without its ending. Rejects what cannot be read or is no JSON. */
export function publishedSchemas(folder: string): ReadonlyMap<string, unknown> {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith(".json"),
  );
  return new Map(
    paths.map((path) => [
      path.replaceAll("\\", "/").replace(/\.json$/, ""),
      JSON.parse(readFileSync(join(folder, path), "utf8")) as unknown,
    ]),
  );
}

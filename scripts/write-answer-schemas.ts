import { mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { schemaSet } from "../src/desk/doctor/conformance/answer-schemas.ts";
import { publishedSchemas } from "../src/desk/doctor/conformance/open-schemas.ts";

/**
 * Writes `answer-schemas/` anew from folders of the public standard's JSON Schemas, of each release what answers to reads are
 * checked against: `npx tsx scripts/write-answer-schemas.ts 3.1=<folder> 3.2=<folder>+<folder>`. What two folders have is the
 * second one's.
 */
mkdirSync("answer-schemas", { recursive: true });
for (const argument of process.argv.slice(2)) {
  const [release = "", named = ""] = argument.split("=");
  const folders = named.split("+");
  const published = new Map(folders.flatMap((folder) => [...publishedSchemas(folder)]));
  const set = schemaSet(release, basename(folders.at(-1) ?? ""), published);
  const text = `${JSON.stringify(set)}\n`;
  writeFileSync(join("answer-schemas", `${release}.json`), text);
  process.stdout.write(`${release}: ${Object.keys(set.schemas).length} schemas, ${text.length} bytes\n`);
}

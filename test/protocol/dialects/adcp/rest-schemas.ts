import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Ajv } from "ajv";

const folder = join(dirname(createRequire(import.meta.url).resolve("@adcp/sdk")), "schemas-data", "3.0");
const prefix = "/schemas/3.0.6/";

const ajv = new Ajv({
  strict: false,
  allErrors: true,
  formats: {
    uri: (text: string) => URL.canParse(text),
    "uri-template": true,
    email: true,
    date: /^\d{4}-\d\d-\d\d$/,
    "date-time": /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
  },
});
for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" }))
  if (file.includes("/") && file.endsWith(".json") && !file.startsWith("bundled/"))
    ajv.addSchema(JSON.parse(readFileSync(join(folder, file), "utf8")) as object);

/** What the public standard's schema, such as `governance/sync-plans-request`, has against a message; empty where it is right. */
export function objections(schema: string, message: unknown): string[] {
  const validate = ajv.getSchema(`${prefix}${schema}.json`);
  if (validate === undefined) throw new Error(`the standard has no schema ${schema}`);
  if (validate(message) === true) return [];
  return (validate.errors ?? []).map(({ instancePath, message: why }) => `${instancePath} ${why}`);
}

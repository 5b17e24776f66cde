import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { z } from "zod";
import { names } from "../../../../src/protocol/names.ts";
import { tasks } from "../../../../src/protocol/tasks/index.ts";

/** The public standard's own JSON Schemas of release 3.0, as its SDK ships them. */
const folder = join(import.meta.dirname, "../../../../node_modules/@adcp/sdk/dist/lib/schemas-data/3.0");

const ajv = new Ajv({ strict: false, allErrors: true });
ajv.addFormat("date-time", /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/);
ajv.addFormat("date", /^\d{4}-\d{2}-\d{2}$/);
ajv.addFormat("uri", (text) => URL.canParse(text));
ajv.addFormat("email", /^\S+@\S+$/);
for (const name of ["uri-template", "hostname", "uuid", "regex"]) ajv.addFormat(name, true);

const identified = z.looseObject({ $id: z.string() });
const ids = new Map<string, string>();
for (const path of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
  if (!path.endsWith(".json") || path.startsWith("bundled") || !path.includes("/")) continue;
  const schema = identified.safeParse(JSON.parse(readFileSync(join(folder, path), "utf8"))).data;
  if (schema === undefined) continue;
  ajv.addSchema(schema);
  ids.set(path.replace(/\.json$/, ""), schema.$id);
}

/** The schema of the requests of a task, by its name in the contract. */
export function requestSchemaOf(task: string): string {
  const named = task === names.svc.capabilitiesTask ? names.adcp.capabilitiesTask : task;
  const file = named === tasks.get_task_status.name ? "tasks-get" : named.replaceAll("_", "-");
  const found = [...ids.keys()].find((path) => path.endsWith(`/${file}-request`));
  if (found === undefined) throw new Error(`the standard has no schema for requests of ${task}`);
  return found;
}

/** What the standard's schema, such as `media-buy/create-media-buy-request`, has against a value: empty where nothing. */
export function schemaErrors(schema: string, value: unknown): string[] {
  const id = ids.get(schema);
  const validate = id === undefined ? undefined : ajv.getSchema(id);
  if (validate === undefined) throw new Error(`the standard has no schema ${schema}`);
  if (validate(value) === true) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

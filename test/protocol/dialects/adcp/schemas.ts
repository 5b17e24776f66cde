import { join } from "node:path";
import { openSchemas } from "../../../../scripts/public-schemas.ts";

/** The public standard's own JSON Schemas of release 3.0, as its SDK ships them. */
const shipped = openSchemas(
  join(import.meta.dirname, "../../../../node_modules/@adcp/sdk/dist/lib/schemas-data/3.0"),
);

/** The schema of the requests of a task, by its name in the contract. */
export const requestSchemaOf = (task: string) => shipped.schemaOf(task, "request");

export const schemaErrors = shipped.errors;

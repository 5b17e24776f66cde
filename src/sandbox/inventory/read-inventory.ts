import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { z } from "zod";

const folder = new URL("../../../inventory/", import.meta.url);

/** One file of the invented market, which is published beside the code. Throws where it is not as `schema` says, with each place. */
export function readInventory<Schema extends z.ZodType>(file: string, schema: Schema): z.output<Schema> {
  const read = schema.safeParse(parse(readFileSync(new URL(file, folder), "utf8")));
  if (read.success) return read.data;
  throw new Error(`inventory/${file}: ${z.prettifyError(read.error)}`);
}

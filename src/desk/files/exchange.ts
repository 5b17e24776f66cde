import { existsSync } from "node:fs";
import { parse } from "yaml";
import { type ExchangeTable, exchangeTableSchema } from "../../lib/exchange.ts";
import { UsageError } from "../usage-error.ts";
import { readText } from "./read-text.ts";
import { usualFile } from "./usual-file.ts";

/** The table in `file`, else the one in this folder, else the one in `otherwise`. Throws a UsageError where it is none. */
export function loadExchange(file: string | undefined, otherwise?: string): ExchangeTable | undefined {
  const path = file ?? usualFile("exchange.yaml") ?? otherwise;
  if (path === undefined) return undefined;
  if (!existsSync(path)) throw new UsageError(`exchange: there is no file ${path}`);
  const parsed = exchangeTableSchema.safeParse(parse(readText(path)));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new UsageError(`${path}: ${issue?.path.join(".")}: ${issue?.message}`);
}

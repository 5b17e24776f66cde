import type Database from "libsql";
import type { Head, KeptSnapshot, Row } from "./chain.ts";
import type { CapUseRow, MarkRow } from "./holdings.ts";

export interface Tables {
  readonly event: readonly Row[];
  readonly head: readonly Head[];
  readonly claim: readonly CapUseRow[];
  readonly mark: readonly MarkRow[];
  readonly snapshot: readonly KeptSnapshot[];
}

const integers: ReadonlySet<string> = new Set(["sequence", "minor", "cap"]);

/**
 * Reads the tables to the byte, for whoever doubts them: read as text, a value would end at its first NUL, and bytes that
 * are no UTF-8 would end the process.
 */
export function rawTables(database: Database.Database): Tables {
  const columns = (table: string) =>
    (database.prepare(`PRAGMA table_info(${table})`).all() as { name: string }[]).map(({ name }) => name);
  const read = (table: string, order: string) => {
    const selected = columns(table).map((name) =>
      integers.has(name) ? name : `CAST(${name} AS BLOB) AS ${name}`,
    );
    const rows = database.prepare(`SELECT ${selected.join(", ")} FROM ${table} ORDER BY ${order}`).all();
    return (rows as Readonly<Record<string, number | ArrayBuffer>>[]).map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)])),
    );
  };
  // The tables are STRICT: their rows have these columns and types, whatever stands in them.
  return {
    event: read("event", "event.campaign, event.sequence"),
    head: read("head", "head.campaign"),
    claim: read("claim", "rowid"),
    mark: read("mark", "rowid"),
    snapshot: read("snapshot", "rowid"),
  } as unknown as Tables;
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function plain(value: number | ArrayBuffer): string | number {
  if (typeof value === "number") return value;
  try {
    return utf8.decode(value);
  } catch {
    return `bytes ${Buffer.from(value).toString("hex")}`;
  }
}

import { chmodSync, closeSync, fsyncSync, openSync, renameSync, rmSync } from "node:fs";
import Database from "libsql";
import { messageOf } from "../lib/cause.ts";
import { writingTo } from "../lib/files/writing-to.ts";
import { immediately } from "./immediately.ts";
import { rawTables } from "./raw-tables.ts";
import { format, formatOf, oldestFormat, refuseLater } from "./schema.ts";
import { fileSigner, keyFileOf } from "./signing-key.ts";
import { faultsIn } from "./verify.ts";

/** What is to be done with a file of an earlier format, or was done. Nothing where both formats are one. */
export interface Migration {
  readonly from: number;
  readonly to: number;
  /** The file as it was before, beside it. */
  readonly copy?: string;
  /** Why it stays as it is. */
  readonly problem?: string;
}

/**
 * What makes a format of the one before it, by that one's number. Entries, and what they moved, are sealed and stay as they
 * were written: campaigns read earlier words in today's. Views are made anew.
 */
const steps: Readonly<Record<number, string>> = { 2: "DELETE FROM snapshot;" };

/**
 * Brings a file of an earlier format to this one, in one transaction: what cuts it off leaves the file as it was. Everything in
 * it is verified before and after, and a copy is made first. A dry run does the same without copy, and takes it back. A file
 * of this format, or of none, is left alone. Throws an Error where it is of a later one.
 */
export function migrate(
  database: Database.Database,
  file: string,
  { now, dryRun = false }: { readonly now: number; readonly dryRun?: boolean },
): Migration {
  const found = formatOf(database);
  refuseLater(found, file);
  if (!isFormer(found)) return { from: found, to: found };
  let copy: string | undefined;
  try {
    return immediately(database, () => {
      // Another process may have come first.
      const from = formatOf(database);
      if (!isFormer(from)) return { from, to: from };
      const first =
        Object.keys(steps)
          .map(Number)
          .sort((one, other) => one - other)[0] ?? format;
      if (from < first)
        return {
          from,
          to: format,
          problem: problem(
            file,
            from,
            `formats before ${first} name buys by ids that several sellers may give`,
          ),
        };
      verified(database, file);
      if (!dryRun) copy = copied(file, from, now);
      database.exec("SAVEPOINT migration");
      for (let next = from; next < format; next += 1) database.exec(steps[next] ?? "");
      database.exec(`PRAGMA user_version = ${format}`);
      verified(database, file);
      if (dryRun) database.exec("ROLLBACK TO migration");
      database.exec("RELEASE migration");
      return { from, to: format, ...(copy === undefined ? {} : { copy }) };
    });
  } catch (cause) {
    if (copy !== undefined) rmSync(copy, { force: true });
    return { from: found, to: format, problem: problem(file, found, messageOf(cause)) };
  }
}

/** The same for a file that nobody here has open. */
export function migrateFile(file: string, how: { readonly now: number; readonly dryRun?: boolean }) {
  const database = new Database(file, { timeout: 10_000 });
  try {
    return migrate(database, file, how);
  } finally {
    database.close();
  }
}

function isFormer(found: number): boolean {
  return found >= oldestFormat && found < format;
}

function problem(file: string, from: number, why: string): string {
  return `${file} holds a ledger of format ${from} and was not migrated to format ${format} (${why}). It is left as it is, and can only be read: status, audit and stop work on it`;
}

function verified(database: Database.Database, file: string): void {
  const [fault] = faultsIn(rawTables(database), fileSigner(keyFileOf(file)));
  if (fault !== undefined)
    throw new Error(`it is not as it was written: ${fault.campaignId}: ${fault.reason}`);
}

/** The file as it stands, beside it. Nobody writes to it meanwhile; a copy that was cut off has another name. */
function copied(file: string, from: number, now: number): string {
  const copy = `${file}.format-${from}.${new Date(now).toISOString().replaceAll(":", "-")}`;
  const part = `${copy}.part`;
  const reader = new Database(file, { readonly: true });
  try {
    return writingTo(copy, () => {
      rmSync(part, { force: true });
      reader.prepare("VACUUM INTO ?").run(part);
      chmodSync(part, 0o600);
      const opened = openSync(part, "r+");
      fsyncSync(opened);
      closeSync(opened);
      renameSync(part, copy);
      return copy;
    });
  } finally {
    reader.close();
  }
}

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isErrandId } from "../campaign/errand/errand.ts";
import { openJournal } from "../campaign/journal.ts";
import { campaignsIn } from "../campaign/stop/desk.ts";
import { makeStatement } from "../report/account/statement.ts";
import { statementMarkdown } from "../report/account/statement-markdown.ts";
import type { Statement } from "../report/account/statement-schema.ts";
import { statementSheets } from "../report/account/statement-sheets.ts";
import { renderXlsx } from "../report/xlsx.ts";
import { campaignNamed } from "./campaigns.ts";
import { openSession } from "./session.ts";
import { type StatementFormat, statementFormats } from "./statement-options.ts";
import { UsageError } from "./usage-error.ts";

type Flags = Readonly<Record<string, unknown>>;

/** `flightdesk statement`: writes a month's statement and prints where it is. Reads the ledger alone. */
export async function statement(flags: Flags): Promise<void> {
  const month = monthOf(flags["month"]);
  const { campaign, out, format } = flags;
  await using session = await openSession(flags, { bare: true });
  const { app, home } = session;
  const ids =
    typeof campaign === "string"
      ? [campaignNamed(app, campaign)]
      : campaignsIn(app.ledger).filter((id) => !isErrandId(id));
  const states = ids.map((id) => openJournal(app.ledger, id).state());
  const made = makeStatement(states, month);
  const folder = typeof out === "string" ? out : join(home, "statements");
  const formats = statementFormats.filter((name) =>
    Array.isArray(format) ? format.includes(name) : name === "xlsx",
  );
  for (const name of formats) {
    const path = join(folder, `statement-${month}.${name}`);
    write(folder, path, await contentOf(made, name));
    process.stdout.write(`${path}\n`);
  }
}

function contentOf(made: Statement, format: StatementFormat): string | Promise<Uint8Array> {
  switch (format) {
    case "xlsx":
      return renderXlsx(statementSheets(made));
    case "md":
      return statementMarkdown(made);
    case "json":
      return `${JSON.stringify(made, null, 2)}\n`;
  }
}

function monthOf(flag: unknown): string {
  const written = String(flag);
  if (/^\d{4}-(0[1-9]|1[0-2])$/.test(written)) return written;
  throw new UsageError(`--month: "${written}" is not a month; write for example 2027-01`);
}

function write(folder: string, path: string, content: string | Uint8Array): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(path, content);
  } catch (cause) {
    throw new UsageError(
      `${path}: cannot be written (${cause instanceof Error ? cause.message : String(cause)})`,
      { cause },
    );
  }
}

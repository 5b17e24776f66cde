import { join } from "node:path";
import { statementMarkdown } from "../../report/account/statement-markdown.ts";
import type { Statement } from "../../report/account/statement-schema.ts";
import { statementSheets } from "../../report/account/statement-sheets.ts";
import { renderXlsx } from "../../report/renderers/xlsx.ts";
import { type Flags, textOf } from "../flags.ts";
import { statementFormats } from "./report-options.ts";
import { writeFile } from "./write-file.ts";

/** Writes a month's statement in each of the formats that the flags name, and returns the files' paths. */
export async function writeStatement(made: Statement, month: string, home: string, { out, format }: Flags) {
  const folder = textOf(out) ?? join(home, "statements");
  const formats = statementFormats.filter((name) =>
    Array.isArray(format) ? format.includes(name) : name === "xlsx",
  );
  const paths: string[] = [];
  for (const name of formats) {
    const path = join(folder, `statement-${month}.${name}`);
    writeFile(path, await contentOf(made, name), { isWanted: typeof out === "string" });
    paths.push(path);
  }
  return paths;
}

function contentOf(made: Statement, format: (typeof statementFormats)[number]): string | Promise<Uint8Array> {
  switch (format) {
    case "xlsx":
      return renderXlsx(statementSheets(made));
    case "md":
      return statementMarkdown(made);
    case "json":
      return `${JSON.stringify(made, null, 2)}\n`;
  }
}

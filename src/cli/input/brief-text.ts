import { existsSync, readFileSync } from "node:fs";
import { UsageError } from "../../desk/usage-error.ts";
import { pdfText } from "./pdf-text.ts";

/** The text of a brief in a file of any kind. Throws a UsageError where it cannot be read. */
export async function briefText(file: string): Promise<string> {
  if (!existsSync(file)) throw new UsageError(`${file}: there is no such file`);
  return /\.pdf$/i.test(file) ? pdfText(file) : readFileSync(file, "utf8");
}

/** Free text from what a person gave: the name of a file, "-" for standard input, or the words themselves. */
export async function freeTextFrom(given: string): Promise<string> {
  if (given === "-") return readFileSync(0, "utf8");
  if (/\.(?:ya?ml|json)$/i.test(given))
    throw new UsageError(`${given}: is a structured brief already; see \`flightdesk brief check\``);
  return existsSync(given) || fileName.test(given) ? briefText(given) : given;
}

// Words have spaces between them; "brief.md" and "notes/brief.pdf" were meant as files.
const fileName = /^\S+\.(?:md|txt|pdf|docx?|html?)$/i;

import { existsSync, readFileSync } from "node:fs";
import { UsageError } from "../../desk/usage-error.ts";
import { decoded, documentText } from "./document-text.ts";

/** The text of a brief in a file of any kind. Throws a UsageError where it cannot be read. */
export async function briefText(file: string): Promise<string> {
  if (!existsSync(file)) throw new UsageError(`${file}: there is no such file`);
  return documentText(file);
}

/** Free text from what a person gave: the name of a file, "-" for standard input, or the words themselves. */
export async function freeTextFrom(given: string): Promise<string> {
  if (given === "-") return decoded("standard input", readFileSync(0));
  if (/\.(?:ya?ml|json)$/i.test(given))
    throw new UsageError(`${given}: is a structured brief already; see \`flightdesk brief check\``);
  return existsSync(given) || fileName.test(given) ? briefText(given) : given;
}

// Words have spaces between them; "brief.md" and "notes/brief.pdf" were meant as files.
const fileName = /^\S+\.(?:md|txt|pdf|docx?|xlsx?|pptx?|html?|eml|msg|rtf|odt)$/i;

import { existsSync, readFileSync } from "node:fs";
import { documentText } from "../../desk/files/document-text.ts";
import { readText } from "../../desk/files/read-text.ts";
import { read } from "../../desk/intake/intake.ts";
import { UsageError } from "../../desk/usage-error.ts";

/** The text of a brief in a file of any kind. Throws a UsageError where it cannot be read. */
export async function briefText(file: string): Promise<string> {
  return isStructured.test(file) ? readText(file) : documentText(file);
}

const isStructured = /\.(?:ya?ml|json)$/i;

/** Free text from what a person gave: the name of a file, "-" for standard input, or the words themselves. */
export async function freeTextFrom(given: string): Promise<string> {
  if (given === "-") return read("text", { name: "standard input", bytes: readFileSync(0) });
  if (isStructured.test(given))
    throw new UsageError(`${given}: is a structured brief already; see \`flightdesk brief check\``);
  return existsSync(given) || fileName.test(given) ? briefText(given) : given;
}

// Words have spaces between them; "brief.md" and "notes/brief.pdf" were meant as files.
const fileName = /^\S+\.(?:md|txt|pdf|docx?|xlsx?|pptx?|html?|eml|msg|rtf|odt)$/i;

import { existsSync, readFileSync, statSync } from "node:fs";
import { UsageError } from "../../desk/usage-error.ts";

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

const largest = 20 * 1024 * 1024;

/** The text of a PDF, page by page. Throws a UsageError where it holds none, is locked, or is no PDF. */
async function pdfText(file: string): Promise<string> {
  if (statSync(file).size > largest)
    throw new UsageError(
      `${file}: is larger than ${largest / 1024 / 1024} MB; save the brief alone, or as text`,
    );
  const { extractText, getDocumentProxy } = await import("unpdf");
  // Its warnings would go to standard output.
  const document = getDocumentProxy(new Uint8Array(readFileSync(file)), { verbosity: 0 });
  const { text } = await document
    .then((pdf) => extractText(pdf))
    .catch((cause: unknown) => {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new UsageError(`${file}: this PDF cannot be read (${reason}); save it as text`, { cause });
    });
  const whole = text.join("\n\n").trim();
  if (whole === "")
    throw new UsageError(
      `${file}: there is no text in this PDF, only pictures of pages; save it as text, or recognise its text first`,
    );
  return whole;
}

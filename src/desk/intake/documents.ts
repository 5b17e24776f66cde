import { isUtf8 } from "node:buffer";
import { extname } from "node:path";
import { z } from "zod";
import { messageOf } from "../../lib/cause.ts";
import { cleanText } from "../../lib/clean-text.ts";
import { openYaml } from "../../lib/yaml-places.ts";
import { UsageError } from "../usage-error.ts";
import { counted, unzipped } from "./archive.ts";
import { sheetsOf } from "./tables.ts";

interface Handed {
  /** It says what kind of file it is. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Characters: more is no brief, whatever it is. */
const longest = 2_000_000;

/** The text of a brief in a file of any kind that people send. Throws a UsageError with what to do where it cannot be read. */
export async function documentText(file: Handed): Promise<string> {
  const { name } = file;
  const extension = extname(name).toLowerCase();
  const refusal = refusals[extension];
  if (refusal !== undefined) throw new UsageError(`${name}: ${refusal}`);
  const reader = readers[extension] ?? decoded;
  const text = await reader(file).catch((cause: unknown) => {
    if (cause instanceof UsageError) throw cause;
    // A parser's message may quote what it has read.
    const reason = cleanText(messageOf(cause), 80);
    throw new UsageError(`${name}: this ${extension} cannot be read (${reason}); save it as text`, { cause });
  });
  if (text.trim() === "") throw new UsageError(`${name}: there is no text in it`);
  if (text.length > longest)
    throw new UsageError(`${name}: holds more text than a brief; save the brief alone`);
  return text;
}

type Reader = (file: Handed) => Promise<string>;

const readers: Readonly<Record<string, Reader>> = {
  ".pdf": pdfText,
  ".docx": async ({ name, bytes }) => {
    const mammoth = await import("mammoth");
    const { value } = await mammoth.convertToHtml(
      { buffer: counted(name, bytes) },
      // Nobody reads a picture here.
      { convertImage: mammoth.images.imgElement(() => Promise.resolve({ src: "" })) },
    );
    return htmlText(value);
  },
  ".xlsx": async ({ name, bytes }) => {
    const sheets = await sheetsOf(counted(name, bytes));
    return sheets.map(({ data }) => data.map(rowText).filter(Boolean).join("\n")).join("\n\n");
  },
  ".eml": async ({ bytes }) => {
    const { default: PostalMime } = await import("postal-mime");
    const { attachments, ...mail } = await PostalMime.parse(bytes, mailLimits);
    return mailText({ ...mail, attachments: attachments.map(({ filename }) => filename) });
  },
  ".msg": async ({ bytes }) => {
    const { default: library } = await import("@kenjiuno/msgreader");
    // Loaders do not agree where the default of such a library stands.
    const Reader = typeof library === "function" ? library : library.default;
    const message = new Reader(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    const { error, subject, body, bodyHtml, html, attachments = [] } = message.getFileData();
    if (error !== undefined) throw new TypeError(error);
    return mailText({
      subject,
      text: body,
      html: bodyHtml ?? (html && (await decoded({ name: "the mail", bytes: html }))),
      attachments: attachments.map(({ fileName }) => fileName),
    });
  },
  ".pptx": slidesText,
  ".html": async (file) => htmlText(await decoded(file)),
  ".htm": async (file) => htmlText(await decoded(file)),
};

const mailLimits = { maxNestingDepth: 50, maxHeadersSize: 256 * 1024, maxRfc822NestingDepth: 5 };

const refusals: Readonly<Record<string, string>> = {
  ".ppt": "the old PowerPoint format is not read; save it as .pptx or PDF",
  ".doc": "the old Word format is not read; save it as .docx or PDF",
  ".xls": "the old Excel format is not read; save it as .xlsx or CSV",
  ".rtf": "RTF is not read; save it as .docx or text",
  ".odt": "OpenDocument is not read; save it as .docx or PDF",
};

async function mailText({ subject, text, html, attachments }: MailParts): Promise<string> {
  return [
    subject === undefined ? "" : `Subject: ${subject}`,
    text ?? (html === undefined ? "" : await htmlText(html)),
    ...attachments.map((name) => `[The attachment ${name || "without a name"} was not read]`),
  ].join("\n\n");
}

interface MailParts {
  readonly subject?: string;
  readonly text?: string;
  readonly html?: string;
  readonly attachments: readonly (string | null | undefined)[];
}

/** The slides one after the other, their tables as rows. */
async function slidesText({ name, bytes }: Handed): Promise<string> {
  const { strFromU8 } = await import("fflate");
  const numbered = Array.from(unzipped(name, bytes), ([entry, content]) => ({
    number: Number(/^ppt\/slides\/[^/\d]*(?<number>\d+)\.xml$/.exec(entry)?.groups?.["number"]),
    content,
  }))
    .filter(({ number }) => !Number.isNaN(number))
    .sort((a, b) => a.number - b.number);
  if (numbered.length === 0) throw new TypeError("there is no slide in it");
  const slides = numbered.map(({ content }) =>
    htmlText(
      strFromU8(content)
        .replaceAll(/<(?<close>\/?)a:(?<name>p|tbl|tr|tc|br)\b[^<>]*>/g, (_, close: string, name: string) => {
          const tag = htmlNames[name] ?? name;
          return `<${close}${tag}>`;
        })
        .replaceAll(/<\/?(?:a|p):[^<>]*>|<\?[^<>]*>/g, ""),
    ),
  );
  return (await Promise.all(slides)).join("\n\n");
}

const htmlNames: Readonly<Record<string, string>> = { tbl: "table", tc: "td" };

/** Paragraphs as lines, rows of tables as "| cell | cell |". */
async function htmlText(html: string): Promise<string> {
  const { convert } = await import("html-to-text");
  return convert(html, {
    wordwrap: false,
    limits: { maxDepth: 200 },
    formatters: {
      row: (element, walk, builder) => {
        builder.openBlock();
        builder.addInline("|");
        walk(element.children, builder);
        builder.closeBlock();
      },
      cell: (element, walk, builder) => {
        // A paragraph in a cell would break the row.
        for (const child of element.children) walk(child.name === "p" ? child.children : [child], builder);
        builder.addInline(" |");
      },
    },
    selectors: [
      { selector: "a", options: { ignoreHref: true } },
      { selector: "img", format: "skip" },
      { selector: "tr", format: "row" },
      { selector: "td", format: "cell" },
      { selector: "th", format: "cell" },
      ...["h1", "h2", "h3", "h4", "h5", "h6"].map((selector) => ({
        selector,
        options: { uppercase: false },
      })),
    ],
  });
}

function rowText(cells: readonly unknown[]): string {
  const words = cells.map((cell) => {
    if (cell instanceof Date) return cell.toISOString().slice(0, 10);
    return typeof cell === "string" ? cell : cell === null || cell === undefined ? "" : JSON.stringify(cell);
  });
  return words.every((word) => word === "") ? "" : `| ${words.join(" | ")} |`;
}

const mostPages = 500;

/** The text of a PDF, page by page. Throws a UsageError where it holds none, is locked, or is no PDF. */
async function pdfText({ name, bytes }: Handed): Promise<string> {
  const { extractText, getDocumentProxy } = await import("unpdf");
  // Its warnings would go to standard output.
  const document = getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
  const { text } = await document
    .then((pdf) => {
      if (pdf.numPages > mostPages) throw new TypeError(`it has ${pdf.numPages} pages`);
      return extractText(pdf);
    })
    .catch((cause: unknown) => {
      throw new UsageError(`${name}: this PDF cannot be read (${messageOf(cause)}); save it as text`, {
        cause,
      });
    });
  const whole = text.join("\n\n").trim();
  if (whole === "")
    throw new UsageError(
      `${name}: there is no text in this PDF, only pictures of pages; save it as text, or recognise its text first`,
    );
  return whole;
}

/** Text in the encoding that it is written in. Throws a UsageError where it is no text. */
export async function decoded({ name, bytes }: Handed): Promise<string> {
  const encoding = startOf(bytes) ?? (await encodingOf(bytes));
  const text = encoding === "windows-1252" ? westernText(bytes) : new TextDecoder(encoding).decode(bytes);
  if (binary.test(text))
    throw new UsageError(
      `${name}: this is not text; save it as .txt, .md, .docx, .xlsx, .eml, .html or .pdf`,
    );
  return text;
}

/** Windows-1252. Some versions of Node read the bytes from 128 to 159 as if they were Latin-1. */
function westernText(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString("latin1")
    .replaceAll(/[\u0080-\u009f]/g, (mark) => westernMarks[mark.charCodeAt(0) - 0x80] ?? mark);
}

const westernMarks = Array.from("€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ");

/** The encoding that the first bytes name. */
function startOf([a, b]: Uint8Array): string | undefined {
  if (a === 0xff && b === 0xfe) return "utf-16le";
  return a === 0xfe && b === 0xff ? "utf-16be" : undefined;
}

async function encodingOf(bytes: Uint8Array): Promise<string> {
  const some = bytes.subarray(0, 4_000);
  const zerosAt = (parity: number) => some.filter((byte, i) => byte === 0 && i % 2 === parity).length;
  if (zerosAt(0) + zerosAt(1) > some.length / 5) return zerosAt(1) > zerosAt(0) ? "utf-16le" : "utf-16be";
  if (isUtf8(bytes)) return "utf-8";
  // Only in the tables of Central Europe do these bytes stand for letters.
  if (!/\p{L}[±³¶¹¼¿]|[±³¶¹¼][\p{L}]/u.test(westernText(bytes))) return "windows-1252";
  const { default: chardet } = await import("chardet");
  const [found] = chardet.analyse(bytes).filter(({ name }) => /^(?:ISO-8859-2|windows-1250)$/.test(name));
  return found?.name ?? "windows-1250";
}

const binary = /(?![\t\n\v\f\r\u0080-\u009f])\p{Cc}|\ufffd{3}/u;

/** Whether a text is a brief.yaml, and not a brief in somebody's own words: its flight or its brand is written in parts. */
export function isBriefFile(text: string): boolean {
  const { value } = openYaml(text);
  return briefFileSchema.safeParse(value).success;
}

const briefFileSchema = z.union([
  z.looseObject({ flight: z.looseObject({ start: z.unknown() }) }),
  z.looseObject({ brand: z.looseObject({ domain: z.string() }) }),
]);

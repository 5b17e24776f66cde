import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { strToU8, zipSync } from "fflate";
import writeWorkbook from "write-excel-file/node";
import { documentText } from "../src/desk/files/document-text.ts";
import { pdfOf } from "../test/cli/pdf-of.ts";

/** Kinds of file that a brief may be kept in. */
export const forms = ["docx", "xlsx", "pptx", "eml", "html", "pdf", "utf16", "cp1252"] as const;
export type Form = (typeof forms)[number];

/** What is read of a text that somebody sent as such a file. Lines such as "| a | b |" are rows of a table, "---" parts slides. */
export async function throughFile(text: string, form: Form): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "eval-"));
  const path = join(folder, `brief.${form === "utf16" || form === "cp1252" ? "txt" : form}`);
  try {
    writeFileSync(path, await asForm(text, form));
    return await documentText(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The text as such a file. */
export async function asForm(text: string, form: Form): Promise<Uint8Array> {
  return made[form](text);
}

const made: Readonly<Record<Form, (text: string) => Uint8Array | Promise<Uint8Array>>> = {
  docx: (text) => {
    const cell = (words: string) => `<w:p><w:r><w:t xml:space="preserve">${escaped(words)}</w:t></w:r></w:p>`;
    const body = blocksOf(text).map((block) =>
      typeof block === "string"
        ? cell(block)
        : `<w:tbl>${block.map((row) => `<w:tr>${row.map((words) => `<w:tc>${cell(words)}</w:tc>`).join("")}</w:tr>`).join("")}</w:tbl>`,
    );
    const word = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
    return packed({
      "[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
      "_rels/.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
      "word/document.xml": `<w:document xmlns:w="${word}"><w:body>${body.join("")}</w:body></w:document>`,
    });
  },
  xlsx: async (text) => {
    const rows = text
      .trimEnd()
      .split("\n")
      .map((line) => cellsOf(line) ?? [line]);
    return writeWorkbook(rows.map((row) => row.map((value) => ({ value })))).toBuffer();
  },
  pptx: (text) =>
    packed(
      Object.fromEntries(
        text.split("---\n").map((slide, i) => {
          const lines = slide.trimEnd().split("\n");
          const paragraphs = lines.map((line) => `<a:p><a:r><a:t>${escaped(line)}</a:t></a:r></a:p>`);
          return [
            `ppt/slides/slide${i + 1}.xml`,
            `<?xml version="1.0"?><p:sld xmlns:p="p" xmlns:a="a"><p:txBody>${paragraphs.join("")}</p:txBody></p:sld>`,
          ];
        }),
      ),
    ),
  eml: (text) => {
    const head =
      "From: Jo <jo@agency.example>\r\nTo: Kim <kim@desk.example>\r\nSubject: Brief\r\nMIME-Version: 1.0";
    const coded = Buffer.from(text).toString("base64").replaceAll(/.{76}/g, "$&\r\n");
    return Buffer.from(
      `${head}\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n${coded}\r\n`,
    );
  },
  html: (text) => {
    const body = blocksOf(text).map((block) =>
      typeof block === "string"
        ? `<p>${escaped(block)}</p>`
        : `<table>${block.map((row) => `<tr>${row.map((words) => `<td>${escaped(words)}</td>`).join("")}</tr>`).join("")}</table>`,
    );
    return Buffer.from(`<!doctype html><html><body>${body.join("")}</body></html>`);
  },
  // A line that is wider than the page would lose its end.
  pdf: (text) => Buffer.from(pdfOf(text.trimEnd().split("\n").flatMap(inWidth)), "latin1"),
  utf16: (text) => Buffer.from(`\ufeff${text}`, "utf16le"),
  cp1252: (text) => Buffer.from(text.replaceAll("€", "\u0080"), "latin1"),
};

/** Paragraphs, and the rows that follow each other as one table. */
function blocksOf(text: string): (string | string[][])[] {
  const blocks: (string | string[][])[] = [];
  for (const line of text.trimEnd().split("\n")) {
    const cells = cellsOf(line);
    const last = blocks.at(-1);
    if (cells === undefined) blocks.push(line);
    else if (Array.isArray(last)) last.push(cells);
    else blocks.push([cells]);
  }
  return blocks;
}

function cellsOf(line: string): string[] | undefined {
  return line.startsWith("|")
    ? line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim())
    : undefined;
}

function escaped(words: string): string {
  return words.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function packed(files: Readonly<Record<string, string>>): Uint8Array {
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
}

function inWidth(line: string): string[] {
  return line.match(/.{1,76}(?:\s|$)|\S{77,}/gu)?.map((part) => part.trimEnd()) ?? [line];
}

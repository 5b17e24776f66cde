import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { burn } from "@kenjiuno/msgreader/lib/Burner.js";
import { strToU8, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import writeWorkbook from "write-excel-file/node";
import { readText } from "../../../src/brief/reader/read-text.ts";
import { documentText } from "../../../src/desk/files/document-text.ts";
import { isBriefFile } from "../../../src/desk/intake/documents.ts";

const folder = mkdtempSync(join(tmpdir(), "brief-forms-"));
const lines = [
  ["Brand", "acme.example"],
  ["Budget", "EUR 90,000 net"],
  ["Flight", "1 March 2027 - 30 April 2027"],
  ["Country", "France"],
  ["Channels", "online video, podcasts"],
  ["Objective", "awareness"],
] as const;
const words = `${lines.map((line) => line.join(": ")).join("\n")}\n\nPlease no radio. Café, crème.\n`;
const html = `<html><body><table>${lines.map(([label, value]) => `<tr><td><b>${label}</b></td><td>${value}</td></tr>`).join("")}</table><p>Please no radio.</p></body></html>`;
const mail = [
  "From: Ann <ann@acme.example>",
  "To: Bob <bob@agency.example>",
  "Subject: Spring brief",
  "Content-Type: text/html; charset=utf-8",
  "",
  `${html.replace("</body></html>", "")}<div>On 12 Aug 2026 at 09:14, Bob wrote:</div><blockquote>last year: 140,000 EUR, print, Denmark</blockquote></body></html>`,
].join("\r\n");

function file(name: string, bytes: Uint8Array | string): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

/** A mail as Outlook keeps it. */
function outlook(body: string): Uint8Array {
  const stream = (name: string, text: string) => {
    const bytes = new Uint8Array(Buffer.from(text, "utf16le"));
    return { name, type: 2, length: bytes.length, binaryProvider: () => bytes };
  };
  return burn([
    { name: "Root Entry", type: 5, length: 0, children: [1, 2, 3] },
    { name: "__properties_version1.0", type: 2, length: 32, binaryProvider: () => new Uint8Array(32) },
    stream("__substg1.0_0037001F", "Spring brief"),
    stream("__substg1.0_1000001F", body),
  ]);
}

/** Two slides, the second one stored first. */
function slides(): Uint8Array {
  const slide = (inside: string) =>
    strToU8(`<?xml version="1.0"?><p:sld xmlns:a="a" xmlns:p="p"><p:txBody>${inside}</p:txBody></p:sld>`);
  const paragraph = (text: string) => `<a:p><a:r><a:rPr lang="en"/><a:t>${text}</a:t></a:r></a:p>`;
  const rows = lines.map(([label, value]) => {
    const cells = [label, value].map((words) => `<a:tc><a:txBody>${paragraph(words)}</a:txBody></a:tc>`);
    return `<a:tr h="1">${cells.join("")}</a:tr>`;
  });
  return zipSync({
    "ppt/slides/slide10.xml": slide(paragraph("Please no radio.")),
    "ppt/slides/slide2.xml": slide(`<a:tbl>${rows.join("")}</a:tbl>`),
    "ppt/notesSlides/notesSlide1.xml": slide(paragraph("Budget: EUR 1")),
  });
}

async function read(path: string) {
  const draft = await readText({ text: await documentText(path), today: "2026-11-21" });
  return {
    budget: draft.budget?.value,
    flight: [draft.flightStart?.value, draft.flightEnd?.value],
    countries: draft.countries.map(({ value }) => value),
    channels: draft.channels.map(({ value }) => value).sort(),
    ruledOut: draft.ruledOut.map(({ value }) => value),
    asked: draft.questions.map(({ field }) => field).filter((field) => field !== "name"),
  };
}

const understood = {
  budget: { minor: 9_000_000, currency: "EUR" },
  flight: ["2027-03-01", "2027-04-30"],
  countries: ["FR"],
  channels: ["olv", "podcast"],
  ruledOut: ["radio"],
  asked: [],
};

describe("a brief in a file", () => {
  test("of Word is read with its table", async () => {
    expect(await read(new URL("briefs/brief.docx", import.meta.url).pathname)).toEqual(understood);
  });

  test("of Excel is read sheet by sheet", async () => {
    const path = join(folder, "brief.xlsx");
    const rows = [...lines, ["Excluded", "radio"]].map((line) => line.map((value) => ({ value })));
    await writeWorkbook(rows).toFile(path);
    expect(await read(path)).toEqual(understood);
  });

  test("of a mail program is read without what it quotes", async () => {
    expect(await read(file("brief.eml", mail))).toEqual(understood);
  });

  test("of HTML is read as it is shown", async () => {
    expect(await read(file("brief.html", html))).toEqual(understood);
  });

  test("of Outlook is read without what it quotes", async () => {
    const body = `${words}\n\nOn 12 Aug 2026 at 09:14, Bob wrote:\n> last year: 140,000 EUR, print, Denmark\n`;
    expect(await read(file("brief.msg", outlook(body)))).toEqual(understood);
  });

  test("of PowerPoint is read slide by slide, with its tables", async () => {
    expect(await read(file("brief.pptx", slides()))).toEqual(understood);
  });

  test.each([
    ["UTF-8", Buffer.from(words)],
    ["UTF-8 with a mark", Buffer.from(`\ufeff${words}`)],
    ["UTF-16 with a mark", Buffer.from(`\ufeff${words}`, "utf16le")],
    ["UTF-16 without a mark", Buffer.from(words, "utf16le")],
    ["Windows-1252", Buffer.from(words, "latin1")],
  ])("in %s is read in its encoding", async (_, bytes) => {
    const path = file("brief.txt", bytes);
    expect(await documentText(path)).toContain("Café, crème");
    expect(await read(path)).toEqual(understood);
  });

  test.each([
    ["brief.pptx", Buffer.from("PK"), "save it as text"],
    ["brief.msg", Buffer.from("x"), "save it as text"],
    ["brief.ppt", Buffer.from("x"), "save it as .pptx or PDF"],
    ["brief.docx", Buffer.from("not a document"), "save it as text"],
    ["brief.txt", Buffer.from([1, 2, 3, 0, 200, 7, 9, 0, 1]), "this is not text"],
    ["empty.html", Buffer.from("<p></p>"), "there is no text in it"],
  ])("is refused with what to do: %s", async (name, bytes, message) => {
    await expect(documentText(file(name, bytes))).rejects.toThrow(message);
  });
});

test("tells a brief.yaml from a brief in somebody's own words", () => {
  expect(isBriefFile(readFileSync("examples/brief-to-campaign/brief.yaml", "utf8"))).toBe(true);
  expect(isBriefFile("flight: { start: 2027-01-18 }")).toBe(true);
  expect(
    isBriefFile("name: Spring\nbudget: 250,000 EUR\nflight: 18 January to 28 February\nbrand: Acme"),
  ).toBe(false);
  for (const words of ["", "We want 50,000 EUR on CTV.", "- a\n- b", "budget: [", "\u0000"])
    expect(isBriefFile(words), words).toBe(false);
});

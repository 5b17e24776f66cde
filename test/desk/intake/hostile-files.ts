import { constants, crc32, deflateRawSync, deflateSync } from "node:zlib";
import { strToU8, zipSync } from "fflate";

/** Files and texts that are small and want more time or memory to be read than anything is worth. */

/** Raw deflate of so many megabytes of one letter, made without ever holding them. */
function inflating(megabytes: number, letter = " "): Buffer {
  const one = deflateRawSync(Buffer.alloc(2 ** 20, letter), {
    finishFlush: constants.Z_FULL_FLUSH,
    level: 9,
  });
  return Buffer.concat([...Array.from({ length: megabytes }, () => one), deflateRawSync(Buffer.alloc(0))]);
}

function pdf(content: Buffer, filter: string): Buffer {
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R /Resources << >> >>",
  ].map((body, i) => Buffer.from(`${i + 1} 0 obj\n${body}\nendobj\n`));
  const stream = `4 0 obj\n<< /Length ${content.length} /Filter ${filter} >>\nstream\n`;
  return Buffer.concat([
    Buffer.from("%PDF-1.4\n"),
    ...objects,
    Buffer.from(stream),
    content,
    Buffer.from("\nendstream\nendobj\ntrailer << /Root 1 0 R /Size 5 >>\n%%EOF\n"),
  ]);
}

/** A PDF of a few kB: what its page draws is packed twice. */
export function pdfBomb(megabytes: number): Buffer {
  const once = Buffer.concat([Buffer.from([0x78, 0x9c]), inflating(megabytes), Buffer.alloc(4)]);
  return pdf(deflateSync(once, { level: 9 }), "[/FlateDecode /FlateDecode]");
}

/** A zip file whose entries say of their sizes whatever they are made to say. */
function zip(entries: readonly { name: string; packed: Buffer; says: number }[]): Buffer {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let at = 0;
  for (const { name, packed, says } of entries) {
    const sizes = Buffer.alloc(12);
    sizes.writeUInt32LE(crc32(Buffer.alloc(0)), 0);
    sizes.writeUInt32LE(packed.length, 4);
    sizes.writeUInt32LE(says, 8);
    const common = Buffer.concat([
      Buffer.from([20, 0, 0, 0, 8, 0, 0, 0, 0, 0]),
      sizes,
      u16(name.length),
      u16(0),
    ]);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), common, Buffer.from(name), packed]);
    central.push(
      Buffer.concat([
        Buffer.from("PK\x01\x02"),
        u16(20),
        common,
        Buffer.alloc(10),
        u32(at),
        Buffer.from(name),
      ]),
    );
    locals.push(local);
    at += local.length;
  }
  const directory = Buffer.concat(central);
  const end = [
    u16(0),
    u16(0),
    u16(entries.length),
    u16(entries.length),
    u32(directory.length),
    u32(at),
    u16(0),
  ];
  return Buffer.concat([...locals, directory, Buffer.from("PK\x05\x06"), ...end]);
}

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

const wordParts = {
  "[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
  "_rels/.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
};

/** A Word file that says that it holds a kB, and holds so many megabytes. */
export function wordBomb(megabytes: number, says = 1_000): Buffer {
  return zip([
    ...Object.entries(wordParts).map(([name, text]) => ({
      name,
      packed: deflateRawSync(text),
      says: text.length,
    })),
    { name: "word/document.xml", packed: inflating(megabytes), says },
  ]);
}

export function word(inside: string): Buffer {
  const document = `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${inside}</w:body></w:document>`;
  const parts = { ...wordParts, "word/document.xml": document };
  return Buffer.from(
    zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)]))),
  );
}

/** A workbook of one sheet. */
export function workbook(sheetData: string, others: Readonly<Record<string, Uint8Array>> = {}): Buffer {
  const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
  const kinds = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const parts = {
    "xl/workbook.xml": `<workbook xmlns="${main}" xmlns:r="${kinds}"><sheets><sheet name="plan" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${kinds}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    "xl/worksheets/sheet1.xml": `<worksheet xmlns="${main}"><sheetData>${sheetData}</sheetData></worksheet>`,
  };
  const texts = Object.entries(parts).map(([name, text]) => [name, strToU8(text)] as const);
  return Buffer.from(zipSync({ ...Object.fromEntries(texts), ...others }));
}

function nestedMail(depth: number): string {
  const open = Array.from(
    { length: depth },
    (_, i) => `Content-Type: multipart/mixed; boundary="b${i}"\r\n\r\n--b${i}\r\n`,
  );
  return `Subject: x\r\n${open.join("")}Content-Type: text/plain\r\n\r\nhello`;
}

/** Documents, by the names that they are handed in under. */
export const hostileDocuments: readonly (readonly [name: string, bytes: () => Buffer])[] = [
  ["inflates.pdf", () => pdfBomb(1_700)],
  ["divs.html", () => Buffer.from("<div>".repeat(200_000))],
  ["lies.docx", () => wordBomb(940)],
  ["says-so.docx", () => wordBomb(940, 940 * 2 ** 20)],
  [
    "entries.xlsx",
    () =>
      workbook(
        "",
        Object.fromEntries(Array.from({ length: 60_000 }, (_, i) => [`xl/x${i}.xml`, new Uint8Array(0)])),
      ),
  ],
  [
    "references.eml",
    () =>
      Buffer.from(
        `Subject: x\r\nReferences:${Array.from({ length: 200_000 }, (_, i) => ` <${i}@x.example>\r\n`).join("")}\r\nhello`,
      ),
  ],
  ["nested.eml", () => Buffer.from(nestedMail(20_000))],
  ["rows.xlsx", () => workbook('<row r="1"></row>'.repeat(1_000_000))],
  [
    "zip-in-zip.docx",
    () => Buffer.from(zipSync({ "word/document.xml": wordBomb(900), "a.zip": wordBomb(900) })),
  ],
  ["deep.docx", () => word("<w:p>".repeat(100_000))],
];

export const hostileTexts: readonly (readonly [name: string, text: string])[] = [
  ["12.12.", "12.12.".repeat(32_000)],
  ["10%", "10% ".repeat(48_000)],
  ["1/", "1/".repeat(95_000)],
  ["a.", "a.".repeat(34)],
  ["a-", "a-".repeat(34)],
];

/** YAML of half a megabyte: each name stands for many of the one before; merged; each name new; and nested. */
export const hostileYaml: readonly (readonly [name: string, text: string])[] = [
  [
    "aliases",
    `a0: &a0 [x]\n${Array.from({ length: 600 }, (_, i) => `a${i + 1}: &a${i + 1} [${Array.from({ length: 90 }, () => `*a${i}`).join(",")}]`).join("\n")}`,
  ],
  [
    "merges",
    `%YAML 1.1\n---\na0: &a0 {x: 1}\n${Array.from({ length: 15_000 }, (_, i) => `a${i + 1}: &a${i + 1} {<<: *a${i}, k${i}: 1}`).join("\n")}`,
  ],
  ["keys", Array.from({ length: 50_000 }, (_, i) => `k${i}: 1`).join("\n")],
  ["nested", "[".repeat(250_000)],
];

export const longCell = () => `id,time\n1,"${"x".repeat(50 * 2 ** 20)}"\n`;

/** Numbers that repeat by their seed. */
export function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const honest: readonly (readonly [name: string, bytes: Buffer])[] = [
  ["brief.pdf", pdf(deflateSync("BT /F1 9 Tf (50,000 EUR) Tj ET"), "/FlateDecode")],
  ["brief.docx", word("<w:p><w:r><w:t>50,000 EUR for CTV</w:t></w:r></w:p>".repeat(20))],
  ["brief.xlsx", workbook('<row r="1"><c r="A1"><v>50000</v></c></row>')],
  ["brief.eml", Buffer.from(nestedMail(3))],
  ["brief.html", Buffer.from("<table><tr><td>Budget</td><td>50,000 EUR</td></tr></table>".repeat(20))],
  [
    "brief.pptx",
    Buffer.from(zipSync({ "ppt/slides/slide1.xml": strToU8("<p:sld><a:p>50,000 EUR</a:p></p:sld>") })),
  ],
  ["brief.msg", Buffer.from("d0cf11e0a1b11ae1".repeat(200), "hex")],
  ["brief.txt", Buffer.from("We want 50,000 EUR of CTV in Germany. ".repeat(20))],
];

/** Files of every kind that are cut off, changed, repeated or grown from the inside. */
export function brokenDocument(seed: number): { readonly name: string; readonly bytes: Buffer } {
  const below = seeded(seed);
  const [name = "", bytes = Buffer.alloc(0)] = honest[seed % honest.length] ?? [];
  const [from, length] = [below(bytes.length), 1 + below(64)];
  const piece = bytes.subarray(from, from + length);
  switch (below(4)) {
    case 0:
      return { name, bytes: bytes.subarray(0, from) };
    case 1: {
      const changed = Buffer.from(bytes);
      for (let i = 0; i < 8; i += 1) changed[below(bytes.length)] = below(256);
      return { name, bytes: changed };
    }
    case 2: {
      const many = Array.from({ length: 1 + below(20_000) }, () => piece);
      return { name, bytes: Buffer.concat([bytes.subarray(0, from), ...many, bytes.subarray(from)]) };
    }
    default:
      return { name, bytes: Buffer.concat([bytes, bytes.subarray(from), bytes]) };
  }
}

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { settingsSchema } from "../../src/config.ts";
import { loadBrand } from "../../src/desk/files/report-files.ts";

const folder = mkdtempSync(join(tmpdir(), "flightdesk-brand-"));
afterAll(() => rmSync(folder, { recursive: true }));

function logo(content: string | Uint8Array): string {
  const file = join(folder, "logo");
  writeFileSync(file, content);
  return file;
}

const svg = (inside: string, attributes = "") =>
  `<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"${attributes}>${inside}</svg>`;

it("takes a picture in, as a data URL", () => {
  const plain = logo(svg('<defs><path id="a" d="M0 0"/></defs><use href="#a"/><rect fill="url(#b)"/>'));
  expect(loadBrand({ logo: plain, title: "Plan" })).toEqual({
    logo: expect.stringMatching(/^data:image\/svg\+xml;base64,/),
    title: "Plan",
  });
  const png = logo(Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]));
  expect(loadBrand({ logo: png }).logo).toMatch(/^data:image\/png;base64,/);
  expect(loadBrand(undefined)).toEqual({});
});

it.each([
  ["a text", "hello", /not a PNG, JPEG or SVG/],
  ["script", svg("<script>alert(1)</script>"), /loads something or runs script/],
  ["a handler", svg("", ' onload="alert(1)"'), /loads something or runs script/],
  ["a remote picture", svg('<image href="https://a.example/x.png"/>'), /loads something/],
  ["a remote picture by its old name", svg('<image xlink:href="//a.example/x.png"/>'), /loads something/],
  ["a remote style", svg("<style>@import 'a'</style>"), /loads something/],
  ["a remote fill", svg('<rect fill="url(https://a.example/x)"/>'), /loads something/],
  ["a page within", svg("<foreignObject/>"), /loads something/],
  ["too much", svg(" ".repeat(100_001)), /a logo may have 100000/],
])("refuses %s", (_, content, words) => {
  expect(() => loadBrand({ logo: logo(content) })).toThrow(words);
});

it("refuses a file that is not there, and a folder", () => {
  expect(() => loadBrand({ logo: join(folder, "none.png") })).toThrow(/brand: logo: .*there is no such file/);
  expect(() => loadBrand({ logo: folder })).toThrow(/this is a folder/);
});

it.each([
  ["red", /not a colour; write six digits/],
  ["#fff; } body { display: none", /not a colour/],
  ["#aaffcc", /too light to be read on paper \(contrast 1\.2, at least 4\.5\)/],
])("refuses %s as a colour", (accent, words) => {
  const { error } = settingsSchema.safeParse({ brand: { accent } });
  expect(error?.issues.map(({ message }) => message).join()).toMatch(words);
});

it("takes a dark colour", () => {
  expect(settingsSchema.safeParse({ brand: { accent: "#1F5F8B" } }).success).toBe(true);
});

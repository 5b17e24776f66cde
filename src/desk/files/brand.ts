import { existsSync, readFileSync, statSync } from "node:fs";
import type { Settings } from "../../config.ts";
import type { PageBrand } from "../../report/renderers/page.ts";
import { UsageError } from "../usage-error.ts";

/** A page stays under 300 KB, and a logo becomes a third longer in it. */
const mostBytes = 100_000;

/** The branding that the settings name, its logo read. Throws a UsageError where the file is none that may stand in a page. */
export function loadBrand(brand: Settings["brand"]): PageBrand {
  if (brand === undefined) return {};
  const { logo, ...words } = brand;
  return { ...words, ...(logo !== undefined && { logo: pictureIn(logo) }) };
}

function pictureIn(file: string): string {
  const wrong = (what: string) => new UsageError(`brand: logo: ${file}: ${what}`);
  if (!existsSync(file)) throw wrong("there is no such file");
  if (statSync(file).isDirectory()) throw wrong("this is a folder");
  const bytes = readFileSync(file);
  if (bytes.length > mostBytes) throw wrong(`it has ${bytes.length} bytes; a logo may have ${mostBytes}`);
  const kind = kinds.find(({ is }) => is(bytes));
  if (kind === undefined) throw wrong("it is not a PNG, JPEG or SVG picture");
  if (kind.type === "image/svg+xml" && active.test(bytes.toString("utf8")))
    throw wrong("this SVG loads something or runs script; save it as a plain SVG or as PNG");
  return `data:${kind.type};base64,${bytes.toString("base64")}`;
}

const kinds: readonly { readonly type: string; readonly is: (bytes: Buffer) => boolean }[] = [
  { type: "image/png", is: (bytes) => bytes.subarray(0, 8).toString("hex") === "89504e470d0a1a0a" },
  { type: "image/jpeg", is: (bytes) => bytes.subarray(0, 3).toString("hex") === "ffd8ff" },
  {
    type: "image/svg+xml",
    is: (bytes) => /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^>]*>\s*)?<svg[\s>]/.test(bytes.toString("utf8")),
  },
];
/** Script, entities, and whatever lies elsewhere. */
const active =
  /<script|<!ENTITY|<foreignObject|\son\w+\s*=|(?:href|src)\s*=\s*["']?\s*(?!["'#])(?:\w+:|\/\/)|url\(\s*["']?(?:\w+:|\/\/)|@import/i;

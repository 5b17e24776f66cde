import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { type Document, parseDocument } from "yaml";
import { readPrivateFile, writePrivateFile } from "../../lib/private-file.ts";
import type { Entry } from "./entry.ts";

/** Writes one seller's entry into a credentials file, and leaves the others and the comments as they are. */
export function putEntry(file: string, seller: string, entry: Entry): void {
  const document = open(file);
  document.setIn(["sellers", seller], entry);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writePrivateFile(file, document.toString());
}

/** Takes one seller's entry out of a credentials file; false where there is none. */
export function removeEntry(file: string, seller: string): boolean {
  const document = open(file);
  if (!document.deleteIn(["sellers", seller])) return false;
  writePrivateFile(file, document.toString());
  return true;
}

function open(file: string): Document {
  return parseDocument(existsSync(file) ? readPrivateFile(file) : "sellers: {}\n");
}

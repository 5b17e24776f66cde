import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { type Document, parseDocument } from "yaml";
import { exclusively } from "../../lib/files/exclusively.ts";
import { readPrivateFile, writePrivateFile } from "../../lib/files/private-file.ts";
import type { Entry } from "./entry.ts";

/**
 * Writes one seller's entry into a credentials file, and leaves the others and the comments as they are; false where there
 * is one already and it is not to be replaced. What was agreed on for the seller's webhooks and for the governance agent
 * outlives its credential.
 */
export async function putEntry(
  file: string,
  seller: string,
  { entry, replace }: { readonly entry: Entry; readonly replace: boolean },
): Promise<boolean> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  return editing(file, (document) => {
    if (!replace && document.hasIn(["sellers", seller])) return false;
    const agreed = ["webhook", "governance_credential"].map(
      (key) => [key, document.getIn(["sellers", seller, key])] as const,
    );
    document.setIn(["sellers", seller], document.createNode(entry));
    for (const [key, value] of agreed)
      if (value !== undefined) document.setIn(["sellers", seller, key], value);
    return true;
  });
}

/** Takes one seller's entry out of a credentials file; false where there is none. */
export function removeEntry(file: string, seller: string): Promise<boolean> {
  return editing(file, (document) => document.deleteIn(["sellers", seller]));
}

/** Writes the file where `change` says that something changed. No other process edits it meanwhile. */
function editing(file: string, change: (document: Document) => boolean): Promise<boolean> {
  return exclusively(`${file}.lock`, () => {
    const document = parseDocument(existsSync(file) ? readPrivateFile(file) : "sellers: {}\n");
    const isChanged = change(document);
    if (isChanged) writePrivateFile(file, document.toString());
    return Promise.resolve(isChanged);
  });
}

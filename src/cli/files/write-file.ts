import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { writing } from "../../desk/files/writing.ts";

/** What whoever started the command gives to new files; absent until `keepPrivate`. */
let usualMask: number | undefined;

/** From now on nobody else on this machine may read what is written, except where it was asked for by its path. */
export function keepPrivate(): void {
  usualMask = process.umask(0o077);
}

/**
 * Writes a file into a folder that is made where it is missing. One that somebody asked for by its path has the usual mode,
 * as it may be meant for others; all others are private. Throws as `writing` does.
 */
export function writeFile(
  path: string,
  content: string | Uint8Array,
  { isWanted, overwrite = true }: { readonly isWanted: boolean; readonly overwrite?: boolean },
): void {
  const mask = isWanted && usualMask !== undefined ? process.umask(usualMask) : undefined;
  try {
    writing(path, () => {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content, { flag: overwrite ? "w" : "wx" });
    });
  } finally {
    if (mask !== undefined) process.umask(mask);
  }
}

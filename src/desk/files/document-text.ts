import { statSync } from "node:fs";
import { read } from "../intake/intake.ts";
import { UsageError } from "../usage-error.ts";
import { readBytes } from "./read-text.ts";

/** Bytes of a file that outsiders wrote. */
const largest = 20 * 1024 * 1024;

/** The same as `readBytes`, of a file that is not too large to be read. */
export function handedIn(file: string): Buffer {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > largest)
    throw new UsageError(
      `${file}: is larger than ${largest / 1024 / 1024} MB; save what matters alone, or as text`,
    );
  return readBytes(file);
}

/** The text of a brief in a file of any kind that people send. Throws a UsageError with what to do where it cannot be read. */
export function documentText(file: string): Promise<string> {
  return read("document", { name: file, bytes: handedIn(file) });
}

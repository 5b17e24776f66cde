import { randomUUID } from "node:crypto";
import {
  closeSync,
  fstatSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { hasCode } from "../cause.ts";
import { writingTo } from "./writing-to.ts";

/** The text of a file that its owner alone can read. Throws, with the command that mends it, where others can too. */
export function readPrivateFile(file: string): string {
  const descriptor = openSync(file, "r");
  try {
    if (process.platform !== "win32" && (fstatSync(descriptor).mode & 0o077) !== 0)
      throw new Error(`${file} can be read by others on this machine; mend it with: chmod 600 ${file}`);
    return readFileSync(descriptor, "utf8");
  } finally {
    closeSync(descriptor);
  }
}

/** Writes a file that its owner alone can read, whole or not at all: whoever reads it sees the text before or after. */
export function writePrivateFile(file: string, text: string): void {
  const draft = `${file}.${randomUUID()}`;
  writingTo(file, () => writeNew(draft, text));
  try {
    renameSync(draft, file);
  } catch (cause) {
    rmSync(draft, { force: true });
    throw cause;
  }
}

/** Makes a file that its owner alone can read; false where there is one already, which stays as it is. */
export function makePrivateFile(file: string, text: string): boolean {
  try {
    writingTo(file, () => writeNew(file, text));
    return true;
  } catch (cause) {
    if (hasCode(cause, "EEXIST")) return false;
    throw cause;
  }
}

function writeNew(file: string, text: string): void {
  const descriptor = openSync(file, "wx", 0o600);
  try {
    writeFileSync(descriptor, text);
    fsyncSync(descriptor);
  } catch (cause) {
    rmSync(file, { force: true });
    throw cause;
  } finally {
    closeSync(descriptor);
  }
}

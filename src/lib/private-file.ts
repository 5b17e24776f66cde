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
  try {
    const descriptor = openSync(draft, "wx", 0o600);
    try {
      writeFileSync(descriptor, text);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(draft, file);
  } catch (cause) {
    rmSync(draft, { force: true });
    throw cause;
  }
}

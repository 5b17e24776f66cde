import { DiskFull, writingTo } from "../lib/disk-full.ts";
import { UsageError } from "./usage-error.ts";

/** Throws a DiskFull where there is no space, and a UsageError where `path` cannot be written for another reason. */
export function writing(path: string, write: () => void): void {
  try {
    writingTo(path, write);
  } catch (cause) {
    if (cause instanceof DiskFull) throw cause;
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new UsageError(`${path}: cannot be written (${why})`, { cause });
  }
}

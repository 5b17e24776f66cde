import { CannotWrite, writingTo } from "../../lib/files/writing-to.ts";
import { UsageError } from "../usage-error.ts";

/** Throws a CannotWrite where there is no space or no leave, and a UsageError where `path` cannot be written for another reason. */
export function writing(path: string, write: () => void): void {
  try {
    writingTo(path, write);
  } catch (cause) {
    if (cause instanceof CannotWrite) throw cause;
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new UsageError(`${path}: cannot be written (${why})`, { cause });
  }
}

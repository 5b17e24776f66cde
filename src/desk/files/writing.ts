import { messageOf } from "../../lib/cause.ts";
import { CannotWrite, writingTo } from "../../lib/files/writing-to.ts";
import { UsageError } from "../usage-error.ts";

/** Throws a CannotWrite where there is no space or no leave, and a UsageError where `path` cannot be written for another reason. */
export function writing(path: string, write: () => void): void {
  try {
    writingTo(path, write);
  } catch (cause) {
    if (cause instanceof CannotWrite) throw cause;
    throw new UsageError(`${path}: cannot be written (${messageOf(cause)})`, { cause });
  }
}

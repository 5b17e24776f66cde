/** What could not be written for want of space, as a sentence for people. */
export class DiskFull extends Error {
  constructor(file: string, cause: unknown) {
    super(
      `${file} cannot be written: its disk is full. Nothing that was recorded is lost; free some space and give the command again`,
      { cause },
    );
  }
}

/** Does what writes to `file`. Throws a DiskFull where there is no space for it, else what it throws itself. */
export function writingTo<Value>(file: string, write: () => Value): Value {
  try {
    return write();
  } catch (cause) {
    throw isFull(cause) ? new DiskFull(file, cause) : cause;
  }
}

/** Of the system's calls and of SQLite; the last is what its shared memory gets in place of space. */
const codes: readonly unknown[] = ["ENOSPC", "EDQUOT", "SQLITE_FULL", "SQLITE_IOERR_SHMSIZE"];

function isFull(cause: unknown): boolean {
  return cause instanceof Error && "code" in cause && codes.includes(cause.code);
}

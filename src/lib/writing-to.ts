/** What could not be written to a file that must be written, as a sentence for people. */
export class CannotWrite extends Error {}

/** Does what writes to `file`. Throws a CannotWrite where there is no space or no leave for it, else what it throws itself. */
export function writingTo<Value>(file: string, write: () => Value): Value {
  try {
    return write();
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
    const [, why] = reasons.find(([codes]) => codes.includes(code)) ?? [];
    throw why === undefined ? cause : new CannotWrite(`${file} cannot be written: ${why}`, { cause });
  }
}

/** By the codes of the system's calls and of SQLite; the last of a full disk is what its shared memory gets in place of space. */
const reasons: readonly (readonly [codes: readonly unknown[], why: string])[] = [
  [
    ["ENOSPC", "EDQUOT", "SQLITE_FULL", "SQLITE_IOERR_SHMSIZE"],
    "its disk is full. Nothing that was recorded is lost; free some space and give the command again",
  ],
  [
    ["EACCES", "EPERM", "EROFS", "SQLITE_READONLY", "SQLITE_CANTOPEN"],
    "this account may not write there. Name another folder (--home for the home), or have it opened",
  ],
  [["ENOTDIR"], "a part of its path is a file. Name another folder (--home for the home)"],
];

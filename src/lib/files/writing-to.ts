/** What could not be written to a file that must be written, as a sentence for people. */
export class CannotWrite extends Error {}

/** Does what writes to `file`. Throws a CannotWrite where there is no space or no leave for it, else what it throws itself. */
export function writingTo<Value>(file: string, write: () => Value): Value {
  try {
    return write();
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
    const [, why] = reasons.find(([codes]) => codes.includes(plain(code))) ?? [];
    throw why === undefined ? cause : new CannotWrite(`${file} cannot be written: ${why}`, { cause });
  }
}

/** SQLite says more of some codes than its library has names for: 1544, of a folder that is read-only, is one of 8. */
function plain(code: string): string {
  const [, number] = /^UNKNOWN_SQLITE_ERROR_(\d+)$/.exec(code) ?? [];
  return sqliteCodes.get(Number(number) & 255) ?? code;
}

const sqliteCodes: ReadonlyMap<number, string> = new Map([
  [8, "SQLITE_READONLY"],
  [13, "SQLITE_FULL"],
  [14, "SQLITE_CANTOPEN"],
]);

/** By the codes of the system's calls and of SQLite; the last of a full disk is what its shared memory gets in place of space. */
const reasons: readonly (readonly [codes: readonly string[], why: string])[] = [
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

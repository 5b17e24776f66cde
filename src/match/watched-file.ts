import { readFileSync, statSync } from "node:fs";
import { messageOf } from "../lib/cause.ts";

/** What a file holds now. */
export interface Watched<Value> {
  readonly value: () => Value;
  /** Checks the file, and reads it where it has changed; whether it had. */
  readonly refresh: () => boolean;
}

/** A file that others write. What is missing or cannot be read holds nothing: `none` stands for it. */
export function watchedFile<Value>(
  file: string,
  options: {
    readonly read: (text: string) => Value;
    readonly none: Value;
    /** Called where a file cannot be read, with why; never with what is in it. */
    readonly onNotice: (line: string) => void;
  },
): Watched<Value> {
  const { read, none, onNotice } = options;
  let value = none;
  let seen: string | undefined;
  const refresh = () => {
    const version = versionOf(file);
    if (version === seen) return false;
    seen = version;
    try {
      value = version === "missing" ? none : read(readFileSync(file, "utf8"));
      if (version === "missing") onNotice(`${file} is not there`);
    } catch (cause) {
      value = none;
      onNotice(`${file} cannot be read, and counts as empty: ${messageOf(cause)}`);
    }
    return true;
  };
  refresh();
  return { value: () => value, refresh };
}

/** Changes with each writing, as a file that is written whole is another one each time. */
function versionOf(file: string): string {
  const stat = statSync(file, { throwIfNoEntry: false, bigint: true });
  return stat === undefined ? "missing" : `${stat.ino} ${stat.size} ${stat.mtimeNs}`;
}

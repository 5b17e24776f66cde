import { isUtf8 } from "node:buffer";
import { existsSync, readFileSync, statSync } from "node:fs";
import { UsageError } from "../usage-error.ts";

/** The bytes of a file that somebody named. Throws a UsageError where there is none, or it is a folder. */
export function readBytes(file: string): Buffer {
  if (!existsSync(file)) throw new UsageError(`${file}: there is no such file`);
  if (statSync(file).isDirectory()) throw new UsageError(`${file}: this is a folder; name a file in it`);
  return readFileSync(file);
}

/** The text of a file that somebody named. Throws as `readBytes` does, and where it is no UTF-8. */
export function readText(file: string): string {
  const bytes = readBytes(file);
  if (isUtf8(bytes)) return bytes.toString("utf8");
  throw new UsageError(`${file}:${faultyLine(bytes)} this line is not UTF-8; save the file as UTF-8`);
}

/** From 1. A line feed is never part of another character of UTF-8. */
function faultyLine(bytes: Buffer): number {
  let [line, from] = [1, 0];
  for (let end = bytes.indexOf(lineFeed); end >= 0; end = bytes.indexOf(lineFeed, from)) {
    if (!isUtf8(bytes.subarray(from, end))) return line;
    line += 1;
    from = end + 1;
  }
  return line;
}

const lineFeed = 10;

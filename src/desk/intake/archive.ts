import { Unzip, UnzipInflate, type Zippable, zipSync } from "fflate";
import { UsageError } from "../usage-error.ts";

const mostEntries = 2_000;
const mostUnpacked = 60 * 1024 * 1024;
/** So little at once that what comes out of it is counted before it is too much: deflate makes at most a thousand of one. */
const step = 8 * 1024;

/** What a zip file holds, counted as it comes out, whatever it says of itself. Throws a UsageError where that is too much. */
export function unzipped(name: string, bytes: Uint8Array): ReadonlyMap<string, Uint8Array> {
  const parts = new Map<string, Uint8Array[]>();
  let entries = 0;
  let unpacked = 0;
  const unzip = new Unzip((entry) => {
    entries += 1;
    if (entries > mostEntries)
      throw new UsageError(`${name}: holds more than ${mostEntries} files in one; save it as text`);
    const chunks: Uint8Array[] = [];
    parts.set(entry.name, chunks);
    entry.ondata = (cause, chunk) => {
      if (cause !== null) throw cause;
      unpacked += chunk.length;
      if (unpacked > mostUnpacked)
        throw new UsageError(
          `${name}: holds more than ${mostUnpacked / 1024 / 1024} MB; save the brief alone, or as text`,
        );
      chunks.push(chunk);
    };
    entry.start();
  });
  unzip.register(UnzipInflate);
  for (let at = 0; at < bytes.length; at += step)
    unzip.push(bytes.subarray(at, at + step), at + step >= bytes.length);
  if (entries === 0) throw new TypeError("there is nothing in it");
  return new Map(Array.from(parts, ([entry, chunks]) => [entry, Buffer.concat(chunks)]));
}

/** The same file with what was counted in it and nothing else, for libraries that unpack by themselves. */
export function counted(name: string, bytes: Uint8Array): Buffer {
  const files: Zippable = {};
  for (const [entry, content] of unzipped(name, bytes)) files[entry] = [content, { level: 0 }];
  return Buffer.from(zipSync(files));
}

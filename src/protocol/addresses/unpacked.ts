import { pipeline, type Readable, type Transform } from "node:stream";
import { constants, createBrotliDecompress, createGunzip, createInflate } from "node:zlib";

/** Each gives out what it has at once, and forgives a packing without its end: what is missing then is seen by its reader. */
const zlib = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH };
const brotli = { flush: constants.BROTLI_OPERATION_FLUSH, finishFlush: constants.BROTLI_OPERATION_FLUSH };
const unpackers: ReadonlyMap<string, () => Transform> = new Map([
  ["gzip", () => createGunzip(zlib)],
  ["x-gzip", () => createGunzip(zlib)],
  ["deflate", () => createInflate(zlib)],
  ["br", () => createBrotliDecompress(brotli)],
]);
const mostPackings = 5;

/**
 * The bytes of a body that was packed for its way, as its Content-Encoding names that; as they are where one of the ways is
 * not known. Unpacks no further than it is read. Throws where there are more than five.
 */
export function unpacked(body: Readable, encoding: string | null): Readable {
  if (encoding === null) return body;
  const names = encoding.toLowerCase().split(",", mostPackings + 1);
  if (names.length > mostPackings) throw new Error(`the body is packed more than ${mostPackings} times`);
  const ways = names.map((name) => unpackers.get(name.trim()));
  return ways.every((way) => way !== undefined)
    ? // Whoever reads the last one is told of the failure of each.
      ways.reduceRight<Readable>((packed, way) => pipeline(packed, way(), () => undefined), body)
    : body;
}

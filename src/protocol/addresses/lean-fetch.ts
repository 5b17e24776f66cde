import { pipeline, type Readable, type Transform } from "node:stream";
import { constants, createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import type { Dispatcher } from "undici";
import type { Answered } from "../../lib/limited-body.ts";
import { AddressRefused } from "./address-rule.ts";

/** `fetch` whose answers are read within limits. */
export type Fetch = (url: string | URL, init?: RequestInit) => Promise<Answered>;

export const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);
const usual = { accept: "*/*", "accept-encoding": "gzip, deflate, br", "user-agent": "flightdesk" };
/** Ports of mail, files, printers and the like: the platform's `fetch` calls nobody there either. */
const otherPorts: ReadonlySet<string> = new Set(
  [
    "1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115",
    "117 119 123 135 137 139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556",
    "563 587 601 636 989 990 993 995 1719 1720 1723 2049 3659 4045 4190 5060 5061 6000 6566 6665 6666",
    "6667 6668 6669 6679 6697 10080",
  ].flatMap((ports) => ports.split(" ")),
);

/**
 * `fetch` as far as one server calls another by it, at a fraction of the platform's work: no caches, cookies or origins.
 * Bodies are texts. A redirect is an error, or given back where `redirect` is `manual`. Rejects with the signal's reason where
 * that aborts, with an AddressRefused of the connection, else as `fetch` does.
 */
export async function leanFetch(connections: Dispatcher, url: URL, init: RequestInit): Promise<Answered> {
  const { method = "GET", headers, body, signal, redirect } = init;
  if (otherPorts.has(url.port)) throw new TypeError("fetch failed", { cause: new Error("bad port") });
  if (body !== undefined && body !== null && typeof body !== "string" && !(body instanceof URLSearchParams))
    throw new TypeError("a body that is not text cannot be sent");
  const failed = (cause: unknown) => {
    if (signal?.aborted) return signal.reason as unknown;
    return cause instanceof AddressRefused ? cause : new TypeError("fetch failed", { cause });
  };
  const answer = await connections
    .request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      // Of all methods that there are, those in use are known to both libraries.
      method: method as Dispatcher.HttpMethod,
      headers: { ...usual, ...Object.fromEntries(new Headers(headers)) },
      body: body?.toString() ?? null,
      signal: signal ?? null,
    })
    .catch((cause: unknown) => {
      throw failed(cause);
    });
  const { statusCode: status } = answer;
  // Reading the body fails with it.
  answer.body.on("error", () => undefined);
  try {
    if (redirects.has(status) && redirect !== "manual") throw new Error("unexpected redirect");
    const fields = new Headers();
    for (const [name, values] of Object.entries(answer.headers))
      for (const value of [values ?? []].flat()) fields.append(name, value);
    if (bodiless.has(status)) answer.body.resume();
    const body = bodiless.has(status) ? null : bodyOf(unpacked(answer.body, fields.get("content-encoding")));
    return { status, ok: status >= 200 && status < 300, headers: fields, body };
  } catch (cause) {
    answer.body.destroy();
    throw failed(cause);
  }
}

/** Takes from a source what is read, and no more. */
function bodyOf(source: Readable): Answered["body"] {
  const chunks = source.iterator() as AsyncIterableIterator<Uint8Array, undefined>;
  const cancel = () => Promise.resolve(void source.destroy());
  return { getReader: () => ({ read: () => chunks.next(), cancel }), cancel };
}

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
function unpacked(body: Readable, encoding: string | null): Readable {
  if (encoding === null) return body;
  const names = encoding.toLowerCase().split(",", mostPackings + 1);
  if (names.length > mostPackings) throw new Error(`the body is packed more than ${mostPackings} times`);
  const ways = names.map((name) => unpackers.get(name.trim()));
  return ways.every((way) => way !== undefined)
    ? // Reading the last one reports the failure of each.
      ways.reduceRight<Readable>((packed, way) => pipeline(packed, way(), () => undefined), body)
    : body;
}

import type { JsonObject } from "../../lib/json-object.ts";
import { TaskError } from "../messages/errors.ts";
import { type Extracted, extract } from "../messages/extract.ts";
import type { CallResult } from "../messages/transport.ts";

/** Pages of one answer that are read; an agent with more has no end. */
const mostPages = 100;
/** All pages together have so many times the time of one. */
const timesOfOne = 3;

/** What one call may take. */
export interface Allowance {
  /** Milliseconds. */
  readonly timeoutMs: number;
  /** Bytes of its answer. */
  readonly maximumBytes: number;
}

/**
 * One answer of all its pages: `call` is made with `request` and then with what `next` makes of each page, until it makes
 * nothing. A page that does not come fails the whole: half a list is read as a whole one. All pages share the bytes of one
 * answer and three times its time, by `now` in milliseconds.
 */
export async function readPages(
  request: JsonObject,
  options: {
    readonly call: (request: JsonObject, left: Allowance) => Promise<CallResult>;
    readonly next: (request: JsonObject, page: JsonObject) => JsonObject | undefined;
    readonly now: () => number;
    readonly allowance: Allowance;
  },
): Promise<Extracted> {
  const { call, next, now, allowance } = options;
  const until = now() + timesOfOne * allowance.timeoutMs;
  let maximumBytes = allowance.maximumBytes;
  const page = async (pageRequest: JsonObject) => {
    const timeoutMs = Math.min(allowance.timeoutMs, until - now());
    if (timeoutMs <= 0) throw new TaskError("TIMEOUT", "the answer's pages had no end in time");
    const result = await call(pageRequest, { timeoutMs, maximumBytes });
    maximumBytes = Math.max(0, maximumBytes - (result.bytes ?? 0));
    return extract(result);
  };
  const first = await page(request);
  if (first.type === "error") return first;
  let payload = first.payload;
  let following = next(request, payload);
  for (let pages = 1; following !== undefined; pages++) {
    if (pages === mostPages)
      return {
        type: "error",
        error: new TaskError("INVALID_RESPONSE", `the answer has more than ${mostPages} pages`),
      };
    const more = await page(following);
    if (more.type === "error") return more;
    payload = joined(payload, more.payload);
    following = next(following, more.payload);
  }
  return { type: "payload", payload };
}

/** Lists of both pages behind each other; of everything else the first page's. */
function joined(first: JsonObject, second: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(first).map(([key, value]) => {
      const more = second[key];
      return [
        key,
        Array.isArray(value) && Array.isArray(more)
          ? [...(value as unknown[]), ...(more as unknown[])]
          : value,
      ];
    }),
  );
}

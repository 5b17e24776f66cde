import { TaskError } from "./errors.ts";
import { type Extracted, extract } from "./extract.ts";
import type { CallResult } from "./transport.ts";

type JsonObject = Readonly<Record<string, unknown>>;

/** Pages of one answer that are read; an agent with more has no end. */
const mostPages = 100;

/**
 * One answer of all its pages: `call` is made with `request` and then with what `next` makes of each page, until it makes
 * nothing. A page that does not come fails the whole: half a list is read as a whole one.
 */
export async function readPages(
  request: JsonObject,
  call: (request: JsonObject) => Promise<CallResult>,
  next: (request: JsonObject, page: JsonObject) => JsonObject | undefined,
): Promise<Extracted> {
  const first = extract(await call(request));
  if (first.type === "error") return first;
  let payload = first.payload;
  let following = next(request, payload);
  for (let page = 1; following !== undefined; page++) {
    if (page === mostPages)
      return {
        type: "error",
        error: new TaskError("INVALID_RESPONSE", `the answer has more than ${mostPages} pages`),
      };
    const more = extract(await call(following));
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

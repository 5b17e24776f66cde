import { isPayload } from "../payload.ts";
import { type ActiveFault, faultOf } from "./rule.ts";

/** A refusal as a server sends it that has an HTTP status for each error object. */
export function refusedByHttp(error: unknown): Response {
  const code = isPayload(error) ? String(error["code"]) : "";
  return Response.json({ error }, { status: statusOf(code) });
}

/** 400 for what is left: a request, a manifest or the id of a format that is wrong. */
function statusOf(code: string): number {
  if (/_NOT_FOUND$|^FORMAT_NOT_SUPPORTED$/.test(code)) return 404;
  return statuses[code] ?? 400;
}

const statuses: Readonly<Record<string, number>> = {
  UNAUTHORIZED: 401,
  VALIDATION_ERROR: 422,
  RATE_LIMITED: 429,
  INTERNAL_ERROR: 500,
};

/** The HTTP response to one call as a broken server sends it. Undefined where nothing is wrong on this level. */
export async function misshaped(
  response: Response,
  active: readonly ActiveFault[],
  drop: () => void,
): Promise<Response | undefined> {
  const wanted = ["malformed", "duplicate", "cut"] as const;
  const fault = wanted.map((kind) => faultOf(active, kind)).find((found) => found !== undefined);
  if (fault === undefined) return undefined;
  const text = await response.text();
  switch (fault.do) {
    case "malformed":
      return again(response, text.slice(0, Math.ceil(text.length / 2)));
    case "duplicate":
      return again(response, `${text}${text}`);
    case "cut":
      return again(response, brokenOff(text, drop));
  }
}

function again({ status, headers }: Response, body: string | ReadableStream<Uint8Array>): Response {
  const kept = new Headers(headers);
  kept.delete("content-length");
  return new Response(body, { status, headers: kept });
}

/** Half of the answer, then the end of the connection. */
function brokenOff(text: string, drop: () => void): ReadableStream<Uint8Array> {
  let sent = false;
  return new ReadableStream({
    pull: (controller) => {
      if (!sent) controller.enqueue(Buffer.from(text.slice(0, Math.ceil(text.length / 2))));
      else drop();
      sent = true;
    },
  });
}

import { createHash, timingSafeEqual } from "node:crypto";
import type { MiddlewareHandler } from "hono";

/** Lets through who brings the token. How long the comparison takes tells nothing of it. */
export function bearer(token: string): MiddlewareHandler {
  const expected = hash(`Bearer ${token}`);
  return async (http, next) => {
    const given = hash(http.req.header("authorization") ?? "");
    if (timingSafeEqual(given, expected)) return next();
    http.header("WWW-Authenticate", 'Bearer realm="flightdesk"');
    return http.json({ error: "a bearer token that is known here is needed" }, 401);
  };
}

/** Of equal length for any text. */
function hash(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

import { createHash, timingSafeEqual } from "node:crypto";
import { Hono, type MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { Health, Readiness } from "./health.ts";
import type { TakeResults } from "./results.ts";

/** The largest body that is read, in bytes. */
const largestBody = 4 * 1024 * 1024;

/** As scrapers ask for it. */
const textFormat = "text/plain; version=0.0.4; charset=utf-8";

/** What the server's routes do. What is absent is not offered. */
export interface ServerPorts {
  /** Values of the Host header that are answered. */
  readonly hosts: ReadonlySet<string>;
  readonly health: () => Health;
  /** Whether work may be sent here now. */
  readonly readiness?: () => Promise<Readiness>;
  /** Counters in the text format of Prometheus; with a token only for who brings it. */
  readonly metrics?: { readonly token?: string; readonly page: () => Promise<string> };
  /** What `status --json` prints; with a token only for who brings it. */
  readonly status?: { readonly token?: string; readonly read: () => unknown };
  readonly results?: { readonly token: string; readonly take: TakeResults };
  /** Verifies, keeps and answers what a seller's agent sends to one operation's own address. */
  readonly receiveWebhook?: (request: Request) => Promise<Response>;
  /** The pages for people. */
  readonly console?: (request: Request) => Response | Promise<Response>;
  /** The desk for assistants' hosts. */
  readonly mcp?: (request: Request) => Promise<Response>;
  /** Something new is known of a campaign: it gets a pass soon. */
  readonly wake: (campaignId: string) => void;
}

/** Every route of `flightdesk serve`. No other origin's page may read an answer: none carries a CORS header. */
export function serverApp(ports: ServerPorts): Hono {
  const { hosts, health, readiness, metrics, status, results, receiveWebhook, console, mcp, wake } = ports;
  const app = new Hono();
  const counters = (path: string, { page }: NonNullable<ServerPorts["metrics"]>) =>
    app.get(path, async (http) => http.text(await page(), 200, { "Content-Type": textFormat }));
  // Who collects them calls machines by their numbers, and brings a token.
  if (metrics?.token !== undefined) {
    app.use("/metrics", quiet, bearer(metrics.token));
    counters("/metrics", metrics);
  }
  app.use(knownHost(hosts));
  app.use(quiet);
  // What people hand in is limited there, and refused in their words.
  if (console !== undefined) app.all("/console/*", (http) => console(http.req.raw));
  app.use(
    bodyLimit({
      maxSize: largestBody,
      onError: (http) => http.json({ error: `a body has at most ${largestBody} bytes` }, 413),
    }),
  );
  if (mcp !== undefined)
    for (const path of [
      "/mcp",
      "/.well-known/oauth-protected-resource",
      "/.well-known/oauth-protected-resource/mcp",
    ])
      app.all(path, (http) => mcp(http.req.raw));
  app.get("/health", (http) => {
    const healthState = health();
    return http.json(healthState, healthState.healthy ? 200 : 503);
  });
  if (readiness !== undefined)
    app.get("/ready", async (http) => {
      const ready = await readiness();
      return http.json(ready, ready.ready ? 200 : 503);
    });
  if (metrics !== undefined) counters("/metrics", metrics);
  if (status !== undefined) {
    if (status.token !== undefined) app.use("/status", bearer(status.token));
    app.get("/status", async (http) => http.json(await status.read()));
  }
  if (results !== undefined) {
    app.use("/results/*", bearer(results.token));
    app.post("/results/:campaign", async (http) => {
      if (!/^application\/json\b/i.test(http.req.header("content-type") ?? ""))
        return http.json({ error: "send the results as application/json" }, 415);
      const text = await http.req.text();
      const imported = await results.take(http.req.param("campaign"), text);
      switch (imported.type) {
        case "imported":
          wake(http.req.param("campaign"));
          return http.json(imported);
        case "invalid":
          return http.json(imported, 422);
        case "unknown":
          return http.json({ error: `there is no campaign ${http.req.param("campaign")} here` }, 404);
      }
    });
  }
  if (receiveWebhook !== undefined) app.post("/webhooks/:operation", (http) => receiveWebhook(http.req.raw));
  app.notFound((http) => http.json({ error: "there is nothing here" }, 404));
  // What went wrong is logged on this side alone.
  app.onError((_, http) =>
    http.json({ error: "it could not be done; see the log of flightdesk serve" }, 500),
  );
  return app;
}

function knownHost(hosts: ReadonlySet<string>): MiddlewareHandler {
  return async (http, next) => {
    if (hosts.has(http.req.header("host")?.toLowerCase() ?? "")) return next();
    return http.json({ error: "this server does not go by that name" }, 421);
  };
}

/** Nothing that is answered here is kept on the way, but where it says so itself, or taken for something else. */
const quiet: MiddlewareHandler = async (http, next) => {
  await next();
  if (!http.res.headers.has("Cache-Control")) http.header("Cache-Control", "no-store");
  http.header("X-Content-Type-Options", "nosniff");
};

/**
 * Lets through who brings the token; how its scheme is spelled makes no difference (RFC 9110). How long the comparison takes
 * reveals nothing of it.
 */
export function bearer(token: string): MiddlewareHandler {
  const expected = hash(token);
  return async (http, next) => {
    const given = hash(/^Bearer +(.*)$/i.exec(http.req.header("authorization") ?? "")?.[1] ?? "");
    if (timingSafeEqual(given, expected)) return next();
    http.header("WWW-Authenticate", 'Bearer realm="flightdesk"');
    return http.json({ error: "a bearer token that is known here is needed" }, 401);
  };
}

/** Of equal length for any text. */
function hash(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

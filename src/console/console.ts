import { type Context, Hono, type MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { etag } from "hono/etag";
import type { Caller } from "../desk/caller.ts";
import type { Desk } from "../desk/desk.ts";
import { callOperation } from "../desk/operations.ts";
import { UsageError } from "../desk/usage-error.ts";
import { acts } from "./acts.ts";
import { assets } from "./assets.ts";
import { wordsFor } from "./languages.ts";
import type { Live } from "./live.ts";
import { loginPage } from "./pages/login.ts";
import { passkeys } from "./passkeys.ts";
import { readings } from "./readings.ts";
import { type Env, fieldsOf, OwnWords, type Routes } from "./routes.ts";
import type { Session, Sessions } from "./sessions.ts";
import { root, saying, told, type View } from "./shell.ts";
import type { Words } from "./words.ts";
import type { Works } from "./works.ts";

export interface ConsolePorts {
  /** Values of the Host header that it answers: names of this machine, and no other. */
  readonly hosts: ReadonlySet<string>;
  /** Cookies know no port: two desks of one machine tell theirs apart by it. */
  readonly cookie: string;
  readonly sessions: Sessions;
  readonly works: Works;
  readonly live: Live;
  /** The desk with what its files say now, for what is read at once. */
  readonly desk: () => Desk;
  /** Shows a link's secret to whoever started the desk. */
  readonly printLink: (secret: string) => void;
  /** Told of what went wrong on this side. */
  readonly failed: (cause: unknown) => void;
}

const yearSeconds = 365 * 24 * 60 * 60;
/** The largest form that is read with its file, in bytes. */
const largestForm = 10 * 1024 * 1024;

/** The pages of the desk, for a person in front of a browser of this machine. It loads nothing from anywhere else. */
export function consoleApp(ports: ConsolePorts): Hono<Env> {
  const { sessions, works, live, cookie } = ports;
  const app = new Hono<Env>().basePath(root);
  const wordsOf = (http: Context): Words =>
    wordsFor(getCookie(http, `${cookie}_language`), http.req.header("accept-language"));
  const nobody = (http: Context): View => ({ words: wordsOf(http), formToken: () => "" });
  /** Says to whoever it is why nothing was done. */
  const refuse = (
    http: Context,
    why: (refused: Words["refused"]) => string,
    status: 401 | 403 | 413 | 421,
  ) => {
    const { refused } = wordsOf(http);
    return http.html(saying(refused.title, why(refused), nobody(http)), status);
  };
  const routes: Routes = {
    works,
    view: (http) => {
      const { person, formToken } = http.get("session");
      return { words: wordsOf(http), person, formToken };
    },
    liveView: async (http, campaign) => {
      const since = await live.position();
      const query = new URLSearchParams({
        since: String(since),
        ...(campaign !== undefined && { campaign }),
      });
      return {
        ...routes.view(http),
        live: { path: http.req.path, stream: `${root}/live?${query.toString()}` },
      };
    },
    ask: (http, name, input, desk = ports.desk()) =>
      callOperation(name, desk, input, callerOf(http.get("session"))),
  };
  app.use(guarded);
  app.use(async (http, next) => {
    // Not even under the name that sellers know this server by.
    if (ports.hosts.has(http.req.header("host")?.toLowerCase() ?? "")) return next();
    return refuse(http, ({ host }) => host, 421);
  });
  app.use(async (http, next) => {
    if (!isForm(http) || isOfOwnPage(http)) return next();
    return refuse(http, ({ origin }) => origin, 403);
  });
  app.use(
    bodyLimit({
      maxSize: largestForm,
      onError: (http) => refuse(http, ({ large }) => large(largestForm / 1024 / 1024), 413),
    }),
  );
  for (const [name, { type, text }] of Object.entries(assets))
    app.get(`/${name}`, etag(), (http) =>
      http.body(text, 200, { "Content-Type": type, "Cache-Control": "no-cache" }),
    );

  app.get("/language/:tag", (http) => {
    setCookie(http, `${cookie}_language`, http.req.param("tag"), {
      path: root,
      httpOnly: true,
      sameSite: "Strict",
      maxAge: yearSeconds,
    });
    // Back to the page that it was chosen on, where that is one of ours.
    const [own, asked = ""] = [`http://${http.req.header("host")}`, http.req.header("referer")];
    const isOwn = asked.startsWith(`${own}${root}`) && URL.canParse(asked);
    return http.redirect(isOwn ? asked.slice(own.length) : root, 303);
  });
  app.get("/login", (http) => http.html(loginPage(undefined, nobody(http))));
  app.post("/login", async (http) => {
    const begun = sessions.begin(secretOf((await fieldsOf(http)).get("link") ?? ""));
    if (begun === "too many") return http.html(loginPage(wordsOf(http).login.tooMany, nobody(http)), 429);
    if (begun === "unknown") return http.html(loginPage(wordsOf(http).login.unknown, nobody(http)), 401);
    setCookie(http, cookie, begun.id, { path: root, httpOnly: true, sameSite: "Strict" });
    return http.redirect(root, 303);
  });
  app.post("/login/link", (http) => {
    const secret = sessions.newLink();
    if (secret === undefined) return http.html(loginPage(wordsOf(http).login.tooSoon, nobody(http)), 429);
    ports.printLink(secret);
    return http.html(loginPage(wordsOf(http).login.printed, nobody(http)));
  });

  app.use(async (http, next) => {
    const session = sessions.of(getCookie(http, cookie) ?? "");
    if (session === undefined) {
      // A page that renews itself goes there as a whole.
      if (http.req.header("hx-request") !== undefined) {
        http.header("HX-Redirect", `${root}/login`);
        return http.body(null, 401);
      }
      if (!isForm(http)) return http.redirect(`${root}/login`, 303);
      return refuse(http, ({ session: none }) => none, 401);
    }
    http.set("session", session);
    if (!isForm(http)) return next();
    const token = (await fieldsOf(http)).get("form") ?? "";
    const isGood = readOnly.has(http.req.path) ? session.holds(token) : session.takes(token);
    if (isGood) return next();
    return refuse(http, ({ form }) => form, 403);
  });
  app.post("/logout", (http) => {
    sessions.end(getCookie(http, cookie) ?? "");
    deleteCookie(http, cookie, { path: root });
    return http.redirect(`${root}/login`, 303);
  });
  app.get("/live", (http) => {
    const session = getCookie(http, cookie) ?? "";
    return live.open({
      campaign: http.req.query("campaign"),
      since: Number(http.req.header("last-event-id") ?? http.req.query("since") ?? 0),
      isIn: () => sessions.of(session) !== undefined,
    });
  });
  readings(app, routes);
  acts(app, routes);
  passkeys(app, routes);
  app.all("*", (http) => {
    const { refused } = wordsOf(http);
    return http.html(saying(refused.title, refused.unknown, routes.view(http)), 404);
  });
  app.onError((cause, http) => {
    const view = http.get("session") === undefined ? nobody(http) : routes.view(http);
    const { refused } = view.words;
    if (cause instanceof UsageError) {
      const why = cause instanceof OwnWords ? cause.message : told(cause.message);
      return http.html(saying(refused.title, why, view), 400);
    }
    ports.failed(cause);
    return http.html(saying(refused.title, refused.fault, view), 500);
  });
  return app;
}

function callerOf({ person }: Session): Caller {
  return { kind: "console", name: person };
}

/** The secret alone, or the whole link. */
function secretOf(link: string): string {
  return link.slice(link.lastIndexOf("#") + 1).trim();
}

/** Origin is told with a form only where the referrer is not kept back altogether. */
const headers = {
  "Content-Security-Policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  "Referrer-Policy": "same-origin",
};

const guarded: MiddlewareHandler = async (http, next) => {
  await next();
  for (const [name, value] of Object.entries(headers))
    if (!http.res.headers.has(name)) http.header(name, value);
};

function isForm({ req: { method } }: Context): boolean {
  return method !== "GET" && method !== "HEAD";
}

/** A browser says which page a form was sent by, and no page can have it say otherwise. */
function isOfOwnPage({ req }: Context): boolean {
  return req.header("origin") === `http://${req.header("host")?.toLowerCase()}`;
}

/** Forms that are read and change nothing: they may be sent again. */
const readOnly: ReadonlySet<string> = new Set([`${root}/brief`, `${root}/brief/check`]);

import { Hono, type MiddlewareHandler } from "hono";
import { deleteCookie, getCookie } from "hono/cookie";
import { type Caller, onlyLooks, RoleRefused } from "../desk/caller.ts";
import type { Desk } from "../desk/desk.ts";
import { type AnswerOf, callOperation } from "../desk/operations.ts";
import { UsageError } from "../desk/usage-error.ts";
import type { Shown } from "../notify/link.ts";
import { acts } from "./acts.ts";
import { assets } from "./assets.ts";
import { type LoginPorts, logins, originOf } from "./logins.ts";
import { shownPage } from "./pages/shown.ts";
import { readings } from "./readings.ts";
import { type Env, fieldsOf, type Routes } from "./routes.ts";
import type { Session, Sessions } from "./sessions.ts";
import { root, saying, type View } from "./shell.ts";
import { english } from "./words.ts";
import type { Works } from "./works.ts";

export interface ConsolePorts extends LoginPorts {
  /** Values of the Host header that it answers: names of this machine, and its own name elsewhere where it has one. */
  readonly hosts: ReadonlySet<string>;
  readonly works: Works;
  /** The desk with what its files say now, for what is read at once. */
  readonly desk: () => Desk;
  /** What a link in a message shows, and to whom; undefined where it is not ours or is over. */
  readonly readLink?: (link: string) => Promise<Shown | undefined>;
}

const words = english;
const nobody: View = { words, formToken: () => "" };

/** The pages of the desk, for a person in front of a browser of this machine. It loads nothing from anywhere else. */
export function consoleApp(ports: ConsolePorts): Hono<Env> {
  const { sessions, works, cookie } = ports;
  const app = new Hono<Env>().basePath(root);
  const routes: Routes = {
    works,
    view: (http) => {
      const { person, formToken } = http.get("session");
      return { words, person, formToken };
    },
    ask: (http, name, input, desk = ports.desk()) =>
      callOperation(name, desk, input, callerOf(http.get("session"))),
  };
  app.use(guarded);
  app.use(ownHost(ports.hosts));
  app.use(ownForms(ports.url));
  for (const [name, { type, text }] of Object.entries(assets))
    app.get(`/${name}`, (http) => http.body(text, 200, { "Content-Type": type }));

  logins(app, ports, nobody);
  app.get("/shown", async (http) => {
    const { shown: own } = words;
    const wanted = await ports.readLink?.(http.req.query("t") ?? "");
    if (wanted === undefined) return http.html(saying(own.title, own.over, nobody), 404);
    const { campaign, step, digest, to } = wanted;
    const caller: Caller = { kind: "console", name: to, roles: ["viewer"] };
    const { waiting } = await callOperation("inbox", ports.desk(), { campaign, step }, caller).catch(nothing);
    const [found] = waiting;
    if (found === undefined) return http.html(saying(own.title, own.decided, nobody), 404);
    if (found.digest !== digest) return http.html(saying(own.title, own.changed, nobody), 409);
    return http.html(shownPage(found, to, nobody));
  });

  app.use(loggedIn(sessions, cookie));
  app.post("/logout", (http) => {
    sessions.end(getCookie(http, cookie) ?? "");
    deleteCookie(http, cookie, { path: root });
    return http.redirect(`${root}/login`, 303);
  });
  readings(app, routes);
  acts(app, routes);
  app.all("*", (http) =>
    http.html(saying(words.refused.title, words.refused.unknown, routes.view(http)), 404),
  );
  app.onError((cause, http) => {
    const view = http.get("session") === undefined ? nobody : routes.view(http);
    const status = cause instanceof RoleRefused ? 403 : 400;
    if (cause instanceof UsageError)
      return http.html(saying(words.refused.title, cause.message, view), status);
    ports.failed(cause);
    return http.html(saying(words.refused.title, words.refused.fault, view), 500);
  });
  return app;
}

/** Of a step that is not there, or not any more. */
function nothing(cause: unknown): Pick<AnswerOf<"inbox">, "waiting"> {
  if (cause instanceof UsageError) return { waiting: [] };
  throw cause;
}

function callerOf({ person, roles }: Session): Caller {
  return { kind: "console", name: person, person, roles };
}

/** Origin is told with a form only where the referrer is not kept back altogether. */
const headers = {
  "Content-Security-Policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
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

/** Not even under the name that sellers know this server by. */
function ownHost(hosts: ReadonlySet<string>): MiddlewareHandler {
  return async (http, next) => {
    if (hosts.has(http.req.header("host")?.toLowerCase() ?? "")) return next();
    return http.html(saying(words.refused.title, words.refused.host, nobody), 421);
  };
}

/** What changes anything is sent by a page of this very address: a browser says so, and no page can have it say otherwise. */
function ownForms(url: string | undefined): MiddlewareHandler {
  return async (http, next) => {
    if (http.req.method === "GET" || http.req.method === "HEAD") return next();
    if (http.req.header("origin") === originOf(http, url)) return next();
    return http.html(saying(words.refused.title, words.refused.origin, nobody), 403);
  };
}

/** Forms that are read and change nothing: they may be sent again. */
const readOnly: ReadonlySet<string> = new Set([`${root}/brief`, `${root}/brief/check`]);

function loggedIn(sessions: Sessions, cookie: string): MiddlewareHandler<Env> {
  return async (http, next) => {
    const session = sessions.of(getCookie(http, cookie) ?? "");
    const isForm = http.req.method !== "GET" && http.req.method !== "HEAD";
    if (session === undefined) {
      if (!isForm) return http.redirect(`${root}/login`, 303);
      return http.html(saying(words.refused.title, words.refused.session, nobody), 401);
    }
    http.set("session", session);
    if (!isForm) return next();
    if (onlyLooks(session) && http.req.path !== `${root}/logout`)
      return http.html(saying(words.refused.title, words.refused.viewer, nobody), 403);
    const token = (await fieldsOf(http)).get("form") ?? "";
    const isGood = readOnly.has(http.req.path) ? session.holds(token) : session.takes(token);
    if (isGood) return next();
    return http.html(saying(words.refused.title, words.refused.form, nobody), 403);
  };
}

import { type Context, Hono, type MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { etag } from "hono/etag";
import { type Caller, mayCall, onlyReads, RoleRefused } from "../desk/caller.ts";
import type { Desk } from "../desk/desk.ts";
import { letterheadOf } from "../desk/files/report-files.ts";
import { callOperation, type OperationName, operations } from "../desk/operations.ts";
import { UsageError } from "../desk/usage-error.ts";
import { isoTime } from "../lib/clock.ts";
import type { Shown } from "../notify/link.ts";
import { assets } from "./assets.ts";
import { briefRoutes } from "./brief-routes.ts";
import type { Drafts } from "./drafts.ts";
import { formRoutes } from "./form-routes.ts";
import type { Live } from "./live.ts";
import { liveRoutes } from "./live-routes.ts";
import { keepPlace, type LoginPorts, logins, originOf } from "./logins.ts";
import { pageRoutes } from "./page-routes.ts";
import { isWholePlan } from "./pages/inbox.ts";
import { shownPage } from "./pages/shown.ts";
import { passkeys } from "./passkeys.ts";
import { type Env, fieldsOf, OwnWords, orRefused, type Routes, workWith } from "./request.ts";
import type { Session } from "./sessions.ts";
import { inEnglish, root, saying, type View } from "./shell.ts";
import type { Words } from "./words/english.ts";
import { wordsAt, wordsFor } from "./words/languages.ts";
import type { Works } from "./works.ts";

export interface ConsolePorts extends LoginPorts {
  /** Values of the Host header that it answers: names of this machine, and its own name elsewhere where it has one. */
  readonly hosts: ReadonlySet<string>;
  readonly works: Works;
  readonly live: Live;
  readonly drafts: Drafts;
  /** The desk with what its files say now, for what is read at once. */
  readonly desk: () => Desk;
  /** What a link in a message shows, and to whom; undefined where it is not ours or is over. */
  readonly readLink?: (link: string) => Promise<Shown | undefined>;
}

const yearSeconds = 365 * 24 * 60 * 60;
/** Forms of which a second sending is answered. */
const mostSent = 100;
/** The largest form that is read with its file, in bytes. */
const largestForm = 10 * 1024 * 1024;

/** The pages of flightdesk, for a person in front of a browser of this machine. It loads nothing from anywhere else. */
export function consoleApp(ports: ConsolePorts): Hono<Env> {
  const { sessions, works, live, cookie } = ports;
  const app = new Hono<Env>().basePath(root);
  const wordsOf = (http: Context): Words =>
    wordsAt(
      ports.desk().settings.time_zone,
      wordsFor(getCookie(http, `${cookie}_language`), http.req.header("accept-language")),
    );
  const nobody = (http: Context): View => ({ words: wordsOf(http), formToken: () => "", may: () => false });
  /** Says to whoever it is why nothing was done. */
  const refuse = (
    http: Context,
    why: (refused: Words["refused"]) => string,
    status: 401 | 403 | 413 | 421,
  ) => {
    const { refused } = wordsOf(http);
    return http.html(saying(refused.title, why(refused), nobody(http)), status);
  };
  /** Where forms led that were sent: a second click on a button leads there too, and does nothing again. */
  const sent = new Map<string, Promise<string | null>>();
  const routes: Routes = {
    works,
    drafts: ports.drafts,
    view: (http) => {
      const session = http.get("session");
      const { person, formToken, roles } = session;
      const may = (name: OperationName) =>
        !onlyReads(session) && mayCall(operations[name], callerOf(session));
      const decides = roles?.includes("approver") ? { decides: true as const } : {};
      const [words, { settings, now }] = [wordsOf(http), ports.desk()];
      // Only a sandbox says where publishers' files are; its day is said although a file of the desk is missing.
      const isSandbox = settings.well_known_url !== undefined;
      const sandbox = isSandbox && { sandboxDay: words.day(isoTime(now())) };
      return { words, person, formToken, may, ...decides, ...sandbox };
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
    letterhead: () => letterheadOf(ports.desk()),
    settings: () => ports.desk().settings,
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
    // A browser says which page a form was sent by, and no page can have it say otherwise.
    if (!isForm(http) || http.req.header("origin") === originOf(http, ports.url)) return next();
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
    const [own, referer = ""] = [originOf(http, ports.url), http.req.header("referer")];
    const isOwn = referer.startsWith(`${own}${root}`) && URL.canParse(referer);
    return http.redirect(isOwn ? referer.slice(own.length) : root, 303);
  });
  logins(app, ports, nobody);
  app.use("/passkey", async (http, next) => {
    const session = await sessions.of(getCookie(http, cookie) ?? "");
    if (session !== undefined) http.set("session", session);
    return next();
  });
  passkeys(app, ports, (http) => (http.var.session === undefined ? nobody(http) : routes.view(http)));
  app.get("/shown", async (http) => {
    const view = nobody(http);
    const { shown: own } = view.words;
    const wanted = await ports.readLink?.(http.req.query("t") ?? "");
    if (wanted === undefined) return http.html(saying(own.title, own.over, view), 404);
    const { campaign, step, digest, to } = wanted;
    const caller: Caller = { kind: "console", name: to, roles: ["viewer"] };
    // The step may not be there any more.
    const { waiting } = await orRefused(
      callOperation("inbox", ports.desk(), { campaign, step }, caller),
      () => ({ waiting: [] }),
    );
    const [found] = waiting;
    if (found === undefined) return http.html(saying(own.title, own.decided, view), 404);
    if (found.digest !== digest) return http.html(saying(own.title, own.changed, view), 409);
    const { plans } = isWholePlan(found)
      ? await callOperation("inbox", ports.desk(), { campaign }, caller)
      : { plans: [] };
    const { report } = await callOperation("report", ports.desk(), { campaign }, caller);
    const all = report.plan?.lines ?? [];
    const lines = isWholePlan(found) ? all : all.filter((line) => line.stepId === step);
    return http.html(await shownPage(found, { to, plan: plans[0], lines }, view));
  });

  app.use(async (http, next) => {
    const session = await sessions.of(getCookie(http, cookie) ?? "");
    if (session === undefined) {
      // A page that renews itself goes there as a whole.
      if (http.req.header("hx-request") !== undefined) {
        http.header("HX-Redirect", `${root}/login`);
        return http.body(null, 401);
      }
      if (!isForm(http)) {
        keepPlace(http, cookie, ports.url);
        return http.redirect(`${root}/login`, 303);
      }
      return refuse(http, ({ session: none }) => none, 401);
    }
    http.set("session", session);
    return next();
  });
  app.use(async (http, next) => {
    if (!isForm(http)) return next();
    const session = http.get("session");
    if (onlyReads(session) && http.req.path !== `${root}/logout`)
      return refuse(http, ({ viewer }) => viewer, 403);
    const token = (await fieldsOf(http)).get("form") ?? "";
    if (readOnly.test(http.req.path) && session.holds(token)) return next();
    if (!(await session.takes(token))) {
      const ledTo = session.holds(token) ? await sent.get(token) : undefined;
      return ledTo ? http.redirect(ledTo, 303) : refuse(http, ({ form }) => form, 403);
    }
    let tell: (ledTo: string | null) => void = () => undefined;
    sent.set(token, new Promise((resolve) => (tell = resolve)));
    for (const old of [...sent.keys()].slice(0, -mostSent)) sent.delete(old);
    try {
      await next();
    } finally {
      tell(http.res.status === 303 ? http.res.headers.get("location") : null);
    }
  });
  app.post("/logout", async (http) => {
    await sessions.end(getCookie(http, cookie) ?? "");
    deleteCookie(http, cookie, { path: root });
    return http.redirect(`${root}/login`, 303);
  });
  app.get("/live", (http) => {
    const session = getCookie(http, cookie) ?? "";
    return live.open({
      campaign: http.req.query("campaign"),
      since: Number(http.req.header("last-event-id") ?? http.req.query("since") ?? 0),
      isIn: async () => (await sessions.of(session)) !== undefined,
    });
  });
  const work = workWith(routes);
  pageRoutes(app, routes);
  formRoutes(app, routes, work);
  briefRoutes(app, routes, work);
  liveRoutes(app, routes, work);
  app.all("*", (http) => {
    const { refused } = wordsOf(http);
    return http.html(saying(refused.title, refused.unknown, routes.view(http)), 404);
  });
  app.onError((cause, http) => {
    const view = http.get("session") === undefined ? nobody(http) : routes.view(http);
    const { refused } = view.words;
    if (cause instanceof UsageError) {
      const why = cause instanceof OwnWords ? cause.message : inEnglish(cause.message);
      return http.html(saying(refused.title, why, view), cause instanceof RoleRefused ? 403 : 400);
    }
    ports.failed(cause);
    return http.html(saying(refused.title, refused.fault, view), 500);
  });
  return app;
}

function callerOf({ person, roles }: Session): Caller {
  return { kind: "console", name: person, person, roles };
}

/** Browsers send Origin with a form only where the referrer is not kept back altogether. */
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

/** Forms that are read and change nothing: they may be sent again. */
const readOnly = new RegExp(`^${root}/(?:brief(?:/(?!compare$|start$)[^/]+)?|campaigns/[^/]+/plan/check)$`);

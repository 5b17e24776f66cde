import type { Context, Hono } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { challengeOfText, passkeyHolders } from "../desk/files/approvers.ts";
import { sha256 } from "../lib/digest.ts";
import { type BegunPorts, openBegunLogins } from "./begun-logins.ts";
import { type CompanyLogin, NoRole } from "./company-login.ts";
import { loginPage } from "./pages/login.ts";
import { type Env, fieldsOf } from "./request.ts";
import type { Sessions } from "./sessions.ts";
import { page, root, type View } from "./shell.ts";

export interface LoginPorts {
  readonly sessions: Sessions;
  /** Cookies know no port: two installations on one machine distinguish theirs by it. */
  readonly cookie: string;
  /** Shows a link's secret to whoever started the desk. */
  readonly printLink: (secret: string) => void;
  /** Where a company lets its people in. */
  readonly company?: CompanyLogin;
  /** What is kept of logins that are begun. */
  readonly begun: BegunPorts;
  /** Which file names who may approve, where the settings say. */
  readonly approvers: () => string | undefined;
  /** Under which origin people reach it from elsewhere; this machine alone where absent. */
  readonly url?: string;
  /** Gets what went wrong on this side. */
  readonly failed: (cause: unknown) => void;
}

/** The origin of the console under the name that a request calls it by. */
export function originOf(http: Context, url: string | undefined): string {
  const host = http.req.header("host")?.toLowerCase() ?? "";
  return url !== undefined && host === new URL(url).host ? url : `http://${host}`;
}

/** How a cookie is set that no script and no other site gets. */
export function cookieAt(path: string, http: Context, url: string | undefined) {
  const secure = originOf(http, url).startsWith("https:");
  return { path, httpOnly: true, sameSite: "Strict", secure } as const;
}

const placeSeconds = 10 * 60;

/** Keeps which page somebody wanted who has to log in first: it is gone to afterwards. */
export function keepPlace(http: Context, cookie: string, url: string | undefined): void {
  // What a page fetches is no place to go to.
  if ((http.req.header("sec-fetch-dest") ?? "document") !== "document") return;
  const { pathname, search } = new URL(http.req.url);
  // It has to come back from the issuer's page.
  const options = { ...cookieAt(`${root}/login`, http, url), sameSite: "Lax", maxAge: placeSeconds } as const;
  setCookie(http, `${cookie}_place`, `${pathname}${search}`, options);
}

/** Where that was, once; the campaigns where none was kept. */
function takePlace(http: Context, cookie: string): string {
  const place = getCookie(http, `${cookie}_place`);
  if (place === undefined) return root;
  deleteCookie(http, `${cookie}_place`, { path: `${root}/login` });
  return place.startsWith(`${root}/`) ? place : root;
}

/** The ways in: a link that is printed where the desk runs, an approver's passkey, and a company's own login. */
export function logins(app: Hono<Env>, ports: LoginPorts, nobody: (http: Context) => View): void {
  const { sessions, cookie, company, url, failed } = ports;
  const wordsOf = (http: Context) => nobody(http).words.login;
  /** Between the issuer's page and ours; with it alone the login can be ended that was begun with it. */
  const begun = `${cookie}_login`;
  const back = `${root}/login/back`;
  // Who comes in from elsewhere is somebody: the link is whoever started the desk.
  const takesLink = (http: Context) => originOf(http, url) !== url;
  const holders = () => {
    try {
      return passkeyHolders(ports.approvers());
    } catch (cause) {
      failed(cause);
      return { any: false, named: () => undefined };
    }
  };
  const shown = (http: Context<Env>, problem?: string) => {
    const link = takesLink(http);
    return loginPage(
      problem,
      { company: company !== undefined, link, passkey: !link || holders().any },
      nobody(http),
    );
  };
  const letIn = (http: Context<Env>, id: string) => setCookie(http, cookie, id, cookieAt(root, http, url));

  app.get("/login", (http) => http.html(shown(http)));
  app.post("/login", async (http) => {
    if (!takesLink(http)) return http.html(shown(http, wordsOf(http).unknown), 401);
    // The secret alone, or the whole link.
    const link = (await fieldsOf(http)).get("link") ?? "";
    const result = await sessions.begin(link.slice(link.lastIndexOf("#") + 1).trim());
    if (result === "too many") return http.html(shown(http, wordsOf(http).tooMany), 429);
    if (result === "unknown") return http.html(shown(http, wordsOf(http).unknown), 401);
    letIn(http, result.id);
    return http.redirect(takePlace(http, cookie), 303);
  });
  app.post("/login/link", (http) => {
    const secret = takesLink(http) ? sessions.newLink() : undefined;
    if (secret === undefined) return http.html(shown(http, wordsOf(http).tooSoon), 429);
    ports.printLink(secret);
    return http.html(shown(http, wordsOf(http).printed));
  });

  /** Between what is asked of a device and its answer. */
  const asked = `${cookie}_passkey`;
  const passkeyPath = `${root}/login/passkey`;
  const begunKeys = openBegunLogins<{ readonly name: string }>("passkey", ports.begun);
  const textOf = (id: string) => `log in to flightdesk ${id}`;
  // Of who has none here: the answer does not simply say that nobody of that name may approve.
  const secret = ports.begun.random();
  const noCredential = (name: string) =>
    Buffer.from(sha256(`${secret} ${name.trim().toLowerCase()}`), "hex").toString("base64url");
  app.get("/login/passkey", async (http) => {
    const name = http.req.query("approver") ?? "";
    const id = await begunKeys.begin({ name });
    if (id === undefined) return http.json({ reason: wordsOf(http).tooMany }, 429);
    setCookie(http, asked, id, cookieAt(passkeyPath, http, url));
    const credential = holders().named(name)?.credential ?? noCredential(name);
    return http.json({ challenge: challengeOfText(textOf(id)), credential });
  });
  app.post("/login/passkey", async (http) => {
    const id = getCookie(http, asked) ?? "";
    deleteCookie(http, asked, { path: passkeyPath });
    const holder = holders().named((await begunKeys.end(id))?.name ?? "");
    const response = (await fieldsOf(http)).get("response") ?? "";
    const fault =
      holder === undefined
        ? "nobody who may approve was asked for"
        : await holder.fault(textOf(id), response);
    if (holder === undefined || fault !== undefined) {
      failed(new Error(`a login by passkey: ${fault}`));
      return http.html(shown(http, wordsOf(http).passkeyRefused), 401);
    }
    letIn(http, (await sessions.admit({ person: holder.name, roles: ["approver"] })).id);
    return http.redirect(takePlace(http, cookie), 303);
  });

  if (company === undefined) return;
  const refused = (http: Context<Env>, cause: unknown) => {
    failed(cause);
    const { companyRefused, noRole } = wordsOf(http);
    return http.html(shown(http, cause instanceof NoRole ? noRole(cause.person) : companyRefused), 401);
  };
  app.get("/login/company", async (http) => {
    try {
      const sent = await company.begin(`${originOf(http, url)}${back}`);
      if (sent === undefined) return http.html(shown(http, wordsOf(http).tooMany), 429);
      // Back from the issuer's page a browser brings no cookie that is Strict.
      setCookie(http, begun, sent.id, { ...cookieAt(back, http, url), sameSite: "Lax" });
      return http.redirect(sent.url, 303);
    } catch (cause) {
      return refused(http, cause);
    }
  });
  app.get("/login/back", async (http) => {
    const id = getCookie(http, begun) ?? "";
    deleteCookie(http, begun, { path: back });
    try {
      const came = new URL(`${originOf(http, url)}${back}${new URL(http.req.url).search}`);
      letIn(http, (await sessions.admit(await company.end(id, came))).id);
    } catch (cause) {
      return refused(http, cause);
    }
    // A redirect would still count as sent by the issuer, and the cookie would not go with it.
    const goOn = {
      title: wordsOf(http).title,
      lead: wordsOf(http).goOn,
      main: false,
      refresh: `0;url=${takePlace(http, cookie)}`,
    } as const;
    return http.html(page(nobody(http), goOn));
  });
}

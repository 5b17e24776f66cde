import { randomBytes, randomUUID } from "node:crypto";
import type { BegunPorts } from "../console/begun-logins.ts";
import type { CompanyLogin } from "../console/company-login.ts";
import { UsageError } from "../desk/usage-error.ts";
import { openConsolePages, openKeptPages } from "../ledger/open-ledger.ts";
import { messageOf } from "../lib/cause.ts";
import { systemClock } from "../lib/clock.ts";
import { SecretMissing, secretOf } from "../lib/secret.ts";
import { isLoopback } from "../protocol/addresses/address-rule.ts";
import { guardedOauthFetch } from "../protocol/oauth/guarded-oauth-fetch.ts";
import { hostsOf } from "../server/hosts.ts";
import type { Log } from "../server/log.ts";
import { loginName } from "./login-name.ts";
import type { Session, SessionOptions } from "./session.ts";

/** The pages for people; loaded where they are asked for. */
export async function pagesFor(
  open: (options: SessionOptions) => Promise<Session>,
  served: {
    readonly session: Session;
    readonly desk: () => Session;
    readonly log: Log;
    readonly signal: AbortSignal;
  },
) {
  const { session, desk, log, signal } = served;
  const { consoleApp } = await import("../console/console.ts");
  const { openLive } = await import("../console/live.ts");
  const { openSessions } = await import("../console/sessions.ts");
  const { root } = await import("../console/shell.ts");
  const { openLinks } = await import("../notify/link.ts");
  const { home, settings } = session;
  const consoleUrl = settings.console?.url;
  const ledger = { home, url: settings.ledger_url };
  const random = () => randomBytes(32).toString("base64url");
  const begunPages = openConsolePages(ledger, "begun_login");
  const begun = { pages: begunPages, now: systemClock.now, random };
  const company = await companyFor(session, begun);
  const links = openLinks(home);
  const { openWorks } = await import("../console/works.ts");
  const { openDrafts } = await import("../console/drafts.ts");
  const pages = openConsolePages(ledger, "session");
  const draftPages = openKeptPages(ledger, "draft");
  const sessions = openSessions({ now: systemClock.now, random, person: loginName(), pages });
  const failed = (cause: unknown) => log.error(`the console: ${messageOf(cause)}`);
  const live = openLive({
    changed: (since) => desk().app.ledger.changed(since),
    clock: systemClock,
    signal,
    failed,
  });
  let port = 0;
  // A browser knows this machine as localhost; passkeys know it by no other name.
  const show = (secret: string) => {
    process.stdout.write(
      `log in once, within 10 minutes: http://localhost:${port}/console/login#${secret}\n`,
    );
  };
  return {
    open: (listening: number) => {
      port = listening;
      const { fetch } = consoleApp({
        hosts: hostsOf({ host: "127.0.0.1", port, consoleUrl }),
        company,
        begun,
        approvers: () => settings.approvers,
        url: consoleUrl,
        cookie: `flightdesk_${port}`,
        sessions,
        works: openWorks((progress) => open({ progress }), randomUUID),
        live,
        drafts: openDrafts({ now: systemClock.now, newId: randomUUID, pages: draftPages }),
        desk,
        printLink: show,
        readLink: (link) => links.read(link, systemClock.now()),
        failed,
      });
      return (request: Request) => fetch(request);
    },
    url: () => `${consoleUrl ?? `http://localhost:${port}`}${root}`,
    printLink: () => show(sessions.newLink() ?? ""),
    close: async () => {
      await Promise.all([pages.close(), begunPages.close(), draftPages.close()]);
    },
  };
}

/** The company's login that the settings name, where they name one. */
async function companyFor({ app, settings }: Session, begun: BegunPorts): Promise<CompanyLogin | undefined> {
  if (settings.console?.oidc === undefined) return undefined;
  const { companyLogin } = await import("../console/company-login.ts");
  const { issuer, client_id: clientId, client_secret: reference, person, roles } = settings.console.oidc;
  const secret =
    reference === undefined
      ? undefined
      : withSecrets(() => secretOf(reference, "console: oidc", process.env));
  if (secret !== undefined) app.keep(secret);
  const { origin, hostname } = new URL(issuer);
  const allowHttp = isLoopback(hostname);
  const fetch = guardedOauthFetch({ allowLoopback: allowHttp, ownOrigins: [origin] });
  return companyLogin({
    issuer,
    clientId,
    clientSecret: secret?.reveal(),
    person,
    roles,
    // The library's own types of a request are the platform's, narrower.
    fetch: (url, { body, ...options }) => fetch(url, { ...options, body: body ?? null }),
    allowHttp,
    ...begun,
  });
}

/** A secret that is not there is the settings' fault. */
export function withSecrets<Value>(open: () => Value): Value {
  try {
    return open();
  } catch (cause) {
    throw cause instanceof SecretMissing ? new UsageError(cause.message, { cause }) : cause;
  }
}

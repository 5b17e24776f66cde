import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type SimulatedClock, simulatedClock, systemClock } from "../../../src/lib/clock.ts";
import { type PrivatePages, pagesIn } from "../../../src/lib/private-pages.ts";
import { type Client, createClient } from "../../../src/protocol/client/client.ts";
import { guardedOauthFetch } from "../../../src/protocol/oauth/guarded-oauth-fetch.ts";
import { type LoginPorts, type LoginRequest, logIn } from "../../../src/protocol/oauth/log-in.ts";
import type { Login } from "../../../src/protocol/oauth/login.ts";
import { type LoginBook, openLoginBook } from "../../../src/protocol/oauth/login-book.ts";
import { openLogins } from "../../../src/protocol/oauth/logins.ts";
import { mcpTransport } from "../../../src/protocol/transports/mcp.ts";
import { type Sandbox, type SandboxOptions, startSandbox } from "../../../src/sandbox/sandbox.ts";
import { consent } from "./browser.ts";

/** A sandbox with a seller that wants OAuth, and a buyer's side that can log in there. */
export interface OauthDesk extends AsyncDisposable {
  readonly sandbox: Sandbox;
  readonly clock: SimulatedClock;
  readonly agentUrl: string;
  readonly folder: string;
  readonly book: LoginBook;
  /** The login's file, as it is on disk. */
  readonly files: () => readonly string[];
  readonly client: Client;
  /** Every request for tokens or metadata so far: method and path. */
  readonly asked: string[];
  readonly logIn: (request?: Partial<LoginRequest>, ports?: Partial<LoginPorts>) => Promise<Login>;
}

export async function openDesk(
  options: Partial<SandboxOptions> = {},
  pages?: PrivatePages,
): Promise<OauthDesk> {
  const clock = simulatedClock("2027-01-04T08:00:00Z");
  const sandbox = await startSandbox({ clock, oauth: ["kiosk"], ...options });
  const folder = mkdtempSync(join(tmpdir(), "flightdesk-logins-"));
  const book = openLoginBook(pages ?? pagesIn(folder));
  const asked: string[] = [];
  const guarded = guardedOauthFetch({ allowLoopback: true });
  const fetch: typeof guarded = (url, init) => {
    asked.push(`${init?.method ?? "GET"} ${new URL(url).pathname}`);
    return guarded(url, init);
  };
  const agentUrl = `${sandbox.url}/sellers/kiosk/mcp`;
  const logins = openLogins({ book, fetch, now: clock.now });
  const client = createClient({
    transport: (url) => mcpTransport(url, () => undefined, { addresses: { allowLoopback: true }, logins }),
    clock: systemClock,
    now: clock.now,
  });
  return {
    sandbox,
    clock,
    agentUrl,
    folder,
    book,
    asked,
    client,
    files: () =>
      readdirSync(folder)
        .filter((name) => name.endsWith(".json"))
        .map((name) => readFileSync(join(folder, name), "utf8")),
    logIn: (request, ports) =>
      logIn(
        { agentUrl, seller: "kiosk-exchange.example", ...request },
        {
          book,
          fetch,
          now: clock.now,
          confirmIssuer: () => Promise.resolve(true),
          show: (address) => void consent(address),
          signal: AbortSignal.timeout(5_000),
          ...ports,
        },
      ),
    [Symbol.asyncDispose]: async () => {
      await client.close();
      await sandbox.close();
      rmSync(folder, { recursive: true });
    },
  };
}

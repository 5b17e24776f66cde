import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { consoleApp } from "../../src/console/console.ts";
import { openDrafts } from "../../src/console/drafts.ts";
import { openLive } from "../../src/console/live.ts";
import { openSessions, type Sessions } from "../../src/console/sessions.ts";
import { openWorks } from "../../src/console/works.ts";
import { openDesk } from "../../src/desk/open-desk.ts";
import { type SimulatedClock, simulatedClock, systemClock } from "../../src/lib/clock.ts";
import { pagesInMemory } from "../../src/lib/private-pages.ts";
import { Secret } from "../../src/lib/secret.ts";
import { type Links, openLinks } from "../../src/notify/link.ts";
import { type Sandbox, startSandbox } from "../../src/sandbox/sandbox.ts";
import { serverApp } from "../../src/server/app.ts";
import { hostsOf } from "../../src/server/hosts.ts";
import { listen } from "../../src/server/listen.ts";
import { temporaryFolder } from "../cli/flightdesk.ts";

const asking = (over: string) => `version: 1
name: Asking
mode: enforce
rules:
  - id: ask-above
    on: [create_media_buy]
    when: { amount: { over: "${over}" } }
    then: ask_human
`;

export interface OpenConsole extends AsyncDisposable {
  readonly url: string;
  readonly sandbox: Sandbox;
  readonly desk: ReturnType<typeof openDesk>;
  /** The console's own time: links and sessions end by it. */
  readonly clock: SimulatedClock;
  /** Secrets of the links that were printed. */
  readonly links: readonly string[];
  readonly faults: readonly unknown[];
  /** Signs what messages lead to. */
  readonly shown: Links;
  readonly login: () => string;
  /** The cookie of somebody whom a company's login has let in. */
  readonly admit: (
    who: Parameters<Sessions["admit"]>[0],
  ) => Promise<{ name: string; value: string; domain: string; path: string }>;
  /** Writes who may approve, where that is `named`; before anything is asked of the desk. */
  readonly name: (lines: string) => void;
}

/**
 * The console of a desk of kim's on a sandbox, as `flightdesk serve --console` opens it. A person is asked about every order
 * above an amount.
 */
export async function openConsole({
  askAbove = "40,000 EUR",
  named = false,
  governance = {},
}: {
  readonly askAbove?: string;
  readonly named?: boolean;
  readonly governance?: NonNullable<Parameters<typeof startSandbox>[0]>["governance"];
} = {}): Promise<OpenConsole> {
  const home = temporaryFolder();
  const approvers = join(home.path, "approvers.yaml");
  const policies = join(home.path, "policies");
  mkdirSync(policies);
  writeFileSync(join(policies, "asking.yaml"), asking(askAbove));
  const calendar = simulatedClock("2027-01-04T08:00:00Z");
  const sandbox = await startSandbox({ clock: calendar, slowSellerMs: 0, governance });
  const open = (progress?: (line: string) => void) =>
    openDesk({
      settings: {
        home: home.path,
        policies,
        registry_url: sandbox.registryUrl,
        governance_url: sandbox.governanceUrl,
        well_known_url: sandbox.wellKnownUrl,
        separate_sellers: [...sandbox.sharedOrigins],
        exchange: "examples/exchange.yaml",
        seller_deadline: 20_000,
        ...(named && { approvers }),
      },
      secrets: { token: new Secret(sandbox.token) },
      clock: calendar,
      progress,
    });
  const desk = open();
  const clock = simulatedClock("2027-01-04T08:00:00Z");
  let drawn = 0;
  const draw = () => {
    drawn += 1;
    return `secret-${String(drawn).padStart(4, "0")}`;
  };
  const links: string[] = [];
  const faults: unknown[] = [];
  const ends = new AbortController();
  const shown = openLinks(home.path);
  const sessions = openSessions({ now: clock.now, random: draw, person: "kim", pages: pagesInMemory() });
  const server = await listen({ host: "127.0.0.1", port: 0 }, (port) => {
    const { fetch } = consoleApp({
      hosts: hostsOf({ host: "127.0.0.1", port }),
      cookie: `flightdesk_${port}`,
      sessions,
      works: openWorks(async (progress) => open(progress), draw),
      live: openLive({
        changed: (since) => desk.app.ledger.changed(since),
        clock: systemClock,
        signal: ends.signal,
        failed: (cause) => faults.push(cause),
      }),
      drafts: openDrafts({ now: clock.now, newId: draw, pages: pagesInMemory() }),
      begun: { pages: pagesInMemory(), now: clock.now, random: draw },
      approvers: () => (existsSync(approvers) ? approvers : undefined),
      desk: () => desk,
      printLink: (secret) => links.push(secret),
      readLink: (link) => shown.read(link, clock.now()),
      failed: (cause) => faults.push(cause),
    });
    return serverApp({
      hosts: hostsOf({ host: "127.0.0.1", port, publicUrl: "https://desk.example" }),
      health: () => ({ healthy: true }),
      console: (request) => fetch(request),
      wake: () => undefined,
    });
  });
  const { port } = new URL(server.url);
  const admit: OpenConsole["admit"] = async (who) => ({
    name: `flightdesk_${port}`,
    value: (await sessions.admit(who)).id,
    domain: "localhost",
    path: "/console",
  });
  return {
    admit,
    url: `http://localhost:${port}`,
    sandbox,
    desk,
    clock,
    links,
    faults,
    name: (lines) => writeFileSync(approvers, lines),
    shown,
    login: () => {
      clock.advance(60_000);
      return sessions.newLink() ?? "";
    },
    [Symbol.asyncDispose]: async () => {
      ends.abort();
      await server.close();
      await desk[Symbol.asyncDispose]();
      await sandbox.close();
      home[Symbol.dispose]();
    },
  };
}

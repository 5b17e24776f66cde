import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { consoleApp } from "../../src/console/console.ts";
import { openSessions } from "../../src/console/sessions.ts";
import { openWorks } from "../../src/console/works.ts";
import { openDesk } from "../../src/desk/open-desk.ts";
import { type SimulatedClock, simulatedClock } from "../../src/lib/clock.ts";
import { Secret } from "../../src/lib/secret.ts";
import { type Links, openLinks } from "../../src/notify/link.ts";
import { type Sandbox, startSandbox } from "../../src/sandbox/sandbox.ts";
import { serverApp } from "../../src/server/app.ts";
import { hostsOf } from "../../src/server/hosts.ts";
import { listen } from "../../src/server/listen.ts";
import { temporaryFolder } from "../cli/flightdesk.ts";

/** A person is asked about every order above a small amount. */
const asking = `version: 1
name: Asking
mode: enforce
rules:
  - id: ask-above-40k
    on: [create_media_buy]
    when: { amount: { over: "40,000 EUR" } }
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
}

/** The console of a desk of kim's on a sandbox, as `flightdesk serve --console` opens it. */
export async function openConsole(): Promise<OpenConsole> {
  const home = temporaryFolder();
  writeFileSync(join(home.path, "asking.yaml"), asking);
  const calendar = simulatedClock("2027-01-04T08:00:00Z");
  const sandbox = await startSandbox({ clock: calendar, slowSellerMs: 0 });
  const open = (progress?: (line: string) => void) =>
    openDesk({
      settings: {
        home: home.path,
        policies: home.path,
        registry_url: sandbox.registryUrl,
        governance_url: sandbox.governanceUrl,
        well_known_url: sandbox.wellKnownUrl,
        separate_sellers: [...sandbox.sharedOrigins],
        exchange: "examples/exchange.yaml",
        seller_deadline: 20_000,
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
  const shown = openLinks(home.path);
  const sessions = openSessions({ now: clock.now, random: draw, person: "kim" });
  const server = await listen({ host: "127.0.0.1", port: 0 }, (port) => {
    const { fetch } = consoleApp({
      hosts: hostsOf({ host: "127.0.0.1", port }),
      cookie: `flightdesk_${port}`,
      sessions,
      works: openWorks(async (progress) => open(progress), draw),
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
  return {
    url: `http://localhost:${port}`,
    sandbox,
    desk,
    clock,
    links,
    faults,
    shown,
    login: () => {
      clock.advance(60_000);
      return sessions.newLink() ?? "";
    },
    [Symbol.asyncDispose]: async () => {
      await server.close();
      await desk[Symbol.asyncDispose]();
      await sandbox.close();
      home[Symbol.dispose]();
    },
  };
}

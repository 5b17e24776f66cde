import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Secrets, Settings } from "../config.ts";
import type { Desk } from "../desk/desk.ts";
import { type OpenDesk, openDesk } from "../desk/open-desk.ts";
import { cleanText } from "../lib/clean-text.ts";
import { simulatedClock } from "../lib/clock.ts";
import { Secret } from "../lib/secret.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import type { Flags } from "./flags.ts";
import { loadSettings } from "./load-settings.ts";

/** The day on which the embedded sandbox's calendar begins, so that every run of an example is the same run. */
const sandboxStart = "2027-01-04T08:00:00Z";
/** Longest wait for one of the embedded sandbox's sellers, unless said otherwise. */
const sandboxSellerDeadlineMs = 3_000;
const longestLine = 2_000;

/** The desk that a command works at. */
export type Session = OpenDesk;

export interface SessionOptions extends Pick<Desk, "observe"> {
  /** Who hears what is under way; standard error where absent. */
  readonly progress?: Desk["progress"];
  /** Without policies and exchange table: for what must work although they are broken, and needs neither. */
  readonly bare?: boolean;
  /** Addresses of agents that were named by hand. */
  readonly agents?: readonly string[];
}

/** Opens the desk that flags, environment and `flightdesk.yaml` describe, on the embedded sandbox where one is asked for. */
export async function openSession(flags: Flags, options: SessionOptions = {}): Promise<Session> {
  const given = loadSettings(flags, options);
  const sandbox = flags["sandbox"] === true ? await startEmbedded() : undefined;
  if (sandbox !== undefined) process.stderr.write("SANDBOX: simulated sellers, no real money\n");
  const desk = openDesk({
    ...options,
    ...(sandbox === undefined ? given : insideSandbox(given, sandbox)),
    ...(sandbox !== undefined && {
      clock: sandbox.clock,
      withoutCredentials: true,
      exchange: packaged("examples/exchange.yaml"),
      simulation: { now: sandbox.clock.now, advance: sandbox.advance },
      close: sandbox.close,
    }),
    note: (line) => process.stderr.write(`${line}\n`),
    progress:
      options.progress ??
      ((line, kind) => {
        if (kind === "detail" && flags["verbose"] !== true) return;
        process.stderr.write(`  · ${cleanText(line, longestLine)}\n`);
      }),
  });
  return desk;
}

/** In a folder of its own below the home: what is tried never lies beside what is real. */
function sandboxHome(home: string): string {
  return basename(home) === ownFolder ? home : join(home, ownFolder);
}

const ownFolder = "sandbox";

async function startEmbedded(): Promise<Sandbox> {
  const { startSandbox } = await import("../sandbox/sandbox.ts");
  return startSandbox({ clock: simulatedClock(sandboxStart) });
}

function insideSandbox(given: { settings: Settings; secrets: Secrets }, sandbox: Sandbox) {
  return {
    settings: {
      seller_deadline: sandboxSellerDeadlineMs,
      ...given.settings,
      home: sandboxHome(given.settings.home ?? ".flightdesk"),
      registry_url: sandbox.registryUrl,
      governance_url: sandbox.governanceUrl,
      well_known_url: sandbox.wellKnownUrl,
      separate_sellers: [...(given.settings.separate_sellers ?? []), ...sandbox.sharedOrigins],
    },
    secrets: { ...given.secrets, token: new Secret(sandbox.token) },
  };
}

function packaged(path: string): string {
  return fileURLToPath(new URL(`../../${path}`, import.meta.url));
}

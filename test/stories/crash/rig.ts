import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type App, createApp } from "../../../src/app.ts";
import type { Brief } from "../../../src/brief/brief.ts";
import { advance } from "../../../src/campaign/run/advance.ts";
import type { Waiting } from "../../../src/campaign/run/waiting.ts";
import { type SimulatedClock, simulatedClock } from "../../../src/lib/clock.ts";
import { money } from "../../../src/lib/money.ts";
import type { Wire } from "../../../src/protocol/messages/transport.ts";
import { sellers } from "../../../src/sandbox/inventory/sellers.ts";
import {
  type FaultRule,
  type Sandbox,
  type SandboxOptions,
  sandboxExchange,
  startSandbox,
} from "../../../src/sandbox/sandbox.ts";
import { type Findings, inspect } from "./inspect.ts";
import type { Order, Said } from "./runner.ts";

/** A brief for four sellers, each with a fault of its own: some twenty steps. */
const brief: Brief = {
  name: "Crash",
  brand: { domain: "acme.example", name: "Acme" },
  objective: "awareness",
  budget: money(25_000_000, "EUR"),
  flight: { start: "2027-01-18", end: "2027-02-28" },
  countries: ["DE", "AT"],
  channels: ["ctv", "olv", "streaming_audio"],
  audience: "people who hike and run outdoors, 25 to 54",
  signals: ["mt_outdoor"],
  limits: {
    maxCpm: money(4000, "EUR"),
    maxSharePerSeller: 0.35,
    excludedSellers: ["stotter-media.example", "gletscher-video.example"],
  },
  creatives: [],
  message: "A runner at dawn on a forest trail. Out early.",
  questions: [],
};

/** What the people of a seller need to confirm a buy. */
export const sellersPeopleMs = 6 * 3_600_000;

/** A killed process loses nothing of what the kernel has taken, so a folder in memory will do, and waits for no disk. */
const memory = "/dev/shm";

/** Processes that got to their end after which a campaign must have come to rest. */
const mostEnds = 12;

/** Answers that are late, lost after the work, or refused for a moment; nordlicht's people take their time by themselves. */
const faults = (task: "create_media_buy" | "buy_products"): [agent: string, rules: FaultRule[]][] => [
  [
    "sales",
    [
      { do: "cut", times: 1, task },
      { do: "slow", ms: 5, when: "after" },
    ],
  ],
  ["kiosk", [{ do: "drop", when: "after", times: 1, task }]],
  ["albion", [{ do: "drop", when: "after", times: 1, task: "sync_accounts" }]],
  ["governance", [{ do: "http", status: 503, times: 1, task: "check_governance" }]],
];

const compactly: Partial<SandboxOptions> = {
  protocol: "adcp",
  release: "3.2",
  sellers: sellers.map((one) => ({ ...one, lifecycle: { alone: true } })),
};

/** How one process ended: killed, from outside or by itself at a point, or at its end with what it says. */
export type Run = Said | { readonly type: "killed"; readonly at?: undefined };

/** What becomes of one process; with `killAfterMs` it is killed so long after it has begun its work. */
export interface Life extends Pick<Order, "dieAt" | "dieOn" | "without" | "work"> {
  readonly killAfterMs?: number | undefined;
}

export interface Rig extends AsyncDisposable {
  readonly clock: SimulatedClock;
  readonly sandbox: Sandbox;
  readonly campaignId: string;
  /** Another process's view of the ledger. */
  readonly open: () => App;
  /** From now on a seller, by its slug, does a call that is sent twice twice. */
  readonly forgetKeys: (seller: string) => void;
  /** Starts a process on the campaign. */
  readonly run: (life?: Life) => Promise<Run>;
  /** Starts processes, each after the other and by way of `live`, until the campaign waits for dates alone. */
  readonly settle: (live?: () => Promise<Run>) => Promise<void>;
  readonly inspect: () => Promise<Findings>;
}

/**
 * A campaign that has begun, with a sandbox and a ledger of its own. `planned`: it has come as far as its plan, so that a
 * process begins with the first step. `wire`: what carries every call. `compact`: its sellers have the compact tools of 3.2 alone.
 * `brief`: what differs from the usual one.
 */
export async function openRig(
  runner: string,
  {
    planned = true,
    wire = "mcp",
    compact = false,
    brief: change = {},
    ...options
  }: {
    readonly planned?: boolean;
    readonly wire?: Wire;
    readonly compact?: boolean;
    readonly brief?: Partial<Brief>;
  } & Pick<SandboxOptions, "faults" | "governance" | "rewriteAnswer" | "sellers"> = {},
): Promise<Rig> {
  const clock = simulatedClock("2027-01-04T08:00:00Z");
  const sandbox = await startSandbox({
    clock,
    slowSellerMs: 1,
    faults: new Map(faults(compact ? "buy_products" : "create_media_buy")),
    wire,
    ...(compact && compactly),
    ...options,
  });
  const { url, token, governanceUrl } = sandbox;
  const home = mkdtempSync(join(existsSync(memory) ? memory : tmpdir(), "flightdesk-crash-"));
  const open = () =>
    createApp({
      settings: {
        registry_url: url,
        separate_sellers: [url],
        governance_url: governanceUrl,
        well_known_url: sandbox.wellKnownUrl,
        home,
        seller_deadline: 20_000,
      },
      secrets: { token },
      policies: [],
      exchange: sandboxExchange,
      clock,
      progress: () => undefined,
    });
  const app = open();
  const campaignId = await app.begin({ ...brief, ...change });
  if (planned) await advance(await app.ports(campaignId), "plan");
  await app[Symbol.asyncDispose]();

  const run: Rig["run"] = ({ killAfterMs, ...order } = {}) =>
    runProcess(
      runner,
      { home, url, token, governanceUrl, campaignId, now: clock.now(), ...order },
      killAfterMs,
    );

  return {
    clock,
    sandbox,
    campaignId,
    open,
    forgetKeys: (seller) => {
      sandbox.faults.set(seller, { rules: [{ do: "forget-keys" }] });
    },
    run,
    settle: async (live = run) => {
      let left: readonly Waiting[] = [];
      for (let ends = 0; ends < mostEnds; ) {
        const one = await live();
        if (one.type === "killed") continue;
        left = one.waiting.filter(({ type }) => type !== "date");
        if (left.length === 0) return;
        clock.advance(left.every(({ type }) => type === "seller") ? sellersPeopleMs : 60_000);
        ends++;
      }
      throw new Error(`the campaign does not come to rest: ${JSON.stringify(left)}`);
    },
    inspect: async () => {
      const inspector = open();
      const findings = await inspect(inspector, campaignId);
      await inspector[Symbol.asyncDispose]();
      return findings;
    },
    [Symbol.asyncDispose]: async () => {
      await sandbox.close();
      rmSync(home, { recursive: true });
    },
  };
}

async function runProcess(runner: string, order: Order, killAfterMs?: number): Promise<Run> {
  const child = spawn(process.execPath, [runner, JSON.stringify(order)], {
    stdio: ["ignore", "pipe", "pipe"],
    // One that never ends is a fault, and is not to be waited for.
    timeout: 120_000,
  });
  let timer: NodeJS.Timeout | undefined;
  let said = "";
  let complaint = "";
  child.stdout.on("data", (chunk) => {
    said += String(chunk);
    if (killAfterMs !== undefined) timer ??= setTimeout(() => child.kill("SIGKILL"), killAfterMs);
  });
  child.stderr.on("data", (chunk) => {
    complaint += String(chunk);
  });
  await once(child, "close");
  clearTimeout(timer);
  const killed = child.signalCode === "SIGKILL";
  if (killed && killAfterMs !== undefined) return { type: "killed" };
  if (!killed && child.exitCode !== 0) throw new Error(`the runner failed: ${complaint}`);
  // The runner prints this and nothing else after its first line.
  return JSON.parse(said.slice(said.indexOf("\n"))) as Said;
}

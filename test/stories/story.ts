import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type App, type AppOptions, createApp } from "../../src/app.ts";
import type { Brief } from "../../src/brief/brief.ts";
import { readPolicyFile } from "../../src/campaign/govern/files/policy-file.ts";
import { stateOf } from "../../src/campaign/model/state/journal.ts";
import type { CampaignState } from "../../src/campaign/model/state/state.ts";
import { advance, type Until } from "../../src/campaign/run/advance.ts";
import type { Waiting } from "../../src/campaign/run/waiting.ts";
import { type Clock, type SimulatedClock, simulatedClock } from "../../src/lib/clock.ts";
import { money } from "../../src/lib/money.ts";
import {
  type FaultRule,
  type Sandbox,
  type SandboxOptions,
  sandboxExchange,
  startSandbox,
} from "../../src/sandbox/sandbox.ts";

/** A brief that several of the sandbox's sellers can answer, one of them only after its people agreed. */
export const brief: Brief = {
  name: "Story",
  brand: { domain: "acme.example", name: "Acme" },
  objective: "awareness",
  budget: money(20_000_000, "EUR"),
  flight: { start: "2027-01-18", end: "2027-02-28" },
  countries: ["DE"],
  channels: ["ctv", "olv", "streaming_audio", "dooh"],
  limits: { maxCpm: money(4500, "EUR"), maxSharePerSeller: 0.35, excludedSellers: [] },
  creatives: [],
  message: "A runner at dawn. Out early.",
  questions: [],
};

/** Of a brief for which harbour is bought from, too. */
export const televised = { limits: { ...brief.limits, channelShares: { ctv: { min: 0.4 } } } };

export interface Story extends AsyncDisposable {
  readonly sandbox: Sandbox;
  readonly home: string;
  readonly app: App;
  readonly campaignId: string;
  /** Another process's view of the same ledger, under other settings where some are given. */
  readonly anotherApp: (change?: Partial<AppOptions>) => App;
  /** The wire's time: runs with the machine's, and waits on it take no time. */
  readonly wire: SimulatedClock;
  readonly run: (until?: Until) => Promise<readonly Waiting[]>;
  readonly state: () => Promise<CampaignState>;
}

/** A campaign on a sandbox of its own, with a ledger of its own. All sellers are given time to answer. */
export async function openStory(
  options: {
    readonly sandbox?: Partial<SandboxOptions>;
    /** What differs from the story's brief; some of it may need the sandbox's address. */
    readonly brief?: Partial<Brief> | ((sandboxUrl: string) => Partial<Brief>);
    readonly policies?: AppOptions["policies"];
    readonly approvers?: AppOptions["approvers"];
    readonly requestedBy?: readonly string[];
    readonly askedByModel?: true;
    readonly signOff?: true;
    /** Where publishers' files lie; null: nowhere that can be asked. */
    readonly wellKnownUrl?: null;
    readonly settings?: AppOptions["settings"];
    /** The sellers' credentials; some of them hold the sandbox's address, or come from its authority. */
    readonly credentials?: (sandbox: Sandbox) => Promise<AppOptions["credentials"]>;
    /** Real milliseconds; who takes longer is late. */
    readonly sellerDeadlineMs?: number;
  } = {},
): Promise<Story> {
  const clock = options.sandbox?.clock ?? simulatedClock("2027-01-04T08:00:00Z");
  const wire = hastyClock();
  const sandbox = await startSandbox({ clock, wireClock: wire, slowSellerMs: 0, ...options.sandbox });
  const home = mkdtempSync(join(tmpdir(), "flightdesk-story-"));
  const credentials = await options.credentials?.(sandbox);
  const apps: App[] = [];
  const open = (other: Partial<AppOptions> = {}) => {
    const app = createApp({
      settings: {
        registry_url: sandbox.registryUrl,
        separate_sellers: [...sandbox.sharedOrigins],
        governance_url: sandbox.governanceUrl,
        ...(options.wellKnownUrl === null
          ? { operator: "desk.example" }
          : { well_known_url: sandbox.wellKnownUrl }),
        home,
        seller_deadline: options.sellerDeadlineMs ?? 20_000,
        ...options.settings,
      },
      secrets: { token: sandbox.token },
      credentials,
      policies: options.policies ?? [housePolicy()],
      exchange: sandboxExchange,
      approvers: options.approvers,
      clock,
      wireClock: wire,
      progress: () => undefined,
      ...other,
    });
    apps.push(app);
    return app;
  };
  const app = open();
  const change = typeof options.brief === "function" ? options.brief(sandbox.url) : options.brief;
  const { requestedBy, askedByModel, signOff = false } = options;
  const campaignId = await app.begin(
    { ...brief, ...change },
    { ...(requestedBy && { requestedBy }), ...(askedByModel && { askedByModel }), signOff },
  );
  return {
    sandbox,
    home,
    app,
    campaignId,
    anotherApp: open,
    wire,
    run: async (until = "end") => {
      // Whoever runs a campaign again has let a minute pass.
      wire.advance(60_000);
      return advance(await app.ports(campaignId), until);
    },
    state: () => stateOf(app.ledger, campaignId),
    [Symbol.asyncDispose]: async () => {
      for (const each of apps) await each[Symbol.asyncDispose]();
      await sandbox.close();
      rmSync(home, { recursive: true });
    },
  };
}

/** Runs with the machine's clock; sleeping on it advances it at once. */
export function hastyClock(): SimulatedClock {
  let ahead = 0;
  const advance = (milliseconds: number) => {
    ahead += milliseconds;
  };
  const sleep: Clock["sleep"] = (milliseconds) => {
    advance(milliseconds);
    return Promise.resolve();
  };
  return { now: () => Date.now() + ahead, advance, sleep };
}

export function housePolicy() {
  const reading = readPolicyFile(readFileSync("policies/house-rules.yaml", "utf8"), "house-rules.yaml");
  if (reading.type === "invalid") throw new Error(reading.problems.join("\n"));
  return reading.policy;
}

/** Runs a campaign whose order at harbour is taken and never answered; from then on its books are shut as well. */
export async function runToLostOrder({ app, campaignId, sandbox }: Story): Promise<void> {
  const lost: FaultRule = { task: "create_media_buy", do: "drop", when: "after" };
  const shut: FaultRule = { task: "get_media_buys", do: "http", status: 503 };
  sandbox.faults.set("sales", { rules: [lost] });
  const ports = await app.ports(campaignId, ({ event }) => {
    const isSent = event.type === "step-begun" && event.stepId.startsWith("buy/harbour.example/");
    if (isSent) sandbox.faults.set("sales", { rules: [lost, shut] });
  });
  await advance(ports, "end");
}

/** Buys at all sellers of the sandbox, by the reference that the campaign gave them. */
export function buysAt(sandbox: Sandbox): string[] {
  return sandbox.calls
    .filter(({ task, outcome }) => task === "create_media_buy" && outcome === "answered")
    .map(({ arguments: request }) => String(request["buyer_ref"]));
}

/** For stories about late sellers: one takes half a minute, and who takes longer than a moment is late. */
export const hurried = { sandbox: { slowSellerMs: 30_000 }, sellerDeadlineMs: 700 };

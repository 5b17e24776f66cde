import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type App, type AppOptions, createApp } from "../../src/app.ts";
import type { Brief } from "../../src/brief/brief.ts";
import type { Policy } from "../../src/campaign/model/policy/policy.ts";
import { openJournal } from "../../src/campaign/model/state/journal.ts";
import type { CampaignState } from "../../src/campaign/model/state/state.ts";
import { advance, type Until } from "../../src/campaign/run/advance.ts";
import type { Waiting } from "../../src/campaign/run/waiting.ts";
import type { SimulatedClock } from "../../src/lib/clock.ts";
import { money } from "../../src/lib/money.ts";
import { credentialPorts } from "../../src/protocol/credentials/file.ts";
import type { Agent } from "./agents/open-agent.ts";
import type { Registry } from "./registry.ts";

/** A brief that the sellers of these tests can answer. */
export const brief: Brief = {
  name: "Interop",
  brand: { domain: "acme.example", name: "Acme" },
  objective: "awareness",
  budget: money(9_000_000, "EUR"),
  flight: { start: "2027-01-18", end: "2027-02-28" },
  countries: ["DE"],
  channels: ["ctv", "olv"],
  limits: { maxCpm: money(4500, "EUR"), maxSharePerSeller: 0.4, excludedSellers: [] },
  creatives: [],
  message: "A runner at dawn. Out early.",
  questions: [],
};

/** The whole product on one campaign, with a ledger file of its own. */
export interface Campaign extends AsyncDisposable {
  readonly app: App;
  readonly id: string;
  readonly run: (until?: Until) => Promise<readonly Waiting[]>;
  readonly state: () => Promise<CampaignState>;
}

export async function openCampaign(options: {
  readonly clock: SimulatedClock;
  readonly registry: Registry;
  readonly governance?: Agent;
  /** Agents that the desk has a credential for. */
  readonly known: readonly Agent[];
  readonly brief?: Partial<Brief>;
  readonly policies?: readonly Policy[] | undefined;
  readonly settings?: AppOptions["settings"];
  readonly waits?: AppOptions["waits"];
  readonly wireClock?: AppOptions["wireClock"];
}): Promise<Campaign> {
  const { clock, registry, governance, known } = options;
  const home = mkdtempSync(join(tmpdir(), "flightdesk-interop-"));
  const agents = governance === undefined ? known : [...known, governance];
  const app = createApp({
    settings: {
      registry_url: registry.url,
      well_known_url: registry.wellKnownUrl,
      home,
      operator: "desk.example",
      ...(governance === undefined ? {} : { governance_url: governance.url }),
      ...options.settings,
    },
    secrets: {},
    credentials: {
      ...credentialPorts(home, {}),
      entries: agents.map(({ url, token }) => ({ seller: url, entry: { kind: "bearer", token } })),
    },
    policies: options.policies ?? [],
    clock,
    wireClock: options.wireClock,
    ...(options.waits === undefined ? {} : { waits: options.waits }),
    progress: () => undefined,
  });
  const id = await app.begin({ ...brief, ...options.brief });
  return {
    app,
    id,
    run: async (until = "end") => advance(await app.ports(id), until),
    state: async () => (await openJournal(app.ledger, id)).state(),
    [Symbol.asyncDispose]: async () => {
      await app[Symbol.asyncDispose]();
      rmSync(home, { recursive: true });
    },
  };
}

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type App, type AppOptions, createApp } from "../../../src/app.ts";
import type { Brief } from "../../../src/brief/brief.ts";
import { giveApproval } from "../../../src/campaign/approvals/approve.ts";
import { givePlanApproval } from "../../../src/campaign/approvals/approve-plan.ts";
import { stateOf } from "../../../src/campaign/model/state/journal.ts";
import { type CampaignState, type StepState, stepOf } from "../../../src/campaign/model/state/state.ts";
import { advance, type Until } from "../../../src/campaign/run/advance.ts";
import type { Waiting } from "../../../src/campaign/run/waiting.ts";
import { type SimulatedClock, simulatedClock } from "../../../src/lib/clock.ts";
import { money } from "../../../src/lib/money.ts";
import { type SandboxOptions, sandboxExchange, startSandbox } from "../../../src/sandbox/sandbox.ts";
import { type CannedMarket, type CannedSeller, startCannedMarket } from "../../canned/market.ts";
import { hastyClock, brief as storyBrief } from "../story.ts";
import { formatAgent } from "./cooperative-seller.ts";

/** A desk that buys from canned sellers, under a governance agent that approves everything. */
export interface BehaviourDesk extends AsyncDisposable {
  readonly app: App;
  readonly home: string;
  readonly market: CannedMarket;
  readonly clock: SimulatedClock;
  /** The wire's time: waits on it take no time and move it. */
  readonly wire: SimulatedClock;
  readonly run: (until?: Until) => Promise<readonly Waiting[]>;
  /** A person says yes to what a step waits for. */
  readonly approve: (stepId: string) => Promise<unknown>;
  /** A person says yes to the plan as a whole. */
  readonly approvePlan: () => Promise<unknown>;
  readonly state: () => Promise<CampaignState>;
  /** A step, or the one that it goes on as. */
  readonly step: (id: string) => Promise<StepState>;
}

/** In formats that cooperative sellers take. */
export const creatives: Brief["creatives"] = [
  {
    id: "runner",
    name: "A runner at dawn",
    format: { agent_url: formatAgent, id: "video_15s" },
    assets: { video: { asset_type: "video", url: "https://acme.example/runner.mp4", duration_ms: 15_000 } },
  },
  {
    id: "banner",
    name: "A banner",
    format: { agent_url: formatAgent, id: "display_300x250" },
    assets: { image: { asset_type: "image", url: "https://acme.example/b.png", width: 300, height: 250 } },
  },
];

const brief: Brief = {
  ...storyBrief,
  budget: money(1_000_000, "EUR"),
  channels: ["olv"],
  limits: { excludedSellers: [] },
  creatives,
};

export async function openDesk(
  sellers: readonly CannedSeller[],
  change: Partial<Brief> = {},
  options: {
    /** Slug of the market's agent that is the governance agent; else one that approves everything. */
    readonly governance?: string;
    /** Otherwise everything is approved. */
    readonly decide?: NonNullable<SandboxOptions["governance"]>["decide"];
    readonly policies?: AppOptions["policies"];
    readonly wire?: SimulatedClock;
    readonly clock?: SimulatedClock;
  } = {},
): Promise<BehaviourDesk> {
  const { clock = simulatedClock("2027-01-04T08:00:00Z"), wire = hastyClock() } = options;
  const market = await startCannedMarket(sellers, wire.now);
  const governance = await startSandbox({
    clock,
    governance: { decide: options.decide ?? (() => ({ verdict: "approved" })) },
  });
  const home = mkdtempSync(join(tmpdir(), "flightdesk-behaviour-"));
  const app = createApp({
    settings: {
      registry_url: market.url,
      separate_sellers: [market.url],
      governance_url:
        options.governance === undefined
          ? governance.governanceUrl
          : `${market.url}/${options.governance}/mcp`,
      well_known_url: market.wellKnownUrl,
      home,
      seller_deadline: 5_000,
    },
    secrets: { token: governance.token },
    policies: options.policies ?? [],
    exchange: sandboxExchange,
    clock,
    wireClock: wire,
    progress: () => undefined,
  });
  const campaignId = await app.begin({ ...brief, ...change });
  const state = () => stateOf(app.ledger, campaignId);
  return {
    app,
    home,
    market,
    clock,
    wire,
    run: async (until = "end") => advance(await app.ports(campaignId), until),
    approvePlan: async () => givePlanApproval(await app.ports(campaignId), "kim"),
    approve: async (stepId) => giveApproval(await app.ports(campaignId), stepId, "kim"),
    state,
    step: async (id) => {
      const found = stepOf(await state(), id);
      if (found === undefined) throw new Error(`there is no step ${id}`);
      return found;
    },
    [Symbol.asyncDispose]: async () => {
      await app[Symbol.asyncDispose]();
      await governance.close();
      await market[Symbol.asyncDispose]();
      rmSync(home, { recursive: true });
    },
  };
}

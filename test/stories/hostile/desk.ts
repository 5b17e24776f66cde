import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type App, type AppOptions, createApp } from "../../../src/app.ts";
import type { Brief } from "../../../src/brief/brief.ts";
import { stateOf } from "../../../src/campaign/model/state/journal.ts";
import { type CampaignState, type StepState, stepOf } from "../../../src/campaign/model/state/state.ts";
import { advance, type Until } from "../../../src/campaign/run/advance.ts";
import type { Waiting } from "../../../src/campaign/run/waiting.ts";
import { type SimulatedClock, simulatedClock } from "../../../src/lib/clock.ts";
import { money } from "../../../src/lib/money.ts";
import { rawGovernance, type Token } from "../../canned/raw-agents.ts";
import { type Json, openRawMarket, type RawAgent, type RawMarket } from "../../canned/raw-market.ts";
import { hastyClock, brief as storyBrief } from "../story.ts";

/** A desk among agents on bare HTTP that share nothing with it. */
export interface HostileDesk extends AsyncDisposable {
  readonly market: RawMarket;
  readonly app: App;
  readonly home: string;
  readonly clock: SimulatedClock;
  readonly wire: SimulatedClock;
  readonly campaignId: string;
  readonly anotherApp: (change?: Partial<AppOptions>) => App;
  readonly run: (until?: Until, app?: App) => Promise<readonly Waiting[]>;
  readonly state: () => Promise<CampaignState>;
  /** The order at a seller, as it goes on. */
  readonly orderAt: (slug: string) => Promise<StepState>;
  /** Minor units of the plan's currency that the order at a seller holds of the budget. */
  readonly boundAt: (slug: string) => Promise<number>;
}

export const brief: Brief = {
  ...storyBrief,
  channels: ["olv"],
  budget: money(3_000_000, "EUR"),
  limits: { maxSharePerSeller: 1, excludedSellers: [] },
};

export async function openHostileDesk(
  sellers: readonly RawAgent[] | ((clock: SimulatedClock) => readonly RawAgent[]),
  options: {
    readonly brief?: Partial<Brief>;
    readonly token?: (check: Json, n: number, market: RawMarket) => Token;
    readonly verdict?: (check: Json, n: number) => Json;
    readonly settings?: AppOptions["settings"];
    readonly app?: Partial<AppOptions>;
    readonly start?: string;
    readonly requestedBy?: readonly string[];
  } = {},
): Promise<HostileDesk> {
  const clock = simulatedClock(options.start ?? "2027-01-04T08:00:00Z");
  const wire = hastyClock();
  const { token, verdict } = options;
  const governance = rawGovernance({
    now: clock.now,
    market: () => market,
    ...(token && { token: (check: Json, n: number) => token(check, n, market) }),
    ...(verdict && { verdict }),
  });
  const own = typeof sellers === "function" ? sellers(clock) : sellers;
  const market: RawMarket = await openRawMarket([...own, governance]);
  const home = mkdtempSync(join(tmpdir(), "flightdesk-hostile-"));
  const apps: App[] = [];
  const open = (change: Partial<AppOptions> = {}) => {
    const app = createApp({
      settings: {
        registry_url: market.url,
        separate_sellers: [market.url],
        governance_url: market.urlOf("governance"),
        well_known_url: `${market.url}/domains/{domain}/.well-known/adagents.json`,
        operator: "desk.example",
        home,
        seller_deadline: 5_000,
        ...options.settings,
      },
      secrets: {},
      policies: [],
      clock,
      wireClock: wire,
      waits: { rereadAfterMs: 10, changeTimeoutMs: 1_000 },
      progress: () => undefined,
      ...options.app,
      ...change,
    });
    apps.push(app);
    return app;
  };
  const app = open();
  const { requestedBy } = options;
  const campaignId = await app.begin(
    { ...brief, ...options.brief },
    requestedBy === undefined ? {} : { requestedBy },
  );
  const state = () => stateOf(app.ledger, campaignId);
  const orderId = (slug: string, current: CampaignState) => {
    const found = current.steps.find(({ step }) => step.id.startsWith(`buy/${slug}.example/`));
    if (found === undefined) throw new Error(`nothing is ordered at ${slug}`);
    return found.step.id;
  };
  return {
    market,
    app,
    home,
    clock,
    wire,
    campaignId,
    anotherApp: open,
    run: async (until = "end", by = app) => {
      wire.advance(60_000);
      return advance(await by.ports(campaignId), until);
    },
    state,
    orderAt: async (slug) => {
      const current = await state();
      const found = stepOf(current, orderId(slug, current));
      if (found === undefined) throw new Error(`nothing is ordered at ${slug}`);
      return found;
    },
    boundAt: async (slug) => {
      const id = orderId(slug, await state());
      return (await app.ledger.reservations(campaignId))
        .filter(
          ({ stepId, claim }) =>
            stepId.replace(/~\d+$/, "") === id.replace(/~\d+$/, "") && claim.scope === "budget",
        )
        .reduce((sum, { claim }) => sum + claim.minor, 0);
    },
    [Symbol.asyncDispose]: async () => {
      for (const each of apps) await each[Symbol.asyncDispose]();
      await market[Symbol.asyncDispose]();
      rmSync(home, { recursive: true });
    },
  };
}

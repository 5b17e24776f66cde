import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type AppOptions, createApp } from "../../../src/app.ts";
import type { Desk } from "../../../src/desk/desk.ts";
import { openModel } from "../../../src/desk/open-model.ts";
import { callOperation } from "../../../src/desk/operations.ts";
import type { CampaignOutput } from "../../../src/desk/outputs/campaign-output.ts";
import { type SimulatedClock, simulatedClock } from "../../../src/lib/clock.ts";
import { Secret } from "../../../src/lib/secret.ts";
import { sandboxExchange, startSandbox } from "../../../src/sandbox/sandbox.ts";
import { type CannedMarket, type CannedSeller, startCannedMarket } from "../../canned/market.ts";
import { hastyClock } from "../story.ts";

/** The desk's own operations over fixture publishers, with a ledger file of its own; no wait takes time. */
export interface StoryDesk extends AsyncDisposable {
  readonly market: CannedMarket;
  /** The calendar of campaigns. */
  readonly clock: SimulatedClock;
  /** The wire's time, by which the publishers note when a call came. */
  readonly wire: SimulatedClock;
  readonly plan: () => Promise<CampaignOutput>;
  /** Runs the brief for money; again, it goes on with it. */
  readonly run: () => Promise<CampaignOutput>;
  /** A person says yes to what a step waits for. */
  readonly approve: (step: string) => Promise<unknown>;
}

const buyer = { kind: "library", name: "a story", person: "kim" } as const;

/** `brief` is the text of a brief file. */
export async function openStoryDesk(sellers: readonly CannedSeller[], brief: string): Promise<StoryDesk> {
  const clock = simulatedClock("2098-09-01T08:00:00Z");
  const wire = hastyClock();
  const market = await startCannedMarket(sellers, wire.now);
  const governance = await startSandbox({ clock, governance: { decide: () => ({ verdict: "approved" }) } });
  const home = mkdtempSync(join(tmpdir(), "flightdesk-storyboard-"));
  const settings: AppOptions["settings"] = {
    registry_url: market.url,
    separate_sellers: [market.url],
    governance_url: governance.governanceUrl,
    well_known_url: market.wellKnownUrl,
    operator: "pinnacle-agency.example",
    home,
    seller_deadline: 20_000,
  };
  const secrets = { token: new Secret(governance.token) };
  const progress = () => undefined;
  const options = {
    settings,
    secrets: { token: governance.token },
    policies: [],
    exchange: sandboxExchange,
    clock,
    wireClock: wire,
    progress,
  };
  const app = createApp(options);
  const dry = createApp({ ...options, ephemeral: true });
  const desk: Desk = {
    app,
    dry,
    settings,
    secrets,
    model: () => openModel(settings, secrets),
    home,
    today: "2098-09-01",
    now: clock.now,
    progress,
    note: () => undefined,
  };
  const written = { name: "brief.yaml", text: brief };
  return {
    market,
    clock,
    wire,
    plan: () => callOperation("plan", desk, { brief: written }, buyer),
    run: () => callOperation("run", desk, { brief: written, execute: true }, buyer),
    approve: async (stepId) => {
      const { waiting } = await callOperation("inbox", desk, {}, buyer);
      const shown = waiting.find((item) => item.stepId === stepId);
      return callOperation("approve", desk, { step: stepId, seen: shown?.seen ?? "" }, buyer);
    },
    [Symbol.asyncDispose]: async () => {
      await app[Symbol.asyncDispose]();
      await dry[Symbol.asyncDispose]();
      await governance.close();
      await market[Symbol.asyncDispose]();
      rmSync(home, { recursive: true });
    },
  };
}

/** What a person is shown of what waits. */
export function waitingFor({ waiting }: CampaignOutput): string {
  return waiting.flatMap((one) => (one.type === "date" ? [] : [one.reason])).join(" ");
}

/** What a person is shown of a step. */
export function shownOf({ report }: CampaignOutput, stepId: string): string {
  const found = report.steps.find(({ id }) => id === stepId);
  return found === undefined ? "" : [found.statusText, found.reason].filter(Boolean).join(": ");
}

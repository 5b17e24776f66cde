import { type SimulatedClock, simulatedClock } from "../../src/lib/clock.ts";
import type { Agent, RecordedCall } from "./agents/open-agent.ts";
import { openRegistry, type Registry } from "./registry.ts";
import { openAuctionSeller } from "./sellers/auction.ts";
import { type CreativeAgent, openCreativeAgent } from "./sellers/creative.ts";
import { openFixedSeller } from "./sellers/fixed.ts";
import { type GovernanceAgent, type GovernanceOptions, openGovernanceAgent } from "./sellers/governance.ts";
import type { SalesAgent, SalesOptions } from "./sellers/sales-agent.ts";
import { openSignalsAgent, type SignalsAgent } from "./sellers/signals.ts";
import { openSlowSeller, type SlowSeller } from "./sellers/slow-approval.ts";

/** Three sellers, a builder of creatives, a marketplace of audiences and the buyer's governance agent, none of them ours. */
export interface Market extends AsyncDisposable {
  readonly clock: SimulatedClock;
  readonly registry: Registry;
  readonly fixed: SalesAgent;
  readonly auction: SalesAgent;
  readonly slow: SlowSeller;
  readonly creative: CreativeAgent;
  readonly signals: SignalsAgent;
  readonly governance: GovernanceAgent;
  readonly known: readonly Agent[];
  /** All calls at all agents, in their order. */
  readonly calls: () => readonly (RecordedCall & { readonly agent: Agent })[];
}

export async function openMarket({
  isDown,
  ...options
}: Pick<GovernanceOptions, "objection"> &
  /** Of all three sellers. */
  Pick<SalesOptions, "isDown"> = {}): Promise<Market> {
  const clock = simulatedClock("2027-01-04T08:00:00Z");
  let counted = 0;
  const count = () => counted++;
  const creative = await openCreativeAgent({ count });
  const seller = { clock, count, formats: creative.formats, isDown };
  const [fixed, auction, slow, signals, governance] = await Promise.all([
    openFixedSeller(seller),
    openAuctionSeller(seller),
    openSlowSeller(seller),
    openSignalsAgent({ count }),
    openGovernanceAgent({ ...options, clock, count }),
  ]);
  const registry = await openRegistry([
    { domain: "fixed.example", url: fixed.url, type: "sales", channels: ["olv", "ctv"] },
    { domain: "auction.example", url: auction.url, type: "sales", channels: ["olv"] },
    { domain: "premium.example", url: slow.url, type: "sales", channels: ["ctv"] },
    { domain: "builder.example", url: creative.url, type: "creative", channels: [] },
    { domain: "data.example", url: signals.url, type: "signals", channels: [] },
  ]);
  const known = [fixed, auction, slow, creative, signals];
  return {
    clock,
    registry,
    fixed,
    auction,
    slow,
    creative,
    signals,
    governance,
    known,
    calls: () =>
      [...known, governance]
        .flatMap((agent) => agent.calls.map((call) => ({ ...call, agent })))
        .sort((a, b) => a.order - b.order),
    [Symbol.asyncDispose]: async () => {
      await Promise.all([...known, governance, registry].map((each) => each[Symbol.asyncDispose]()));
    },
  };
}

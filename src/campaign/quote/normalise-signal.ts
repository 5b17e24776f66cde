import { addressKey } from "../../lib/address.ts";
import { cleanText } from "../../lib/clean-text.ts";
import { type ExchangeTable, inMinor } from "../../lib/exchange.ts";
import { isCurrency, type Money } from "../../lib/money.ts";
import { type SignalRef, signalRefSchema } from "../../protocol/records/signal.ts";
import type { ResponseOf } from "../../protocol/tasks/index.ts";
import type { Signal } from "../model/offers/signal.ts";
import type { Seller, SignalsAgent } from "../model/sellers/seller.ts";
import { minorUp } from "./pricing-minor.ts";

type WireSignal = ResponseOf<"get_signals">["signals"][number];

const longest = { name: 120, description: 400, word: 60 };

interface SignalMarket {
  readonly agent: SignalsAgent;
  readonly sellers: readonly Seller[];
  /** The brief's. */
  readonly currency: string;
  readonly exchange?: ExchangeTable;
}

/** One signal on the brief's scale. A price that makes no sense, or in a currency without a rate, is left out. */
export function normaliseSignal(
  signal: WireSignal,
  { agent, sellers, currency, exchange }: SignalMarket,
): Signal {
  const { data_provider: provider, coverage_percentage: coverage, pricing } = signal;
  const price = pricing && priceOf(pricing);
  const cpm = price && inMinor(price, currency, exchange);
  const reachable = new Set(
    signal.deployments.flatMap(({ type, agent_url }) =>
      type === "agent" && agent_url !== undefined ? [addressKey(agent_url)] : [],
    ),
  );
  const ref = signal.signal_ref ?? ownRef(agent, signal);
  return {
    id: `${agent.id}/${signal.signal_agent_segment_id}`,
    agentId: agent.id,
    segmentId: signal.signal_agent_segment_id,
    ref,
    name: cleanText(signal.name, longest.name),
    description: cleanText(signal.description, longest.description),
    valueType: signal.value_type,
    type: signal.signal_type,
    provider: provider && cleanText(provider, longest.word),
    ...(coverage !== undefined && coverage >= 0 && coverage <= 100 && { coverage: coverage / 100 }),
    price,
    pricingOptionId: price && pricing?.pricing_option_id,
    cpm,
    sellerIds: sellers.filter(({ agentUrl }) => reachable.has(addressKey(agentUrl))).map(({ id }) => id),
  };
}

function priceOf({ cpm, currency }: NonNullable<WireSignal["pricing"]>): Money | undefined {
  return cpm >= 0 && isCurrency(currency) ? minorUp(cpm, currency) : undefined;
}

/** The name of a signal at the agent that offers it. */
function ownRef({ agentUrl }: SignalsAgent, { signal_agent_segment_id }: WireSignal): SignalRef | undefined {
  const named = { scope: "signal_source", signal_source_url: agentUrl, signal_id: signal_agent_segment_id };
  return signalRefSchema.safeParse(named).data;
}

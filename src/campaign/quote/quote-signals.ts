import type { Brief } from "../../brief/brief.ts";
import { addressKey } from "../../lib/address.ts";
import { cleanText } from "../../lib/clean-text.ts";
import { type ExchangeTable, inMinor } from "../../lib/exchange.ts";
import { isCurrency } from "../../lib/money.ts";
import type { Read } from "../../protocol/client/calls.ts";
import { signalRefSchema } from "../../protocol/records/signal.ts";
import type { RequestOf, ResponseOf } from "../../protocol/tasks/index.ts";
import { type Signal, type SignalQuote, signalSearch } from "../model/offers/signal.ts";
import type { Seller, SignalsAgent } from "../model/sellers/seller.ts";
import { injectionSignsAt } from "./injection-signs.ts";
import { minorUp } from "./pricing-minor.ts";

interface QuotePorts {
  readonly read: Read;
  readonly exchange?: ExchangeTable;
  readonly settings: { readonly quoteDeadlineMs: number };
  readonly progress: (line: string) => void;
}

/** An agent that does not know or reach one of the sellers may turn the whole request down. */
const oneSellerTooMany = new Set(["AGENT_NOT_FOUND", "AGENT_ACCESS_DENIED", "DEPLOYMENT_UNAUTHORIZED"]);
const mostResults = 50;

/**
 * The brief's audience and signals -> Signal[]: asks all signals agents at once what they could make usable at the sellers that may
 * be bought from. An agent that is late or fails is a line of the result.
 */
export async function quoteSignals(
  brief: Brief,
  sellers: readonly Seller[],
  agents: readonly SignalsAgent[],
  ports: QuotePorts,
) {
  const candidates = sellers.filter(({ eligible, unbuyable }) => eligible && unbuyable === undefined);
  const spec = signalSearch(brief);
  if (spec === undefined || candidates.length === 0) return { quotes: [], signals: [] };
  const stage = AbortSignal.timeout(ports.settings.quoteDeadlineMs);
  const results = await Promise.all(
    agents.map((agent) => quoteOf(agent, { brief, spec, candidates, stage, ports })),
  );
  return {
    quotes: results.map(({ quote }) => quote),
    signals: results.flatMap(({ signals }) => signals),
  };
}

interface SignalInput {
  readonly brief: Brief;
  readonly spec: string;
  readonly candidates: readonly Seller[];
  readonly stage: AbortSignal;
  readonly ports: QuotePorts;
}

async function quoteOf(agent: SignalsAgent, input: SignalInput) {
  const { stage, ports } = input;
  const answer = await ask(agent, input.candidates, input);
  if (answer.type === "answered") {
    const signals = merged(answer.signals);
    ports.progress(`${agent.id}: ${signals.length} signals`);
    const quote: SignalQuote = { agentId: agent.id, result: "answered", signals: signals.length };
    return { quote, signals };
  }
  const reason = stage.aborted
    ? `no answer within ${ports.settings.quoteDeadlineMs / 1000} s`
    : answer.reason;
  const quote: SignalQuote = {
    agentId: agent.id,
    result: stage.aborted ? "late" : "failed",
    signals: 0,
    reason,
  };
  return { quote, signals: [] };
}

type Signals =
  | { readonly type: "answered"; readonly signals: readonly Signal[] }
  | { readonly type: "failed"; readonly reason: string };

async function ask(agent: SignalsAgent, sellers: readonly Seller[], input: SignalInput): Promise<Signals> {
  const { brief, spec, stage, ports } = input;
  const request: RequestOf<"get_signals"> = {
    signal_spec: spec,
    deliver_to: {
      deployments: sellers.map(({ agentUrl }) => ({ type: "agent", agent_url: agentUrl })),
      countries: [...brief.countries],
    },
    max_results: mostResults,
  };
  const answer = await ports.read(agent.agentUrl, "get_signals", request, { signal: stage });
  switch (answer.type) {
    case "answered": {
      const { currency } = brief.budget;
      const { exchange } = ports;
      const signals = answer.payload.signals.map((signal, i) => {
        const injectionSigns = injectionSignsAt(answer.injectionSigns, "signals", i);
        const normalised = normaliseSignal(signal, { agent, sellers, currency, exchange });
        return injectionSigns.length === 0 ? normalised : { ...normalised, injectionSigns };
      });
      return { type: "answered", signals };
    }
    case "pending":
      return { type: "failed", reason: "answers later: its people search for signals" };
    case "failed": {
      if (sellers.length === 1 || !oneSellerTooMany.has(answer.error.code))
        return { type: "failed", reason: `${answer.error.code}: ${answer.error.message}` };
      const each = await Promise.all(sellers.map((seller) => ask(agent, [seller], input)));
      const signals = each.flatMap((one) => (one.type === "answered" ? one.signals : []));
      const known = each.some(({ type }) => type === "answered");
      return known
        ? { type: "answered", signals }
        : { type: "failed", reason: "it reaches none of the sellers" };
    }
  }
}

/** A signal that was found for several sellers apart, as one. */
function merged(signals: readonly Signal[]): Signal[] {
  const byId = new Map<string, Signal>();
  for (const signal of signals) {
    const sellerIds = [...(byId.get(signal.id)?.sellerIds ?? []), ...signal.sellerIds];
    byId.set(signal.id, { ...signal, sellerIds: [...new Set(sellerIds)] });
  }
  return [...byId.values()];
}

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
  signal: ResponseOf<"get_signals">["signals"][number],
  { agent, sellers, currency, exchange }: SignalMarket,
): Signal {
  const { data_provider: provider, coverage_percentage: coverage, pricing } = signal;
  const price =
    pricing && pricing.cpm >= 0 && isCurrency(pricing.currency)
      ? minorUp(pricing.cpm, pricing.currency)
      : undefined;
  const cpm = price && inMinor(price, currency, exchange);
  const reachable = new Set(
    signal.deployments.flatMap(({ type, agent_url }) =>
      type === "agent" && agent_url !== undefined ? [addressKey(agent_url)] : [],
    ),
  );
  const segmentId = signal.signal_agent_segment_id;
  const own = { scope: "signal_source", signal_source_url: agent.agentUrl, signal_id: segmentId };
  return {
    id: `${agent.id}/${segmentId}`,
    agentId: agent.id,
    segmentId,
    ref: signal.signal_ref ?? signalRefSchema.safeParse(own).data,
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

import type { Brief } from "../../brief/brief.ts";
import type { ExchangeTable } from "../../lib/exchange.ts";
import type { FeasibilityFinding } from "../model/decisions/preflight-finding.ts";
import { universeOf } from "../model/people/universe.ts";
import { benchmarkFor } from "../rank/benchmarks.ts";
import { checkFeasibility } from "./check-feasibility.ts";
import { contactsPerPerson } from "./contacts-per-person.ts";
import type { UsualPrice } from "./facts.ts";

/** Whether a brief can come true by its own figures, before any seller is asked. */
export function assessFeasibility(
  brief: Brief,
  exchange: ExchangeTable | undefined,
): readonly FeasibilityFinding[] {
  const { frequency } = brief;
  return checkFeasibility({
    brief,
    contacts: frequency && contactsPerPerson(frequency, brief),
    usualPrice: usualPriceOf(brief, exchange),
    universe: universeOf(brief),
  });
}

/** How far markets are from what is usual, either way. */
const width = 0.25;

/**
 * What the brief's impressions usually cost. Where it counts impressions alone, money goes to the cheapest channel as far as
 * the brief's shares allow; else to all of its channels alike. Undefined without an exchange rate.
 */
function usualPriceOf(brief: Brief, exchange: ExchangeTable | undefined): UsualPrice | undefined {
  const benchmark = benchmarkFor({ brief, sellers: [], exchange });
  const { cpm: mean, inWords, isAtPar } = benchmark(brief.channels);
  if (isAtPar) return undefined;
  const metric = brief.kpi?.metric;
  const isByCount = metric === "impressions" || metric === "cpm";
  const cpm = isByCount ? cheapestMix(brief, (channel) => benchmark([channel]).cpm, mean) : mean;
  return { cpm, low: cpm * (1 - width), high: cpm * (1 + width), basis: inWords };
}

/** Price of a thousand where each channel has its least share, and the rest goes to the cheapest ones up to their most. */
function cheapestMix({ channels, limits }: Brief, cpmOf: (channel: string) => number, mean: number): number {
  if (channels.length === 0) return mean;
  const shares = new Map(channels.map((channel) => [channel, limits.channelShares?.[channel]?.min ?? 0]));
  let left = 1 - [...shares.values()].reduce((sum, share) => sum + share, 0);
  const cheapestFirst = [...new Set(channels)].sort((a, b) => cpmOf(a) - cpmOf(b) || (a < b ? -1 : 1));
  for (const channel of cheapestFirst) {
    const share = shares.get(channel) ?? 0;
    const more = Math.max(0, Math.min(left, (limits.channelShares?.[channel]?.max ?? 1) - share));
    shares.set(channel, share + more);
    left -= more;
  }
  const bought = [...shares].reduce((sum, [channel, share]) => sum + share / cpmOf(channel), 0);
  return bought > 0 ? 1 / bought : mean;
}

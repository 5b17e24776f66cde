import type { Brief } from "../../brief/brief.ts";
import { formatCount } from "../../lib/english.ts";
import type { ExchangeTable } from "../../lib/exchange.ts";
import { formatMinor } from "../../lib/money.ts";
import type { FeasibilityFinding } from "../model/decisions/preflight-finding.ts";
import { universeOf } from "../model/people/universe.ts";
import { benchmarkFor } from "../rank/benchmarks.ts";
import { checkImpressions, highestPrice, rare } from "./check-impressions.ts";
import { contactsPerPerson } from "./contacts-per-person.ts";
import type { FeasibilityFacts, UsualPrice } from "./facts.ts";
import { neededFor } from "./needed.ts";
import { floored, rounded, roundedApart } from "./words.ts";

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

/** Brief -> FeasibilityFinding[]: what its own figures say of one another. Empty where it names too few of them. */
function checkFeasibility(facts: FeasibilityFacts): readonly FeasibilityFinding[] {
  return [checkImpressions(facts), checkPeople(facts), checkPrice(facts)].filter(
    (finding) => finding !== undefined,
  );
}

/** Countries have grown since they were counted: a reach just over the table's figure is a doubt and no contradiction. */
const growth = 1.1;

/** Whether as many people live there. Undefined where the target names no people, or the countries are not known. */
function checkPeople(facts: FeasibilityFacts): FeasibilityFinding | undefined {
  const { brief, universe } = facts;
  const needed = neededFor(facts);
  if (needed?.people === undefined || universe === undefined) return undefined;
  const { people } = needed;
  const { people: population, where, source } = universe;
  const [reached, living] = roundedApart(people, population);
  const whom =
    brief.kpi?.metric === "reach"
      ? `a reach of ${reached} people`
      : `${rounded(needed.impressions)} impressions at its frequency are contacts with ${reached} people`;
  const text = `${whom}; ${living} live in ${where} (${source})`;
  if (people <= population) return { check: "people", result: "holds", text, remedies: [] };
  const fewer =
    brief.kpi?.metric === "reach"
      ? `a reach of at most ${formatCount(floored(population))} people`
      : `a target of at most ${formatCount(floored(population * needed.contacts))} impressions`;
  return {
    check: "people",
    result: people > population * growth ? "contradicts" : "doubtful",
    text,
    remedies: [fewer, "more countries"],
  };
}

/** Whether the brief's price is one that media is sold at. Undefined where nothing stands against it. */
function checkPrice({ brief, usualPrice }: FeasibilityFacts): FeasibilityFinding | undefined {
  const { budget } = brief;
  const named = highestPrice(brief);
  if (usualPrice === undefined || !(named < usualPrice.cpm * rare)) return undefined;
  const usual = formatMinor(usualPrice.cpm, budget.currency);
  return {
    check: "price",
    result: "doubtful",
    text: `${formatMinor(named, budget.currency)} CPM is less than half of ${usual}, ${usualPrice.basis}: few offers will be under it`,
    remedies: [`a price nearer to ${usual}`, "channels that cost less"],
  };
}

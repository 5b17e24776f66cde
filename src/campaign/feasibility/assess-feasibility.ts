import type { Brief } from "../../brief/brief.ts";
import { formatCount } from "../../lib/english.ts";
import type { ExchangeTable } from "../../lib/exchange.ts";
import { currencyDigits, formatMinor, formatMoney } from "../../lib/money.ts";
import type { FeasibilityFinding } from "../model/decisions/preflight-finding.ts";
import { kpiInPeople, universeOf } from "../model/people/universe.ts";
import { benchmarkFor } from "../rank/benchmarks.ts";
import { contactsPerPerson } from "./contacts-per-person.ts";
import type { FeasibilityFacts, UsualPrice } from "./facts.ts";

/** Whether a brief can come true by its own figures, before any seller is asked. */
export function assessFeasibility(brief: Brief, exchange: ExchangeTable | undefined) {
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

/** Share of the usual price under which few sellers offer anything. */
const rare = 0.5;

/** Whether the budget buys what the target needs, at what media usually costs. Undefined where there is no such target. */
function checkImpressions(facts: FeasibilityFacts): FeasibilityFinding | undefined {
  const needed = neededFor(facts);
  if (needed === undefined) return undefined;
  const { brief, usualPrice } = facts;
  const { budget } = brief;
  if (usualPrice === undefined)
    return {
      check: "impressions",
      result: "doubtful",
      text: `needs ${formatCount(needed.impressions)} impressions: ${needed.text}; what they cost is not known, as there is no exchange rate from USD to ${budget.currency}`,
      remedies: [],
    };
  const planned = planningPrice(brief, usualPrice);
  const [sure, best] = [boughtAt(planned.high, budget), boughtAt(planned.low, budget)];
  const [needs, buys] = roundedApart(needed.impressions, boughtAt(planned.cpm, budget));
  const span = sure === best ? "" : `, between ${roundedApart(sure, best).join(" and ")}`;
  const text =
    `needs ${needs} impressions: ${needed.text}; ` +
    `${formatMoney(budget)} at ${prices(planned, budget.currency)} CPM (${planned.basis}) buys ${buys}${span}`;
  if (sure >= needed.impressions) return { check: "impressions", result: "holds", text, remedies: [] };
  const isHopeless = boughtAt(Math.min(planned.low, usualPrice.cpm * rare), budget) < needed.impressions;
  return {
    check: "impressions",
    result: isHopeless ? "contradicts" : "doubtful",
    text,
    remedies: remediesFor(brief, needed, planned, sure),
  };
}

function boughtAt(cpm: number, { minor }: Brief["budget"]): number {
  return cpm > 0 ? Math.floor((minor * 1000) / cpm) : Number.MAX_SAFE_INTEGER;
}

/** Each is rounded to the side on which it holds, for the dearest that is usual. */
function remediesFor(brief: Brief, needed: Needed, planned: UsualPrice, sure: number): string[] {
  const { budget, frequency, kpi } = brief;
  const { currency } = budget;
  const costs = (cpm: number) => formatMinor(Math.ceil((needed.impressions * cpm) / 1000), currency);
  const remedies = [
    planned.low === planned.high
      ? `a budget of ${costs(planned.cpm)}`
      : `a budget of about ${costs(planned.cpm)}, between ${costs(planned.low)} and ${costs(planned.high)}`,
  ];
  const cheaper = Math.floor((budget.minor * 1000) / needed.impressions);
  if (cheaper > 0 && cheaper >= planned.cpm * rare)
    remedies.push(`a CPM of ${formatMinor(cheaper, currency)}`);
  if (kpi?.metric === "impressions") {
    remedies.push(`a target of ${formatCount(floored(sure))} impressions`);
    return remedies;
  }
  if (frequency !== undefined) {
    const times = Math.floor((sure / needed.impressions) * frequency.times * 10) / 10;
    const isPossible = times * needed.contacts >= frequency.times;
    if (times > 0 && isPossible) remedies.push(`a frequency of ${times} per ${frequency.per}`);
  }
  const people = floored(sure / needed.contacts);
  if (people > 0) remedies.push(`a reach of ${formatCount(people)} people`);
  return remedies;
}

/** The highest price of 1,000 impressions that the brief names, in minor units. */
function highestPrice({ limits, kpi, budget }: Brief): number {
  const aim =
    kpi?.metric === "cpm" && kpi.target ? kpi.target * 10 ** currencyDigits(budget.currency) : undefined;
  return Math.min(limits.maxCpm?.minor ?? Number.POSITIVE_INFINITY, aim ?? Number.POSITIVE_INFINITY);
}

/** What is usual, as far as the brief pays it: its highest price is a limit, and no price that anybody asks. */
function planningPrice(brief: Brief, usual: UsualPrice): UsualPrice {
  const most = highestPrice(brief);
  if (usual.high <= most) return usual;
  const upTo = (cpm: number) => Math.min(cpm, most);
  return {
    cpm: upTo(usual.cpm),
    low: upTo(usual.low),
    high: most,
    basis: `${usual.basis}, and no more than the brief pays`,
  };
}

function prices({ cpm, low, high }: UsualPrice, currency: string): string {
  return low === high
    ? formatMinor(cpm, currency)
    : `${formatMinor(cpm, currency)} (${formatMinor(low, currency)} to ${formatMinor(high, currency)})`;
}

/** `261 million`, `1.2 billion`; below a million to the unit. */
function rounded(count: number): string {
  if (count < 999_500) return formatCount(count);
  const [divisor, unit] = count < 999_500_000 ? [1e6, "million"] : [1e9, "billion"];
  return `${Number((count / divisor).toPrecision(3)).toLocaleString("en-US")} ${unit}`;
}

/** Two counts that differ on the page: to the unit where rounding makes them look the same. */
function roundedApart(one: number, other: number): readonly [string, string] {
  const [a, b] = [rounded(one), rounded(other)];
  return a === b ? [formatCount(one), formatCount(other)] : [a, b];
}

/** The largest number of three digits and zeros that is not over `count`. */
function floored(count: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, count))) - 2);
  return Math.floor(count / step) * step;
}

/** What a brief's target comes to in impressions. */
interface Needed {
  readonly impressions: number;
  /** The people of the target, or that it comes to at its frequency. */
  readonly people?: number;
  /** Contacts with each of them over the flight. */
  readonly contacts: number;
  /** `5,000,000 people, 3 times a week over 17.4 weeks` */
  readonly text: string;
}

/** Undefined where the brief's target is neither people nor impressions, or it has none. */
function neededFor({ brief, contacts }: FeasibilityFacts): Needed | undefined {
  const { frequency, flight } = brief;
  const kpi = kpiInPeople(brief);
  if (kpi?.target === undefined) return undefined;
  if (kpi.metric === "reach") {
    const often = frequency && contacts ? frequencyWords(frequency, contacts, flight) : "at least once";
    const each = contacts ?? 1;
    return {
      impressions: Math.ceil(kpi.target * each),
      people: kpi.target,
      contacts: each,
      text: `${formatCount(kpi.target)} people, ${often}`,
    };
  }
  if (kpi.metric !== "impressions") return undefined;
  return {
    impressions: Math.ceil(kpi.target),
    ...(contacts && { people: kpi.target / contacts }),
    contacts: contacts ?? 1,
    text: "the target of the brief",
  };
}

/** `3 times a week over 17.4 weeks` */
function frequencyWords(
  { times, per }: NonNullable<Brief["frequency"]>,
  contacts: number,
  flight: Brief["flight"],
): string {
  const often = times === 1 ? "once" : `${times} times`;
  if (per === "flight") return `${often} over the flight`;
  if (per === "month") return `${often} a month from ${flight.start} to ${flight.end}`;
  const periods = Number((contacts / times).toFixed(1));
  return `${often} a ${per} over ${periods} ${per}${periods === 1 ? "" : "s"}`;
}

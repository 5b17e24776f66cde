import { channelName, listed } from "../../lib/english.ts";
import { exchangeRate } from "../../lib/exchange.ts";
import { currencyDigits } from "../../lib/money.ts";
import type { Channel } from "../../protocol/records/product.ts";
import type { RankContext } from "./criterion.ts";

/** Usual prices of 1,000 impressions, in US dollars. Anchors of a scale, not forecasts: half of all value lies at the anchor. */
const usualCpm: Readonly<Record<Channel, number>> = {
  display: 4,
  olv: 12,
  social: 8,
  search: 20,
  ctv: 28,
  linear_tv: 20,
  radio: 8,
  streaming_audio: 15,
  podcast: 22,
  dooh: 10,
  ooh: 6,
  print: 25,
  cinema: 30,
  email: 10,
  gaming: 9,
  retail_media: 8,
  influencer: 20,
  affiliate: 6,
  product_placement: 20,
  sponsored_intelligence: 15,
};
const usualElsewhere = 12;
const currency = "USD";

export interface Benchmark {
  /** Price of 1,000 impressions in minor units of the budget's currency. */
  readonly cpm: number;
  readonly basis: string;
  /** The same for people: `usual for CTV and online video`. */
  readonly inWords: string;
  /** Taken in dollars as if they were the budget's currency: enough for a scale, and no price to plan with. */
  readonly isAtPar: boolean;
}

/** The usual price on some channels: their mean. Taken at par, with a note, where no exchange rate is at hand. */
export function benchmarkFor({ brief, exchange }: RankContext): (channels: readonly string[]) => Benchmark {
  const own = brief.budget.currency;
  const rate = exchangeRate(exchange, currency, own);
  const scale = (rate ?? 1) * 10 ** currencyDigits(own);
  return (channels) => {
    const named = [...new Set(channels)].filter((channel) => Object.hasOwn(usualCpm, channel)).sort();
    const where = named.join(" and ") || "media";
    const atPar = rate === undefined ? `, ${currency} taken at par` : "";
    return {
      cpm: meanOf(named) * scale,
      isAtPar: rate === undefined,
      // Stands in recorded rankings, which are made again as they were.
      basis: `usual for ${where}${atPar}`,
      inWords: `usual for ${listed(named.map(channelName)) || "media"}${atPar}`,
    };
  };
}

function meanOf(named: readonly string[]): number {
  const known: Readonly<Record<string, number>> = usualCpm;
  if (named.length === 0) return usualElsewhere;
  return named.reduce((total, channel) => total + (known[channel] ?? usualElsewhere), 0) / named.length;
}

/** The channels of an offer that count for the brief: what it was not asked for lends it no higher anchor. */
export function wantedChannels(offered: readonly string[], { brief }: RankContext): readonly string[] {
  return brief.channels.length === 0
    ? offered
    : offered.filter((channel) => brief.channels.includes(channel));
}

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
}

/** The usual price on `channels`: their mean. Taken at par, and said so, where no exchange rate is at hand. */
export function benchmark(channels: readonly string[], context: RankContext): Benchmark {
  const known: Readonly<Record<string, number>> = usualCpm;
  const named = [...new Set(channels)].filter((channel) => Object.hasOwn(known, channel)).sort();
  const prices = named.map((channel) => known[channel] ?? usualElsewhere);
  const mean =
    prices.length === 0 ? usualElsewhere : prices.reduce((total, price) => total + price, 0) / prices.length;

  const own = context.brief.budget.currency;
  const rate = exchangeRate(context.exchange, currency, own);
  const where = named.length === 0 ? "media" : named.join(" and ");
  return {
    cpm: mean * (rate ?? 1) * 10 ** currencyDigits(own),
    basis: rate === undefined ? `usual for ${where}, ${currency} taken at par` : `usual for ${where}`,
  };
}

/** The channels of an offer that count for the brief: what it was not asked for lends it no higher anchor. */
export function wantedChannels(offered: readonly string[], { brief }: RankContext): string[] {
  return brief.channels.length === 0
    ? [...offered]
    : offered.filter((channel) => brief.channels.includes(channel));
}

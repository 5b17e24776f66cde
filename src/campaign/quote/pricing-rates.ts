import type { Channel } from "../../protocol/records/product.ts";
import type { Range } from "../model/offer.ts";

/** What a viewer may do with an impression that a seller charges for. */
export type Behaviour = "viewable" | "clicked" | "completed" | "viewed";

/**
 * Shares of impressions, 0 to 1. Planning figures, deliberately wide: they make models comparable, and no seller is held
 * to them. A channel without a figure stays without one.
 */
const rates: Readonly<Record<Behaviour, Readonly<Partial<Record<Channel, Range>>>>> = {
  viewable: {
    display: { low: 0.5, mid: 0.7, high: 0.85 },
    olv: { low: 0.6, mid: 0.75, high: 0.9 },
    social: { low: 0.5, mid: 0.65, high: 0.85 },
    ctv: { low: 0.95, mid: 0.98, high: 1 },
    gaming: { low: 0.7, mid: 0.85, high: 0.95 },
    retail_media: { low: 0.5, mid: 0.65, high: 0.8 },
  },
  clicked: {
    display: { low: 0.0005, mid: 0.001, high: 0.002 },
    olv: { low: 0.001, mid: 0.003, high: 0.006 },
    social: { low: 0.005, mid: 0.01, high: 0.02 },
    search: { low: 0.02, mid: 0.04, high: 0.08 },
    email: { low: 0.01, mid: 0.02, high: 0.04 },
    gaming: { low: 0.002, mid: 0.005, high: 0.01 },
    retail_media: { low: 0.002, mid: 0.004, high: 0.008 },
  },
  completed: {
    olv: { low: 0.5, mid: 0.7, high: 0.85 },
    social: { low: 0.1, mid: 0.2, high: 0.4 },
    ctv: { low: 0.9, mid: 0.95, high: 0.98 },
    streaming_audio: { low: 0.85, mid: 0.92, high: 0.97 },
    podcast: { low: 0.8, mid: 0.9, high: 0.95 },
    gaming: { low: 0.7, mid: 0.85, high: 0.95 },
  },
  viewed: {
    olv: { low: 0.15, mid: 0.3, high: 0.5 },
    social: { low: 0.1, mid: 0.2, high: 0.4 },
    ctv: { low: 0.85, mid: 0.93, high: 0.98 },
    gaming: { low: 0.5, mid: 0.7, high: 0.9 },
  },
};

/** The share over all of an offer's channels that have a figure; as wide as the widest of them together. */
export function channelRate(behaviour: Behaviour, channels: readonly string[]): Range | undefined {
  const known: Readonly<Record<string, Range>> = rates[behaviour];
  const found = [...new Set(channels)].flatMap((channel) =>
    Object.hasOwn(known, channel) ? (known[channel] ?? []) : [],
  );
  if (found.length === 0) return undefined;
  return {
    low: Math.min(...found.map((rate) => rate.low)),
    mid: found.reduce((total, rate) => total + rate.mid, 0) / found.length,
    high: Math.max(...found.map((rate) => rate.high)),
  };
}

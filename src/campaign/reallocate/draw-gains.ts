import { sumOver } from "../../lib/money.ts";
import { eachEnd, type Range } from "../model/offers/offer.ts";
import type { Response } from "./learn-response.ts";

/** What a line would spend with one budget and with another one. */
export interface Alternative {
  readonly response: Response;
  readonly stretches: readonly Stretch[];
}

/** Days that are alike, and the spend of each of them. */
export interface Stretch {
  readonly days: number;
  readonly before: number;
  readonly after: number;
}

const draws = 400;
/**
 * What claims have proved to be worth on simulated flights: refusals, delays and what lines do later take a part of each, and the
 * draws alone hold the truth too seldom. Of what was moved already the draws hold it as often as they say.
 */
const kept = 0.8;
const widened = 1.6;

/** What may be claimed of moves that are still to be made. */
export function claimed(drawn: Range): Range {
  return eachEnd((end) => kept * (drawn.mid + widened * (drawn[end] - drawn.mid)));
}

/**
 * What other budgets bring more: with 80 % between `low` and `high`, and with what probability anything at all. The same seed, 0 to 2^32, gives the same draws.
 */
export function drawGains(alternatives: readonly Alternative[], seed: number) {
  const uniform = uniformFrom(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
  const gains = Array.from({ length: draws }, () =>
    alternatives.reduce((sum, { response, stretches }) => {
      const place = uniform();
      let reached = 0;
      const guess =
        response.grid.find(({ probability }) => {
          reached += probability;
          return place < reached;
        }) ?? response.grid.at(-1);
      if (guess === undefined) return sum;
      const { exponent, shape, rate } = guess;
      const level = (shape / rate) * gammaOverMean(shape, normal());
      const at = (spend: number) => powered(spend, response, exponent);
      const more = sumOver(stretches, ({ days, before, after }) => days * (at(after) - at(before)));
      return sum + level * more;
    }, 0),
  ).sort((a, b) => a - b);
  const mid = sumOver(gains) / draws;
  return {
    low: gains[0.1 * draws] ?? 0,
    mid,
    high: gains[0.9 * draws] ?? 0,
    probability: gains.filter((gain) => gain > 0).length / draws,
  };
}

/** Outcomes that a day's spend is expected to bring, over all that is thought possible. */
export function expectedOutcome(response: Response, spend: number): number {
  return sumOver(
    response.grid,
    ({ exponent, probability, shape, rate }) =>
      ((probability * shape) / rate) * powered(spend, response, exponent),
  );
}

/** A power of the spend; beyond what was seen to work no more than in proportion. */
function powered(spend: number, { pace, proven }: Response, exponent: number): number {
  if (!(spend > 0)) return 0;
  const at = exponent > 1 ? Math.min(spend, Math.max(pace, proven)) : spend;
  return (spend / at) * pace * (at / pace) ** exponent;
}

/** A gamma variable of this shape over its mean, from a normal one (Wilson and Hilferty). */
function gammaOverMean(shape: number, normal: number): number {
  const part = 1 / (9 * shape);
  return Math.max(0, 1 - part + normal * Math.sqrt(part)) ** 3;
}

/** Mulberry32. */
function uniformFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

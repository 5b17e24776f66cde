import type { Brief } from "../../../brief/brief.ts";
import { whoseLimit } from "../../../brief/desk-limits.ts";
import { channelName, percent } from "../../../lib/english.ts";
import type { Plan } from "../../model/offers/plan.ts";
import type { Candidate, Group } from "../allocator.ts";
import { channelOf } from "../candidates.ts";
import type { Market } from "../market.ts";

/** Part of the budget, 0 to 1, that a channel of the brief is proposed to have where nobody says. */
export const usualFloor = 0.05;

/** The brief's floor for each of its channels that has no share of its own; no more than can be bought there. */
export function floorGroups({ channels, limits, budget }: Brief, candidates: readonly Candidate[]): Group[] {
  const { floorPerChannel: floor = 0, channelShares = {} } = limits;
  if (floor === 0) return [];
  const basis = `${percent(floor)} of the budget, ${whoseLimit(limits, "floorPerChannel")} floor for each channel`;
  return channels.flatMap((channel) => {
    const members = [...candidates.keys()].filter((place) => candidates[place]?.channel === channel);
    const room = members.reduce((sum, place) => sum + (candidates[place]?.most ?? 0), 0);
    if (room === 0 || channelShares[channel] !== undefined) return [];
    const least = Math.min(Math.floor(budget.minor * floor), room);
    return [{ name: channelName(channel), members, least, most: budget.minor, basis }];
  });
}

/** Channels that the brief names without a word on their share, that get less than the usual floor, and on which anything may be bought. */
export function channelsUnder({ lines }: Plan, { brief, offers, ranking }: Market): string[] {
  const { channelShares = {}, floorPerChannel } = brief.limits;
  if (lines.length === 0 || floorPerChannel !== undefined) return [];
  const passed = new Set(ranking.rows.flatMap(({ gate, offerId }) => (gate === "pass" ? [offerId] : [])));
  const sold = new Set(offers.filter(({ id }) => passed.has(id)).map((offer) => channelOf(offer, brief)));
  return brief.channels.filter((channel) => {
    const own = lines.filter(({ channels }) => channels.includes(channel));
    const spent = own.reduce((sum, { amount }) => sum + amount.minor, 0);
    return (
      sold.has(channel) && channelShares[channel] === undefined && spent < brief.budget.minor * usualFloor
    );
  });
}

/** The brief with the usual floor for some of its channels. */
export function withFloors(brief: Brief, channels: readonly string[]): Brief {
  const floors = Object.fromEntries(channels.map((channel) => [channel, { min: usualFloor }]));
  return {
    ...brief,
    limits: { ...brief.limits, channelShares: { ...brief.limits.channelShares, ...floors } },
  };
}

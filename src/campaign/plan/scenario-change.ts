import type { Brief } from "../../brief/brief.ts";
import { channelName, percent } from "../../lib/english.ts";
import { formatMoney, type Money, money } from "../../lib/money.ts";
import type { Offer } from "../model/offers/offer.ts";
import { sellerKey } from "./order.ts";

/** One thing that is otherwise in a scenario. Shares are 0 to 1; amounts are in the brief's currency. */
export type Change =
  | { readonly type: "budget-by"; readonly share: number }
  | { readonly type: "budget"; readonly amount: Money }
  | { readonly type: "max-share"; readonly share: number }
  | { readonly type: "max-cpm"; readonly price: Money }
  | { readonly type: "channel-share"; readonly channel: string; readonly min: number; readonly max: number }
  | { readonly type: "without-seller"; readonly sellerId: string }
  | { readonly type: "without-channel"; readonly channel: string }
  | { readonly type: "spend"; readonly spend: NonNullable<Brief["spend"]> };

/** What is asked for, and what is on the table. */
export interface ScenarioInput {
  readonly brief: Brief;
  readonly offers: readonly Offer[];
}

export function applyChange(change: Change, { brief, offers }: ScenarioInput): ScenarioInput {
  switch (change.type) {
    case "budget-by": {
      const { minor, currency } = brief.budget;
      return { brief: { ...brief, budget: money(Math.round(minor * (1 + change.share)), currency) }, offers };
    }
    case "budget":
      return { brief: { ...brief, budget: change.amount }, offers };
    case "max-share":
      return { brief: limited(brief, { maxSharePerSeller: change.share }), offers };
    case "max-cpm":
      return { brief: limited(brief, { maxCpm: change.price }), offers };
    case "channel-share": {
      const { channel, min, max } = change;
      const channelShares = { ...brief.limits.channelShares, [channel]: { min, max } };
      return { brief: limited(brief, { channelShares }), offers };
    }
    case "without-seller":
      return { brief, offers: withoutSeller(change.sellerId, offers) };
    case "without-channel": {
      const { [change.channel]: _, ...channelShares } = brief.limits.channelShares ?? {};
      const kept = offers.filter(({ channels }) => !channels.includes(change.channel));
      return { brief: limited(brief, { channelShares }), offers: kept };
    }
    case "spend":
      return { brief: { ...brief, spend: change.spend }, offers };
  }
}

/**
 * The brief that a campaign goes by from here on where these changes are made for good, and the offers that are left: who or
 * what is left out stays out when the market is asked again.
 */
export function withChanges(changes: readonly Change[], input: ScenarioInput): ScenarioInput {
  const { brief, offers } = changes.reduce<ScenarioInput>(
    (before, change) => applyChange(change, before),
    input,
  );
  const { excludedSellers, channelShares } = brief.limits;
  const sellers = changes.flatMap((change) => (change.type === "without-seller" ? [change.sellerId] : []));
  const channels = changes.flatMap((change) =>
    change.type === "without-channel" ? [[change.channel, { min: 0, max: 0 }] as const] : [],
  );
  const limits = {
    ...(sellers.length > 0 && { excludedSellers: [...new Set([...excludedSellers, ...sellers])] }),
    ...(channels.length > 0 && { channelShares: { ...channelShares, ...Object.fromEntries(channels) } }),
  };
  return { brief: limited(brief, limits), offers };
}

/** `the budget 20 % higher, EUR 240,000.00`; `brief` is the one without the change. */
export function changeText(change: Change, { budget }: Brief): string {
  switch (change.type) {
    case "budget-by": {
      const way = change.share < 0 ? "lower" : "higher";
      const changed = money(Math.round(budget.minor * (1 + change.share)), budget.currency);
      return `the budget ${percent(Math.abs(change.share))} ${way}, ${formatMoney(changed)}`;
    }
    case "budget":
      return `a budget of ${formatMoney(change.amount)}`;
    case "max-share":
      return change.share >= 1
        ? "no limit on one seller's share"
        : `at most ${percent(change.share)} of the budget at one seller`;
    case "max-cpm":
      return `no more than ${formatMoney(change.price)} CPM; bids stay as they were chosen`;
    case "channel-share":
      return `${percent(change.min)} to ${percent(change.max)} of the budget on ${channelName(change.channel)}`;
    case "without-seller":
      return `nothing from ${change.sellerId}`;
    case "without-channel":
      return `nothing on ${channelName(change.channel)}`;
    case "spend":
      return change.spend === "all"
        ? "all of the budget spent, past the KPI's figure too"
        : "what the KPI's figure leaves is kept";
  }
}

/** Without it under any of its names. */
function withoutSeller(id: string, offers: readonly Offer[]): readonly Offer[] {
  const meant = offers.find(({ sellerId }) => sellerId === id);
  const seller = meant === undefined ? id : sellerKey(meant);
  return offers.filter((offer) => sellerKey(offer) !== seller);
}

function limited(brief: Brief, change: Partial<Brief["limits"]>): Brief {
  return { ...brief, limits: { ...brief.limits, ...change } };
}

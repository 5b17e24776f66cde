import type { Shares } from "../../../brief/brief.ts";
import { formatMoney, money } from "../../../lib/money.ts";
import { type BoughtPackage, boughtPackages } from "../../model/derived/bought.ts";
import { sellerAt } from "../../model/derived/seller-at.ts";
import type { CampaignState } from "../../model/state/state.ts";
import type { Step } from "../../model/step/step.ts";
import { atMost, runsIn } from "../../plan/groups.ts";
import { bookedAmount } from "../booked-amount.ts";

/** The most that the brief gives some of its lines together. */
interface Most {
  readonly name: string;
  readonly share: number;
  readonly has: (bought: BoughtPackage) => boolean;
}

/**
 * The shares of the brief that more money for running lines would go past, a sentence each: the plan keeps them, and whoever
 * gives a line more is to know it. Pure.
 */
export function beyondLimits(
  { lineIds, planAmount }: Pick<Step, "lineIds" | "planAmount">,
  state: CampaignState,
): string[] {
  const { brief } = state;
  if (brief === undefined || planAmount.minor === 0) return [];
  const bought = boughtPackages(state);
  return mostsOf(state).flatMap(({ name, share, has }) => {
    const own = bought.filter(has).map(({ lineId }) => lineId);
    if (!lineIds.some((lineId) => own.includes(lineId))) return [];
    const { most, basis } = atMost(share, brief.budget);
    const show = (minor: number): string => formatMoney(money(minor, brief.budget.currency));
    const alreadyBooked = bookedAmount(own, state) + planAmount.minor;
    return alreadyBooked <= most
      ? []
      : [`${name} would have ${show(alreadyBooked)}, over ${show(most)}: ${basis}`];
  });
}

function mostsOf(state: CampaignState): Most[] {
  const { brief, plan, sellers = [] } = state;
  if (brief === undefined) return [];
  const places = new Map(plan?.lines.map(({ lineId, place }) => [lineId, place]));
  const runs = (name: string, { lineId, offer }: BoughtPackage) =>
    runsIn({ ...offer, cell: { of: offer.id, place: places.get(lineId) } }, name, brief) !== "no";
  const { maxSharePerSeller: share, channelShares, countryShares, regionShares } = brief.limits;
  const groups = new Map(sellers.map(({ id }) => sellerAt(state, id)).map((group) => [group.id, group]));
  return [
    ...(share === undefined
      ? []
      : [...groups.values()].map(
          ({ id, members }): Most => ({
            name: `seller ${id}`,
            share,
            has: ({ sellerId }) => members.includes(sellerId),
          }),
        )),
    ...sharesOf("channel", channelShares, (name, { offer }) => offer.channels.includes(name)),
    ...sharesOf("country", countryShares, runs),
    ...sharesOf("region", regionShares, runs),
  ];
}

function sharesOf(
  kind: string,
  shares: Shares = {},
  has: (name: string, bought: BoughtPackage) => boolean,
): Most[] {
  return Object.entries(shares).flatMap(([name, { max }]) =>
    max === undefined ? [] : [{ name: `${kind} ${name}`, share: max, has: (one) => has(name, one) }],
  );
}

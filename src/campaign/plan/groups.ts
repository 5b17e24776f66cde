import type { Money } from "../../lib/money.ts";
import type { Brief } from "../model/brief.ts";
import type { Offer } from "../model/offer.ts";
import type { Candidate, Group } from "./allocator.ts";
import type { SellerLimit } from "./seller-limit.ts";
import { percent } from "./words.ts";

/** The brief's shares as groups of candidates. `offers` are those of the candidates, in their order. */
export function groupsOf(
  { budget, limits }: Brief,
  candidates: readonly Candidate[],
  offers: readonly Offer[],
  sellerLimit: SellerLimit,
): Group[] {
  const members = (has: (candidate: Candidate, offer: Offer | undefined) => boolean) =>
    candidates.flatMap((candidate, place) => (has(candidate, offers[place]) ? [place] : []));
  const sellers = [...new Set(candidates.map(({ sellerId }) => sellerId))].sort();

  return [
    ...sellers.map((sellerId) => ({
      name: `seller ${sellerId}`,
      sellerId,
      members: members((candidate) => candidate.sellerId === sellerId),
      least: 0,
      most: sellerLimit.amount.minor,
      basis: sellerLimit.text,
    })),
    ...Object.entries(limits.channelShares ?? {})
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([channel, { min, max }]) => [
        ...(min === undefined
          ? []
          : [
              {
                name: `channel ${channel}`,
                members: members((candidate) => candidate.channel === channel),
                ...atLeast(min, budget),
              },
            ]),
        // What runs on several channels may end up on any of them: a most holds for all of it.
        ...(max === undefined
          ? []
          : [
              {
                name: `channel ${channel}`,
                members: members((_, offer) => offer?.channels.includes(channel) ?? false),
                ...atMost(max, budget),
              },
            ]),
      ]),
    ...(limits.minGuaranteedShare === undefined
      ? []
      : [
          {
            name: "guaranteed delivery",
            members: members((_, offer) => offer?.deliveryType === "guaranteed"),
            ...atLeast(limits.minGuaranteedShare, budget),
          },
        ]),
  ];
}

// The nudges undo the binary error of shares such as 0.29.
function atLeast(share: number, { minor }: Money) {
  const least = Math.ceil(minor * share * (1 - Number.EPSILON));
  return { least, most: minor, basis: `${percent(share)} of the budget, the brief's least` };
}

function atMost(share: number, { minor }: Money) {
  const most = Math.floor(minor * share * (1 + Number.EPSILON));
  return { least: 0, most, basis: `${percent(share)} of the budget, the brief's limit` };
}

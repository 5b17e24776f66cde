import type { Brief, Shares } from "../../brief/brief.ts";
import { channelName, percent } from "../../lib/english.ts";
import type { Money } from "../../lib/money.ts";
import type { Offer } from "../model/offers/offer.ts";
import type { Candidate, Group } from "./allocator.ts";
import type { SellerLimit } from "./limits/seller-limit.ts";

/** The brief's shares as groups of candidates. `offers` are those of the candidates, in their order. */
export function groupsOf(
  { budget, limits, countries }: Brief,
  candidates: readonly Candidate[],
  offers: readonly Offer[],
  sellerLimit: SellerLimit,
): Group[] {
  const members = (has: (candidate: Candidate, offer: Offer | undefined) => boolean) =>
    candidates.flatMap((candidate, place) => (has(candidate, offers[place]) ? [place] : []));
  const sellers = [...new Set(candidates.map(({ sellerId }) => sellerId))];

  return [
    ...sellers.map((sellerId) => ({
      name: `seller ${sellerId}`,
      sellerId,
      members: members((candidate) => candidate.sellerId === sellerId),
      least: 0,
      most: sellerLimit.amount.minor,
      basis: sellerLimit.text,
    })),
    ...sharesOf(channelName, limits.channelShares, budget, (channel) => ({
      counted: members((candidate) => candidate.channel === channel),
      possible: members((_, offer) => offer?.channels.includes(channel) ?? false),
    })),
    ...sharesOf(
      (code) => `country ${code}`,
      limits.countryShares,
      budget,
      (country) => ({
        counted: members((_, offer) => runsIn(offer, countries).join() === country),
        possible: members((_, offer) => runsIn(offer, countries).includes(country)),
      }),
    ),
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

/** What may end up elsewhere too is counted for no least; a most holds for all of it. */
function sharesOf(
  nameOf: (key: string) => string,
  shares: Shares = {},
  budget: Money,
  membersOf: (key: string) => { readonly counted: readonly number[]; readonly possible: readonly number[] },
): Group[] {
  return Object.entries(shares)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([key, { min, max }]) => {
      const { counted, possible } = membersOf(key);
      const own = { name: nameOf(key) };
      return [
        ...(min === undefined ? [] : [{ ...own, members: counted, ...atLeast(min, budget) }]),
        ...(max === undefined ? [] : [{ ...own, members: possible, ...atMost(max, budget) }]),
      ];
    });
}

/** The brief's countries that an offer's packages may run in: all of them where its seller does not say. */
export function runsIn(offer: Offer | undefined, countries: readonly string[]): readonly string[] {
  const soldIn = offer?.countries ?? countries;
  return countries.filter((country) => soldIn.includes(country));
}

// The nudges undo the binary error of shares such as 0.29.
function atLeast(share: number, { minor }: Money) {
  const least = Math.ceil(minor * share * (1 - Number.EPSILON));
  return { least, most: minor, basis: `${percent(share)} of the budget, the brief's least` };
}

export function atMost(share: number, { minor }: Money) {
  const most = Math.floor(minor * share * (1 + Number.EPSILON));
  return { least: 0, most, basis: `${percent(share)} of the budget, the brief's limit` };
}

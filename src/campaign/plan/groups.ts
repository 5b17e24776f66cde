import type { Shares } from "../../brief/brief.ts";
import { channelName, percent } from "../../lib/english.ts";
import { type Money, sum } from "../../lib/money.ts";
import type { Offer } from "../model/offers/offer.ts";
import type { Candidate, Group } from "./allocator.ts";
import type { Candidates } from "./candidates.ts";
import { burstShareWords } from "./limits/bounds.ts";
import { burstMosts, type SellerLimit, shareOf } from "./limits/seller-limit.ts";
import type { Market } from "./market.ts";
import { sellerKey } from "./order.ts";

/** The brief's shares as groups of candidates. */
export function groupsOf(
  { brief: { budget, limits, countries, flights = [] }, kept, isByBurst }: Market,
  { candidates, offers, sellerLimit, hostLimit, isApart }: Candidates,
): Group[] {
  const members = (has: (candidate: Candidate, offer: Offer | undefined) => boolean) =>
    candidates.flatMap((candidate, place) => (has(candidate, offers[place]) ? [place] : []));
  const apart = new Set(offers.filter(isApart).map(sellerKey));
  const idOf = (offer: Offer) => (apart.has(sellerKey(offer)) ? offer.sellerId : sellerKey(offer));
  const ofSeller = ({ amount, text, isDefault }: SellerLimit, sellerId: string) => ({
    sellerId,
    least: 0,
    most: amount.minor,
    basis: text,
    ...(isDefault && { isDefault }),
  });

  return [
    ...[...new Set(offers.map(idOf))].map((sellerId) => ({
      name: `seller ${sellerId}`,
      members: members((_, offer) => offer !== undefined && idOf(offer) === sellerId),
      ...ofSeller(sellerLimit, sellerId),
    })),
    ...[...apart].map((sellerId) => ({
      name: `the host of ${sellerId} and others`,
      members: members((candidate) => candidate.sellerId === sellerId),
      ...ofSeller(hostLimit, sellerId),
    })),
    ...(isByBurst ? flights : []).map((burst, i) => {
      const cells = members((_, offer) => offer?.cell?.burst?.start === burst.start);
      // What is ordered may be a cent over.
      const ordered = (kept ?? []).filter(({ flight }) => flight?.start === burst.start);
      const most = Math.max(
        burstMosts(flights, budget)[i] ?? 0,
        sum(
          ordered.map(({ amount }) => amount),
          budget.currency,
        ).minor,
      );
      const name = `the burst ${burst.start} to ${burst.end}`;
      return { name, members: cells, least: 0, most, basis: burstShareWords(burst), isBurst: true as const };
    }),
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

// The nudge undoes the binary error of shares such as 0.29.
function atLeast(share: number, { minor }: Money) {
  const least = Math.ceil(minor * share * (1 - Number.EPSILON));
  return { least, most: minor, basis: `${percent(share)} of the budget, the brief's least` };
}

export function atMost(share: number, budget: Money) {
  const most = shareOf(budget, share);
  return { least: 0, most, basis: `${percent(share)} of the budget, the brief's limit` };
}

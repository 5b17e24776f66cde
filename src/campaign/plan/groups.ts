import type { Brief, Shares } from "../../brief/brief.ts";
import { channelName, percent } from "../../lib/english.ts";
import { groupBy } from "../../lib/group-by.ts";
import type { Money } from "../../lib/money.ts";
import { isWithin } from "../model/offers/flights.ts";
import { cellId, type Offer } from "../model/offers/offer.ts";
import type { PlanLine } from "../model/offers/plan.ts";
import { briefIn, countryOf, isRegionCode, placeName, placeShares } from "../model/people/shared-places.ts";
import type { Candidate, Group } from "./allocator.ts";
import type { Candidates } from "./candidates.ts";
import { floorGroups } from "./limits/channel-floor.ts";
import { mayRunIn } from "./limits/places.ts";
import { burstMosts, type SellerLimit, shareOf } from "./limits/seller-limit.ts";
import { testGroups } from "./limits/test-share.ts";
import type { Market } from "./market.ts";
import { sellerKey } from "./order.ts";

/** The brief's shares as groups of candidates. */
export function groupsOf(
  market: Market,
  { candidates, offers, sellerLimit, hostLimit, isApart }: Candidates,
): Group[] {
  const { brief, kept, isByBurst } = market;
  const { budget, limits, flights = [] } = brief;
  const ordered = (has: (line: PlanLine) => boolean) =>
    (kept ?? []).reduce((sum, line) => (has(line) ? sum + line.amount.minor : sum), 0);
  const members = (has: (candidate: Candidate, offer: Offer | undefined) => boolean) =>
    candidates.flatMap((candidate, place) => (has(candidate, offers[place]) ? [place] : []));
  const apart = new Set(offers.filter(isApart).map(sellerKey));
  const idOf = (offer: Offer) => (apart.has(sellerKey(offer)) ? offer.sellerId : sellerKey(offer));
  const keptUnder = ({ amount, text, isDefault }: SellerLimit) => ({
    least: 0,
    most: amount.minor,
    basis: text,
    ...(isDefault && { isDefault }),
  });

  return [
    ...[...new Set(offers.map(idOf))].map((sellerId) => ({
      name: `seller ${sellerId}`,
      members: members((_, offer) => offer !== undefined && idOf(offer) === sellerId),
      ...keptUnder(sellerLimit),
    })),
    ...[...apart].map((sellerId) => ({
      name: `the host of ${sellerId} and others`,
      members: members((candidate) => candidate.sellerId === sellerId),
      ...keptUnder(hostLimit),
    })),
    ...(isByBurst ? flights : []).map((burst, i) => ({
      name: `the burst ${burst.start} to ${burst.end}`,
      members: members((_, offer) => offer?.cell?.burst !== undefined && isWithin(offer.cell.burst, burst)),
      least: 0,
      // What is ordered may be a cent over.
      most: Math.max(
        burstMosts(flights, budget)[i] ?? 0,
        ordered(({ flight }) => flight !== undefined && isWithin(flight, burst)),
      ),
      basis: `its ${percent(burst.share)} of the budget. Lower a line of it, or raise its share under flights in the brief`,
      isBurst: true as const,
    })),
    // Cells that sell what is one: no two of them have more than one.
    ...[...groupBy([...offers.keys()], (place) => inventoryOf(offers[place]))]
      .filter(([name, cells]) => name !== "" && cells.some((place) => candidates[place]?.cap))
      .map(([name, cells]) => ({
        name,
        members: cells,
        least: 0,
        most: Math.max(
          ordered(({ offerId, flight }) => cellId({ of: offerId, burst: flight }) === name),
          ...cells.map((place) => candidates[place]?.most ?? 0),
        ),
        basis: "all that can be bought of it in all places",
        isInventory: true as const,
      })),
    ...sharesOf(channelName, limits.channelShares, budget, (channel) => ({
      counted: members((candidate) => candidate.channel === channel),
      possible: members((_, offer) => offer?.channels.includes(channel) ?? false),
    })),
    ...floorGroups(brief, candidates),
    ...placeShares(brief).flatMap(([kind, shares]) =>
      sharesOf(
        (code) => `${kind} ${placeName(code)}`,
        shares,
        budget,
        (code) => ({
          counted: members((_, offer) => offer !== undefined && runsIn(offer, code, brief) === "only"),
          possible: members((_, offer) => offer !== undefined && runsIn(offer, code, brief) !== "no"),
        }),
      ),
    ),
    ...testGroups(market, offers),
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
  // Leasts that leave nothing over, and what is both least and most, are whole minor units within the budget.
  const isAll = Object.values(shares).reduce((sum, { min = 0 }) => sum + min, 0) > 1 - 1e-9;
  return Object.entries(shares)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([key, { min, max }]) => {
      const { counted, possible } = membersOf(key);
      const own = { name: nameOf(key) };
      return [
        ...(min === undefined
          ? []
          : [{ ...own, members: counted, ...atLeast(min, budget, isAll || min === max) }]),
        ...(max === undefined ? [] : [{ ...own, members: possible, ...atMost(max, budget) }]),
      ];
    });
}

/** What cells in several places are sold out of; nothing where each has its own. */
function inventoryOf(offer: Offer | undefined): string {
  const { of, place, hasRow, burst } = offer?.cell ?? {};
  return of === undefined || place === undefined || hasRow ? "" : cellId({ of, burst });
}

/** Whether an offer's packages run in a country or region alone, by their place or what the product is, may do so, or do not. */
export function runsIn(offer: Offer, code: string, brief: Brief): "only" | "may" | "no" {
  const { place } = offer.cell ?? {};
  if (place !== undefined) return place === code || countryOf(place) === code ? "only" : "no";
  if (code.length === 2) return runsInCountry(offer, code, brief);
  return isRegionCode(code) ? runsInRegion(offer, code, brief) : "may";
}

function runsInRegion(offer: Offer, code: string, brief: Brief) {
  if (offer.rows?.places.every((place) => place === code)) return "only";
  return mayRunIn(offer, briefIn(brief, code) ?? brief) ? "may" : "no";
}

function runsInCountry({ countries }: Offer, code: string, brief: Brief) {
  const own = brief.countries.filter((country) => countries?.includes(country) ?? true);
  if (own.join() === code) return "only";
  return own.includes(code) ? "may" : "no";
}

// The nudge undoes the binary error of shares such as 0.29.
export function atLeast(share: number, budget: Money, isDown = false) {
  const { minor } = budget;
  const least = isDown ? shareOf(budget, share) : Math.ceil(minor * share * (1 - Number.EPSILON));
  return { least, most: minor, basis: `${percent(share)} of the budget, the brief's least` };
}

export function atMost(share: number, budget: Money) {
  const most = shareOf(budget, share);
  return { least: 0, most, basis: `${percent(share)} of the budget, the brief's limit` };
}

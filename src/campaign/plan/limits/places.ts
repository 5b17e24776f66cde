import type { Brief } from "../../../brief/brief.ts";
import { type Cell, cellId, type Offer } from "../../model/offers/offer.ts";
import { briefIn, countryOf, isRegionCode, sharedPlaces } from "../../model/people/shared-places.ts";
import { universeOf } from "../../model/people/universe.ts";
import { constraintsFor } from "../../targeting/constraints.ts";
import type { Market } from "../market.ts";
import { isWhole } from "./bounds.ts";

interface Place {
  readonly name: string;
  readonly brief: Brief;
  readonly constraintsOf: ReturnType<typeof constraintsFor>;
  readonly people: number | undefined;
}

/**
 * A market where each place with a share is decided by itself, at sellers that can keep it to the place: by the order, or by what the
 * product is. All others run wherever they do.
 */
export function inPlaces(market: Market): Market {
  const { brief, offers, ranking, kept = [] } = market;
  const places = sharedPlaces(brief).flatMap((name): Place[] => {
    const own = briefIn(brief, name);
    return own === undefined
      ? []
      : [{ name, brief: own, constraintsOf: constraintsFor(own), people: universeOf(own)?.people }];
  });
  if (places.length < 2) return market;
  const divided = new Set(ranking.rows.flatMap(({ gate, offerId }) => (gate === "pass" ? [offerId] : [])));
  for (const { offerId, place } of kept) if (place === undefined) divided.delete(offerId);
  return {
    ...market,
    offers: offers.flatMap((offer) =>
      divided.has(offer.id) && !isWhole(offer) ? cellsIn(offer, places) : [offer],
    ),
  };
}

function cellsIn(offer: Offer, places: readonly Place[]): readonly Offer[] {
  const here = places.filter(({ brief }) => mayRunIn(offer, brief));
  if (here.length < 2) return [offer];
  const { rows } = offer;
  const there = here.map((place) => ({ place, own: inItsRows(offer, place.brief) }));
  const isKept = there.every(({ place, own }) =>
    place
      .constraintsOf(own)
      .every(
        ({ field, held: by }) => !/^(countries|places)/.test(field) || by === "wire" || by === "product",
      ),
  );
  if (!isKept) return [offer];
  const people = here.reduce((sum, place) => sum + (place.people ?? Number.NaN), 0);
  const shares = there.map(({ place: { brief } }) =>
    Object.entries(rows?.shares ?? {}).reduce(
      (sum, [code, part]) => (liesIn(code, brief) ? sum + part : sum),
      0,
    ),
  );
  const hasRows = shares.some((share) => share > 0);
  return there.flatMap(({ place, own }, i) => {
    const cell = { of: offer.id, place: place.name };
    const [stated = 0, living = 1 / here.length] = [
      shares[i],
      place.people && people > 0 ? place.people / people : undefined,
    ];
    if (!hasRows) return [inCell(spreadOver(own, living), cell)];
    return stated > 0 ? [inCell(partOf(own, stated, 1), { ...cell, hasRow: true })] : [];
  });
}

/** Its forecast's rows as they stand against one place. */
function inItsRows(offer: Offer, brief: Brief): Offer {
  const { rows } = offer;
  if (rows === undefined) return offer;
  const inside = rows.places.filter((code) => liesIn(code, brief));
  const stand = inside.length === rows.places.length ? "within" : inside.length > 0 ? "partly" : "elsewhere";
  return { ...offer, rows: { ...rows, stand } };
}

/** Whether it may run in a brief's places, as far as its seller says where it does. */
export function mayRunIn({ countries, rows }: Offer, brief: Brief): boolean {
  if (countries !== undefined && !countries.some((code) => brief.countries.includes(code))) return false;
  const isStated = rows?.places.every((code) => /^[A-Z]{2}(-|$)/.test(code)) === true;
  return !isStated || rows.places.some((code) => liesIn(code, brief) || brief.countries.includes(code));
}

function liesIn(code: string, { countries, places: { include, exclude } = {} }: Brief): boolean {
  if (!countries.includes(countryOf(code))) return false;
  if (!isRegionCode(code)) return code.length === 2 && include === undefined && exclude === undefined;
  return include?.regions === undefined
    ? exclude?.regions?.includes(code) !== true
    : include.regions.includes(code);
}

/**
 * Of a forecast that does not say where: its people as many as live there, and its impressions all of them at most. What brings
 * less and less does so sooner the fewer it is for.
 */
function spreadOver(offer: Offer, share: number): Offer {
  const { reach, response, brings } = partOf(offer, share, 1);
  const [last, own] = [offer.response?.at(-1), response?.at(-1)];
  const before = offer.response?.at(-2) ?? { amount: 0, impressions: 0 };
  const further = last &&
    own && {
      ...own,
      amount: last.amount,
      impressions:
        own.impressions +
        ((last.amount - own.amount) * (last.impressions - before.impressions)) /
          (last.amount - before.amount),
    };
  return {
    ...offer,
    ...(reach && { reach }),
    ...(brings && { brings }),
    ...(response && further && share < 1 && { response: [...response, further] }),
  };
}

export function inCell(offer: Offer, cell: Cell): Offer {
  return { ...offer, id: cellId(cell), cell };
}

/** `times` of `all` parts of what an offer has, at the same prices. */
export function partOf(offer: Offer, times: number, all: number): Offer {
  const of = (value: number) => (value * times) / all;
  const range = <Of extends { low: number; mid: number; high: number }>(whole: Of): Of => ({
    ...whole,
    low: of(whole.low),
    mid: of(whole.mid),
    high: of(whole.high),
  });
  const { impressions, reach, response, perUnit, brings } = offer;
  const own = Object.entries(brings ?? {}).map(([metric, points]) => [
    metric,
    points.map((point) => range({ ...point, amount: of(point.amount) })),
  ]);
  return {
    ...offer,
    ...(impressions && { impressions: range(impressions) }),
    ...(reach && { reach: range(reach) }),
    ...(perUnit?.available && { perUnit: { ...perUnit, available: range(perUnit.available) } }),
    ...(brings && { brings: Object.fromEntries(own) }),
    ...(response && {
      response: response.map(({ amount, impressions, reach }) => ({
        amount: of(amount),
        impressions: of(impressions),
        ...(reach !== undefined && { reach: of(reach) }),
      })),
    }),
  };
}

import type { Brief } from "../../../brief/brief.ts";
import { servingBrief } from "../../../brief/kpi.ts";
import {
  type Cell,
  cellId,
  eachEnd,
  figuresIn,
  type Offer,
  type Range,
  type ResponsePoint,
} from "../../model/offers/offer.ts";
import {
  briefIn,
  countryOf,
  isRegionCode,
  sharedPlaces,
  singlePlaces,
} from "../../model/people/shared-places.ts";
import { universeOf } from "../../model/people/universe.ts";
import { constraintsFor } from "../../targeting/constraints.ts";
import { unitsFor } from "../goal.ts";
import type { Market } from "../market.ts";
import { isWhole } from "./bounds.ts";

type Place = ReturnType<typeof placesIn>[number];

/**
 * A market where each place with a share is decided by itself, at sellers that can keep it to the place: by the order, or by what the
 * product is. All others run wherever they do. Without shares it is so for what was ordered or is `divided`.
 */
export function inPlaces(market: Market): Market {
  const { brief, offers, ranking, kept = [], divided = [], undivided } = market;
  const shared = placesIn(brief, sharedPlaces(brief));
  const isShared = shared.length > 1;
  const places = isShared ? shared : placesIn(brief, singlePlaces(brief));
  const [wholly, partly] = [new Set(undivided), new Set(divided)];
  for (const { offerId, place } of kept) (place === undefined ? wholly : partly).add(offerId);
  if (places.length < 2 || (!isShared && partly.size === 0)) return market;
  const passed = new Set(ranking.rows.flatMap(({ gate, offerId }) => (gate === "pass" ? [offerId] : [])));
  const isDivided = ({ id }: Offer) => passed.has(id) && !wholly.has(id) && (isShared || partly.has(id));
  return {
    ...market,
    offers: offers.flatMap((offer) => (isDivided(offer) ? cellsIn(offer, places) : [offer])),
  };
}

/** Offers that bring more in one place than in another by their sellers' rows, and can be kept to each; none where places have shares. */
export function unlikeInPlaces({ brief, offers }: Market): readonly string[] {
  if (sharedPlaces(brief).length > 1) return [];
  const places = placesIn(brief, singlePlaces(brief));
  return offers.flatMap((offer) => {
    const cells = offer.inPlaces === undefined ? [] : cellsIn(offer, places);
    return cells.length > 1 && isUnlike(cells, brief) ? [offer.id] : [];
  });
}

/** Cells whose money brings as much but for this part are one order. */
const alike = 0.01;
/** Parts of the budget at which that is compared: what fades does so at different amounts. */
const compared = [0.01, 0.25];

function isUnlike(cells: readonly Offer[], brief: Brief): boolean {
  return servingBrief(brief).some((metric) =>
    compared.some((part) => {
      const units = cells.map((cell) => unitsFor(cell, metric, brief.budget.minor * part) ?? 0);
      return Math.max(...units) * (1 - alike) > Math.min(...units);
    }),
  );
}

function placesIn(brief: Brief, names: readonly string[]) {
  return names.flatMap((name) => {
    const own = briefIn(brief, name);
    return own === undefined
      ? []
      : [{ name, brief: own, constraintsOf: constraintsFor(own), people: universeOf(own)?.people }];
  });
}

function cellsIn(offer: Offer, places: readonly Place[]): readonly Offer[] {
  const here = places.filter(({ brief }) => mayRunIn(offer, brief));
  const there = here.map((place) => ({ ...place, own: inPlace(offer, place.name) }));
  const isKept = there.every(({ constraintsOf, own }) =>
    constraintsOf(own).every(
      ({ field, held: by }) => !/^(countries|places)/.test(field) || by === "wire" || by === "product",
    ),
  );
  if (isWhole(offer) || here.length < 2 || !isKept) return [offer];
  const hasRow = (name: string) => offer.inPlaces?.[name]?.hasRow === true;
  const others = here.filter(({ name }) => !hasRow(name));
  const living = others.reduce((sum, { people = Number.NaN }) => sum + people, 0);
  return there.map(({ name, people, own }) => {
    const cell = { of: offer.id, place: name };
    if (hasRow(name)) return inCell(own, { ...cell, hasRow: true });
    return inCell(spreadOver(own, people && living > 0 ? people / living : 1 / others.length), cell);
  });
}

/** With its figures in one place, where rows say more of it than of all; what this desk has measured holds in all of them. */
function inPlace({ inPlaces, ...offer }: Offer, name: string): Offer {
  const own = inPlaces?.[name];
  if (own === undefined) return offer;
  const { rates, measured = {} } = offer;
  const seen = Object.entries(rates ?? {}).filter(([metric]) => metric in measured);
  return { ...offer, ...figuresIn(own), rates: { ...Object.fromEntries(seen), ...own.rates } };
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
  if (share >= 1) return offer;
  const { reach, response, brings } = partOf(offer, share, 1);
  const further = furtherOn(offer.response, response);
  return {
    ...offer,
    ...(reach && { reach }),
    ...(brings && { brings }),
    ...(response && { response: [...response, ...further] }),
  };
}

/** On from a part's last point, as far as all goes, as steeply as that ends. */
function furtherOn(all: Offer["response"] = [], part: Offer["response"] = []): ResponsePoint[] {
  const [last, own] = [all.at(-1), part.at(-1)];
  if (last === undefined || own === undefined) return [];
  const before = all.at(-2) ?? { amount: 0, impressions: 0 };
  const rate = (last.impressions - before.impressions) / (last.amount - before.amount);
  const impressions = own.impressions + (last.amount - own.amount) * rate;
  return [{ ...own, amount: last.amount, impressions }];
}

export function inCell(offer: Offer, cell: Cell): Offer {
  return { ...offer, id: cellId(cell), cell };
}

/** `times` of `all` parts of what an offer has, at the same prices. */
export function partOf(offer: Offer, times: number, all: number): Offer {
  const of = (value: number) => (value * times) / all;
  const range = <Of extends Range>(whole: Of): Of => ({ ...whole, ...eachEnd((end) => of(whole[end])) });
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

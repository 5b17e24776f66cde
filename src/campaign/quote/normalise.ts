import type { Brief } from "../../brief/brief.ts";
import { measuredBy } from "../../brief/kpi.ts";
import type { Channel, Product } from "../../protocol/records/product.ts";
import { isPriced } from "../../protocol/records/read-products.ts";
import { exactly, figuresIn, type Offer, type Range } from "../model/offers/offer.ts";
import { briefIn, decidablePlaces } from "../model/people/shared-places.ts";
import { mostOfUniverse, partsKept, universeOf } from "../model/people/universe.ts";
import type { UsualRates } from "./conversion.ts";
import { type Forecast, ratioOf, readForecasts } from "./forecast.ts";
import { type Market, normaliseOffer } from "./normalise-offer.ts";
import { widest } from "./read-range.ts";

/** A seller's products as offers on the brief's scale, one per pricing option, and how many products show no price at all. */
export function normaliseProducts({
  products,
  ...market
}: Market & { readonly products: readonly Product[] }): { offers: Offer[]; unpriced: number } {
  const { brief, seller, exchange, now } = market;
  const places = placesOf(brief);
  const keptOf = partsKept(brief);
  const read = products.map((product) => ({ product, forecasts: readForecasts(product, brief) }));
  const usual = usualRates(read);
  const offers = read.flatMap(({ product, forecasts }) => {
    const placed = forecasts.some(({ isPlaced }) => isPlaced) ? places : [];
    const inPlaces = placed.map((place) => ({ ...place, forecasts: readForecasts(product, place.brief) }));
    return product.pricing_options.flatMap((option) =>
      forecasts.map((stated, i): Offer => {
        // Thousands of these are made at once: each field by its name costs a part of what copying them does.
        const asked = { seller, brief, exchange, now, product, option, usual, stated, keptOf };
        const offer = withUsualReach(normaliseOffer(asked), brief);
        if (inPlaces.length === 0) return offer;
        const own = inPlaces.map(({ name, forecasts: { [i]: there = stated }, ...place }) => {
          const figures = withUsualReach(normaliseOffer({ ...asked, ...place, stated: there }), place.brief);
          return [
            name,
            { ...figuresIn(figures), ...(there.scope === "place" && { hasRow: true as const }) },
          ] as const;
        });
        return { ...offer, inPlaces: Object.fromEntries(own) };
      }),
    );
  });
  const unpriced = products.filter((product) => !isPriced(product)).length;
  return { offers: withoutAmbiguity(offers), unpriced };
}

/** The brief kept to each place that a plan may decide by itself, where there are several. */
function placesOf(brief: Brief) {
  const places = decidablePlaces(brief).flatMap((name) => {
    const own = briefIn(brief, name);
    return own === undefined ? [] : [{ name, brief: own, keptOf: partsKept(own) }];
  });
  return places.length > 1 ? places : [];
}

/** What a seller tells of a figure over all its products that cover a channel. */
function usualRates(
  read: readonly { readonly product: Product; readonly forecasts: readonly Forecast[] }[],
): UsualRates {
  const known = new Map<string, Range | undefined>();
  const find = (figure: string, channels: readonly string[]) => {
    const stated = read
      .filter(({ product }) => product.channels.some((channel) => channels.includes(channel)))
      .flatMap(({ forecasts: [forecast] }) => (forecast && ratioOf(forecast, figure, "impressions")) ?? []);
    return stated.length === 0
      ? undefined
      : widest(
          stated,
          stated.map(({ mid }) => mid).sort((a, b) => a - b)[Math.floor((stated.length - 1) / 2)] ?? 0,
        );
  };
  return (figure, channels) => {
    const key = `${figure} ${channels.join()}`;
    if (!known.has(key)) known.set(key, find(figure, channels));
    return known.get(key);
  };
}

/** An id that a seller uses twice does not say what would be bought: one offer is kept to show, without its price. */
function withoutAmbiguity(offers: readonly Offer[]): Offer[] {
  const byId = new Map<string, Offer>();
  for (const offer of offers) {
    const twin = byId.get(offer.id);
    byId.set(offer.id, twin === undefined ? offer : withoutPrice(twin));
  }
  return [...byId.values()];
}

function withoutPrice({ price: _price, bid: _bid, cpm: _cpm, ...offer }: Offer): Offer {
  const reason = "an id of its own: the seller uses this one for several pricing options";
  return { ...offer, missing: [...new Set([...offer.missing, reason])] };
}

/**
 * How often a person meets all that one seller's product has for a flight. Planning figures of this desk, deliberately wide: they
 * let an offer that states no reach count at their low end, and no seller is bound by them.
 */
const contactsPerPerson: Readonly<Partial<Record<Channel, { readonly few: number; readonly many: number }>>> =
  {
    display: { few: 3, many: 12 },
    olv: { few: 3, many: 10 },
    social: { few: 3, many: 12 },
    ctv: { few: 3, many: 12 },
    linear_tv: { few: 3, many: 12 },
    radio: { few: 5, many: 20 },
    streaming_audio: { few: 3, many: 12 },
    podcast: { few: 2, many: 6 },
    dooh: { few: 4, many: 20 },
    ooh: { few: 6, many: 30 },
    cinema: { few: 1, many: 3 },
    print: { few: 1, many: 4 },
    search: { few: 1, many: 4 },
    gaming: { few: 3, many: 12 },
    retail_media: { few: 3, many: 10 },
    email: { few: 2, many: 8 },
    influencer: { few: 2, many: 8 },
  };

/** An offer that states no reach with what its impressions usually reach, where people are what the brief is for. */
export function withUsualReach(offer: Offer, brief: Brief): Offer {
  const { impressions, response, channels } = offer;
  const isStated = offer.reach !== undefined || response?.some(({ reach }) => reach !== undefined);
  const isWanted = brief.kpi !== undefined && measuredBy(brief.kpi.metric).counts === "reach";
  if (isStated || !isWanted || impressions === undefined) return offer;
  const known = new Map(Object.entries(contactsPerPerson));
  const usual = channels.flatMap((channel) => known.get(channel) ?? []);
  if (usual.length === 0 || usual.length < channels.length) return offer;
  const universe = universeOf(brief);
  const most = (universe?.people ?? Number.POSITIVE_INFINITY) * mostOfUniverse;
  const inGroup = (brief.universe && offer.inGroup) ?? everybody;
  const [few, many] = [Math.min(...usual.map((one) => one.few)), Math.max(...usual.map((one) => one.many))];
  const mid = Math.min(most, (impressions.mid * inGroup.mid) / many);
  return {
    ...offer,
    reach: {
      low: Math.min(mid, (impressions.low * inGroup.low) / many),
      mid,
      high: Math.min(most, (impressions.high * inGroup.high) / few),
    },
    ...(universe && { penetration: Math.min(mostOfUniverse, mid / universe.people) }),
    isReachUsual: true,
    assumptions: [
      ...offer.assumptions,
      `its reach is not stated: each person counts as met ${many} times by all of its impressions, the low end of what its channel usually reaches`,
    ],
  };
}

const everybody = exactly(1);

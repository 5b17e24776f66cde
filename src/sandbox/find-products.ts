import type { z } from "zod";
import { addressKey } from "../lib/address.ts";
import { dayMs } from "../lib/days.ts";
import { exchangeRate } from "../lib/exchange.ts";
import { populationOf } from "../lib/people/populations.ts";
import { regionThousands } from "../lib/people/region-populations.ts";
import type { productSchema } from "../protocol/records/product.ts";
import type { RequestOf } from "../protocol/tasks/index.ts";
import { sandboxExchange } from "./exchange.ts";
import { formatById } from "./inventory/formats.ts";
import {
  type Listing,
  pricesOf,
  publishersOf,
  type SellerProfile,
  targetingOf,
} from "./inventory/listing.ts";
import { eventsOf, responseTo, viewableShare } from "./media-buys/delivery.ts";
import { orderByWords } from "./order-by-words.ts";
import { Refusal } from "./refusal.ts";

type Request = RequestOf<"get_products">;
type Answer = z.input<typeof productSchema>;
type Filters = NonNullable<Request["filters"]>;
type Refinement = NonNullable<Request["refine"]>[number];

export interface FindOptions {
  readonly profile: SellerProfile;
  readonly formatAgent: string;
  readonly authenticated: boolean;
}

/**
 * A seller's answer to a brief: filtered, refined, ordered by how many words of the brief each product matches; where one asks
 * for guaranteed delivery, what is guaranteed first, and where one asks for auctions, their prices.
 */
export function findProducts(request: Request, options: FindOptions): Answer[] {
  const { profile, formatAgent, authenticated } = options;
  const known = profile.listings.filter((one) => authenticated || profile.openCatalogue || !one.custom);
  const refinements = request.buying_mode === "refine" ? (request.refine ?? []) : [];
  const visible = known.filter((one) => one.onAsk === undefined || isAskedFor(one, known, refinements));
  const asks = refinements.map((one) => one.ask ?? "").join(" ");
  const filters = request.filters ?? {};
  const found = refine(visible.filter(passes(filters)), visible, refinements);
  const searchText = ({ name, description, channels }: Listing) =>
    `${name} ${description} ${channels.join(" ")}`;
  const asksForGuaranteed = /(?<!non[ -]?)guaranteed/i.test(request.brief ?? "");
  const last = ({ delivery_type }: Listing) => Number(asksForGuaranteed && delivery_type !== "guaranteed");
  const asksForAuctions = /\bauction/i.test(request.brief ?? "");
  const inOrder = (pricing: Listing["pricing"]) =>
    [...pricing].sort((a, b) => (asksForAuctions ? Number(isFixed(a)) - Number(isFixed(b)) : 0));
  // Whom it reaches a seller tells who asks for it.
  const asksForReach = /\b(?:reach|[gt]rp)/i.test(`${request.brief ?? ""} ${asks}`);
  const ordered = orderByWords(found, `${request.brief ?? ""} ${asks}`, searchText);
  return ordered
    .sort((a, b) => last(a) - last(b))
    .map((listing) =>
      describe(
        {
          ...askedPart(asksForReach ? withAudience(listing) : listing, filters, profile),
          pricing: inOrder(listing.pricing),
        },
        filters,
        {
          profile,
          formatAgent,
          authenticated,
          isAsked: refinements.some(
            (one) => one.scope === "product" && one.product_id === listing.product_id,
          ),
        },
      ),
    );
}

function isFixed({ fixed_price }: Listing["pricing"][number]): boolean {
  return fixed_price !== undefined;
}

/** By its channel's name in a request for the whole answer, or by one for more like a product on one of its channels. */
function isAskedFor(listing: Listing, known: readonly Listing[], refinements: readonly Refinement[]) {
  return refinements.some((one) => {
    if (one.scope === "request") return listing.channels.some((channel) => one.ask.includes(channel));
    const named = known.find(({ product_id }) => product_id === one.product_id);
    return (
      one.action === "more_like_this" && named?.channels.some((channel) => listing.channels.includes(channel))
    );
  });
}

function passes(filters: Filters): (listing: Listing) => boolean {
  const meets = (wanted: readonly string[] | undefined, has: readonly string[]) =>
    wanted === undefined || wanted.length === 0 || wanted.some((one) => has.includes(one));
  return (listing) =>
    meets(filters.channels, listing.channels) &&
    meets(filters.countries, listing.countries) &&
    (filters.delivery_type === undefined || filters.delivery_type === listing.delivery_type) &&
    meets(
      filters.format_types,
      listing.formats.map((id) => formatById.get(id)?.type ?? ""),
    ) &&
    isMatchedBy(listing, filters.trusted_match) &&
    affordable(listing, filters.budget_range);
}

/** Whether one of the providers asked for is asked what it is to be asked, and one of the answers taken. */
function isMatchedBy({ trusted_match: has }: Listing, wanted: Filters["trusted_match"]): boolean {
  const { providers, response_types: types } = wanted ?? {};
  const isAsked = (provider: NonNullable<typeof providers>[number]) =>
    has?.providers.some(
      (one) =>
        addressKey(one.agent_url) === addressKey(provider.agent_url) &&
        (provider.context_match !== true || one.context_match) &&
        (provider.identity_match !== true || one.identity_match),
    ) ?? false;
  return (
    (providers === undefined || providers.some(isAsked)) &&
    (types === undefined || types.some((type) => has?.response_types.includes(type)))
  );
}

/** Whether the highest budget reaches the lowest minimum. Without a currency the amount is taken in the option's own. */
function affordable(listing: Listing, range: Filters["budget_range"]): boolean {
  if (range?.max === undefined || listing.pricing.length === 0) return true;
  const { max, currency } = range;
  return listing.pricing.some((option) => {
    const rate = currency === undefined ? 1 : exchangeRate(sandboxExchange, currency, option.currency);
    return rate === undefined || max * rate >= (option.min_spend_per_package ?? 0);
  });
}

function refine(found: readonly Listing[], visible: readonly Listing[], refinements: readonly Refinement[]) {
  let current = found;
  for (const [i, refinement] of refinements.entries()) {
    if (refinement.scope === "request") continue;
    const { product_id, action } = refinement;
    const named = visible.find((one) => one.product_id === product_id);
    if (named === undefined)
      throw new Refusal("PRODUCT_NOT_FOUND", `no product "${product_id}"`, `refine[${i}].product_id`);
    const alike = (one: Listing) => one.channels.some((channel) => named.channels.includes(channel));
    if (action === "omit") current = current.filter((one) => one !== named);
    if (action === "more_like_this") current = current.filter(alike);
    if (action === "include" && !current.includes(named)) current = [...current, named];
  }
  return current;
}

/** Twice and a half as many people as it has impressions in a week, where its file has no figure. */
function withAudience(listing: Listing): Listing {
  const { audience = 1.25 * (listing.weekly[0] + listing.weekly[1]) } = listing;
  return { ...listing, audience };
}

/** What it has where it was asked for, by people, if its orders can be kept there. One that tells a row for each place tells all. */
function askedPart(listing: Listing, filters: Filters, profile: SellerProfile): Listing {
  const { weekly, audience, places } = listing;
  const { countries, regions, geo_proximity: circles = [] } = filters;
  const { geo_countries, geo_regions, geo_proximity } = targetingOf(profile, listing);
  const there = listing.countries.filter(
    (code) => geo_countries !== true || (countries?.includes(code) ?? true),
  );
  const inRegions = there.flatMap((code) =>
    (regions ?? []).flatMap((region) =>
      region.startsWith(`${code}-`) ? (regionThousands[code]?.[region.slice(3)] ?? 0) * 1000 : [],
    ),
  );
  const all = populationOf(listing.countries);
  const isAround = geo_proximity !== undefined && circles.length > 0;
  const inCircles = circles.map(
    ({ radius }) => Math.PI * (radius.value * kilometres[radius.unit]) ** 2 * perSquare,
  );
  const parts = isAround ? inCircles : geo_regions === true ? inRegions : [];
  const asked = parts.length > 0 ? parts.reduce((sum, people) => sum + people, 0) : populationOf(there);
  if (places !== undefined || all === undefined || asked === undefined || asked === 0) return listing;
  // Screens stand where a third of a country lives.
  const around = isAround && listing.channels.includes("dooh") ? all / 3 : all;
  const part = Math.min(1, asked / around);
  return {
    ...listing,
    weekly: [weekly[0] * part, weekly[1] * part],
    ...(audience !== undefined && { audience: audience * part }),
  };
}

const kilometres = { km: 1, mi: 1.609344, m: 0.001 };
/** People for each square kilometre of a large city. */
const perSquare = 2000;

function describe(
  listing: Listing,
  filters: Filters,
  { profile, formatAgent, authenticated, isAsked }: FindOptions & { readonly isAsked: boolean },
): Answer {
  const [low, high] = listing.weekly;
  const weeks = weeksOf(filters);
  const known = authenticated ? listing.formats : listing.formats.filter((id) => formatById.get(id)?.generic);
  return {
    product_id: listing.product_id,
    name: listing.name,
    description: listing.description,
    channels: [...listing.channels],
    countries: [...listing.countries],
    delivery_type: listing.delivery_type,
    publisher_properties: publishersOf(profile).map((publisher_domain) => ({
      publisher_domain,
      selection_type: "all",
    })),
    format_ids: known.map((id) => ({ agent_url: formatAgent, id })),
    targeting: targetingOf(profile, listing),
    trusted_match: listing.trusted_match,
    forecast: {
      impressions: { min: Math.floor(low * weeks), max: Math.floor(high * weeks) },
      ...(authenticated && (curveOf(listing, weeks) ?? rowsOf(listing, weeks))),
    },
    // Prices are for known callers: the field is left out, not emptied.
    ...(authenticated && { pricing_options: [...(isAsked ? pricesOf(listing) : listing.pricing)] }),
    sandbox: true,
  };
}

/** What a quarter, a half and all of its inventory cost and bring: each impression more meets more people who have seen one. */
function curveOf(listing: Listing, weeks: number) {
  const { audience, weekly, pricing } = listing;
  const [price, ...others] = pricing;
  // Its budgets are those of one price.
  if (audience === undefined || price?.pricing_model !== "cpm" || others.length > 0) return undefined;
  const { fixed_price = price.price ?? 0, currency } = price;
  const all = ((weekly[0] + weekly[1]) / 2) * weeks;
  const points = [0.25, 0.5, 1].map((part) => {
    const impressions = Math.floor(all * part);
    const results = Object.entries(resultsOf(listing)).map(([name, rate]) => [
      name,
      Math.floor(impressions * rate),
    ]);
    const metrics = { impressions, reach: reached(audience, impressions), ...Object.fromEntries(results) };
    return { budget: Math.ceil((impressions * fixed_price) / 1000), metrics };
  });
  return { points, currency, reach_unit: "individuals" };
}

function reached(audience: number, impressions: number): number {
  return Math.floor(audience * (1 - Math.exp(-impressions / audience)));
}

/** What its impressions lead to, each as a part of them, by the public standard's names. */
function resultsOf(listing: Listing): Readonly<Record<string, number>> {
  const { completion } = responseTo(listing);
  return { ...(completion !== undefined && { completed_views: completion }), ...eventsOf(listing) };
}

/** What comes of it beside impressions, and what each of its places has. */
function rowsOf(listing: Listing, weeks: number) {
  const { audience, weekly, pricing, places = {} } = listing;
  const rowOf = (part: number, dimensions?: readonly object[]) => {
    const [low, high] = weekly.map((impressions) => Math.floor(impressions * weeks * part));
    const range = (share: number) => ({
      low: Math.floor((low ?? 0) * share),
      high: Math.floor((high ?? 0) * share),
    });
    const results = Object.entries(resultsOf(listing)).map(([name, rate]) => [name, range(rate)]);
    const people = audience === undefined ? undefined : audience * part;
    const isInView = pricing.some(({ pricing_model }) => pricing_model === "vcpm");
    return {
      metrics: {
        impressions: range(1),
        ...(people !== undefined && {
          reach: { low: reached(people, low ?? 0), high: reached(people, high ?? 0) },
        }),
        ...Object.fromEntries(results),
      },
      ...(isInView && {
        viewability: {
          standard: "mrc",
          measurable_impressions: range(1),
          viewable_rate: { mid: viewableShare },
        },
      }),
      ...(dimensions && { dimensions }),
    };
  };
  const total = rowOf(1);
  const byPlace = Object.entries(places).map(([code, part]) =>
    rowOf(part, [{ kind: "geo", geo_level: code.length === 2 ? "country" : "region", geo_code: code }]),
  );
  const isMore = byPlace.length > 0 || Object.keys(total.metrics).length > 1 || "viewability" in total;
  return isMore ? { points: [total, ...byPlace], forecast_range_unit: "availability" } : undefined;
}

/** Length of the flight asked for, both days inclusive; four weeks where none is given. */
function weeksOf({ start_date, end_date }: Filters): number {
  if (start_date === undefined || end_date === undefined) return 4;
  return Math.max(0, (Date.parse(end_date) - Date.parse(start_date)) / dayMs + 1) / 7;
}

import { type Money, money } from "../../../../lib/money.ts";
import type { Offer } from "../../../model/offers/offer.ts";
import type { offerFields } from "../../../model/policy/policy.ts";
import type { CampaignState } from "../../../model/state/state.ts";
import type { Step } from "../../../model/step/step.ts";
import { type BoundLine, buys, linesOf } from "./bound-lines.ts";

/** What is known of the offers that the step is about. */
export function offerFacts(step: Step, state: CampaignState) {
  const formats = formatsInArguments(step);
  const lines = linesOf(step, state);
  if (lines === undefined) return { formats };
  const offers = lines.map(({ offer }) => offer);
  const channels = all(offers, ({ channels }) => (channels.length === 0 ? undefined : channels));
  const deliveryTypes = all(offers, ({ deliveryType }) => deliveryType);
  const accepted =
    formats ??
    all(offers, ({ formats }) => (formats.length === 0 ? undefined : formats))
      ?.flat()
      .map(({ id }) => id);
  return {
    cpm: all(
      lines.filter(({ offer }) => isByImpressions(offer)),
      (bound) => priceOf(bound, state),
    ),
    bid_over_floor: all(
      lines.filter(({ offer }) => offer.auction),
      bidOverFloor,
    ),
    channels: channels && unique(channels.flat()),
    delivery_types: deliveryTypes && unique(deliveryTypes),
    formats: accepted && unique(accepted),
    missing_data: unique(offers.flatMap(missingOf)),
    package_count: buys(step) ? lines.length : 0,
  };
}

/** Of every item, or undefined where one of them does not say. */
function all<Item, Value>(
  items: readonly Item[],
  of: (item: Item) => Value | undefined,
): readonly Value[] | undefined {
  const values = items.flatMap((item) => {
    const value = of(item);
    return value === undefined ? [] : [value];
  });
  return values.length === items.length ? values : undefined;
}

/**
 * Whether what an offer costs is a price of impressions: it is priced by them, or as a whole for so many that its seller tells. A
 * click, a view, an action or a point has a price of its own, and what 1,000 impressions come to beside it is an outcome.
 */
function isByImpressions(offer: Offer): boolean {
  return offer.whole ? offer.impressions !== undefined : !ownUnits.test(offer.pricingModel);
}

const ownUnits = /^(?:cpc|cpcv|cpv|cpa|cpp)(?:[-_]auction)?$/i;

/** Media and the data that the package uses, together. */
function priceOf({ line, offer: { cpm } }: BoundLine, state: CampaignState): Money | undefined {
  const data = state.signals?.find(({ id }) => id === line.signal?.id)?.cpm ?? 0;
  return cpm === undefined ? undefined : money(Math.round(cpm.mid + data), line.amount.currency);
}

function bidOverFloor({ line, offer: { price } }: BoundLine): number | undefined {
  const { bid } = line;
  if (bid === undefined || price === undefined || price.minor <= 0 || bid.currency !== price.currency)
    return undefined;
  return (bid.minor * 10_000) / price.minor;
}

function missingOf(offer: Offer): readonly string[] {
  const absent: Readonly<Record<(typeof offerFields)[number], boolean>> = {
    price: offer.price === undefined && offer.bid === undefined,
    cpm: offer.cpm === undefined && isByImpressions(offer),
    forecast: offer.impressions === undefined,
    formats: offer.formats.length === 0,
    channels: offer.channels.length === 0,
    delivery_type: offer.deliveryType === undefined,
    description: offer.description === "",
  };
  return Object.entries(absent).flatMap(([name, isAbsent]) => (isAbsent ? [name] : []));
}

/** Formats that the call itself names: what is built and what is brought. */
function formatsInArguments({ task, arguments: request }: Step): readonly string[] | undefined {
  if (task === "build_creative") return idsOf(request["target_format_ids"]);
  if (task !== "sync_creatives") return undefined;
  const creatives = request["creatives"];
  return idsOf(Array.isArray(creatives) ? creatives.map(formatOf) : undefined);
}

function formatOf(creative: unknown): unknown {
  return typeof creative === "object" && creative !== null && "format_id" in creative
    ? creative.format_id
    : undefined;
}

function idsOf(formats: unknown): readonly string[] | undefined {
  if (!Array.isArray(formats)) return undefined;
  return all(formats, (format: unknown) =>
    typeof format === "object" && format !== null && "id" in format ? String(format.id) : undefined,
  );
}

function unique(words: readonly string[]): string[] {
  return [...new Set(words)];
}

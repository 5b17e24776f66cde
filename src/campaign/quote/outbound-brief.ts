import type { Brief, Content } from "../../brief/brief.ts";
import { toDecimal } from "../../lib/money.ts";
import type { RequestOf } from "../../protocol/tasks/index.ts";
import { accountFor } from "../model/derived/bought.ts";
import { circlesAround } from "../model/people/targeting.ts";
import type { Seller } from "../model/sellers/seller.ts";
import { asksInWords } from "../targeting/asks-in-words.ts";

/**
 * What a seller learns of the brief: a template over its confirmed fields, the same for all but for the account that it would be
 * bought under, where an operator is set. Sellers learn the budget as a range up to one seller's share, never the whole of it.
 */
export function outboundBrief(
  brief: Brief,
  { account }: Pick<Seller, "account">,
  operator: string | undefined,
): RequestOf<"get_products"> {
  const share = brief.limits.maxSharePerSeller ?? 0.5;
  const most = Math.floor(toDecimal(brief.budget) * share);
  const sentences = [
    `${brief.name}: ${brief.objective} campaign for ${brief.brand.name ?? brief.brand.domain}.`,
    `Flight ${brief.flight.start} to ${brief.flight.end} in ${brief.countries.join(", ")}.`,
    brief.channels.length > 0 ? `Channels: ${brief.channels.join(", ")}.` : "Any channel.",
    ...(brief.audience === undefined ? [] : [`Audience: ${brief.audience}.`]),
    ...asksInWords(brief),
    ...(brief.kpi === undefined ? [] : [`Measured by ${brief.kpi.metric}.`]),
  ];
  return {
    buying_mode: "brief",
    brief: sentences.join(" "),
    brand: { domain: brief.brand.domain },
    ...accountFor(brief, account, operator),
    ...filtersOf(brief, most),
  };
}

/**
 * What leaves out offers that could never be bought. A preference is left to words, and so is what an order may hold though a
 * product does not say so: sellers leave out in silence, and an offer that is shown can have a reason why it is not bought.
 */
function filtersOf(brief: Brief, most: number) {
  const { channels, content, places } = withoutPreferences(brief);
  const { propertyList, trustedMatch } = content ?? {};
  const { minGuaranteedShare: guaranteed = 0 } = brief.limits;
  return {
    ...(propertyList && { property_list: { ...propertyList } }),
    ...(guaranteed > 0 && { preferred_delivery_types: ["guaranteed" as const] }),
    filters: {
      ...(channels.length > 0 && { channels: [...channels] }),
      countries: [...brief.countries],
      start_date: brief.flight.start,
      end_date: brief.flight.end,
      ...placesOf(places),
      ...(guaranteed === 1 && { delivery_type: "guaranteed" }),
      ...(trustedMatch && matchedBy(trustedMatch)),
      budget_range: { min: 0, max: most, currency: brief.budget.currency },
    },
  };
}

function withoutPreferences({ channels, content, places, soft = [] }: Brief) {
  return {
    channels: soft.includes("channels") ? [] : channels,
    content: soft.includes("content") ? undefined : content,
    places: soft.includes("places") ? undefined : places,
  };
}

function matchedBy({ agent_url, identity_match }: NonNullable<Content["trustedMatch"]>) {
  const provider = { agent_url, context_match: true, ...(identity_match === true && { identity_match }) };
  return { trusted_match: { providers: [provider] } };
}

/** Products that cover what is to be included; that they run elsewhere too is for the order to prevent. */
function placesOf(places: Brief["places"]) {
  const { regions, metros, postalAreas, cities = [] } = places?.include ?? {};
  const circles = circlesAround(cities);
  return {
    ...(circles.length > 0 && { geo_proximity: circles }),
    ...(regions && { regions: [...regions] }),
    ...(metros && { metros: metros.flatMap(({ system, codes }) => codes.map((code) => ({ system, code }))) }),
    ...(postalAreas && {
      postal_areas: postalAreas.map(({ codes, ...area }) => ({ ...area, values: [...codes] })),
    }),
  };
}

import type { Brief } from "../../../src/brief/brief.ts";
import type { Offer } from "../../../src/campaign/model/offers/offer.ts";
import type { Plan } from "../../../src/campaign/model/offers/plan.ts";
import { readTargetable, type Targetable } from "../../../src/campaign/model/people/targeting.ts";
import { makePlan } from "../../../src/campaign/plan/make-plan.ts";
import { normaliseProducts } from "../../../src/campaign/quote/normalise.ts";
import { rank } from "../../../src/campaign/rank/rank.ts";
import { isObject } from "../../../src/lib/json-object.ts";
import { get_products } from "../../../src/protocol/dialects/adcp/tasks/get_products.ts";
import { readProducts } from "../../../src/protocol/records/read-products.ts";
import { brief, exchange, seller } from "../rank/arbitraries.ts";

/** A product in the standard's words, at a seller of its own name. */
export interface Sold {
  readonly product: string;
  readonly channels?: readonly string[];
  /** What its seller keeps orders to, by the overlay's names. */
  readonly keeps?: Readonly<Record<string, unknown>>;
  readonly option?: Readonly<Record<string, unknown>>;
  readonly forecast?: Readonly<Record<string, unknown>>;
  readonly [more: string]: unknown;
}

function wireProduct({ product, option = {}, forecast, channels = ["display"], ...more }: Sold) {
  return {
    product_id: product,
    name: product,
    description: "As its seller has it",
    channels,
    delivery_type: "non_guaranteed",
    format_ids: [{ agent_url: "https://formats.example", id: "display_300x250" }],
    pricing_options: [{ pricing_option_id: "only", pricing_model: "cpm", currency: "EUR", ...option }],
    ...(forecast && { forecast: { method: "modeled", currency: "EUR", ...forecast } }),
    ...more,
  };
}

/** Offers of sellers that answer in the standard's words, each read as an answer on the wire is. */
export function offersIn(sold: readonly Sold[], one: Brief): readonly Offer[] {
  return sold.flatMap((own) => {
    const answer = get_products.answer.read(
      { products: [wireProduct(own)] },
      { release: "3.1", request: {} },
    );
    const read = readProducts(
      isObject(answer) && Array.isArray(answer["products"]) ? answer["products"] : [],
    );
    if (read.unreadable !== undefined) throw new Error(read.unreadable);
    const targetable: Targetable | undefined = own.keeps && readTargetable(own.keeps);
    return normaliseProducts({
      seller: { ...seller(`${own.product}.example`), ...(targetable && { targetable }) },
      products: read.products,
      brief: one,
      exchange,
    }).offers;
  });
}

export function briefOf(values: Partial<Brief> & { readonly euros?: number }): Brief {
  const { euros = 10_000, limits, ...rest } = values;
  return brief({
    budget: { minor: euros * 100, currency: "EUR" },
    limits: { excludedSellers: [], maxSharePerSeller: 1, ...limits },
    ...rest,
  });
}

export async function planIn(
  sold: readonly Sold[],
  values: Partial<Brief> & { readonly euros?: number },
): Promise<{
  readonly plan: Plan;
  readonly offers: readonly Offer[];
  readonly euros: Readonly<Record<string, number>>;
}> {
  const one = briefOf(values);
  const offers = offersIn(sold, one);
  const sellers = sold.map(({ product }) => seller(`${product}.example`));
  const ranking = rank(offers, { brief: one, sellers, exchange });
  const plan = await makePlan({ planId: "plan", brief: one, offers, signals: [], ranking, exchange });
  const euros: Record<string, number> = {};
  for (const { productId, amount } of plan.lines)
    euros[productId] = (euros[productId] ?? 0) + amount.minor / 100;
  return { plan, offers, euros };
}

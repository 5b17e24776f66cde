import { type CannedSeller, type JsonObject, startCannedMarket } from "../../canned/market.ts";
import { asListed, booking, cooperativeSeller } from "../buyer-behaviours/cooperative-seller.ts";

/** What a seller does for a buyer that comes again with what it has ordered before. */
export interface Manner {
  /** Whether a key that it has seen gives the first answer again. */
  keepsKeys: boolean;
  /** Whether it gives the buyer's references back. */
  tellsReferences: boolean;
}

/** An order as the seller keeps it for itself, whatever it tells of it. */
export interface Order {
  readonly seller: string;
  readonly reference: string;
  readonly told: JsonObject;
  /** Major units, by package id. */
  readonly budgets: Map<string, number>;
  isPaused: boolean;
  revision: number;
}

/** Sellers of the public standard with books of their own, that know nothing of the desks that buy from them. */
export async function openOwnBooks(slugs: readonly string[]) {
  const manner: Manner = { keepsKeys: true, tellsReferences: true };
  const orders: Order[] = [];
  const changes: string[] = [];
  const market = await startCannedMarket(slugs.map((slug) => sellerWith(slug, { manner, orders, changes })));
  return {
    market,
    manner,
    orders,
    /** Updates that were made: seller, buy and what was asked for. */
    changes,
    /** References under which more than one order stands. */
    twice: () => {
      const references = orders.map(({ seller, reference }) => `${seller} ${reference}`);
      return references.filter((one, i) => references.indexOf(one) !== i);
    },
    /** All that the sellers would bill, in major units. */
    booked: () => orders.flatMap(({ budgets }) => [...budgets.values()]).reduce((sum, one) => sum + one, 0),
  };
}
export type OwnBooks = Awaited<ReturnType<typeof openOwnBooks>>;

function sellerWith(
  slug: string,
  { manner, orders, changes }: { manner: Manner; orders: Order[]; changes: string[] },
): CannedSeller {
  const answered = new Map<unknown, { readonly asked: string; readonly payload: JsonObject }>();
  /** One answer for each key, for as long as the seller remembers it. */
  const once = (request: JsonObject, run: () => JsonObject) => {
    const { idempotency_key: key, governance_context: _, context: __, ...rest } = request;
    const asked = JSON.stringify(rest);
    const before = manner.keepsKeys ? answered.get(key) : undefined;
    if (before !== undefined && before.asked !== asked)
      return { error: { code: "IDEMPOTENCY_CONFLICT", recovery: "correctable" } };
    if (before !== undefined) return { payload: { ...before.payload, replayed: true } };
    const payload = { status: "completed", adcp_version: "3.1", ...run() };
    answered.set(key, { asked, payload });
    return { payload };
  };
  const told = ({ told: { context, packages, ...buy }, budgets, isPaused, revision }: Order): JsonObject => ({
    ...buy,
    revision,
    media_buy_status: isPaused ? "paused" : "active",
    ...(manner.tellsReferences && { context }),
    packages: objects(packages).map(({ context: own, ...one }) => ({
      ...one,
      budget: budgets.get(String(one["package_id"])),
      ...(manner.tellsReferences && own !== undefined && { context: own }),
    })),
  });
  return cooperativeSeller(slug, {
    create_media_buy: (request) =>
      once(request, () => {
        const { context } = request as { readonly context?: { readonly buyer_ref?: string } };
        const key = String(orders.length + 1).padStart(8, "0");
        const buy = booking(slug, { ...request, idempotency_key: key });
        const order: Order = {
          seller: slug,
          reference: String(context?.buyer_ref),
          told: buy,
          budgets: new Map(
            objects(buy["packages"]).map(({ package_id, budget }) => [String(package_id), Number(budget)]),
          ),
          isPaused: false,
          revision: 1,
        };
        orders.push(order);
        return told(order);
      }),
    update_media_buy: (request) => {
      const order = orders.find((one) => one.told["media_buy_id"] === request["media_buy_id"]);
      if (order === undefined) return { error: { code: "MEDIA_BUY_NOT_FOUND", recovery: "correctable" } };
      return once(request, () => {
        for (const { package_id, budget } of objects(request["packages"]))
          if (budget !== undefined) order.budgets.set(String(package_id), Number(budget));
        if (typeof request["paused"] === "boolean") order.isPaused = request["paused"];
        order.revision += 1;
        changes.push(`${slug} ${JSON.stringify([request["packages"], request["paused"]])}`);
        const { media_buy_id, media_buy_status, revision } = told(order);
        return { media_buy_id, media_buy_status, revision };
      });
    },
    get_media_buys: ({ media_buy_ids: ids }) => ({
      payload: {
        status: "completed",
        adcp_version: "3.1",
        media_buys: orders
          .filter(({ seller }) => seller === slug)
          .map((order) => asListed(told(order)))
          .filter(({ media_buy_id }) => !Array.isArray(ids) || ids.includes(media_buy_id)),
      },
    }),
  });
}

function objects(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "object" && one !== null) : [];
}

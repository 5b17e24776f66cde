import {
  type Answer,
  hashOf,
  type Json,
  jws,
  type Key,
  type RawAgent,
  type RawMarket,
} from "./raw-market.ts";

/** A buy in a seller's books. */
export interface RawBuy {
  readonly media_buy_id: string;
  status: string;
  readonly currency: string;
  readonly buyer_ref: unknown;
  start_time: string;
  end_time: string;
  revision: number;
  packages: readonly { readonly package_id: string; readonly product_id: string; budget: number }[];
}

export interface RawSeller extends RawAgent {
  readonly books: RawBuy[];
  /** Everything that it was sent as an order. */
  readonly orders: readonly Json[];
  /** Books an order as it was sent. */
  readonly book: (order: Json) => RawBuy;
}

/** An honest seller with books of its own; `answers` replaces what it says to single tasks. It repeats nothing under one key. */
export function rawSeller(
  slug: string,
  {
    speaks = "mcp",
    currency = "EUR",
    price = 10,
    pricing = {},
    impressions = 5e6,
    now = () => 0,
    answers = () => ({}),
  }: {
    readonly speaks?: RawAgent["speaks"];
    readonly currency?: string;
    readonly price?: number;
    /** What differs from a fixed price for a thousand. */
    readonly pricing?: Json;
    readonly impressions?: number;
    /** By which day it has delivered; UTC milliseconds. */
    readonly now?: () => number;
    readonly answers?: (seller: RawSeller) => Readonly<Record<string, Answer>>;
  } = {},
): RawSeller {
  const books: RawBuy[] = [];
  const orders: Json[] = [];
  const byKey = new Map<unknown, RawBuy>();
  const digits = new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions();
  const units = 10 ** (digits.maximumFractionDigits ?? 2);
  const rounded = (amount: number) => Math.floor(amount * units + 1e-6) / units;

  const switched = new Map<RawBuy, { at: number; status: string }[]>();
  const book = (order: Json): RawBuy => {
    const id = `${slug}-${books.length + 1}`;
    const buy: RawBuy = {
      media_buy_id: id,
      status: "active",
      currency,
      buyer_ref: order["buyer_ref"],
      start_time: String(order["start_time"]),
      end_time: String(order["end_time"]),
      revision: 1,
      packages: packagesIn(order).map((one, at) => ({ ...one, package_id: `${id}-p${at + 1}` })),
    };
    books.push(buy);
    switched.set(buy, []);
    return buy;
  };
  /** Whether a buy was paused or ended when a day began. */
  const isPaused = (buy: RawBuy, day: number) => {
    const last = switched.get(buy)?.findLast(({ at }) => at <= day)?.status;
    return last === "paused" || last === "canceled";
  };
  const delivered = (buy: RawBuy): Json => {
    const day = 86_400_000;
    const [start, end] = [Date.parse(buy.start_time), Date.parse(buy.end_time)];
    const all = Math.max(1, Math.round((end - start) / day));
    const done = Math.min(all, Math.max(0, Math.floor((now() - start) / day)));
    const figures = (amount: number) => ({
      impressions: Math.round((amount / price) * 1000),
      spend: { amount, currency },
    });
    const packages = buy.packages.map(({ package_id, budget }) => {
      const daily = rounded(budget / all);
      const days = Array.from({ length: done }, (_, at) => start + at * day);
      const onDay = (at: number) => (isPaused(buy, at) ? 0 : daily);
      return {
        package_id,
        ...figures(rounded(days.reduce((sum, at) => sum + onDay(at), 0))),
        timeseries: days.map((at) => ({
          date: new Date(at).toISOString().slice(0, 10),
          ...figures(onDay(at)),
        })),
      };
    });
    const spent = packages.reduce((sum, { spend }) => sum + spend.amount, 0);
    return {
      media_buy_id: buy.media_buy_id,
      currency,
      delivery: figures(rounded(spent)),
      by_package: packages,
    };
  };

  const honest: Readonly<Record<string, Answer>> = {
    get_svc_capabilities: () => ({
      payload: {
        idempotency: { supported: true, replay_ttl_seconds: 86_400 },
        publisher_domains: [`${slug}.example`],
      },
    }),
    get_products: () => ({
      payload: {
        products: [
          {
            product_id: `${slug}-video`,
            name: `${slug} video`,
            description: "Pre-roll",
            channels: ["olv"],
            countries: ["DE"],
            delivery_type: "guaranteed",
            publisher_properties: [{ publisher_domain: `${slug}.example` }],
            pricing_options: [
              { pricing_option_id: "cpm", pricing_model: "cpm", currency, fixed_price: price, ...pricing },
            ],
            forecast: { impressions: { min: impressions * 0.9, max: impressions } },
          },
        ],
      },
    }),
    sync_accounts: ({ accounts }) => ({
      payload: { accounts: (accounts as readonly Json[]).map((one) => ({ ...one, status: "active" })) },
    }),
    create_media_buy: (order) => {
      orders.push(order);
      const key = order["idempotency_key"];
      const before = byKey.get(key);
      const buy = before ?? book(order);
      byKey.set(key, buy);
      return { payload: { ...buy, ...(before && { replayed: true }) } };
    },
    get_media_buys: ({ media_buy_ids: ids, buyer_ref }) => ({
      payload: {
        media_buys: books.filter((one) =>
          Array.isArray(ids)
            ? ids.includes(one.media_buy_id)
            : buyer_ref === undefined || one.buyer_ref === buyer_ref,
        ),
      },
    }),
    update_media_buy: ({ media_buy_id, updates }) => {
      const buy = books.find((one) => one.media_buy_id === media_buy_id);
      if (buy === undefined) return { refuses: { code: "MEDIA_BUY_NOT_FOUND", message: "no such buy" } };
      const { status, end_time, packages = [] } = updates as Partial<RawBuy>;
      if (status !== undefined && status !== buy.status) switched.get(buy)?.push({ at: now(), status });
      buy.status = status ?? buy.status;
      buy.end_time = end_time ?? buy.end_time;
      buy.revision += 1;
      buy.packages = buy.packages.map((one) => ({
        ...one,
        ...packages.find(({ package_id }) => package_id === one.package_id),
      }));
      return { payload: { ...buy } };
    },
    get_media_buy_delivery: ({ media_buy_id }) => {
      const buy = books.find((one) => one.media_buy_id === media_buy_id);
      return buy === undefined
        ? { refuses: { code: "MEDIA_BUY_NOT_FOUND", message: "no such buy" } }
        : { payload: delivered(buy) };
    },
    provide_performance_feedback: () => ({ payload: { acknowledged: true } }),
    get_task_status: () => ({ refuses: { code: "REFERENCE_NOT_FOUND", message: "no such task" } }),
  };
  const seller = { slug, speaks, channels: ["olv"], books, orders, book };
  return Object.assign(seller, { answers: { ...honest, ...answers({ ...seller, answers: honest }) } });
}

function packagesIn(order: Json): Omit<RawBuy["packages"][number], "package_id">[] {
  // The desk's own request.
  return order["packages"] as Omit<RawBuy["packages"][number], "package_id">[];
}

/** What a token says, and how it is signed; what is absent is as the contract wants it. */
export interface Token {
  readonly header?: Json;
  readonly claims?: Json;
  readonly key?: Key;
  readonly unsigned?: true;
  /** In the place of all of it. */
  readonly whole?: string;
}

/** A governance agent that approves everything, with a token that `token` makes of each check. */
export function rawGovernance({
  now,
  market,
  token = () => ({}),
  verdict = () => ({}),
}: {
  readonly now: () => number;
  readonly market: () => RawMarket;
  readonly token?: (check: Json, n: number) => Token;
  /** What is said beside the token, or in its place. */
  readonly verdict?: (check: Json, n: number) => Json;
}): RawAgent {
  let outcomes = 0;
  return {
    slug: "governance",
    speaks: "mcp",
    channels: [],
    answers: {
      get_svc_capabilities: () => ({
        payload: { idempotency: { supported: true, replay_ttl_seconds: 86_400 } },
      }),
      sync_plans: ({ plans }) => ({
        payload: {
          plans: (plans as readonly Json[]).map(({ plan_id }) => ({ plan_id, status: "active", version: 1 })),
        },
      }),
      report_plan_outcome: () => ({
        payload: { outcome_id: `out-${++outcomes}`, outcome_state: "accepted" },
      }),
      check_governance: (check, n) => {
        const { header, claims, key, unsigned, whole } = token(check, n);
        const [own] = market().keysOf("governance");
        const signing = key ?? own;
        const seconds = Math.floor(now() / 1000);
        const context =
          whole ??
          jws(
            { alg: "EdDSA", kid: signing?.kid, typ: "svc-gov+jws", ...header },
            {
              iss: market().urlOf("governance"),
              sub: check["plan_id"],
              aud: check["target_agent"],
              tool: check["tool"],
              caller: check["caller"],
              payload_hash: hashOf(check["payload"]),
              iat: seconds,
              exp: seconds + 900,
              ...claims,
            },
            unsigned ? undefined : signing?.privateKey,
          );
        return {
          payload: {
            check_id: `chk-${n}`,
            verdict: "approved",
            governance_context: context,
            ...verdict(check, n),
          },
        };
      },
    },
  };
}

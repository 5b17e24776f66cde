import { isDeepStrictEqual } from "node:util";
import type { Canned, CannedAnswer, CannedSeller, JsonObject } from "../../canned/market.ts";

/** How the fixture publisher answers one `create_media_buy`; what a story declares of it, under the story's names. */
export type Scenario =
  | { readonly response_type: "synchronous"; readonly media_buy_status: string }
  | { readonly response_type: "submitted"; readonly task_id: string }
  | {
      readonly error_code: string;
      readonly message?: string;
      /** Seconds. */
      readonly retry_after?: number;
      /** What stands in front of the publisher refuses; without it the refusal is the task's own. */
      readonly http_status?: number;
      readonly www_authenticate?: string;
    };

/** What a story declares of its publisher. */
export interface Fixture {
  /** The answer to `get_adcp_capabilities`, as it stands. */
  readonly capabilities: JsonObject;
  readonly products: readonly JsonObject[];
  /** Of orders, in their order; whatever comes after the last is taken at once. A function where the story changes its mind. */
  readonly creates?: readonly Scenario[] | (() => Scenario);
  /** In the place of products, for as long as it says so. */
  readonly discovery?: () => Scenario | undefined;
  /** What is reported of a buy; absent: nothing yet. */
  readonly delivery?: (buy: Buy, asked: JsonObject) => JsonObject;
}

export interface Buy {
  readonly media_buy_id: string;
  readonly media_buy_status: string;
  readonly packages: readonly JsonObject[];
}

const taken: Scenario = { response_type: "synchronous", media_buy_status: "pending_creatives" };

/**
 * The seller that the standard's stories of buyers are played with, written anew from its published contract: canned products
 * whatever is asked for, orders by scenario, and an idempotency store by tool and key that keeps no errors. It serves what the
 * contract has a handler for, whatever its capabilities promise.
 */
export function fixturePublisher(slug: string, channels: readonly string[], fixture: Fixture): CannedSeller {
  const { capabilities, products, creates = [], discovery, delivery } = fixture;
  const buys: Buy[] = [];
  const tasks = new Map<string, { readonly order: JsonObject; polls: number }>();
  let executed = 0;
  const book = (order: JsonObject, media_buy_status: string): JsonObject => {
    const packages = objects(order["packages"]).map((one, i) => ({ ...one, package_id: `pkg_${i}` }));
    const buy = { media_buy_id: `mb_${slug}_${buys.length + 1}`, media_buy_status, packages };
    buys.push(buy);
    return { ...buy, status: "completed", revision: 1, context: order["context"] };
  };
  const create: Canned = (order) => {
    const scenario = typeof creates === "function" ? creates() : (creates[executed++] ?? taken);
    if ("error_code" in scenario) return refusal(scenario);
    if (scenario.response_type === "synchronous") return { payload: book(order, scenario.media_buy_status) };
    const { task_id } = scenario;
    tasks.set(task_id, { order, polls: 0 });
    return { payload: { status: "submitted", task_id } };
  };
  const listProducts: Canned = () => {
    const scenario = discovery?.();
    return scenario !== undefined && "error_code" in scenario
      ? refusal(scenario)
      : { payload: { products, cache_scope: "account" } };
  };
  return {
    slug,
    channels,
    tools: {
      get_adcp_capabilities: () => ({ payload: capabilities }),
      get_products: listProducts,
      list_products: listProducts,
      create_media_buy: once(create),
      get_task_status: ({ task_id }) => {
        const task = tasks.get(String(task_id));
        if (task === undefined) return { error: { code: "REFERENCE_NOT_FOUND", message: "no such task" } };
        const about = { task_id, task_type: "create_media_buy", protocol: "media-buy" };
        if (task.polls++ === 0) return { payload: { ...about, status: "working" } };
        return {
          payload: { ...about, status: "completed", result: book(task.order, "pending_creatives") },
        };
      },
      sync_creatives: once(({ creatives }) => ({
        payload: {
          creatives: objects(creatives).map(({ creative_id }) => ({ creative_id, action: "created" })),
        },
      })),
      get_media_buys: () => ({
        payload: {
          media_buys: buys.map(({ media_buy_status: status, ...buy }) => ({
            ...buy,
            status,
            currency: "USD",
          })),
        },
      }),
      get_media_buy_delivery: (asked) => ({
        payload: {
          currency: "USD",
          reporting_period: { start: asked["start_date"], end: asked["end_date"] },
          media_buy_deliveries: delivery === undefined ? [] : buys.map((buy) => delivery(buy, asked)),
        },
      }),
    },
  };
}

/** A mutating tool: the same key and payload get the first answer again, the same key with another payload a conflict. */
function once(execute: Canned): Canned {
  const answered = new Map<string, { readonly payload: JsonObject; readonly answer: CannedAnswer }>();
  return async (request, n) => {
    const { idempotency_key, ...payload } = equivalent(request);
    if (typeof idempotency_key !== "string")
      return { error: { code: "INVALID_REQUEST", message: "idempotency_key is required" } };
    const before = answered.get(idempotency_key);
    if (before !== undefined)
      return isDeepStrictEqual(before.payload, payload)
        ? before.answer
        : { error: { code: "IDEMPOTENCY_CONFLICT", message: "the key was used with another payload" } };
    const answer = await execute(request, n);
    if ("payload" in answer) answered.set(idempotency_key, { payload, answer });
    return answer;
  };
}

/** A request without what two sendings of the same order may differ in. */
export function equivalent(request: JsonObject): JsonObject {
  const { governance_context: _, context: __, ...order } = request;
  return order;
}

function refusal(scenario: Extract<Scenario, { error_code: string }>): CannedAnswer {
  const { error_code: code, http_status, www_authenticate, retry_after, message } = scenario;
  if (http_status === undefined)
    return { error: { code, ...(message && { message }), ...(retry_after && { retry_after }) } };
  return {
    http: http_status,
    headers: {
      ...(www_authenticate && { "WWW-Authenticate": www_authenticate }),
      ...(retry_after && { "Retry-After": String(retry_after) }),
    },
  };
}

function objects(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "object" && one !== null) : [];
}

import { TaskError } from "../../../../src/protocol/messages/errors.ts";
import type { CallResult } from "../../../../src/protocol/messages/transport.ts";
import type { Luck } from "./luck.ts";

/** An order in a seller's books. `task`: its people have not agreed yet. `gone`: they said no. */
export interface Order {
  readonly id: string;
  readonly sellerId: string;
  readonly reference: string;
  readonly idempotencyKey: string;
  /** Minor units. */
  readonly minor: number;
  state: "buy" | "task" | "gone";
}

export interface ScriptedSeller {
  readonly id: string;
  readonly agentUrl: string;
  readonly orders: readonly Order[];
  /** `die` ends the process that calls. */
  readonly call: (task: string, request: Readonly<Record<string, unknown>>, die: () => never) => CallResult;
  /** Calls whose answers were given up on arrive after all. */
  readonly receiveLate: () => void;
  /** All that its people have still to decide, they agree to. */
  readonly agreeToAll: () => void;
}

type Request = Readonly<Record<string, unknown>>;

/** A seller with books of its own. It keeps idempotency keys, as it has promised; else it does whatever luck has it do. */
export function scriptedSeller(id: string, luck: Luck): ScriptedSeller {
  const orders: Order[] = [];
  const refused = new Map<unknown, CallResult>();
  let late: Request[] = [];

  const known = (request: Request) =>
    orders.find(({ idempotencyKey }) => idempotencyKey === request["idempotency_key"]);
  const take = (request: Request, state: "buy" | "task" = "buy"): Order => {
    const before = known(request);
    if (before !== undefined) return before;
    const packages = request["packages"] as { budget: number }[];
    const order: Order = {
      id: `${id}-${orders.length + 1}`,
      sellerId: id,
      reference: String(request["buyer_ref"]),
      idempotencyKey: String(request["idempotency_key"]),
      minor: packages.reduce((sum, { budget }) => sum + Math.round(budget * 100), 0),
      state,
    };
    orders.push(order);
    return order;
  };
  const receiveLate = () => {
    const arriving = late;
    late = [];
    for (const request of arriving) take(request);
  };

  /** What it has said no to it does not do when the same call comes again, or late. */
  const no = (request: Request, result: CallResult): CallResult => {
    late = late.filter((other) => other["idempotency_key"] !== request["idempotency_key"]);
    refused.set(request["idempotency_key"], result);
    return result;
  };

  const create = (request: Request, die: () => never): CallResult => {
    const before = refused.get(request["idempotency_key"]);
    if (before !== undefined) return before;
    const replayed = known(request) !== undefined;
    const done = (order: Order) => answered(order, replayed);
    const act = luck.pick([
      "does",
      "asks its people",
      "refuses",
      "answers that it is rejected",
      "is not reached",
      "does and is cut off",
      "asks its people and is cut off",
      "is late",
      "breaks down before",
      "breaks down after",
      "is in flight",
      "is busy",
      "says what nobody knows",
      "does and says what nobody knows",
      "forgets to name the buy",
      "does not take the key",
      "sees its caller die before",
      "sees its caller die after",
    ]);
    switch (act) {
      case "does":
        return done(take(request));
      case "asks its people":
        return done(take(request, "task"));
      case "refuses":
        return replayed ? done(take(request)) : no(request, failed("BUDGET_TOO_LOW"));
      case "answers that it is rejected":
        return replayed ? done(take(request)) : no(request, { structuredContent: { status: "rejected" } });
      case "is not reached":
        throw new TaskError("TIMEOUT", "no answer", { effect: "unknown" });
      case "does and is cut off":
        take(request);
        throw new TaskError("CONNECTION_LOST", "cut off", { effect: "unknown" });
      case "asks its people and is cut off":
        take(request, "task");
        throw new TaskError("CONNECTION_LOST", "cut off", { effect: "unknown" });
      case "is late":
        late.push(request);
        throw new TaskError("TIMEOUT", "no answer", { effect: "unknown" });
      case "breaks down before":
        return failed("INTERNAL_ERROR");
      case "breaks down after":
        take(request);
        return failed("SERVICE_UNAVAILABLE");
      case "is in flight":
        take(request);
        return failed("IDEMPOTENCY_IN_FLIGHT");
      case "is busy":
        return failed("RATE_LIMITED");
      case "says what nobody knows":
        return failed("E_4711");
      case "does and says what nobody knows":
        take(request);
        return failed("E_4711");
      case "forgets to name the buy":
        take(request);
        return { structuredContent: { status: "active" } };
      case "does not take the key":
        return failed("IDEMPOTENCY_EXPIRED");
      case "sees its caller die before":
        return die();
      case "sees its caller die after":
        take(request);
        return die();
    }
  };

  const read = (task: string, request: Request): CallResult => {
    const act = luck.pick(["tells", "tells", "is silent"]);
    if (act === "is silent") throw new TaskError("UNREACHABLE", "nobody is there");
    if (task === "get_media_buys") {
      const { media_buy_ids: ids, buyer_ref: wanted } = request;
      const found = orders
        .filter(({ state }) => state === "buy")
        .filter(({ id }) => !Array.isArray(ids) || ids.includes(id))
        .filter(({ reference }) => wanted === undefined || reference === wanted);
      return { structuredContent: { media_buys: found.map(buyOf) } };
    }
    const order = orders.find(({ id }) => id === request["task_id"]);
    if (order === undefined) return failed("INVALID_REQUEST");
    if (order.state === "task") order.state = luck.pick(["buy", "task", "gone"]);
    const status = { buy: "completed", task: "working", gone: "rejected" }[order.state];
    return {
      structuredContent: {
        task_id: order.id,
        status,
        ...(order.state === "buy" && { result: buyOf(order) }),
      },
    };
  };

  return {
    id,
    agentUrl: `https://${id}/mcp`,
    orders,
    receiveLate,
    agreeToAll: () => {
      for (const order of orders) if (order.state === "task") order.state = "buy";
    },
    call: (task, request, die) => (task === "create_media_buy" ? create(request, die) : read(task, request)),
  };
}

function answered(order: Order, replayed: boolean): CallResult {
  switch (order.state) {
    case "buy":
      return { structuredContent: { ...buyOf(order), replayed } };
    case "task":
      return { structuredContent: { status: "pending", task_id: order.id, replayed } };
    case "gone":
      return failed("REJECTED");
  }
}

function buyOf({ id, reference }: Order) {
  return { media_buy_id: id, status: "active", buyer_ref: reference, packages: [{ package_id: `${id}-1` }] };
}

function failed(code: string): CallResult {
  return { isError: true, structuredContent: { error: { code, message: code } } };
}

import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { TransportFactory } from "../../../../src/protocol/messages/transport.ts";
import { a2aProfile } from "../../../../src/protocol/tasks/names.ts";
import { a2aTransport } from "../../../../src/protocol/transports/a2a.ts";
import { mcpTransport } from "../../../../src/protocol/transports/mcp.ts";

type Json = Readonly<Record<string, unknown>>;

export type Speech = "a2a-0.3" | "a2a-1.0" | "mcp";

/** What asking after a task is answered with: a JSON-RPC code, an HTTP status, or another way to say nothing of it. */
export type Later = number | "silence" | "no json" | "prose" | "another's task" | "no id";

/** How a seller goes on with an order that it has taken on. It remembers no keys: what it is sent twice it books twice. */
export interface Manner {
  readonly id: string;
  readonly speech: Speech;
  /** The state that the order is answered with. */
  readonly takes?: string;
  readonly later: Later;
  /** When its people book it. */
  readonly books: "before" | "meanwhile" | "after" | "never";
  /** Its books cannot be asked. */
  readonly isClosed?: true;
  /** A state that it gives the task where it is asked, with what it says of it, in the place of `later`. */
  readonly ends?: { readonly state: string; readonly data?: Json };
}

export interface Shop {
  readonly url: (id: string) => string;
  readonly wire: TransportFactory;
  /** What a seller holds. */
  readonly booked: (id: string) => readonly Json[];
  /** How often it was sent an order. */
  readonly ordersOf: (id: string) => number;
  /** Its people book what they have not booked yet. */
  readonly bookNow: (id: string) => void;
  /** Puts a buy into its books that was not ordered here. */
  readonly put: (id: string, booking: Json) => void;
  /** Every change of a buy that it was asked for. */
  readonly changesOf: (id: string) => readonly Json[];
  /** From now on it answers how its tasks stand. */
  readonly endNow: (id: string, ends: NonNullable<Manner["ends"]>) => void;
  /** From now on its books can be asked, or cannot. */
  readonly openBooks: (id: string, areOpen: boolean) => void;
  readonly close: () => Promise<void>;
}

interface Seller {
  readonly manner: Manner;
  readonly orders: Json[];
  readonly books: Json[];
  readonly changes: Json[];
  ends: Manner["ends"];
  isClosed: boolean;
}

/** Sellers on bare HTTP with books of their own, which take orders on as tasks and then do not say how those stand. */
export async function openShop(manners: readonly Manner[]): Promise<Shop> {
  const sellers = new Map(
    manners.map((manner): [string, Seller] => [
      manner.id,
      {
        manner,
        orders: [],
        books: [],
        changes: [],
        ends: manner.ends,
        isClosed: manner.isClosed ?? false,
      },
    ]),
  );
  const of = (id: string) => {
    const seller = sellers.get(id);
    if (seller === undefined) throw new Error(`nobody is called ${id}`);
    return seller;
  };
  const bookNow = (id: string) => {
    const { orders, books } = of(id);
    for (const order of orders.slice(books.length)) books.push(bookingOf(order, `${id}-${books.length + 1}`));
  };

  const answerOf = (
    { manner, orders, books, changes, isClosed }: Seller,
    task: string,
    asked: Json,
  ): Json => {
    switch (task) {
      case "create_media_buy":
        orders.push(asked);
        if (manner.books === "before") bookNow(manner.id);
        return { status: "submitted", task_id: taskOf(manner.id) };
      case "get_media_buys": {
        if (isClosed) return { errors: [{ code: "UNSUPPORTED_FEATURE", message: task }] };
        const ids = asked["media_buy_ids"];
        const wanted = (one: Json) =>
          Array.isArray(ids) ? ids.includes(one["media_buy_id"]) : one["buyer_ref"] === asked["buyer_ref"];
        return { media_buys: books.filter(wanted) };
      }
      case "update_media_buy":
        changes.push(asked);
        return { media_buy_id: asked["media_buy_id"], status: "paused" };
      default:
        return { errors: [{ code: "UNSUPPORTED_FEATURE", message: task }] };
    }
  };

  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const [, id = "", path = ""] = /^\/([^/]+)\/(.*)$/.exec(request.url ?? "") ?? [];
      const seller = sellers.get(id);
      if (seller === undefined) return response.writeHead(404).end();
      const isA2a = seller.manner.speech !== "mcp";
      if (isA2a && request.method === "GET" && path === ".well-known/agent-card.json")
        return json(response, cardOf(seller.manner, `http://${request.headers.host}/${id}/a2a`));
      if (request.method !== "POST") return response.writeHead(404).end();
      const message = JSON.parse(body);
      if (message.id === undefined) return response.writeHead(202).end();
      return isA2a ? overA2a(response, seller, message) : overMcp(response, seller, message);
    });
  });

  const overMcp = (response: ServerResponse, seller: Seller, { id, method, params }: Rpc) => {
    const reply = (result: Json) => json(response, { jsonrpc: "2.0", id, result });
    if (method === "initialize")
      return reply({
        protocolVersion: "2025-06-18",
        capabilities: { tools: {} },
        serverInfo: { name: "shop", version: "1" },
      });
    if (params.name !== "get_task_status")
      return reply({ content: [], structuredContent: answerOf(seller, params.name, params.arguments) });
    if (seller.manner.books === "meanwhile") bookNow(seller.manner.id);
    const task_id = params.arguments["task_id"];
    if (seller.ends === undefined)
      return failedCall(response, id, seller.manner.later, (taskId) =>
        reply({ content: [], structuredContent: { task_id: taskId, status: "failed" } }),
      );
    const { state, data } = seller.ends;
    return reply({
      content: [],
      structuredContent: { task_id, status: state, ...(state === "completed" ? { result: data } : data) },
    });
  };

  const overA2a = (response: ServerResponse, seller: Seller, { id, method, params }: Rpc) => {
    const isNewer = seller.manner.speech === "a2a-1.0";
    const task = (state: string, data?: Json, taskId: string | null = taskOf(seller.manner.id)) => ({
      ...(isNewer ? {} : { kind: "task" }),
      ...(taskId !== null && { id: taskId }),
      contextId: "c",
      status: { state: isNewer ? `TASK_STATE_${state.toUpperCase().replaceAll("-", "_")}` : state },
      ...(data && {
        artifacts: [{ artifactId: "a", parts: [{ ...(isNewer ? {} : { kind: "data" }), data }] }],
      }),
    });
    const reply = (result: Json) => json(response, { jsonrpc: "2.0", id, result });
    if (method === "GetTask" || method === "tasks/get") {
      if (seller.manner.books === "meanwhile") bookNow(seller.manner.id);
      if (seller.ends === undefined)
        return failedCall(response, id, seller.manner.later, (taskId) =>
          reply(task("failed", undefined, taskId)),
        );
      return reply(task(seller.ends.state, seller.ends.data));
    }
    const [{ data }] = params.message.parts;
    const answer = answerOf(seller, data.skill, data.input ?? data.parameters);
    const isOrder = data.skill === "create_media_buy";
    const final = isOrder ? task(seller.manner.takes ?? "submitted") : task("completed", answer);
    return reply(isNewer ? { task: final } : final);
  };

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const url = (id: string) => `${base}/${id}/${of(id).manner.speech === "mcp" ? "mcp" : ""}`;
  return {
    url,
    wire: (agentUrl) => {
      const transport = agentUrl.endsWith("/mcp") ? mcpTransport : a2aTransport;
      return transport(agentUrl, () => undefined, { addresses: { allowLoopback: true } });
    },
    booked: (id) => of(id).books,
    ordersOf: (id) => of(id).orders.length,
    bookNow,
    put: (id, booking) => {
      of(id).books.push(booking);
    },
    changesOf: (id) => of(id).changes,
    endNow: (id, ends) => {
      of(id).ends = ends;
    },
    openBooks: (id, areOpen) => {
      of(id).isClosed = !areOpen;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}

export function taskOf(id: string): string {
  return `task-of-${id}`;
}

interface Rpc {
  readonly id: unknown;
  readonly method: string;
  // What our own client has written: it is read and not checked.
  // biome-ignore lint/suspicious/noExplicitAny: a raw server reads raw messages
  readonly params: any;
}

function json(response: ServerResponse, value: unknown) {
  return response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(value));
}

function failedCall(
  response: ServerResponse,
  id: unknown,
  later: Later,
  end: (taskId: string | null) => unknown,
) {
  switch (later) {
    case "silence":
      return response.destroy();
    case "no json":
      return response.writeHead(200, { "content-type": "application/json" }).end('{"jsonrpc":');
    case "prose":
      return response.writeHead(200, { "content-type": "text/html" }).end("<p>not now</p>");
    case "another's task":
      return end("task-of-another");
    case "no id":
      return end(null);
    default:
      if (later >= 0) return response.writeHead(later).end();
      return json(response, { jsonrpc: "2.0", id, error: { code: later, message: "not here" } });
  }
}

function cardOf({ speech }: Manner, url: string): Json {
  const skills = ["create_media_buy", "get_media_buys"].map((id) => ({ id }));
  const capabilities = { extensions: [{ uri: a2aProfile }] };
  return speech === "a2a-1.0"
    ? {
        name: "shop",
        supportedInterfaces: [{ url, protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
        capabilities,
        skills,
      }
    : { name: "shop", url, preferredTransport: "JSONRPC", protocolVersion: "0.3.0", capabilities, skills };
}

/** What stands in the books for an order. */
export function bookingOf(order: Json, media_buy_id: string): Json {
  const packages = order["packages"] as readonly Json[];
  return {
    media_buy_id,
    status: "active",
    currency: "EUR",
    buyer_ref: order["buyer_ref"],
    start_time: order["start_time"],
    end_time: order["end_time"],
    packages: packages.map(({ product_id, budget, buyer_ref }, at) => ({
      package_id: `${media_buy_id}-p${at + 1}`,
      product_id,
      budget,
      buyer_ref,
    })),
  };
}

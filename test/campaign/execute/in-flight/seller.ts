import { createServer } from "node:http";
import { setTimeout as wait } from "node:timers/promises";

// A seller in a process of its own. It books a buy at the end of its work and remembers the key only then: the same request
// that comes while it is at it is one more buy. It goes on working when its caller hangs up. It imports nothing of ours.

interface Booked {
  readonly media_buy_id: string;
  readonly buyer_ref: string;
  readonly status: "active";
  readonly packages: readonly { readonly package_id: string }[];
}

/** What its books page shows. */
export interface Books {
  readonly arrived: readonly string[];
  readonly booked: readonly string[];
}

const workMs = Number(process.argv[2]);
const arrived: string[] = [];
const books: Booked[] = [];
const remembered = new Map<unknown, Booked>();

async function create(request: Record<string, unknown>): Promise<object> {
  const reference = String(request["buyer_ref"]);
  const before = remembered.get(request["idempotency_key"]);
  if (before !== undefined) return { ...before, replayed: true };
  arrived.push(reference);
  await wait(workMs);
  const id = `late-${books.length + 1}`;
  const buy: Booked = {
    media_buy_id: id,
    buyer_ref: reference,
    status: "active",
    packages: [{ package_id: `${id}-1` }],
  };
  books.push(buy);
  remembered.set(request["idempotency_key"], buy);
  return buy;
}

async function called(name: string, request: Record<string, unknown>): Promise<object> {
  if (name === "create_media_buy") return create(request);
  if (name !== "get_media_buys") return { error: { code: "INVALID_REQUEST", message: `no ${name} here` } };
  const ids = request["media_buy_ids"];
  const isAsked = (buy: Booked) =>
    Array.isArray(ids) ? ids.includes(buy.media_buy_id) : buy.buyer_ref === request["buyer_ref"];
  return { media_buys: books.filter(isAsked) };
}

async function answer(method: string, params: Record<string, unknown>): Promise<object> {
  if (method === "initialize")
    return {
      protocolVersion: params["protocolVersion"],
      capabilities: { tools: {} },
      serverInfo: { name: "late", version: "1" },
    };
  const payload = await called(String(params["name"]), params["arguments"] as Record<string, unknown>);
  return { structuredContent: payload, content: [{ type: "text", text: JSON.stringify(payload) }] };
}

const server = createServer((request, response) => {
  const say = (body: object) => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(body));
  };
  if (request.url === "/books") {
    say({ arrived, booked: books.map(({ buyer_ref }) => buyer_ref) } satisfies Books);
    return;
  }
  let text = "";
  request.on("data", (chunk) => {
    text += String(chunk);
  });
  request.on("end", () => {
    const { id, method, params = {} } = JSON.parse(text || "{}");
    if (id === undefined) {
      response.writeHead(202).end();
      return;
    }
    void answer(method, params).then((result) => say({ jsonrpc: "2.0", id, result }));
  });
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.stdout.write(`${typeof address === "object" ? address?.port : ""}\n`);
});

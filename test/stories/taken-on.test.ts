import { afterEach, describe, expect, it } from "vitest";
import { money } from "../../src/lib/money.ts";
import { type RawSeller, rawSeller } from "../canned/raw-agents.ts";
import {
  type Json,
  newKey,
  openRawMarket,
  type RawAgent,
  type Report,
  type Said,
  signedReport,
} from "../canned/raw-market.ts";
import { some } from "../depth.ts";
import { type HostileDesk, openHostileDesk } from "./hostile/desk.ts";

const publicUrl = "https://buyer.example";
const closing: AsyncDisposable[] = [];
afterEach(async () => {
  for (const each of closing.splice(0)) await each[Symbol.asyncDispose]();
});

/** What asking after a task is answered with: all that JSON-RPC has, and HTTP. */
const rpcCodes = [
  -32_700,
  -32_600,
  -32_601,
  -32_602,
  -32_603,
  ...Array.from({ length: 10 }, (_, n) => -32_000 - n),
];
const statuses = [
  301, 302, 307, 308, 400, 401, 403, 404, 405, 408, 409, 410, 422, 425, 429, 451, 500, 501, 502, 503, 504,
];
const laters: readonly { readonly slug: string; readonly said: Said }[] = [
  ...rpcCodes.map((rpc) => ({ slug: `rpc${-rpc}`, said: { rpc } })),
  ...statuses.map((http) => ({
    slug: `http${http}`,
    said: { http, ...(http < 400 && { headers: { location: "http://127.0.0.1:9/elsewhere" } }) },
  })),
  { slug: "silence", said: "silence" },
];

/** Takes each order on as a task, and says of that only what `later` says. */
function taker(slug: string, speaks: RawAgent["speaks"], later: () => Said): RawSeller {
  const orders: Json[] = [];
  const seller = rawSeller(slug, {
    speaks,
    answers: () => ({
      create_media_buy: (order) => {
        orders.push(order);
        return { task: `task-of-${slug}`, state: "submitted" };
      },
      get_task_status: later,
    }),
  });
  return Object.assign(seller, { orders });
}

async function open(sellers: readonly RawSeller[]): Promise<HostileDesk> {
  const desk = await openHostileDesk(sellers, {
    brief: {
      budget: money(sellers.length * 100_000, "EUR"),
      limits: { maxSharePerSeller: Math.min(1, 1.1 / sellers.length), excludedSellers: [] },
    },
    settings: { public_url: publicUrl },
  });
  closing.push(desk);
  return desk;
}

function doorOf({ app }: Pick<HostileDesk, "app">) {
  const receive = app.webhooks(
    () => undefined,
    () => undefined,
  );
  return ({ url, headers, body }: Report) =>
    receive(new Request(url, { method: "POST", headers: { Host: new URL(url).host, ...headers }, body }));
}

const addressIn = (order: Json | undefined) =>
  (order?.["push_notification_config"] as { readonly url: string } | undefined)?.url ?? "";

function toldOf(slug: string, status: string): Json {
  return {
    idempotency_key: `${slug}-${status}`,
    task_id: `task-of-${slug}`,
    task_type: "create_media_buy",
    status,
    timestamp: "2027-01-04T09:00:00Z",
    result: { media_buy_id: "made-up", status: "active", packages: [] },
  };
}

describe.each(["a2a-0.3", "a2a-1.0", "mcp"] as const)("an order that was taken on over %s", (speaks) => {
  it("stays bound and is sent once whatever later calls are answered with, and a signed word settles it", async () => {
    const tried = some(laters, 1);
    const sellers = tried.map(({ slug, said }) => taker(slug, speaks, () => said));
    const desk = await open(sellers);
    const seen = async () =>
      Promise.all(
        sellers.map(async ({ slug, orders }) => [
          slug,
          (await desk.orderAt(slug)).status,
          (await desk.boundAt(slug)) > 0,
          orders.length,
        ]),
      );
    for (let runs = 0; runs < 3; runs++) {
      await desk.run();
      desk.clock.advance(600_000);
    }
    expect(await seen()).toEqual(sellers.map(({ slug }) => [slug, "pending", true, 1]));
    const before = await Promise.all(sellers.map(({ slug }) => desk.boundAt(slug)));
    const send = doorOf(desk);
    for (const { slug, orders } of sellers) {
      const [key] = desk.market.keysOf(slug);
      if (key === undefined) throw new Error("it has no key");
      const report = signedReport(addressIn(orders[0]), toldOf(slug, "completed"), key, desk.wire.now());
      expect([slug, (await send(report)).status]).toEqual([slug, 200]);
    }
    await desk.run();
    // Its word alone buys nothing: the books are asked.
    expect(await seen()).toEqual(sellers.map(({ slug }) => [slug, "pending", true, 1]));
    for (const { book, orders } of sellers) book(orders[0] ?? {});
    await desk.run();
    expect(await seen()).toEqual(sellers.map(({ slug }) => [slug, "done", true, 1]));
    expect(await Promise.all(sellers.map(({ slug }) => desk.boundAt(slug)))).toEqual(before);
    expect(await desk.app.ledger.verify()).toEqual([]);
  });

  it("is not settled by a word that is forged, another's, said before, or not signed", async () => {
    const sellers = ["one", "two"].map((slug) => taker(slug, speaks, () => ({ rpc: -32_601 })));
    const desk = await open(sellers);
    await desk.run();
    const [one, two] = sellers.map(({ orders }) => addressIn(orders[0]));
    const [own, another] = ["one", "two"].map((slug) => desk.market.keysOf(slug)[0]);
    if (one === undefined || two === undefined || own === undefined || another === undefined)
      throw new Error("two orders were taken on");
    const operation = one.split("/").at(-1) ?? "";
    const completed = toldOf("one", "completed");
    const at = desk.wire.now();
    const working = signedReport(one, toldOf("one", "working"), own, at);
    const asPush = {
      id: "task-of-one",
      contextId: "c",
      status: { state: "TASK_STATE_COMPLETED" },
      artifacts: [{ parts: [{ data: completed["result"] }] }],
    };
    const plain = (headers: Readonly<Record<string, string>>, body: Json): Report => ({
      url: one,
      headers: { "Content-Type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
    const send = doorOf(desk);
    expect((await send(working)).status).toBe(200);
    const lies: readonly [string, Report, number][] = [
      ["forged, under the seller's own key's name", signedReport(one, completed, newKey(own.kid), at), 401],
      ["of a key that nobody publishes", signedReport(one, completed, newKey("else"), at), 401],
      ["of another seller", signedReport(one, completed, another, at), 401],
      ["about another operation, sent here", { ...signedReport(two, completed, own, at), url: one }, 401],
      ["said before", working, 401],
      ["said before, with another body", { ...working, body: JSON.stringify(completed) }, 401],
      ["of an hour ago", signedReport(one, completed, own, at - 3_600_000), 401],
      ["not signed", plain({}, completed), 401],
      [
        "not signed, with the operation as its token",
        plain({ "X-A2A-Notification-Token": operation }, asPush),
        401,
      ],
      ["not signed, with a bearer token", plain({ Authorization: `Bearer ${operation}` }, completed), 401],
      [
        "signed, with another operation's token",
        signedReport(one, { ...completed, token: two }, own, at),
        400,
      ],
      ["signed, as a task of A2A", signedReport(one, asPush, own, at), 400],
    ];
    for (const [what, report, status] of lies)
      expect([what, (await send(report)).status]).toEqual([what, status]);
    await desk.run();
    for (const { slug, orders } of sellers) {
      const { status, notice } = await desk.orderAt(slug);
      expect([slug, status, notice?.status, orders.length]).toEqual([
        slug,
        "pending",
        slug === "one" ? "working" : undefined,
        1,
      ]);
      expect(await desk.boundAt(slug)).toBeGreaterThan(0);
    }
  });
});

describe.each(["a2a-0.3", "a2a-1.0"] as const)("an agent card over %s", (speaks) => {
  const cardAt = "/mover/.well-known/agent-card.json";
  const cardFor = (url: string): Json => {
    const skills = Object.keys(rawSeller("x").answers).map((id) => ({ id }));
    const capabilities = { extensions: [{ uri: "https://adcontextprotocol.org/extensions/adcp/v3" }] };
    return speaks === "a2a-1.0"
      ? {
          supportedInterfaces: [{ url, protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
          capabilities,
          skills,
        }
      : { url, preferredTransport: "JSONRPC", protocolVersion: "0.3.0", capabilities, skills };
  };

  it.each([
    ["to another host", (elsewhere: string) => `${elsewhere}/mover/a2a`],
    ["to another agent of its host", (_: string, own: string) => `${own}/other/a2a`],
    ["nowhere", () => "not an address"],
  ])("that leads %s by the time of the order has nothing sent there", async (_, to) => {
    const mover = rawSeller("mover", { speaks });
    const other = rawSeller("other", { speaks, price: 1e6 });
    const desk = await open([mover]);
    const elsewhere = await openRawMarket([other, rawSeller("mover", { speaks })]);
    closing.push(elsewhere);
    await desk.run("plan");
    desk.market.pages.set(cardAt, cardFor(to(elsewhere.url, desk.market.url)));
    await desk.run("end", desk.anotherApp());
    expect([mover.orders, elsewhere.calls]).toEqual([[], []]);
    expect(await desk.app.ledger.reservations()).toEqual([]);
    // It is itself again, and is bought from once.
    desk.market.pages.delete(cardAt);
    await desk.run("end", desk.anotherApp());
    await desk.run("end", desk.anotherApp());
    expect(mover.orders).toHaveLength(1);
    expect((await desk.orderAt("mover")).status).toBe("done");
  });

  it("that leads elsewhere after the order leaves it in doubt with its money bound", async () => {
    const mover = taker("mover", speaks, () => ({ task: "task-of-mover", state: "working" }));
    const desk = await open([mover]);
    const elsewhere = await openRawMarket([rawSeller("mover", { speaks })]);
    closing.push(elsewhere);
    await desk.run();
    desk.market.pages.set(cardAt, cardFor(`${elsewhere.url}/mover/a2a`));
    for (let runs = 0; runs < 3; runs++) {
      await desk.run("end", desk.anotherApp());
      desk.clock.advance(600_000);
    }
    expect(elsewhere.calls).toEqual([]);
    expect((await desk.orderAt("mover")).status).toBe("pending");
    expect(await desk.boundAt("mover")).toBeGreaterThan(0);
    desk.market.pages.delete(cardAt);
    mover.book(mover.orders[0] ?? {});
    const [key] = desk.market.keysOf("mover");
    if (key === undefined) throw new Error("it has no key");
    const url = addressIn(mover.orders[0]);
    await doorOf(desk)(signedReport(url, toldOf("mover", "completed"), key, desk.wire.now()));
    await desk.run("end", desk.anotherApp());
    expect(mover.orders).toHaveLength(1);
  });
});

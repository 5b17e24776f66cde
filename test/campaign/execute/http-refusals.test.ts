import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { mcpTransport } from "../../../src/protocol/transports/mcp.ts";
import { type Desk, openDesk } from "./lies/desk.ts";
import { type LyingSeller, lyingSeller } from "./lies/seller.ts";

/** A refusal that stands in the place of a task's answer: an HTTP status, or an error of the protocol below. */
const passing = [408, 409, 425, 499, 500, 502, 503, 504, -32_603] as const;
const definite = [400, 404, 405, 410, 413, 415, 422, 451, -32_602, -32_601] as const;
const refusals = [...passing, ...definite];

/** Whether the seller has booked what is refused, takes it when it comes again, or never does. */
const behaviours = ["booked", "taken later", "never taken"] as const;

interface Refusing {
  readonly seller: LyingSeller;
  readonly code: number;
  readonly behaviour: (typeof behaviours)[number];
}

const cases: readonly Refusing[] = behaviours.flatMap((behaviour) =>
  refusals.map((code) => ({
    seller: lyingSeller(`${behaviour.replace(" ", "-")}${code}.example`, []),
    code,
    behaviour,
  })),
);

/** Sellers behind one gateway that refuses orders, some of them after it has passed them on. */
const gateway = createServer((request, response) => {
  void text(request).then((body) => {
    const found = cases.find(({ seller }) => request.url === `/${seller.id}/mcp`);
    if (found === undefined || request.method !== "POST") return response.writeHead(405).end();
    const message = JSON.parse(body);
    const reply = (answer: object) => {
      response.writeHead(200, { "content-type": "application/json" });
      return response.end(JSON.stringify({ jsonrpc: "2.0", id: message.id, ...answer }));
    };
    if (message.id === undefined) return response.writeHead(202).end();
    if (message.method === "initialize")
      return reply({
        result: {
          protocolVersion: "2025-06-18",
          capabilities: { tools: {} },
          serverInfo: { name: "gateway", version: "1" },
        },
      });
    const { name, arguments: asked } = message.params;
    const { seller, code, behaviour } = found;
    const isOrder = name === "create_media_buy";
    const refuses = isOrder && (behaviour !== "taken later" || attempts.get(seller.id) === undefined);
    if (isOrder) attempts.set(seller.id, (attempts.get(seller.id) ?? 0) + 1);
    const result = refuses && behaviour !== "booked" ? undefined : seller.call(name, asked);
    if (!refuses) return reply({ result: { content: [], ...result } });
    if (code < 0) return reply({ error: { code, message: "not now" } });
    return response.writeHead(code).end();
  });
});
const attempts = new Map<string, number>();

let desk: Desk;
beforeAll(async () => {
  await new Promise<void>((resolve) => gateway.listen(0, "127.0.0.1", resolve));
  // A TCP server's address is never a pipe name.
  const url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
  const sellers = cases.map(({ seller }) => ({ ...seller, agentUrl: `${url}/${seller.id}/mcp` }));
  desk = await openDesk({
    sellers,
    orders: sellers.map(({ id }) => ({ seller: id, budgets: [100] })),
    wire: (agentUrl) => mcpTransport(agentUrl, () => undefined, { addresses: { allowLoopback: true } }),
  });
  await desk.turn();
});
afterAll(() => gateway.close());

async function statusAfter(behaviour: Refusing["behaviour"], code: number) {
  const at = cases.findIndex((one) => one.behaviour === behaviour && one.code === code);
  const seller = cases[at]?.seller;
  const current = desk.step(`buy/${seller?.id}/${at + 1}`);
  const checkId = current.verdicts
    .flatMap(({ verdict }) => ("checkId" in verdict ? [verdict.checkId] : []))
    .at(-1);
  return {
    status: current.status,
    booked: seller?.books.length,
    bound: await desk.bound(current.step.id),
    reported: desk.outcomes.get(checkId)?.["outcome"],
  };
}

it.each(refusals)(
  "adopts what was booked before the answer %i, once, and gives nothing back",
  async (code) => {
    expect(await statusAfter("booked", code)).toEqual({
      status: "done",
      booked: 1,
      bound: 10_000,
      reported: "completed",
    });
  },
);

it.each(refusals)("buys once where the seller takes the order after the answer %i", async (code) => {
  expect(await statusAfter("taken later", code)).toEqual({
    status: "done",
    booked: 1,
    bound: 10_000,
    reported: "completed",
  });
});

it.each(definite)("ends an order that is answered %i twice and that no books show", async (code) => {
  expect(await statusAfter("never taken", code)).toEqual({
    status: "failed",
    booked: 0,
    bound: 0,
    reported: "failed",
  });
});

it.each(passing)("keeps an order that is answered %i open and bound", async (code) => {
  expect(await statusAfter("never taken", code)).toEqual({
    status: "begun",
    booked: 0,
    bound: 10_000,
    reported: undefined,
  });
});

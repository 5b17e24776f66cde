import { expect, it } from "vitest";
import { money } from "../../src/lib/money.ts";
import { rawSeller } from "../canned/raw-agents.ts";
import type { Json } from "../canned/raw-market.ts";
import { openHostileDesk } from "./hostile/desk.ts";

const registry = "/api/registry/agents";

function entryOf(agent_url: string, domain: string): Json {
  return { agent_url, domain, capabilities: ["get_products", "create_media_buy"], channels: ["olv"] };
}

it("that lists 10,000 agents has a tenth of them called, few at once, and whom the brief names among them", async () => {
  const seller = rawSeller("named");
  const desk = await openHostileDesk([seller], {
    brief: { limits: { maxSharePerSeller: 1, excludedSellers: [], onlySellers: ["named.example"] } },
    settings: { concurrency: 20 },
  });
  await using _desk = desk;
  const { market } = desk;
  const ghosts = Array.from({ length: 10_000 }, (_, n) =>
    entryOf(`${market.url}/ghost/${n}/mcp`, `ghost-${n}.example`),
  );
  market.pages.set(registry, { agents: [...ghosts, entryOf(market.urlOf("named"), "named.example")] });
  await desk.run();
  const called = new Set(market.nobody.paths.filter((path) => path.startsWith("/ghost/")));
  expect(called.size).toBeGreaterThan(900);
  expect(called.size).toBeLessThan(1_000);
  // Each of them has a second word at most, over each wire.
  expect(market.nobody.paths.length).toBeLessThanOrEqual(4 * called.size);
  expect(market.nobody.atOnce).toBeLessThanOrEqual(40);
  const { unasked = [] } = await desk.state();
  expect(unasked).toEqual([
    {
      id: "9001 other sellers",
      reason:
        "were not asked: the registry lists 10001, and 1000 are asked at most, first whom the brief names and who sells in its channels",
    },
  ]);
  expect([(await desk.orderAt("named")).status, seller.books.length]).toEqual(["done", 1]);
});

it("that lists one agent under 500 names has it asked and bought from once, under one cap", async () => {
  const seller = rawSeller("many");
  const desk = await openHostileDesk([seller], {
    brief: { budget: money(6_000_000, "EUR"), limits: { maxSharePerSeller: 0.5, excludedSellers: [] } },
  });
  await using _desk = desk;
  const url = desk.market.urlOf("many");
  const spelled = [url, url.replace("http://", "HTTP://"), `${url.replace("/many/", "/./many/")}`];
  const agents = Array.from({ length: 500 }, (_, n) => entryOf(spelled[n % 3] ?? url, `name-${n}.example`));
  desk.market.pages.set(registry, { agents });
  await desk.run();
  expect(desk.market.callsOf("get_products").length).toBeLessThanOrEqual(2);
  expect(seller.books.length).toBeLessThanOrEqual(1);
  const bound = (await desk.app.ledger.reservations()).filter(({ claim }) => claim.scope === "budget");
  expect(bound.reduce((sum, { claim }) => sum + claim.minor, 0)).toBeLessThanOrEqual(3_000_000);
});

it.each([301, 302, 303, 307, 308])(
  "has nobody else sent an order where an agent redirects (HTTP %i) by the time of it",
  async (status) => {
    const [mover, thief] = [rawSeller("mover"), rawSeller("thief", { price: 1e6 })];
    const desk = await openHostileDesk([mover, thief], {
      brief: { limits: { maxSharePerSeller: 1, excludedSellers: ["thief.example"] } },
    });
    await using _desk = desk;
    await desk.run("plan");
    const before = desk.market.callsOf("get_media_buys", "thief").length;
    desk.market.pages.set("/mover/mcp", (response) =>
      response.writeHead(status, { location: desk.market.urlOf("thief") }).end(),
    );
    await desk.run();
    await desk.run("end", desk.anotherApp());
    expect([mover.orders, thief.orders]).toEqual([[], []]);
    expect(desk.market.callsOf("get_media_buys", "thief").length).toBe(before);
    desk.market.pages.delete("/mover/mcp");
    await desk.run("end", desk.anotherApp());
    await desk.run("end", desk.anotherApp());
    expect([mover.books.length, thief.books.length]).toEqual([1, 0]);
  },
);

it("that gives a planned agent another address and another its own has the order sent where it was planned", async () => {
  const [mover, thief] = [rawSeller("mover"), rawSeller("thief", { price: 1e6 })];
  const desk = await openHostileDesk([mover, thief], {
    brief: { limits: { maxSharePerSeller: 1, excludedSellers: ["thief.example"] } },
  });
  await using _desk = desk;
  await desk.run("plan");
  desk.market.pages.set(registry, {
    agents: [
      entryOf(desk.market.urlOf("thief"), "mover.example"),
      entryOf(desk.market.urlOf("mover"), "renamed.example"),
    ],
  });
  await desk.run("end", desk.anotherApp());
  expect([mover.books.length, thief.orders.length]).toEqual([1, 0]);
  expect((await desk.orderAt("mover")).status).toBe("done");
});

import { describe, expect, it } from "vitest";
import { systemClock } from "../../src/lib/clock.ts";
import { type ServerPorts, serverApp } from "../../src/server/app.ts";
import { readinessOf } from "../../src/server/health.ts";
import { hostsOf, isReachable } from "../../src/server/hosts.ts";

const token = "a-long-token-of-results";

type Headers = Readonly<Record<string, string>>;

function open(ports: Partial<ServerPorts> = {}) {
  const woken: string[] = [];
  const bodies: string[] = [];
  const app = serverApp({
    hosts: hostsOf({ host: "127.0.0.1", port: 4480, publicUrl: "https://desk.example" }),
    health: () => ({ healthy: true, nextTurn: "2027-01-04T09:00:00.000Z" }),
    status: { read: () => ({ command: "status", orders: [], campaigns: [] }) },
    results: {
      token,
      take: async (campaignId, body) => {
        bodies.push(body);
        if (campaignId !== "story") return { type: "unknown" };
        return body === "[]"
          ? { type: "imported", imported: 0, restated: 0, unchanged: 0, unplaced: [] }
          : { type: "invalid", problems: [{ place: "[0].id", message: "a text is expected" }] };
      },
    },
    wake: (campaignId) => woken.push(campaignId),
    ...ports,
  });
  const ask = (
    path: string,
    { headers, ...init }: Omit<RequestInit, "headers"> & { headers?: Headers } = {},
  ) => app.request(path, { ...init, headers: { host: "localhost:4480", ...headers } });
  const post = (path: string, body: string, headers: Headers = {}) =>
    ask(path, {
      method: "POST",
      body,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers },
    });
  return { ask, post, woken, bodies };
}

it.each(["Bearer", "bearer", "BEARER", "bEaReR "])(
  "takes the token whatever the case of %s",
  async (scheme) => {
    const { post } = open();
    expect((await post("/results/story", "[]", { authorization: `${scheme} ${token}` })).status).toBe(200);
    expect(
      (await post("/results/story", "[]", { authorization: `${scheme} ${token.toUpperCase()}` })).status,
    ).toBe(401);
    expect((await post("/results/story", "[]", { authorization: token })).status).toBe(401);
  },
);

describe("flightdesk serve", () => {
  it("answers for its own names alone, so that no page on another name reaches it through a browser", async () => {
    const { ask } = open();
    for (const host of ["127.0.0.1:4480", "LOCALHOST:4480", "[::1]:4480", "desk.example"])
      expect((await ask("/health", { headers: { host } })).status, host).toBe(200);
    for (const host of ["evil.example", "localhost", "localhost:80", "desk.example.evil.example", ""])
      expect((await ask("/health", { headers: { host } })).status, host).toBe(421);
  });

  it("lets no other origin read an answer, and nobody keep one", async () => {
    const { ask } = open();
    const answer = await ask("/status", { headers: { origin: "https://evil.example" } });
    expect([...answer.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });

  it("tells how it is, and that it is not well", async () => {
    const well = await open().ask("/health");
    expect([well.status, await well.json()]).toEqual([
      200,
      { healthy: true, nextTurn: "2027-01-04T09:00:00.000Z" },
    ]);
    expect((await open({ health: () => ({ healthy: false }) }).ask("/health")).status).toBe(503);
  });

  it("tells how campaigns stand, where a token is set to who brings it alone", async () => {
    expect(await (await open().ask("/status")).json()).toMatchObject({ command: "status" });
    const { ask } = open({ status: { token: "look", read: () => ({ command: "status" }) } });
    expect((await ask("/status")).status).toBe(401);
    expect((await ask("/status", { headers: { authorization: "Bearer loo" } })).status).toBe(401);
    expect((await ask("/status", { headers: { authorization: "Bearer look" } })).status).toBe(200);
  });

  it("tells whether work may come here, in words that tell a stranger nothing", async () => {
    const ready = await open({ readiness: () => Promise.resolve({ ready: true }) }).ask("/ready");
    expect([ready.status, await ready.json()]).toEqual([200, { ready: true }]);
    const away = () => readinessOf({ healthy: true }, () => Promise.reject(new Error(token)), systemClock);
    const unready = await open({ readiness: away }).ask("/ready");
    expect([unready.status, await unready.json()]).toEqual([
      503,
      { ready: false, why: "the ledger does not answer" },
    ]);
    const silent = () => new Promise<never>(() => undefined);
    const stepped = { sleep: () => Promise.resolve() };
    expect(await readinessOf({ healthy: true }, silent, stepped)).toMatchObject({ ready: false });
    expect(await readinessOf({ healthy: false }, () => Promise.resolve(), systemClock)).toMatchObject({
      why: expect.stringContaining("no turn can be taken"),
    });
  });

  it("gives its counters under any name to who brings the token, and without one under its own alone", async () => {
    const page = () => Promise.resolve("flightdesk_inbox_waiting 3\n");
    const bearer = { authorization: "Bearer look" };
    const { ask } = open({ metrics: { token: "look", page } });
    expect((await ask("/metrics", { headers: { host: "10.1.2.3:4480" } })).status).toBe(401);
    const counters = await ask("/metrics", { headers: { host: "10.1.2.3:4480", ...bearer } });
    expect(await counters.text()).toBe("flightdesk_inbox_waiting 3\n");
    expect(counters.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
    expect(counters.headers.get("cache-control")).toBe("no-store");
    const local = open({ metrics: { page } });
    expect((await local.ask("/metrics")).status).toBe(200);
    expect((await local.ask("/metrics", { headers: { host: "10.1.2.3:4480" } })).status).toBe(421);
    expect((await open().ask("/metrics")).status).toBe(404);
  });

  it("takes results from who brings the token, and wakes their campaign", async () => {
    const { post, woken, bodies } = open();
    const taken = await post("/results/story", "[]");
    expect([taken.status, await taken.json()]).toEqual([
      200,
      { type: "imported", imported: 0, restated: 0, unchanged: 0, unplaced: [] },
    ]);
    expect(woken).toEqual(["story"]);
    for (const authorization of ["", "Bearer", `Bearer ${token}x`, `bearer${token}`, token])
      expect((await post("/results/story", "[]", { authorization })).status, authorization).toBe(401);
    expect(bodies).toHaveLength(1);
  });

  it("names the places of what is wrong with results, and wakes nobody", async () => {
    const { post, woken } = open();
    const wrong = await post("/results/story", '[{"id":1}]');
    expect([wrong.status, await wrong.json()]).toEqual([
      422,
      { type: "invalid", problems: [{ place: "[0].id", message: "a text is expected" }] },
    ]);
    expect((await post("/results/other", "[]")).status).toBe(404);
    expect((await post("/results/story", "[]", { "content-type": "text/plain" })).status).toBe(415);
    expect((await post("/results/story", " ".repeat(5 * 1024 * 1024))).status).toBe(413);
    expect(woken).toEqual([]);
  });

  it("hands a webhook on as it came", async () => {
    const { post } = open({
      receiveWebhook: async (request) =>
        new Response(`${new URL(request.url).pathname} ${await request.text()}`, { status: 202 }),
    });
    const answer = await post("/webhooks/op-1", '{ "task_id":  "t" }');
    expect([answer.status, await answer.text()]).toEqual([202, '/webhooks/op-1 { "task_id":  "t" }']);
  });

  it("offers nothing that is not set, and keeps to itself what went wrong", async () => {
    const { post } = open();
    expect((await post("/webhooks/op-1", "{}")).status).toBe(404);
    const broken = open({
      status: {
        read: () => {
          throw new Error("no such file /home/kim/.flightdesk/ledger.db");
        },
      },
    });
    const answer = await broken.ask("/status");
    expect(answer.status).toBe(500);
    expect(await answer.text()).not.toContain("kim");
  });
});

it("is reachable for others as soon as it listens elsewhere or has a public address", () => {
  expect(isReachable({ host: "127.0.0.1" })).toBe(false);
  expect(isReachable({ host: "::1" })).toBe(false);
  expect(isReachable({ host: "0.0.0.0" })).toBe(true);
  expect(isReachable({ host: "127.0.0.1", publicUrl: "https://desk.example" })).toBe(true);
});

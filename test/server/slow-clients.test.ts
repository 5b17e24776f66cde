import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { Hono } from "hono";
import { afterEach, expect, it } from "vitest";
import { type Listening, listen } from "../../src/server/listen.ts";

const limits = { connections: 20, headersMs: 300, requestMs: 600, checkMs: 50 };
let server: Listening;
const sockets: Socket[] = [];

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await server.close();
});

async function open(given = limits): Promise<void> {
  const app = new Hono();
  app.onError((_, http) => http.text("", 500));
  app.get("/health", (http) => http.json({ healthy: true }));
  app.post("/results", async (http) => http.text(await http.req.text()));
  server = await listen({ host: "127.0.0.1", port: 0 }, () => app, given);
}

/** A client that sends this much and then nothing. Resolves with what it was told when the server has closed. */
async function slow(sent: string): Promise<{ readonly closed: Promise<string> }> {
  const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
  sockets.push(socket);
  let told = "";
  socket.on("data", (chunk) => {
    told += chunk;
  });
  socket.on("error", () => undefined);
  const closed = once(socket, "close").then(() => told);
  await once(socket, "connect");
  socket.write(sent);
  return { closed };
}

const health = async () => (await fetch(`${server.url}/health`, { headers: { connection: "close" } })).status;

it("lets go of clients that never finish their header, their body, or say nothing", async () => {
  await open();
  const clients = await Promise.all([
    slow("GET /health HTTP/1.1\r\nHost: x\r\nX-Slow: "),
    slow("POST /results HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nten bytes "),
    slow(""),
  ]);
  expect(await health()).toBe(200);
  const [header, body, silent] = await Promise.all(clients.map(({ closed }) => closed));
  expect(header).toContain("408 Request Timeout");
  expect(body).toMatch(/^(HTTP\/1\.1 408 Request Timeout|$)/);
  expect(silent).toMatch(/^(HTTP\/1\.1 408 Request Timeout|$)/);
});

it("stays answerable while more slow clients hold connections than it has", async () => {
  await open({ ...limits, headersMs: 60_000, requestMs: 60_000 });
  const sent = [
    "GET /health HTTP/1.1\r\nX-Slow: ",
    "POST /results HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n1",
    "",
  ];
  const clients = await Promise.all(Array.from({ length: 60 }, (_, n) => slow(sent[n % 3] ?? "")));
  expect(await health()).toBe(200);
  // Those that came first made room.
  expect(await clients[0]?.closed).toBe("");
});

it("refuses a header that is too large", async () => {
  await open();
  const { closed } = await slow(`GET /health HTTP/1.1\r\nHost: x\r\nX-Large: ${"x".repeat(20_000)}\r\n\r\n`);
  expect(await closed).toContain("431");
});

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { names } from "../src/protocol/tasks/names.ts";

/**
 * Sellers for `bench/hostile.ts`, in a process of their own: as many honest ones as hostile ones, each on a port. Hostile
 * ones open sessions and list their tools as anybody; then each calls for trouble in its own way. Prints the ports as JSON.
 */
const [count = "10", packagesJson = "[]"] = process.argv.slice(2);
const packages = JSON.parse(packagesJson) as readonly string[];
const mb = 2 ** 20;

type Reply = (response: ServerResponse, id: unknown, result: () => unknown) => void;

const honest: Reply = (response, id, result) => {
  const body = JSON.stringify({ jsonrpc: "2.0", id, result: result() });
  response.writeHead(200, { "Content-Type": "text/event-stream" }).end(`event: message\ndata: ${body}\n\n`);
};

/** How the hostile ones answer, by turns. */
const hostile: readonly Reply[] = [
  // Floods: a refusal without end.
  (response) => {
    const chunk = Buffer.alloc(mb, "x");
    response.writeHead(500);
    const more = () => {
      while (!response.destroyed) if (!response.write(chunk)) return void response.once("drain", more);
    };
    more();
  },
  // Drips: its answer comes a byte at a time, and news of progress with it.
  (response, id) => {
    response.writeHead(200, { "Content-Type": "text/event-stream" });
    const params = { progressToken: id, progress: 1 };
    const news = `data: ${JSON.stringify({ jsonrpc: "2.0", method: "notifications/progress", params })}\n\n`;
    let at = 0;
    const timer = setInterval(() => response.write(news[at++ % news.length] ?? ""), 20);
    response.on("close", () => clearInterval(timer));
  },
  // Hangs.
  () => undefined,
  // Streams for ever: the answer, and then comments.
  (response, id, result) => {
    const body = JSON.stringify({ jsonrpc: "2.0", id, result: result() });
    response.writeHead(200, { "Content-Type": "text/event-stream" }).write(`data: ${body}\n\n`);
    const timer = setInterval(() => response.write(": still here\n\n"), 50);
    response.on("close", () => clearInterval(timer));
  },
  // Sends 16 MB that fit the schema.
  (response, id) => {
    const row = { date: "2027-01-18", impressions: 1, spend: { amount: 1, currency: "EUR" } };
    const rows = `${`${JSON.stringify(row)},`.repeat(Math.floor((15.9 * mb) / 82))}${JSON.stringify(row)}`;
    const body = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"content":[],"structuredContent":{"delivery":{},"timeseries":[${rows}]}}}`;
    response.writeHead(200, { "Content-Type": "application/json" }).end(body);
  },
];

function answerTo(task: unknown, given: { date_range?: { start: string; end: string } }): unknown {
  if (task !== "get_media_buy_delivery") return { creatives: [], media_buys: [], accounts: [] };
  const { start = "2027-01-18", end = start } = given.date_range ?? {};
  const days: object[] = [];
  for (let day = Date.parse(start); day <= Date.parse(end); day += 86_400_000)
    days.push({
      date: new Date(day).toISOString().slice(0, 10),
      impressions: 1_000,
      spend: { amount: 10, currency: "EUR" },
      is_final: true,
    });
  return { delivery: {}, by_package: packages.map((package_id) => ({ package_id, timeseries: days })) };
}

const listed = {
  tools: [names.svc.capabilitiesTask, "get_media_buy_delivery", "list_creatives", "get_media_buys"].map(
    (name) => ({ name, inputSchema: { type: "object" } }),
  ),
};
const opened = {
  protocolVersion: "2025-06-18",
  capabilities: { tools: {} },
  serverInfo: { name: "seller", version: "1" },
};

async function respond(reply: Reply, request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.on("error", () => undefined);
  if (request.method !== "POST") return void response.writeHead(405).end();
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const { id, method, params } = JSON.parse(Buffer.concat(chunks).toString()) as {
    readonly id?: number;
    readonly method: string;
    readonly params?: { readonly name: string; readonly arguments: object };
  };
  if (id === undefined) return void response.writeHead(202).end();
  if (method === "initialize") return honest(response, id, () => opened);
  if (method === "tools/list") return honest(response, id, () => listed);
  reply(response, id, () => ({
    content: [],
    structuredContent: answerTo(params?.name, params?.arguments ?? {}),
  }));
}

function listen(reply: Reply): Promise<number> {
  const server = createServer((request, response) => {
    respond(reply, request, response).catch(() => response.destroy());
  });
  return new Promise((resolve) => {
    // A TCP server's address is never a pipe name.
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
  });
}

// They end with whoever started them, however that ends.
process.stdin.resume().on("close", () => process.exit());
const replies = Array.from({ length: Number(count) }, (_, i) => [
  honest,
  hostile[i % hostile.length] ?? honest,
]);
const ports = await Promise.all(replies.map((pair) => Promise.all(pair.map(listen))));
process.stdout.write(
  `${JSON.stringify({ honest: ports.map(([a]) => a), hostile: ports.map(([, b]) => b) })}\n`,
);

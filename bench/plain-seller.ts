import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { a2aProfile } from "../src/protocol/tasks/names.ts";

/**
 * The smallest sellers that answer over MCP and A2A: as many ports as asked for, each with a handful of products after a wait,
 * in a process of their own so that their work is not counted as the buyer's. Prints the ports as JSON.
 */
const [count = "1", waitMs = "0"] = process.argv.slice(2);

const products = Array.from({ length: 10 }, (_, i) => ({
  product_id: `product_${i}`,
  name: `Product ${i}`,
  description: "Pre-roll on news and weather sites of the region, every day of the week",
  channels: ["olv"],
  countries: ["DE"],
  delivery_type: "non_guaranteed",
  format_ids: [{ agent_url: "https://formats.example/mcp", id: "video_15s" }],
  forecast: { impressions: { min: 400_000, max: 800_000 } },
  pricing_options: [
    { pricing_option_id: "cpm_eur", pricing_model: "cpm", currency: "EUR", fixed_price: 10 + i },
  ],
}));
const answer = { content: [{ type: "text", text: "10 products" }], structuredContent: { products } };

const task = {
  id: "task",
  contextId: "context",
  status: { state: "TASK_STATE_COMPLETED" },
  artifacts: [{ artifactId: "result", parts: [{ text: "10 products" }, { data: { products } }] }],
};

function cardAt(origin: string): unknown {
  return {
    name: "seller",
    description: "sells over A2A",
    version: "1",
    supportedInterfaces: [{ url: `${origin}/a2a`, protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
    capabilities: { extensions: [{ uri: a2aProfile, required: true }] },
    defaultInputModes: ["application/json"],
    defaultOutputModes: ["application/json"],
    skills: [{ id: "get_products", name: "get_products", description: "offers", tags: ["ads"] }],
  };
}

function resultOf(method: unknown): unknown {
  if (method === "SendMessage") return { task };
  if (method === "initialize")
    return {
      protocolVersion: "2025-06-18",
      capabilities: { tools: {} },
      serverInfo: { name: "seller", version: "1" },
    };
  return method === "tools/call" ? answer : {};
}

function listen(): Promise<number> {
  const server = createServer((request, response) => void respond(request, response));
  return new Promise((resolve) => {
    // A TCP server's address is never a pipe name.
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
  });
}

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method === "GET" && request.url === "/.well-known/agent-card.json") {
    const card = JSON.stringify(cardAt(`http://${request.headers.host}`));
    response.writeHead(200, { "Content-Type": "application/json" }).end(card);
    return;
  }
  if (request.method !== "POST") {
    response.writeHead(405).end();
    return;
  }
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const message: unknown = JSON.parse(Buffer.concat(chunks).toString());
  if (typeof message !== "object" || message === null || !("id" in message) || !("method" in message)) {
    response.writeHead(202).end();
    return;
  }
  const body = JSON.stringify({ jsonrpc: "2.0", id: message.id, result: resultOf(message.method) });
  const isA2a = message.method === "SendMessage";
  const send = () =>
    isA2a
      ? response.writeHead(200, { "Content-Type": "application/json" }).end(body)
      : response
          .writeHead(200, { "Content-Type": "text/event-stream" })
          .end(`event: message\ndata: ${body}\n\n`);
  if (isA2a || message.method === "tools/call") setTimeout(send, Number(waitMs));
  else send();
}

process.stdout.write(`${JSON.stringify(await Promise.all(Array.from({ length: Number(count) }, listen)))}\n`);

import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { SendMessageRequest } from "a2a-sdk";
import { ClientFactory } from "a2a-sdk/client";
import { z } from "zod";
import type { Brief } from "../src/brief/brief.ts";
import type { Seller } from "../src/campaign/model/sellers/seller.ts";
import { quote } from "../src/campaign/quote/quote.ts";
import { systemClock } from "../src/lib/clock.ts";
import { money } from "../src/lib/money.ts";
import { createClient } from "../src/protocol/client/client.ts";
import { type Wire, wires } from "../src/protocol/messages/transport.ts";
import { productSchema } from "../src/protocol/records/product.ts";
import { a2aProfile } from "../src/protocol/tasks/names.ts";
import { a2aTransport } from "../src/protocol/transports/a2a.ts";
import { mcpTransport } from "../src/protocol/transports/mcp.ts";

/**
 * The quote stage against plain clients of the SDKs of MCP and A2A that do the same calls: all connect anew each time, in turns, in
 * this process. The sellers run in another one. `npx tsx bench/fan-out.ts 100` asks that many alone.
 *
 * A plain client is measured twice. As it comes from its SDK it has an envelope in which anything may be: nobody can buy from that.
 * Whoever uses it for buying has to know that there are products, each with an id, prices and a currency, which the published schema
 * says and the SDK does not look at: so it is measured with each product parsed by that schema, and nothing else. Ours makes offers of
 * them beside that, cleans every text, looks for what texts try on their readers, and keeps its limits of size, depth and time.
 */
const rounds = 9;
/** Until what is measured is compiled. */
const warmUps = 3;
const addresses = { allowLoopback: true };
/** CPU at most so many times what the plain client that reads products takes; the rest beside the one that reads nothing. */
const limits = {
  mcp: { wall: 1.1, cpu: 1, cpuOfNothing: 1 },
  a2a: { wall: 1.25, cpu: 1.6, cpuOfNothing: 2 },
};
const only = Number(process.argv[2]);
const counts = only > 0 ? [only] : [1, 10, 50, 100];

const brief: Brief = {
  name: "Bench",
  brand: { domain: "acme.example" },
  objective: "awareness",
  budget: money(20_000_000, "EUR"),
  flight: { start: "2027-01-18", end: "2027-02-28" },
  countries: ["DE"],
  channels: ["olv"],
  limits: { excludedSellers: [] },
  creatives: [],
  questions: [],
};

interface Run {
  readonly answered: number;
  readonly wallMs: number;
  readonly cpuMs: number;
  /** Growth of the heap and its surroundings, in MB. */
  readonly memoryMb: number;
}

const transports = { mcp: mcpTransport, a2a: a2aTransport };

async function withFlightdesk(urls: readonly string[], wire: Wire): Promise<number> {
  const client = createClient({
    transport: (url) => transports[wire](url, () => undefined, { addresses }),
    clock: systemClock,
    now: Date.now,
  });
  const sellers = urls.map(
    (agentUrl, i): Seller => ({
      id: `seller-${i}.example`,
      domain: `seller-${i}.example`,
      agentUrl,
      channels: ["olv"],
      tasks: ["get_products"],
      eligible: true,
      reasons: [],
    }),
  );
  const { quotes, offers } = await quote(brief, sellers, {
    read: client.read,
    authorise: () => Promise.resolve({ standing: "unknown", reason: "nobody is asked here" }),
    stopwatch: systemClock,
    settings: {
      sellerDeadlineMs: 20_000,
      quoteDeadlineMs: 30_000,
      concurrency: 100,
      operator: "desk.example",
    },
    progress: () => undefined,
  });
  await client.close();
  if (offers.length !== urls.length * 10)
    throw new Error(`${offers.length} offers of ${urls.length} sellers`);
  return quotes.filter(({ result }) => result === "answered").length;
}

/** What a client finds in its envelope where a task's answer belongs. */
type Found = (url: string) => Promise<unknown>;

async function plainA2a(url: string): Promise<unknown> {
  const client = await new ClientFactory().createFromUrl(new URL("/", url).href);
  const data = { skill: "get_products", input: { brief: "video in Germany" } };
  const message = { messageId: randomUUID(), role: "ROLE_USER", parts: [{ data }] };
  const request = SendMessageRequest.fromJSON({ message });
  const serviceParameters = { "A2A-Extensions": a2aProfile };
  const answer = await client.sendMessage(request, { serviceParameters });
  if (!("artifacts" in answer)) return undefined;
  return answer.artifacts[0]?.parts.map(({ content }) => content?.value).at(-1);
}

async function plainMcp(url: string): Promise<unknown> {
  const client = new Client({ name: "plain", version: "1" });
  const transport = new StreamableHTTPClientTransport(new URL(url));
  await client.connect(transport);
  const params = { name: "get_products", arguments: { brief: "video in Germany" } };
  const result = await client.request({ method: "tools/call", params }, CallToolResultSchema);
  await client.close();
  return result.structuredContent;
}

const plainClients: Readonly<Record<Wire, Found>> = { mcp: plainMcp, a2a: plainA2a };
const payloadSchema = z.object({ products: z.array(productSchema).length(10) });

async function withPlain(urls: readonly string[], wire: Wire, read: boolean): Promise<number> {
  const answers = await Promise.all(urls.map(plainClients[wire]));
  return answers.filter((found) => (read ? payloadSchema.parse(found) : found) !== undefined).length;
}

async function measured(ask: () => Promise<number>): Promise<Run> {
  globalThis.gc?.();
  const memory = process.memoryUsage().rss;
  const cpu = process.cpuUsage();
  const begun = performance.now();
  const answered = await ask();
  const wallMs = performance.now() - begun;
  const { user, system } = process.cpuUsage(cpu);
  const memoryMb = (process.memoryUsage().rss - memory) / 2 ** 20;
  return { answered, wallMs, cpuMs: (user + system) / 1000, memoryMb };
}

function median(runs: readonly Run[], of: (run: Run) => number): number {
  return runs.map(of).sort((a, b) => a - b)[Math.floor(runs.length / 2)] ?? Number.NaN;
}

async function compare(count: number, waitMs: number, wire: Wire) {
  const sellers = spawn(
    process.execPath,
    ["--import", "tsx", "bench/plain-seller.ts", `${count}`, `${waitMs}`],
    {
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  const [line] = await once(sellers.stdout, "data");
  // The seller process prints the list of its ports.
  const urls = (JSON.parse(String(line)) as number[]).map((port) => `http://127.0.0.1:${port}/${wire}`);
  const runs: Record<"ours" | "reading" | "nothing", Run[]> = { ours: [], reading: [], nothing: [] };
  for (let i = -warmUps; i < rounds; i++) {
    const ours = await measured(() => withFlightdesk(urls, wire));
    const reading = await measured(() => withPlain(urls, wire, true));
    const nothing = await measured(() => withPlain(urls, wire, false));
    if (i < 0) continue;
    runs.ours.push(ours);
    runs.reading.push(reading);
    runs.nothing.push(nothing);
  }
  sellers.kill();
  const { ours, reading, nothing } = runs;
  const answered = Math.min(...Object.values(runs).flatMap((each) => each.map((run) => run.answered)));
  const ofCpu = (run: Run) => run.cpuMs;
  const wall = median(ours, ({ wallMs }) => wallMs) / median(nothing, ({ wallMs }) => wallMs);
  const cpu = median(ours, ofCpu) / median(reading, ofCpu);
  const cpuOfNothing = median(ours, ofCpu) / median(nothing, ofCpu);
  const memory = (of: readonly Run[]) =>
    Math.max(
      0,
      median(of, ({ memoryMb }) => memoryMb),
    ).toFixed(1);
  process.stdout.write(
    `${wire}, ${String(count).padStart(3)} sellers, ${String(waitMs).padStart(3)} ms each: ${answered} of ${count} answered; ` +
      `wall ${median(ours, ({ wallMs }) => wallMs).toFixed(0)} ms, ${wall.toFixed(2)}x plain; ` +
      `CPU per call ${(median(ours, ofCpu) / count).toFixed(2)} ms, ${cpu.toFixed(2)}x plain, ` +
      `${cpuOfNothing.toFixed(2)}x plain that reads nothing; ` +
      `memory +${memory(ours)} MB, plain +${memory(nothing)} MB\n`,
  );
  return { answered, wall, cpu, cpuOfNothing };
}

const failures: string[] = [];
for (const [wire, count, waitMs] of counts.flatMap((count) =>
  wires.flatMap((wire) => [0, 300].map((waitMs) => [wire, count, waitMs] as const)),
)) {
  const { answered, wall, cpu, cpuOfNothing } = await compare(count, waitMs, wire);
  if (answered < count) failures.push(`only ${answered} of ${count} answered over ${wire}`);
  if (count < 100) continue;
  const limit = limits[wire];
  const held = [
    { what: "CPU", ratio: cpu, most: limit.cpu },
    { what: "CPU beside reading nothing", ratio: cpuOfNothing, most: limit.cpuOfNothing },
    ...(waitMs === 300 ? [{ what: "wall", ratio: wall, most: limit.wall }] : []),
  ];
  const shown = held.map(({ what, ratio, most }) => `${what} ${ratio.toFixed(2)} (limit ${most})`).join(", ");
  process.stdout.write(`against plain clients over ${wire} at ${waitMs} ms: ${shown}\n`);
  for (const { what, ratio, most } of held)
    if (ratio > most) failures.push(`${wire}: ${what} ${ratio.toFixed(2)}x at ${waitMs} ms, limit ${most}x`);
}
for (const failure of failures) process.stderr.write(`${failure}\n`);
process.exitCode = failures.length > 0 ? 1 : 0;

import { context, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import { afterAll, beforeAll, expect, it } from "vitest";
import { systemClock } from "../../src/lib/clock.ts";
import { keptSecrets, Secret } from "../../src/lib/secret.ts";
import { inSpan } from "../../src/lib/spans.ts";
import { createClient } from "../../src/protocol/client/client.ts";
import { TaskError } from "../../src/protocol/messages/errors.ts";
import { openLog } from "../../src/server/log.ts";
import { openMetrics } from "../../src/server/metrics.ts";

/** Secrets in the shapes that they come in, each unlike the others: 97 of them. */
const shapes: readonly ((n: number) => string)[] = [
  (n) => `sk-live-canary-${n}`,
  (n) => `canary ${n}: "quoted" & <marked>`,
  (n) => `canary\\${n}/with?all=of#it%20`,
  (n) => `-----BEGIN PRIVATE KEY-----\ncanary${n}\n-----END PRIVATE KEY-----`,
  (n) => `пароль-канарейка-${n}`,
  (n) => `eyJhbGciOiJub25lIn0.canary-${n}.signature`,
  (n) => `canary${n}`.repeat(40),
];
const canaries = Array.from({ length: 97 }, (_, n) => shapes[n % shapes.length]?.(n) ?? "");

const exporter = new InMemorySpanExporter();
beforeAll(() => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(
    new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }),
  );
});
afterAll(() => {
  trace.disable();
  context.disable();
});

/** Every spelling of a canary that a reader would know it by. */
function findable(canary: string): readonly string[] {
  const bytes = Buffer.from(canary);
  return [
    canary,
    encodeURIComponent(canary),
    JSON.stringify(canary).slice(1, -1),
    JSON.stringify(JSON.stringify(canary)).slice(3, -3),
    bytes.toString("base64"),
  ];
}

it("lets none of 97 secrets into logs, spans or metrics, whatever carries it", async () => {
  const secrets = keptSecrets();
  for (const canary of canaries) secrets.add(new Secret(canary));
  const lines: string[] = [];
  const log = openLog({
    masked: secrets.maskedIn,
    level: "debug",
    isTerminal: false,
    write: (line) => lines.push(line),
  });
  const metrics = await openMetrics();
  for (const canary of canaries) {
    const url = `https://agent.example/mcp?key=${encodeURIComponent(canary)}`;
    const refusal = new Error(`refused: ${canary}`, { cause: new Error(`Bearer ${canary}`) });
    await inSpan("canary", { linkedBy: "canaries" }, async () => {
      log.info({ headers: { authorization: `Bearer ${canary}`, [canary]: [canary] } }, `said ${canary}`);
      log.child({ campaign: canary }).warn({ url, body: JSON.stringify({ deep: [{ it: canary }] }) });
      log.debug({ basic: `Basic ${Buffer.from(canary).toString("base64")}` }, url);
      log.error(refusal);
    });
    const client = createClient({
      clock: systemClock,
      now: systemClock.now,
      isSecret: () => false,
      ended: metrics.called,
      transport: () => ({
        call: () => Promise.reject(new TaskError(canary, `it was ${canary}`, { cause: refusal })),
        tools: () => Promise.resolve([]),
        close: () => Promise.resolve(),
      }),
    });
    const address = `https://user:${encodeURIComponent(canary)}@agent.example/mcp?key=${encodeURIComponent(canary)}`;
    expect(await client.read(address, "get_capabilities", {}, { tries: 1 })).toMatchObject({
      type: "failed",
    });
    await client.close();
  }
  const page = await metrics.page({
    scheduler: { turning: false },
    figures: {
      campaigns: { planning: 0, running: 0, waits_for_person: 0, stalled: 0, ended: 0 },
      inbox: { waiting: 0 },
      capUses: new Map(),
    },
    leftAlone: 0,
    now: 0,
  });
  const spans = exporter.getFinishedSpans().map(({ name, attributes, status, events, links }) => ({
    name,
    attributes,
    status,
    events,
    links,
  }));
  expect(lines).toHaveLength(4 * 97);
  expect(lines[0]).toContain(`"trace_id":"`);
  expect(spans.filter(({ name }) => name.startsWith("tools/call"))).toHaveLength(97);
  // Codes that agents make up are not counted by name.
  expect(new Set(page.match(/(?<=code=")[^"]*/g))).toEqual(new Set(["OTHER", "INVALID_RESPONSE"]));
  const written = { logs: lines.join(""), spans: JSON.stringify(spans), metrics: page };
  const escaped = canaries.flatMap(findable).flatMap((one) =>
    Object.entries(written)
      .filter(([, text]) => text.includes(one))
      .map(([where]) => [where, one]),
  );
  expect(escaped).toEqual([]);
});

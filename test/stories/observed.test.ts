import { context, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import { afterAll, beforeAll, expect, it } from "vitest";
import { advance } from "../../src/campaign/run/advance.ts";
import { figuresOf } from "../../src/server/figures.ts";
import { openMetrics } from "../../src/server/metrics.ts";
import { openStory } from "./story.ts";

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

it("traces a campaign's turns as trees of stages, steps and calls, each turn linked with the one before", async () => {
  await using story = await openStory();
  exporter.reset();
  await story.run();
  const first = exporter.getFinishedSpans();
  exporter.reset();
  await advance(await story.anotherApp().ports(story.campaignId), "end");
  const second = exporter.getFinishedSpans();

  const parentIn = (spans: readonly ReadableSpan[], { parentSpanContext }: ReadableSpan) =>
    spans.find((one) => one.spanContext().spanId === parentSpanContext?.spanId)?.name;
  const parentsOf = (name: string) =>
    new Set(first.filter((one) => one.name === name).map((one) => parentIn(first, one)));
  const [turn] = first.filter(({ name }) => name === "flightdesk.turn");
  expect(turn?.parentSpanContext).toBeUndefined();
  expect(turn?.attributes).toMatchObject({ "flightdesk.campaign.id": story.campaignId });
  expect(new Set(first.map((one) => one.spanContext().traceId)).size).toBe(1);
  expect(parentsOf("flightdesk.stage quote")).toEqual(new Set(["flightdesk.turn"]));
  expect(parentsOf("flightdesk.stage execute")).toEqual(new Set(["flightdesk.turn"]));
  expect(parentsOf("tools/call get_products")).toEqual(new Set(["flightdesk.stage quote"]));
  // What sellers' people think about is asked after once more when all else is done.
  expect(parentsOf("flightdesk.perform create_media_buy")).toEqual(
    new Set(["flightdesk.stage execute", "flightdesk.stage measure"]),
  );
  expect(parentsOf("tools/call create_media_buy")).toEqual(new Set(["flightdesk.perform create_media_buy"]));
  expect(parentsOf("tools/call check_governance")).toContain("flightdesk.perform create_media_buy");
  const [next] = second.filter(({ name }) => name === "flightdesk.turn");
  expect(next?.spanContext().traceId).not.toBe(turn?.spanContext().traceId);
  expect(next?.links.map((link) => link.context.spanId)).toEqual([turn?.spanContext().spanId]);
});

it("counts what the ledger holds", async () => {
  const metrics = await openMetrics();
  await using story = await openStory();
  const app = story.anotherApp({ watch: metrics });
  await advance(await app.ports(story.campaignId, metrics.observe), "end");
  const state = await story.state();
  const page = await metrics.page({
    scheduler: { turning: false, lastTurn: 1_800_000_000_000 },
    figures: await figuresOf(story.app.ledger)(Date.parse("2027-01-05T08:00:00Z")),
    leftAlone: app.leftAlone(),
    now: Date.parse("2027-01-05T08:00:00Z"),
  });
  const figure = (line: string) =>
    Number(
      page
        .split("\n")
        .find((one) => one.startsWith(`${line} `))
        ?.slice(line.length),
    );
  const orders = (status: string) =>
    state.steps.filter((one) => one.step.task === "create_media_buy" && one.status === status).length;
  expect(orders("done")).toBeGreaterThan(1);
  expect(figure('flightdesk_steps_total{task="create_media_buy",result="done"}')).toBe(orders("done"));
  expect(figure('flightdesk_steps_total{task="create_media_buy",result="pending"}')).toBe(orders("pending"));
  const answered = figure('flightdesk_calls_seconds_count{task="create_media_buy",result="answered"}');
  expect(answered).toBe(orders("done") + orders("pending"));
  expect(figure("flightdesk_ledger_append_seconds_count")).toBeGreaterThanOrEqual(state.sequence - 1);
  expect(
    figure('flightdesk_campaigns{state="running"}') +
      figure('flightdesk_campaigns{state="waits_for_person"}'),
  ).toBe(1);
  expect(figure("flightdesk_last_turn_timestamp")).toBe(1_800_000_000);
});

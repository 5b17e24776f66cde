import { expect, it } from "vitest";
import type { AppOptions } from "../../src/app.ts";
import { outcomesOf } from "../../src/campaign/measure/outcomes-of.ts";
import type { Wire } from "../../src/protocol/messages/transport.ts";
import { isMutation, type TaskName, tasks } from "../../src/protocol/tasks/index.ts";
import { renderMarkdown } from "../../src/report/renderers/markdown.ts";
import { makeReport } from "../../src/report/report.ts";
import type { RecordedCall } from "../../src/sandbox/sandbox.ts";
import { startPostgres } from "../ledger/postgres-server.ts";
import { hurried, openStory } from "./story.ts";

const uuidV4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
/** Messages to the governance agent itself: it is not asked whether it may be told something. */
const toGovernance = new Set(["sync_plans", "report_plan_outcome"]);

function mutates({ task }: RecordedCall): boolean {
  const name = Object.keys(tasks).find((key) => tasks[key as TaskName].name === task);
  return name !== undefined && isMutation(name as TaskName);
}

it("turns a brief into governed buys, creatives, delivery and feedback", async () => {
  await using story = await openStory();
  const { sandbox, state } = story;

  expect(await story.run()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ type: "seller", stepId: "buy/nordlicht.example/EUR" }),
      expect.objectContaining({ type: "date" }),
    ]),
  );
  sandbox.advance(1);
  expect(await story.run()).toEqual([expect.objectContaining({ type: "date" })]);
  sandbox.advance(60);
  expect(await story.run()).toEqual([]);

  const { plan, steps, feedback, ended } = await state();
  expect(ended).toMatch(/flight over/);
  expect(steps.filter(({ status }) => status !== "done")).toEqual([]);
  const buys = steps.filter(({ step }) => step.task === "create_media_buy");
  expect(buys.length).toBeGreaterThanOrEqual(4);
  expect(buys.reduce((sum, { step }) => sum + step.planAmount.minor, 0)).toBe(plan?.total.minor);
  expect(outcomesOf(await state())).toHaveLength(buys.length);
  const judged = new Set(feedback?.map(({ mediaBuyId, packageId }) => `${mediaBuyId} ${packageId}`));
  expect(judged.size, "packages with an index").toBe(plan?.lines.length);
  const posted = sandbox.calls.filter(({ task }) => task === "provide_performance_feedback");
  expect(posted).toHaveLength(feedback?.length ?? 0);
});

it("asks all sellers at the same time", async () => {
  await using story = await openStory(hurried);
  await story.run("ranking");
  const asked = story.sandbox.calls.filter(({ task }) => task === "get_products");
  expect(asked.length).toBeGreaterThanOrEqual(7);
  const lastStart = Math.max(
    ...asked.filter(({ order }) => order <= (asked[6]?.order ?? 0)).map(({ startedAt }) => startedAt),
  );
  const slow = asked.find(({ agentId }) => agentId === "gletscher-video.example");
  expect(slow?.startedAt).toBeLessThan(lastStart + 1);
  expect(slow?.endedAt ?? Number.POSITIVE_INFINITY).toBeGreaterThan(lastStart);
});

it("asks governance about exactly the arguments of every change before it is made, and makes none without approval", async () => {
  await using story = await openStory();
  await story.run();
  story.sandbox.advance(1);
  await story.run();
  story.sandbox.advance(60);
  await story.run();

  const { calls } = story.sandbox;
  const changes = calls.filter(mutates).filter(({ task }) => !toGovernance.has(task));
  expect(new Set(changes.map(({ task }) => task))).toEqual(
    new Set([
      "sync_accounts",
      "create_media_buy",
      "build_creative",
      "sync_creatives",
      "provide_performance_feedback",
    ]),
  );
  for (const change of changes) {
    const { governance_context: token, ...sent } = change.arguments;
    const checks = calls.filter(
      ({ task, arguments: asked }) =>
        task === "check_governance" && JSON.stringify(asked["payload"]) === JSON.stringify(sent),
    );
    expect(checks, `checks before ${change.task} at ${change.agentId}`).toHaveLength(1);
    expect(checks[0]?.order).toBeLessThan(change.order);
    expect(checks[0]?.arguments["tool"]).toBe(change.task);
    expect(token, `token of ${change.task}`).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  }
});

it("gives each change an idempotency key of its own, a UUID v4", async () => {
  await using story = await openStory();
  await story.run();
  const keys = story.sandbox.calls
    .filter(mutates)
    .map(({ arguments: request }) => String(request["idempotency_key"]));
  expect(keys.length).toBeGreaterThan(10);
  for (const key of keys) expect(key).toMatch(uuidV4);
  expect(new Set(keys).size).toBe(keys.length);
});

it("changes nothing at any agent before it is told to execute", async () => {
  await using story = await openStory();
  await story.run("plan");
  expect((await story.state()).plan?.lines.length).toBeGreaterThan(0);
  expect(story.sandbox.calls.filter(mutates)).toEqual([]);
});

it("buys nothing a second time when it is run again", async () => {
  await using story = await openStory();
  await story.run();
  const before = story.sandbox.calls.filter(mutates).length;
  await story.run();
  await story.run();
  expect(story.sandbox.calls.filter(mutates)).toHaveLength(before);
});

it("tells who was late and who failed, with time and reason, and goes on without them", async () => {
  await using story = await openStory(hurried);
  await story.run("ranking");
  const quotes = new Map((await story.state()).quotes?.map((quote) => [quote.sellerId, quote]));
  expect(quotes.get("gletscher-video.example")).toMatchObject({
    result: "late",
    reason: "no answer within 0.7 s",
  });
  expect(quotes.get("stotter-media.example")).toMatchObject({ result: expect.stringMatching(/failed|late/) });
  expect(quotes.get("harbour.example")).toMatchObject({ result: "answered" });
  const report = renderMarkdown(makeReport(await story.state()));
  expect(report).toMatch(/gletscher-video\.example.*late.*no answer within 0\.7 s/s);
  expect(report).toMatch(/stotter-media\.example.*(failed|late)/s);
  const slow = () =>
    story.sandbox.calls.find(
      ({ agentId, task }) => agentId === "gletscher-video.example" && task === "get_products",
    );
  await expect.poll(() => slow()?.outcome).toBe("cancelled");
});

it("does not ask sellers that do not fit, and says why", async () => {
  await using story = await openStory();
  await story.run("ranking");
  const sellers = new Map((await story.state()).sellers?.map((seller) => [seller.id, seller]));
  expect(sellers.get("gazette-print.example")?.reasons).toEqual([expect.stringMatching(/^sells print/)]);
  const asked = story.sandbox.calls
    .filter(({ task }) => task === "get_products")
    .map(({ agentId }) => agentId);
  expect(asked).not.toContain("gazette-print.example");
});

/** What is in the ledger, without what is drawn or measured anew in each run, and without the wire's name. */
async function ledgerOver(wire: Wire, settings: AppOptions["settings"] = {}): Promise<readonly string[]> {
  await using story = await openStory({ sandbox: { wire }, settings });
  await story.run();
  story.sandbox.advance(1);
  await story.run();
  expect(new Set(story.sandbox.calls.map((call) => call.wire))).toEqual(new Set([wire]));
  const entries = await story.app.ledger.read(story.campaignId);
  return entries
    .map(({ key, event }) =>
      JSON.stringify({ key, event })
        .replaceAll(story.sandbox.url, "http://sandbox")
        .replaceAll(`/${wire}`, "/wire")
        .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "<id>")
        .replace(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, "<token>")
        .replace(/[0-9a-f]{64}/g, "<digest>")
        .replace(/"elapsedMs":[\d.]+/g, '"elapsedMs":0')
        // Whom the governance agent hears first is a matter of moments.
        .replace(/\b(chk|out)_\d+/g, "$1_n")
        .replace(/(budget_remaining|total_committed)\\?":[\d.]+/g, "$1"),
    )
    .sort();
}

it("writes over A2A, and to a ledger in PostgreSQL, what it writes over MCP to a file", async () => {
  await using server = await startPostgres();
  const mcp = await ledgerOver("mcp");
  expect(mcp.length).toBeGreaterThan(50);
  expect(await ledgerOver("a2a")).toEqual(mcp);
  expect(await ledgerOver("mcp", { ledger_url: await server.database() })).toEqual(mcp);
});

import { expect, it } from "vitest";
import { outcomesOf } from "../../src/campaign/measure/outcomes-of.ts";
import { openJournal } from "../../src/campaign/model/state/journal.ts";
import { advance } from "../../src/campaign/run/advance.ts";
import { money } from "../../src/lib/money.ts";
import { renderMarkdown } from "../../src/report/renderers/markdown.ts";
import { makeReport } from "../../src/report/report.ts";
import { sellers } from "../../src/sandbox/inventory/sellers.ts";
import type { SandboxOptions } from "../../src/sandbox/sandbox.ts";
import { sellerAt } from "../fixtures/seller-at.ts";
import { connect, key } from "../sandbox/connect.ts";
import { openStory, type Story } from "./story.ts";

const harbour = sellerAt("harbour.example");

const others = sellers.map(({ domain }) => domain).filter((domain) => domain !== harbour.domain);

/** Four weeks at one seller, more of the money in the first ones. */
const open = (sandbox: Partial<SandboxOptions> = {}) =>
  openStory({
    policies: [],
    sandbox,
    brief: {
      budget: money(6_000_000, "EUR"),
      flight: { start: "2027-01-11", end: "2027-02-07" },
      channels: ["ctv", "olv"],
      pacing: "front-loaded",
      limits: { maxCpm: money(4500, "EUR"), maxSharePerSeller: 1, excludedSellers: others },
    },
  });

async function play(story: Story, days: number): Promise<void> {
  for (let day = 0; day < days; day++) {
    story.sandbox.advance(1);
    await story.run();
  }
}

it("holds spend against the curve that its seller was given, and tells each alert once, whoever looks and how often", async () => {
  await using story = await open();
  await story.run();
  story.sandbox.advance(7);
  await play(story, 14);
  const [outcome] = outcomesOf(await story.state());
  // Two of four weeks are over.
  expect((outcome?.planned.spendMinor ?? 0) / 6_000_000).toBeCloseTo(0.625, 1);
  const report = makeReport(await story.state());
  const paces = report.delivery.buys.flatMap(({ packages }) => packages.map(({ pace }) => pace));
  expect(paces).toContain("under");

  await play(story, 14);
  const other = story.anotherApp();
  await Promise.all([story.run(), advance(await other.ports(story.campaignId), "end")]);
  await advance(await other.ports(story.campaignId), "end");
  const { alerts } = (await openJournal(other.ledger, story.campaignId)).state();
  expect(alerts.length).toBeGreaterThan(1);
  expect(new Set(alerts.map(({ kind, lineId, rung }) => `${kind}/${lineId}/${rung}`)).size).toBe(
    alerts.length,
  );
  expect(alerts.map(({ kind }) => kind)).toContain("budget");
  const markdown = renderMarkdown(makeReport(await story.state()));
  expect(markdown).toContain("of the budget is spent");
  // By the names that people know: an id is the desk's.
  expect(markdown).toMatch(/^- 2027-\d\d-\d\d, [\w -]+ of harbour\\?\.example: /m);
});

it("tells that delivery stopped where somebody else paused the buy, and that money will be left over", async () => {
  await using story = await open();
  await story.run();
  story.sandbox.advance(7);
  await play(story, 8);
  const { call } = await connect(story.sandbox, "/sales/mcp");
  const media_buy_id = (await story.state()).delivery[0]?.mediaBuyId ?? "";
  await call("update_media_buy", { idempotency_key: key(), media_buy_id, updates: { status: "paused" } });
  await play(story, 3);
  const stopped = async () => (await story.state()).alerts.filter(({ kind }) => kind === "delivery stopped");
  expect((await stopped()).map(({ rung }) => rung)).toEqual((await stopped()).map(() => "2027-01-19"));
  expect((await stopped()).length).toBe(outcomesOf(await story.state())[0]?.packages.length);
  story.sandbox.advance(14);
  await story.run();
  await play(story, 1);
  expect((await stopped()).length).toBe(outcomesOf(await story.state())[0]?.packages.length);
  expect((await story.state()).alerts.map(({ kind }) => kind)).toContain("flight ends");
});

it("tells that a seller does not let a creative run", async () => {
  await using story = await open({
    rewriteAnswer: ({ task, payload }) => {
      const { creatives } = payload;
      if (task !== "list_creatives" || !Array.isArray(creatives)) return payload;
      const refused = { status: "rejected", rejection_reason: "the logo is too small" };
      return { ...payload, creatives: creatives.map((one: object) => ({ ...one, ...refused })) };
    },
  });
  await story.run();
  story.sandbox.advance(7);
  await play(story, 2);
  const refused = (await story.state()).alerts.filter(({ kind }) => kind === "creative disapproved");
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]).toMatchObject({
    lineId: "harbour.example",
    text: expect.stringMatching(/"rejected": the logo is too small/),
  });
  expect(new Set(refused.map(({ rung }) => rung)).size).toBe(refused.length);
});

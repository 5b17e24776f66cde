import { describe, expect, it } from "vitest";
import { refuse } from "../../src/campaign/approvals/approve.ts";
import { exportBundle } from "../../src/campaign/audit/bundle.ts";
import { replay } from "../../src/campaign/audit/replay.ts";
import { readPolicyFile } from "../../src/campaign/govern/files/policy-file.ts";
import { type CampaignState, stepOf } from "../../src/campaign/model/state/state.ts";
import { exitCodeFor } from "../../src/cli/exit-codes.ts";
import { groupBy } from "../../src/lib/group-by.ts";
import { money, sum } from "../../src/lib/money.ts";
import { formatWhole } from "../../src/report/blocks/format.ts";
import { insertionOrders } from "../../src/report/documents/insertion-orders.ts";
import { renderMarkdown } from "../../src/report/renderers/markdown.ts";
import { makeReport } from "../../src/report/report.ts";
import { summarizeMoney } from "../../src/report/sections/money-summary.ts";
import { sellers } from "../../src/sandbox/inventory/sellers.ts";
import type { FaultRule } from "../../src/sandbox/sandbox.ts";
import { buysAt, openStory } from "./story.ts";

const soldOut: FaultRule = {
  task: "create_media_buy",
  do: "fail",
  code: "PRODUCT_UNAVAILABLE",
  recovery: "terminal",
};
const kiosk = "kiosk-exchange.example";
const brief = {
  budget: money(4_000_000, "EUR"),
  channels: ["olv"],
  limits: { maxPackages: 4, maxSharePerSeller: 0.5, excludedSellers: [] },
};

describe("the money of an order that came to nothing", () => {
  it("goes to the next best packages in the same turn, within every limit", async () => {
    await using story = await openStory({ brief });
    story.sandbox.faults.set("kiosk", { rules: [soldOut] });
    const waiting = await story.run();
    const state = await story.state();
    const { plan } = state;
    expect(plan?.freed?.map(({ line, split }) => [line.sellerId, split])).toEqual([[kiosk, 1]]);
    expect(plan?.lines.every(({ sellerId }) => sellerId !== kiosk)).toBe(true);
    expect(statusesOf(state)).toEqual(new Map(linesOf(state).map((id) => [id, "done"] as const)));
    expect(plan?.unallocated.minor).toBe(0);
    expectLimits(state);
    expect(exitCodeFor(waiting, state)).toBe(0);

    // A seller that has an order already gets a second one, under a reference of its own.
    const references = buysAt(story.sandbox).map((reference) => reference.slice(story.campaignId.length));
    expect(references).toContain("/buy/harbour.example/EUR/2");
    expect(new Set(references).size).toBe(references.length);
    const papers = await insertionOrders(makeReport(state));
    expect(papers.map(({ name }) => name)).toContain("insertion-order.harbour.example-eur-2");

    const { committedSpend: committed, unallocated, stopped } = summarizeMoney(state) ?? {};
    expect(committed).toEqual(brief.budget);
    expect([unallocated?.minor, stopped?.minor]).toEqual([0, 0]);
    expect(renderMarkdown(makeReport(state))).toContain("Came to nothing; the money went to other packages");

    expect(makeReport(state).headline.attention[0]?.why).toMatch(/; the money went to other packages$/);

    const { decisions } = await replay(await exportBundle(story.app.ledger, story.campaignId));
    expect(decisions.filter(({ same }) => !same)).toEqual([]);
    expect(decisions.filter(({ about }) => about === "the plan")).toHaveLength(2);

    const sent = story.sandbox.calls.length;
    await story.run();
    expect(story.sandbox.calls.slice(sent).filter(({ task }) => task === "create_media_buy")).toEqual([]);
  });

  it("is split for each burst anew, and governance is asked about every order", async () => {
    const flights = [
      { start: "2027-01-18", end: "2027-01-31", share: 0.5 },
      { start: "2027-02-15", end: "2027-02-28", share: 0.5 },
    ];
    await using story = await openStory({
      brief: { ...brief, flights, limits: { ...brief.limits, maxPackages: 8 } },
    });
    story.sandbox.faults.set("kiosk", { rules: [soldOut] });
    await story.run();
    const state = await story.state();
    expect(state.plan?.freed?.map(({ line }) => line.sellerId)).toEqual([kiosk, kiosk]);
    expectLimits(state);
    const amountIn = (start: string) =>
      sum(
        (state.plan?.lines ?? []).flatMap((line) => (line.flight?.start === start ? [line.amount] : [])),
        "EUR",
      );
    expect(Math.abs(amountIn("2027-01-18").minor - amountIn("2027-02-15").minor)).toBeLessThan(10);
    for (const { step, status, verdicts } of ordersOf(state)) {
      if (status === "done") expect(verdicts.at(-1)?.verdict.by, step.id).toBe("governance");
      else expect(step.agentId).toBe(kiosk);
    }
  });

  it("stays where it is when nobody takes it: sellers that refuse all are not asked for ever", async () => {
    await using story = await openStory({ brief });
    for (const agent of ["sales", ...sellers.map(({ slug }) => slug)])
      story.sandbox.faults.set(agent, { rules: [soldOut] });
    const waiting = await story.run();
    const state = await story.state();
    expect(ordersOf(state).every(({ status }) => status === "failed")).toBe(true);
    expect(new Set(state.plan?.freed?.map(({ split }) => split)).size).toBeLessThanOrEqual(3);
    expect(summarizeMoney(state)?.committedSpend.minor).toBe(0);
    expect(state.stalled?.reason).toContain("refused");
    expect(exitCodeFor(waiting, state)).toBe(1);
  });

  it("lies free where a least cannot hold without it, and the verdict says so and counts what is ordered alone", async () => {
    await using story = await openStory({
      brief: {
        ...brief,
        channels: ["dooh", "ctv"],
        limits: { ...brief.limits, channelShares: { ctv: { min: 0.35 } } },
      },
    });
    for (const { slug, listings } of sellers)
      if (listings.some(({ channels }) => channels.includes("ctv"))) {
        story.sandbox.faults.set(slug, { rules: [soldOut] });
      }
    await story.run();
    const state = await story.state();
    const { committedSpend, budget, unallocated } = summarizeMoney(state) ?? {};
    expect(committedSpend?.minor).toBeGreaterThan(0);
    const [ordered, of, free] = [committedSpend, budget, unallocated].map((one) => one && formatWhole(one));
    const { verdict } = makeReport(state).headline;
    expect(verdict).toContain(`${ordered} of ${of?.slice("EUR ".length)} ordered; ${free} lies free: `);
    expect(verdict).toContain(
      "the least of CTV, EUR 14,000.00 (35 % of the budget, the brief's least), cannot hold",
    );
    expect(verdict).toContain(`${ordered} buys `);
  });

  it("stays free where a person said no", async () => {
    await using story = await openStory({ brief, policies: [asking(kiosk)] });
    await story.run();
    const order = stepOf(await story.state(), `buy/${kiosk}/EUR`);
    if (order === undefined) throw new Error("nothing was ordered there");
    await refuse(await story.app.ports(story.campaignId), order.step.id, { by: "kim", reason: "no" });
    await story.run();
    const state = await story.state();
    expect(state.plan?.freed).toBeUndefined();
    const { committedSpend, budget, unallocated } = summarizeMoney(state) ?? {};
    const [ordered, of, free] = [committedSpend, budget, unallocated].map((one) => one && formatWhole(one));
    const { headline, answer } = makeReport(state);
    expect(headline.verdict).toContain(
      `${ordered} of ${of?.slice("EUR ".length)} ordered; ${free} lies free: kim said no to ${free} at ${kiosk}.`,
    );
    expect(headline.verdict).toContain(`${ordered} buys `);
    expect(answer?.planned?.expected.mid).toBeLessThan(state.plan?.goal?.expected.mid ?? 0);
    expect(
      ordersOf(state)
        .map(({ status }) => status)
        .sort(),
    ).toEqual(["done", "done", "refused"]);
  });
});

function ordersOf({ steps }: CampaignState) {
  return steps.filter(({ step, status }) => step.task === "create_media_buy" && status !== "replaced");
}

function linesOf({ plan }: CampaignState): string[] {
  return (plan?.lines ?? []).map(({ lineId }) => lineId);
}

function statusesOf(state: CampaignState) {
  const orders = ordersOf(state);
  return new Map(
    linesOf(state).map((id) => [id, orders.find(({ step }) => step.lineIds.includes(id))?.status] as const),
  );
}

function expectLimits({ plan }: CampaignState): void {
  const { lines = [], total, unallocated } = plan ?? {};
  const all = sum(
    lines.map(({ amount }) => amount),
    "EUR",
  );
  expect(all).toEqual(total);
  expect(all.minor + (unallocated?.minor ?? 0)).toBe(brief.budget.minor);
  const bySeller = groupBy(lines, ({ sellerId }) => sellerId);
  for (const [sellerId, own] of bySeller)
    expect(
      sum(
        own.map(({ amount }) => amount),
        "EUR",
      ).minor,
      sellerId,
    ).toBeLessThanOrEqual(2_000_000);
}

function asking(sellerId: string) {
  const text = `version: 1\nname: House\nrules:\n  - id: one\n    on: [create_media_buy]\n    when: { sellers: { any_of: ["${sellerId}"] } }\n    then: ask_human\n`;
  const reading = readPolicyFile(text, "house.yaml");
  if (reading.type === "invalid") throw new Error(reading.problems.join("\n"));
  return reading.policy;
}

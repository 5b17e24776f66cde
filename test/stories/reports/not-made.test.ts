import { describe, expect, it } from "vitest";
import { giveApproval, refuse } from "../../../src/campaign/approvals/approve.ts";
import type { ChangeRequest } from "../../../src/campaign/model/step/buy-change.ts";
import { money } from "../../../src/lib/money.ts";
import { newsOf } from "../../../src/notify/news.ts";
import { makeReport } from "../../../src/report/report.ts";
import { budget, day, running } from "./reporting-seller.ts";

type Running = Awaited<ReturnType<typeof running>>;

const changes: readonly (readonly [string, ChangeRequest, RegExp])[] = [
  ["an increase", { verb: "increase", to: money(2_600_000, "EUR") }, /^the budget of/],
  ["a decrease", { verb: "decrease", to: money(2_000_000, "EUR") }, /^the budget of/],
  ["a pause", { verb: "pause" }, /^the status/],
  ["a cancellation", { verb: "cancel" }, /^the status/],
];

/** A buy of which a change was agreed to and not made, a day later. */
async function ignored(requested: ChangeRequest): Promise<Running> {
  const campaign = await running();
  await campaign.play(5);
  if (requested.verb === "increase") await campaign.change({ verb: "decrease", to: money(2_500_000, "EUR") });
  // Its books alone are wrong: of a pause it spends nothing.
  if (requested.verb === "pause" || requested.verb === "cancel")
    for (let number = 5; number < 28; number++) campaign.told.days.set(day(number), 0);
  campaign.sandbox.faults.set("sales", { rules: [{ do: "ignore-updates" }] });
  expect(await campaign.change(requested)).toMatchObject({ current: { status: "done" } });
  return campaign;
}

const openAt = async (campaign: Running) => {
  const state = await campaign.state();
  return {
    inbox: (await campaign.inbox()).length,
    status: (await campaign.waiting()).filter(({ reason }) => / agreed (and|to) /.test(reason)).length,
    news: newsOf(state, [], 1).questions.length,
    report: makeReport(state).headline.attention.filter(({ why }) => /agreed and did not do it/.test(why))
      .length,
  };
};

describe("a change that a seller agreed to and did not make", () => {
  it.each(changes)("stays open everywhere until it is true: %s", async (_name, requested, field) => {
    await using campaign = await ignored(requested);
    expect(await openAt(campaign)).toEqual({ inbox: 0, status: 1, news: 0, report: 1 });
    await campaign.play(2);
    const [waiting] = await campaign.inbox();
    expect(waiting?.asBooked?.map(({ field: name }) => name)).toEqual([expect.stringMatching(field)]);
    expect(waiting?.reasons.join()).toContain("agreed to change the buy and has not done it");
    await campaign.play(3);
    expect(await openAt(campaign)).toEqual({ inbox: 1, status: 1, news: 1, report: 1 });
    expect(campaign.pauses()).toBe(requested.verb === "pause" ? 1 : 0);
    const entries = (await campaign.app.ledger.read(campaign.campaignId)).length;
    await campaign.run();
    expect(await campaign.app.ledger.read(campaign.campaignId)).toHaveLength(entries);
    // The seller does it after all.
    campaign.sandbox.faults.delete("sales");
    await resend(campaign, requested);
    await campaign.run();
    expect(await openAt(campaign)).toEqual({ inbox: 0, status: 0, news: 0, report: 0 });
  });

  it("is given up by a person, and the money of an increase comes back", async () => {
    await using campaign = await ignored({ verb: "increase", to: money(2_600_000, "EUR") });
    expect(await campaign.bound()).toBe(2_600_000);
    await campaign.play(2);
    const [waiting] = await campaign.inbox();
    await giveApproval(await campaign.ports(), waiting?.stepId ?? "", "robin");
    await campaign.run();
    expect(await openAt(campaign)).toMatchObject({ inbox: 0, status: 0, news: 0 });
    expect(await campaign.bound()).toBe(2_500_000);
  });

  it("stays open in the status where a person leaves it so, and is closed when it is true", async () => {
    await using campaign = await ignored({ verb: "decrease", to: money(2_000_000, "EUR") });
    await campaign.play(2);
    const [waiting] = await campaign.inbox();
    await refuse(await campaign.ports(), waiting?.stepId ?? "", { by: "robin", reason: "they will" });
    await campaign.play(1);
    expect(await openAt(campaign)).toEqual({ inbox: 0, status: 1, news: 0, report: 1 });
    expect(await campaign.bound()).toBe(budget);
    campaign.sandbox.faults.delete("sales");
    await resend(campaign, { verb: "decrease", to: money(2_000_000, "EUR") });
    await campaign.run();
    expect(await openAt(campaign)).toEqual({ inbox: 0, status: 0, news: 0, report: 0 });
    expect(await campaign.bound()).toBe(2_000_000);
  });

  it("gives its buy no more while people are asked about it", async () => {
    await using campaign = await ignored({ verb: "decrease", to: money(2_000_000, "EUR") });
    await campaign.play(2);
    expect(await openAt(campaign)).toMatchObject({ inbox: 1 });
    const bound = await campaign.bound();
    campaign.sandbox.faults.delete("sales");
    const more = await campaign.change({ verb: "increase", to: money(bound + 100_000, "EUR") });
    expect(more).toMatchObject({ current: { status: "held" } });
    await campaign.run();
    expect(await campaign.bound()).toBe(bound);
    expect(await openAt(campaign)).toMatchObject({ inbox: 1 });
  });

  it("is asked about no more once a later change of the same was made", async () => {
    await using campaign = await ignored({ verb: "pause" });
    await campaign.play(2);
    expect(await openAt(campaign)).toMatchObject({ inbox: 1 });
    campaign.sandbox.faults.delete("sales");
    await campaign.change({ verb: "cancel" });
    await campaign.run();
    expect(await openAt(campaign)).toMatchObject({ inbox: 0, status: 0, news: 0 });
  });

  it.each(changes)(
    "raises nothing where the books show it a few hours later: %s",
    async (_name, requested) => {
      await using campaign = await ignored(requested);
      campaign.sandbox.faults.delete("sales");
      await resend(campaign, requested);
      await campaign.play(3);
      expect(await campaign.asked()).toEqual([]);
    },
  );
});

/** The seller books what it was sent before: as if it had been slow. */
async function resend(campaign: Running, requested: ChangeRequest): Promise<void> {
  const { steps } = await campaign.state();
  const sent = steps.findLast(({ step }) => step.change?.requested.verb === requested.verb)?.step;
  if (sent === undefined) throw new Error("nothing was sent");
  await campaign.book(sent.arguments);
}

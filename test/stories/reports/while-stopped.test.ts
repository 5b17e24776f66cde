import { describe, expect, it } from "vitest";
import { giveApproval } from "../../../src/campaign/approvals/approve.ts";
import { notStopped } from "../../../src/campaign/stop/not-stopped.ts";
import { stop } from "../../../src/campaign/stop/stop.ts";
import { askedBack } from "../../../src/report/account/asked-back.ts";
import { budget, daily, day, running } from "./reporting-seller.ts";

type Running = Awaited<ReturnType<typeof running>>;

/** What its seller spends on each day from this one on. */
function spends(campaign: Running, from: number, minor: number | undefined): void {
  for (let number = from; number < 28; number++) campaign.told.days.set(day(number), minor);
}

const stopAll = (campaign: Running) =>
  stop(
    { type: "all" },
    { by: "kim", reason: "off" },
    {
      ledger: campaign.app.ledger,
      stopOrders: campaign.app.stopOrders,
      ports: (id) => campaign.app.ports(id),
    },
  );

const nothingRaised = async (campaign: Running) => {
  expect(await campaign.asked()).toEqual([]);
  expect(await campaign.alerts()).toEqual([]);
  expect(await campaign.bound()).toBe(budget);
};

const habits = [
  ["reports days", {}],
  ["reports totals since the beginning alone", { isLifetime: true }],
  ["ignores which days are asked for", { ignoresPeriod: true }],
] as const;

describe.each(habits)("a buy that is stopped, and whose seller %s", (_name, habit) => {
  it("is asked about, paused again and shown as not stopped where it goes on spending", async () => {
    await using campaign = await running();
    Object.assign(campaign.told, habit);
    await campaign.play(14);
    await stopAll(campaign);
    expect(campaign.pauses()).toBe(1);
    spends(campaign, 16, 50_000);
    await campaign.play(10);
    expect(await campaign.asked()).toEqual([
      {
        field: expect.stringMatching(/^what mb_\S+ has cost while it was paused$/),
        before: "nothing",
        after: "EUR 5,000.00 on 9 days, 2027-01-26 to 2027-02-03",
      },
    ]);
    const [claim, ...more] = askedBack(await campaign.state(), "2027-02-04");
    expect(more).toEqual([]);
    expect(claim?.claim).toMatch(/^Subject: mb_sales_1: EUR 5,000\.00 that nobody ordered$/m);
    expect(campaign.pauses()).toBeGreaterThan(2);
    expect(await campaign.alerts()).toHaveLength(1);
    const [order] = await campaign.app.stopOrders.orders();
    if (order === undefined) throw new Error("no order stands");
    expect(notStopped(order, await campaign.state())).toMatchObject([
      {
        stopped: false,
        reason: expect.stringContaining("it spends all the same: what mb_sales_1 has cost while"),
      },
    ]);
    expect((await campaign.waiting()).map(({ reason }) => reason).join()).toContain("while it was paused");
    // Days without spend prove the pause.
    spends(campaign, 24, 0);
    await campaign.play(3);
    expect(notStopped(order, await campaign.state())).toEqual([]);
  });

  it("raises nothing where it spends nothing after the delay of its seller", async () => {
    await using campaign = await running();
    Object.assign(campaign.told, habit);
    await campaign.play(14);
    await stopAll(campaign);
    campaign.told.days.set(day(14), 40_000);
    spends(campaign, 15, 0);
    await campaign.play(10);
    await nothingRaised(campaign);
    expect(askedBack(await campaign.state(), "2027-02-04")).toEqual([]);
    expect(campaign.pauses()).toBe(1);
  });
});

describe("a buy that a person has paused", () => {
  it("is not let run again by who takes what it has cost meanwhile", async () => {
    await using campaign = await running();
    await campaign.play(10);
    await campaign.change({ verb: "pause" });
    spends(campaign, 13, 100_000);
    campaign.told.days.set(day(15), 0);
    await campaign.play(6);
    expect(await campaign.asked()).toMatchObject([
      { after: "EUR 4,000.00 on 4 days, 2027-01-22 to 2027-01-25" },
    ]);
    spends(campaign, 16, 0);
    const [waiting] = await campaign.inbox();
    await giveApproval(await campaign.ports(), waiting?.stepId ?? "", "robin");
    await campaign.run();
    expect(await campaign.asked()).toEqual([]);
    expect(campaign.resumes()).toBe(0);
  });

  it("raises nothing for days before it that are restated", async () => {
    await using campaign = await running();
    await campaign.play(10);
    await campaign.change({ verb: "pause" });
    campaign.told.days.set(day(9), 120_000);
    spends(campaign, 10, 0);
    await campaign.play(6);
    await nothingRaised(campaign);
  });

  it("raises nothing for the days on which it runs again", async () => {
    await using campaign = await running();
    await campaign.play(8);
    await campaign.change({ verb: "pause" });
    spends(campaign, 9, 0);
    await campaign.play(5);
    await campaign.change({ verb: "unpause" });
    spends(campaign, 13, 100_000);
    await campaign.play(6);
    await nothingRaised(campaign);
  });

  it("is a reminder from the second day on, with the money that its days had", async () => {
    await using campaign = await running();
    await campaign.play(5);
    await campaign.change({ verb: "pause" });
    spends(campaign, 5, 0);
    const reminders = async () => (await campaign.state()).alerts.filter(({ kind }) => kind === "paused");
    await campaign.play(1);
    expect(await reminders()).toEqual([]);
    await campaign.play(1);
    expect(await reminders()).toMatchObject([
      {
        text: expect.stringMatching(
          /paused since 2027-01-16: its order had EUR 1,\d{3}\.\d\d for the 2 days to 2027-01-17/,
        ),
      },
    ]);
    await campaign.play(19);
    const texts = (await reminders()).map(({ text }) => text);
    expect(texts).toHaveLength(4);
    expect(texts.at(-1)).toMatch(/its order had EUR 19,\d{3}\.\d\d for the 20 days to/);
    await campaign.change({ verb: "unpause" });
    await campaign.play(2);
    expect(await reminders()).toHaveLength(4);
  });
});

describe("a buy that a person has cancelled", () => {
  it("is bound again and asked about once where it is spent on afterwards", async () => {
    await using campaign = await running();
    await campaign.play(5);
    await campaign.change({ verb: "cancel" });
    spends(campaign, 5, 0);
    campaign.told.days.set(day(7), 250_000);
    await campaign.play(4);
    expect(await campaign.bound()).toBe(5 * daily + 250_000);
    expect(await campaign.asked()).toMatchObject([{ before: "EUR 5,000.00", after: "EUR 7,500.00" }]);
    expect(await campaign.alerts()).toMatchObject([
      { text: expect.stringContaining("after it was cancelled") },
    ]);
  });

  it("is cancelled again while it is spent on, and never let run by who takes what that has cost", async () => {
    await using campaign = await running();
    await campaign.play(5);
    await campaign.change({ verb: "cancel" });
    spends(campaign, 6, 100_000);
    await campaign.play(6);
    expect(campaign.ends()).toBeGreaterThan(2);
    expect(campaign.pauses()).toBe(0);
    spends(campaign, 11, 0);
    await campaign.play(3);
    const [waiting] = await campaign.inbox();
    await giveApproval(await campaign.ports(), waiting?.stepId ?? "", "robin");
    await campaign.run();
    const sent = campaign.ends();
    await campaign.play(3);
    expect(await campaign.asked()).toEqual([]);
    expect([campaign.ends(), campaign.resumes()]).toEqual([sent, 0]);
  });
});

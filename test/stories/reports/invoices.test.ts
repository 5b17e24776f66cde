import { expect, it } from "vitest";
import { checkReported } from "../../../src/campaign/change/check-buys.ts";
import { askedBack } from "../../../src/report/account/asked-back.ts";
import { budget, daily, running } from "./reporting-seller.ts";

type Running = Awaited<ReturnType<typeof running>>;

/** Enters an invoice of the one buy as `buys invoice` does. */
async function bill(campaign: Running, minor: number, number = "INV-7") {
  const { journal, ...ports } = await campaign.ports();
  const [order] = journal.state().steps.filter(({ step }) => step.task === "create_media_buy");
  const mediaBuyId = String(order?.receipt?.payload["media_buy_id"]);
  const invoices = [
    {
      sellerId: order?.step.agentId ?? "",
      mediaBuyId,
      number,
      amount: { minor, currency: "EUR" },
      by: "kim",
    },
  ];
  await journal.record({ type: "invoice-entered", invoices }, `${number}/${minor}`);
  await checkReported({ journal, ...ports });
}

it("is bound, asked about and paused for where more is billed than was ordered in mid-flight", async () => {
  await using campaign = await running();
  await campaign.play(10);
  await bill(campaign, budget + 500_000);
  expect(await campaign.bound()).toBe(budget + 500_000);
  expect(await campaign.asked()).toEqual([
    {
      field: expect.stringMatching(/^what mb_\S+ has cost$/),
      before: "EUR 28,000.00",
      after: "EUR 33,000.00 by its invoices",
    },
  ]);
  await campaign.run();
  expect(campaign.pauses()).toBe(1);
});

it("is a question and a letter where more is billed than final figures show, and is not bound twice", async () => {
  await using campaign = await running();
  await campaign.play(5);
  campaign.told.days.set("2027-01-16", 0);
  await campaign.play(26);
  const spent = 27 * daily;
  await bill(campaign, budget);
  expect(await campaign.asked()).toEqual([
    {
      field: expect.stringMatching(/by its invoices$/),
      before: "EUR 27,000.00",
      after: "EUR 28,000.00 (INV-7)",
    },
  ]);
  const [letter, ...more] = askedBack(await campaign.state(), "2027-02-12");
  expect(more).toEqual([]);
  expect(letter).toMatchObject({ amount: { minor: budget - spent, currency: "EUR" } });
  expect(letter?.claim).toMatch(/EUR 1,000\.00 that was not spent/);
  expect(await campaign.bound()).toBe(budget);
  // The corrected invoice has the same number.
  await bill(campaign, spent);
  await campaign.run();
  expect(await campaign.asked()).toEqual([]);
  expect(askedBack(await campaign.state(), "2027-02-12")).toEqual([]);
});

it("says nothing against a bill for days that are not reported", async () => {
  await using campaign = await running();
  campaign.told.days.set("2027-01-16", undefined);
  await campaign.play(31);
  await bill(campaign, budget);
  expect(await campaign.asked()).toEqual([]);
  expect(askedBack(await campaign.state(), "2027-02-12")).toEqual([]);
});

it.each([
  ["what was spent", 28 * daily, 31],
  ["a part of it in mid-flight", 10 * daily, 12],
  ["what was spent, but for a cent", 28 * daily + 1, 31],
])("raises nothing where %s is billed", async (_what, minor, days) => {
  await using campaign = await running();
  await campaign.play(days);
  await bill(campaign, minor);
  expect(await campaign.asked()).toEqual([]);
  expect(await campaign.bound()).toBe(Math.max(budget, minor));
  expect(askedBack(await campaign.state(), "2027-02-12")).toEqual([]);
});

it("binds again what is billed for a buy whose money was given back", async () => {
  await using campaign = await running();
  await campaign.play(5);
  await campaign.change({ verb: "cancel" });
  for (let day = 5; day < 28; day++) campaign.told.days.set(`2027-01-${11 + day}`, 0);
  await campaign.play(5);
  expect(await campaign.bound()).toBeLessThan(budget);
  await bill(campaign, 2_000_000);
  expect(await campaign.bound()).toBe(2_000_000);
  expect(await campaign.asked()).toHaveLength(1);
});

import { describe, expect, it } from "vitest";
import { giveApproval } from "../../../src/campaign/approvals/approve.ts";
import { renderMarkdown } from "../../../src/report/renderers/markdown.ts";
import { makeReport } from "../../../src/report/report.ts";
import { budget, daily, day, running } from "./reporting-seller.ts";

type Running = Awaited<ReturnType<typeof running>>;

const changed = async (campaign: Running) =>
  (await campaign.state()).alerts.filter(({ kind }) => kind === "figures changed").map(({ text }) => text);
const reportOf = async (campaign: Running) =>
  renderMarkdown(makeReport(await campaign.state())).replaceAll("\\", "");

/** A seller that has every day of the flight asked for again. */
async function over() {
  const campaign = await running();
  await campaign.play(29);
  return campaign;
}

describe("a day that is restated after it was final", () => {
  it.each([
    ["more", 118_000, "EUR 1,180.00"],
    ["less", 70_000, "EUR 700.00"],
    ["nothing", 0, "EUR 0.00"],
  ])("shows both values and since when, and is an alert: %s", async (_name, minor, words) => {
    await using campaign = await over();
    campaign.told.days.set(day(2), minor);
    await campaign.play(1);
    expect(await changed(campaign)).toEqual([
      expect.stringMatching(
        new RegExp(`of ${day(2)} were final with EUR 1,000\\.00 .* reports ${words} .* since `),
      ),
    ]);
    expect(await reportOf(campaign)).toMatch(
      new RegExp(`${day(2)}: first .*EUR 1,000\\.00.*; since 2027-.*${words}`),
    );
    const isLess = minor < daily;
    expect((await campaign.asked()).map(({ field }) => field)).toEqual(
      isLess
        ? [expect.stringMatching(/has cost on days that were final$/)]
        : [expect.stringMatching(/^what mb_\S+ has cost$/)],
    );
    expect(campaign.pauses()).toBe(0);
    expect(await campaign.bound()).toBe(isLess ? budget : budget + 18_000);
  });

  it("is asked about no more once a person has taken it", async () => {
    await using campaign = await over();
    campaign.told.days.set(day(2), 70_000);
    await campaign.play(1);
    const [waiting] = await campaign.inbox();
    await giveApproval(await campaign.ports(), waiting?.stepId ?? "", "robin");
    await campaign.run();
    await campaign.play(3);
    expect(await campaign.asked()).toEqual([]);
    expect(await changed(campaign)).toHaveLength(1);
  });

  it("is no question where it is as it was again", async () => {
    await using campaign = await over();
    campaign.told.days.set(day(2), 70_000);
    await campaign.play(1);
    campaign.told.days.set(day(2), daily);
    await campaign.play(1);
    expect(await campaign.asked()).toEqual([]);
  });
});

it.each([
  ["before it is final", 20, 19],
  ["by less than a thousandth after it was", 29, 2],
])("is neither a question nor an alert where a day is restated %s", async (_name, days, number) => {
  await using campaign = await running();
  await campaign.play(days);
  campaign.told.days.set(day(number), number === 2 ? daily - 50 : 80_000);
  await campaign.play(1);
  expect(await campaign.asked()).toEqual([]);
  if (number !== 2) expect(await changed(campaign)).toEqual([]);
  expect(await campaign.bound()).toBe(budget);
});

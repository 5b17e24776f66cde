import { describe, expect, it } from "vitest";
import { liveBuys } from "../../../src/campaign/account/live-buys.ts";
import { giveApproval } from "../../../src/campaign/approvals/approve.ts";
import { inbox } from "../../../src/campaign/approvals/inbox.ts";
import { stateOf } from "../../../src/campaign/model/state/journal.ts";
import { advance } from "../../../src/campaign/run/advance.ts";
import { money } from "../../../src/lib/money.ts";
import { renderMarkdown } from "../../../src/report/renderers/markdown.ts";
import { makeReport } from "../../../src/report/report.ts";
import { budget, daily, day, running } from "./reporting-seller.ts";

type Running = Awaited<ReturnType<typeof running>>;

const nothingRaised = async (campaign: Running) => {
  expect(await campaign.asked()).toEqual([]);
  expect(await campaign.alerts()).toEqual([]);
  expect(campaign.pauses()).toBe(0);
  expect(await campaign.bound()).toBe(budget);
};

describe("spend that no row of ours explains", () => {
  it("is bound, asked about and paused where a row is of a package that nobody ordered", async () => {
    await using campaign = await running();
    await campaign.play(16);
    expect(campaign.pauses()).toBe(0);
    campaign.told.unknown = { pk_own: 2_000_000 };
    await campaign.play(1);
    expect(await campaign.bound()).toBe(17 * daily + 2_000_000);
    expect(await campaign.asked()).toEqual([
      {
        field: expect.stringMatching(/^what mb_\S+ has cost$/),
        before: "EUR 28,000.00",
        after: "EUR 37,000.00, EUR 20,000.00 of it unexplained",
      },
      {
        field: expect.stringMatching(/^what packages of mb_\S+ that nobody ordered have cost$/),
        before: "nothing",
        after: "EUR 20,000.00 (pk_own)",
      },
    ]);
    expect(campaign.pauses()).toBe(1);
    expect(await campaign.isDoubted()).toBe(true);
    expect((await campaign.waiting()).map(({ reason }) => reason).join()).toContain("EUR 20,000.00 (pk_own)");
    expect(await campaign.alerts()).toMatchObject([{ text: expect.stringContaining("pk_own") }]);
    const report = renderMarkdown(makeReport(await campaign.state())).replaceAll("\\", "");
    expect(report).toContain("EUR 20,000.00 more than the rows of our packages explain");
  });

  it("is paused within what is ordered where a row names a package that nobody ordered", async () => {
    await using campaign = await running();
    await campaign.play(5);
    campaign.told.unknown = { pk_own: 30_000 };
    await campaign.play(1);
    expect(await campaign.bound()).toBe(budget);
    expect(await campaign.asked()).toMatchObject([{ after: "EUR 300.00 (pk_own)" }]);
    expect(campaign.pauses()).toBe(1);
  });

  it.each([
    ["whose total is of the days that are asked for", {}],
    ["whose total is since the beginning", { isTotalLifetime: true }],
    ["that reports totals since the beginning alone", { isLifetime: true }],
    ["that ignores which days are asked for", { ignoresPeriod: true }],
  ])("is bound and asked about where the total of a seller %s is more", async (_name, habits) => {
    await using campaign = await running();
    Object.assign(campaign.told, habits);
    await campaign.play(16);
    campaign.told.more = 2_000_000;
    await campaign.play(1);
    expect(await campaign.bound()).toBe(17 * daily + 2_000_000);
    expect(await campaign.asked()).toMatchObject([
      { after: "EUR 37,000.00, EUR 20,000.00 of it unexplained" },
    ]);
    expect(campaign.pauses()).toBe(1);
    // It spends nothing on the days after the pause.
    for (let number = 17; number < 28; number++) campaign.told.days.set(day(number), 0);
    await campaign.play(3);
    expect(await campaign.bound()).toBe(17 * daily + 2_000_000);
    expect(await campaign.asked()).toHaveLength(1);
    expect(campaign.pauses()).toBe(1);
  });

  it("is bound and asked about where the row has its days alone, and the total leaves it out", async () => {
    await using campaign = await running();
    await campaign.play(5);
    campaign.told.rewrite = (payload) => ({
      ...payload,
      by_package: [
        ...(payload["by_package"] as readonly unknown[]),
        {
          package_id: "pk_own",
          timeseries: [day(2), day(3)].map((date) => ({ date, spend: { amount: 250, currency: "EUR" } })),
        },
      ],
    });
    await campaign.play(1);
    expect(await campaign.asked()).toMatchObject([{ after: "EUR 500.00 (pk_own)" }]);
    expect(campaign.pauses()).toBe(1);
  });

  it("counts as spent and asks nobody while it is within what is ordered", async () => {
    await using campaign = await running();
    await campaign.play(5);
    campaign.told.more = 40_000;
    await campaign.play(1);
    expect(await campaign.findings()).toContain("unexplained spend");
    await nothingRaised(campaign);
    campaign.told.more = 0;
    await campaign.play(1);
    expect(await campaign.findings()).not.toContain("unexplained spend");
    await nothingRaised(campaign);
  });

  it("stays bound for a buy that is cancelled", async () => {
    await using campaign = await running();
    await campaign.play(10);
    campaign.told.more = 500_000;
    await campaign.play(1);
    await campaign.change({ verb: "cancel" });
    expect(await campaign.bound()).toBe(12 * daily + 500_000);
    campaign.told.days.clear();
    for (let number = 0; number < 12; number++) campaign.told.days.set(day(number), number < 11 ? daily : 0);
    await campaign.play(6);
    expect(await campaign.bound()).toBe(11 * daily + 500_000);
  });

  it("is taken as it stands by a person, and asked about again when it has grown", async () => {
    await using campaign = await running();
    await campaign.play(16);
    campaign.told.unknown = { pk_own: 2_000_000 };
    await campaign.play(1);
    const [waiting] = await campaign.inbox();
    await giveApproval(await campaign.ports(), waiting?.stepId ?? "", "robin");
    await campaign.run();
    expect(await campaign.asked()).toEqual([]);
    expect(campaign.resumes()).toBe(1);
    expect(await campaign.bound()).toBe(17 * daily + 2_000_000);
    campaign.told.unknown = { pk_own: 2_500_000 };
    await campaign.play(1);
    expect(await campaign.asked()).not.toEqual([]);
    expect(await campaign.bound()).toBe(18 * daily + 2_500_000);
  });

  it("is taken back where its seller mends its report, and the buy runs on", async () => {
    await using campaign = await running();
    await campaign.play(5);
    campaign.told.unknown = { pk_own: 30_000 };
    await campaign.play(1);
    campaign.told.unknown = {};
    await campaign.play(1);
    expect(await campaign.asked()).toEqual([]);
    expect(await campaign.isDoubted()).toBe(false);
    expect(campaign.resumes()).toBe(1);
  });
});

describe("spend on a package that nobody ordered, in what cannot be counted", () => {
  const dollars = { amount: 300, currency: "USD" };
  const rows: [string, Readonly<Record<string, unknown>>[], string][] = [
    ["another currency", [{ package_id: "pk_usd", spend: dollars }], "USD 300.00 (pk_usd)"],
    [
      "another currency, by the day alone",
      [{ package_id: "pk_usd", timeseries: [day(2), day(3)].map((date) => ({ date, spend: dollars })) }],
      "USD 600.00 (pk_usd)",
    ],
    [
      "two currencies, on two packages",
      [
        { package_id: "pk_usd", spend: dollars },
        { package_id: "pk_jpy", spend: { amount: 5_000, currency: "JPY" } },
      ],
      "USD 300.00 and JPY 5,000 (pk_jpy, pk_usd)",
    ],
    [
      "what is no currency",
      [{ package_id: "pk_x", spend: { amount: 12, currency: "points" } }],
      "12 points (pk_x)",
    ],
    [
      "an amount that nobody can have spent",
      [{ package_id: "pk_own", spend: { amount: 1e13, currency: "EUR" } }],
      "pk_own",
    ],
    [
      "euros and dollars",
      [
        { package_id: "pk_own", spend: { amount: 200, currency: "EUR" } },
        { package_id: "pk_usd", spend: dollars },
      ],
      "EUR 200.00 and USD 300.00 (pk_own, pk_usd)",
    ],
  ];
  const beside =
    (added: readonly Readonly<Record<string, unknown>>[]) =>
    (payload: Readonly<Record<string, unknown>>) => ({
      ...payload,
      by_package: [
        ...(payload["by_package"] as readonly unknown[]),
        ...added.map((row) => ({ product_id: "nobody-ordered-it", ...row })),
      ],
    });

  it.each(rows)("fills its caps, is asked about once and paused: %s", async (_, added, stated) => {
    await using campaign = await running();
    await campaign.play(5);
    campaign.told.rewrite = beside(added);
    await campaign.play(1);
    expect(await campaign.asked()).toEqual([
      {
        field: expect.stringMatching(/^what packages of mb_\S+ that nobody ordered have cost$/),
        before: "nothing",
        after: expect.stringContaining(stated),
      },
    ]);
    expect(campaign.pauses()).toBe(1);
    expect(await campaign.isDoubted()).toBe(true);
    expect(await campaign.alerts()).toMatchObject([{ text: expect.stringContaining(stated) }]);
    const ofBrand = (await campaign.app.ledger.reservations()).filter(({ claim }) => claim.scope === "brand");
    expect(ofBrand.map(({ claim }) => claim.minor)).toEqual(ofBrand.map(({ claim }) => claim.cap));
    // It spends nothing on the days after the pause.
    for (let number = 6; number < 28; number++) campaign.told.days.set(day(number), 0);
    await campaign.play(3);
    expect(await campaign.asked()).toHaveLength(1);
    expect(campaign.pauses()).toBe(1);
  });

  it("is taken as it stands, asked about again when it has grown, and free once its seller mends its report", async () => {
    await using campaign = await running();
    await campaign.play(5);
    campaign.told.rewrite = beside([{ package_id: "pk_usd", spend: dollars }]);
    await campaign.play(1);
    const [waiting] = await campaign.inbox();
    await giveApproval(await campaign.ports(), waiting?.stepId ?? "", "robin");
    await campaign.run();
    expect(await campaign.asked()).toEqual([]);
    expect(campaign.resumes()).toBe(1);
    expect(await campaign.bound()).toBe(budget);
    campaign.told.rewrite = beside([{ package_id: "pk_usd", spend: { ...dollars, amount: 400 } }]);
    await campaign.play(1);
    expect(await campaign.asked()).toMatchObject([{ after: "USD 400.00 (pk_usd)" }]);
    campaign.told.rewrite = (payload) => payload;
    await campaign.play(1);
    expect(await campaign.asked()).toEqual([]);
    expect(await campaign.bound()).toBe(budget);
    expect(campaign.resumes()).toBe(2);
  });

  it.each<[string, Readonly<Record<string, unknown>>]>([
    ["nothing", { package_id: "pk_usd", spend: { amount: 0, currency: "USD" } }],
    ["no spend", { package_id: "pk_usd", impressions: 4_000 }],
    ["an empty spend", { package_id: "pk_usd", spend: null }],
  ])("is none where %s is reported of the package", async (_, row) => {
    await using campaign = await running();
    campaign.told.rewrite = beside([row]);
    await campaign.play(12);
    await nothingRaised(campaign);
  });

  it("is none where the package is of another campaign of ours", async () => {
    await using campaign = await running();
    const { brief } = await campaign.state();
    if (brief === undefined) throw new Error("it has no brief");
    const other = await campaign.app.begin({ ...brief, name: "Another", budget: money(500_000, "EUR") });
    await advance(await campaign.app.ports(other), "end");
    const ports = await campaign.app.ports(other);
    await giveApproval(ports, (await inbox(ports))[0]?.stepId ?? "", "robin");
    await advance(ports, "end");
    const bought = liveBuys(await stateOf(campaign.app.ledger, other)).flatMap(({ packages }) => packages);
    expect(bought).not.toEqual([]);
    campaign.told.rewrite = beside(
      bought.map(({ packageId }) => ({ package_id: packageId, spend: { amount: 9, currency: "USD" } })),
    );
    await campaign.play(6);
    await nothingRaised(campaign);
  });
});

describe("an honest report", () => {
  it.each([
    ["has totals since the beginning", { isTotalLifetime: true }],
    ["has no days", { isLifetime: true }],
    ["has all days whatever is asked for", { ignoresPeriod: true }],
    ["has rounded totals", { roundedTo: 100 }],
    ["has a fee of less than a thousandth in its total", { more: 900 }],
  ])("raises nothing where it %s", async (_name, habits) => {
    await using campaign = await running();
    Object.assign(campaign.told, habits);
    await campaign.play(32);
    await nothingRaised(campaign);
  });

  it("raises nothing where it lists a package of ours in two rows", async () => {
    await using campaign = await running();
    campaign.told.rewrite = (payload) => {
      const [one, ...more] = payload["by_package"] as readonly { spend?: { amount: number } }[];
      const half = (row: typeof one) =>
        row?.spend === undefined ? row : { ...row, spend: { ...row.spend, amount: row.spend.amount / 2 } };
      return { ...payload, by_package: [half(one), { ...half(one), timeseries: undefined }, ...more] };
    };
    await campaign.play(12);
    await nothingRaised(campaign);
  });

  it("raises nothing where its packages' rows come a day after its total", async () => {
    await using campaign = await running();
    campaign.told.rewrite = (payload) => {
      const late = payload["by_package"] as readonly Readonly<Record<string, unknown>>[];
      return {
        ...payload,
        by_package: late.map((row) => {
          const days = row["timeseries"] as readonly { spend: { amount: number } }[] | undefined;
          const kept = days?.slice(0, -1);
          const amount = kept?.reduce((sum, one) => sum + one.spend.amount, 0);
          return {
            ...row,
            timeseries: kept,
            ...(amount !== undefined && { spend: { amount, currency: "EUR" } }),
          };
        }),
      };
    };
    await campaign.play(20);
    await nothingRaised(campaign);
  });

  it("raises nothing for rows of packages that another campaign of ours has at the seller", async () => {
    await using campaign = await running();
    const { brief } = await campaign.state();
    if (brief === undefined) throw new Error("it has no brief");
    const other = await campaign.app.begin({ ...brief, name: "Another", budget: money(500_000, "EUR") });
    await advance(await campaign.app.ports(other), "end");
    const ports = await campaign.app.ports(other);
    await giveApproval(ports, (await inbox(ports))[0]?.stepId ?? "", "robin");
    await advance(ports, "end");
    const bought = liveBuys(await stateOf(campaign.app.ledger, other)).flatMap(({ packages }) => packages);
    expect(bought).not.toEqual([]);
    await campaign.play(4);
    campaign.told.unknown = Object.fromEntries(bought.map(({ packageId }) => [packageId, 100_000]));
    await campaign.play(4);
    await nothingRaised(campaign);
    campaign.told.unknown = { ...campaign.told.unknown, pk_own: 5_000 };
    await campaign.play(1);
    expect(await campaign.asked()).toMatchObject([{ after: "EUR 50.00 (pk_own)" }]);
  });
});

describe("spend outside of the flight", () => {
  it.each([
    ["on the third day after it", day(30)],
    ["on the second day after it", day(29)],
    ["as much as on a whole day of it, on the next one", day(28), 100_000],
  ])("counts and is asked about with its days: %s", async (_name, date, minor = 50_000) => {
    await using campaign = await running();
    await campaign.play(25);
    campaign.told.days.set(date, minor);
    await campaign.play(7);
    if (minor !== 50_000) {
      expect(await campaign.asked()).toMatchObject([{}, { after: `EUR 1,000.00 on ${date}` }]);
      return;
    }
    expect(await campaign.bound()).toBe(budget + 50_000);
    expect(await campaign.asked()).toMatchObject([
      { after: "EUR 28,500.00, EUR 500.00 of it unexplained" },
      { field: expect.stringMatching(/outside of the flight$/), after: `EUR 500.00 on ${date}` },
    ]);
  });

  it("counts before the flight", async () => {
    await using campaign = await running();
    campaign.told.days.set(day(-4), 70_000);
    campaign.told.ignoresPeriod = true;
    await campaign.play(2);
    expect(await campaign.asked()).toMatchObject([{ after: `EUR 700.00 on ${day(-4)}` }]);
    expect(campaign.pauses()).toBe(1);
  });

  it("is no matter where its seller's day begins at another hour", async () => {
    await using campaign = await running();
    campaign.told.days.set(day(-1), 33_000);
    campaign.told.days.set(day(27), daily - 33_000);
    campaign.told.ignoresPeriod = true;
    await campaign.play(32);
    await nothingRaised(campaign);
  });
});

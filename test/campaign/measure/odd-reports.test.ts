import { describe, expect, it } from "vitest";
import type { LiveBuy, LivePackage } from "../../../src/campaign/account/live-buys.ts";
import { plannedBy } from "../../../src/campaign/account/planned-by.ts";
import { dayRows } from "../../../src/campaign/measure/day-rows.ts";
import { findFaults } from "../../../src/campaign/measure/find-faults.ts";
import { askSeller } from "../../../src/campaign/measure/measure.ts";
import { newRows } from "../../../src/campaign/measure/new-rows.ts";
import type { Report } from "../../../src/campaign/measure/open-report.ts";
import type { Read } from "../../../src/protocol/client/calls.ts";

const flight = { start: "2027-01-11", end: "2027-01-13" };
const days = ["2027-01-11", "2027-01-12", "2027-01-13"];

const livePackage = (packageId: string, minor: number, productId = packageId): LivePackage => ({
  packageId,
  lineId: `seller.example/${packageId}`,
  productId,
  curve: "even",
  budgets: [{ from: flight.start, minor, end: flight.end }],
  suspended: false,
});

const buyOf = (...packages: LivePackage[]): LiveBuy => ({
  mediaBuyId: "mb_1",
  sellerId: "seller.example",
  agentUrl: "https://seller.example/mcp",
  stepId: "buy/seller.example/EUR",
  currency: "EUR",
  ...flight,
  packages,
  suspended: false,
  sandbox: false,
});

const figures = (impressions: number, amount: number) => ({
  impressions,
  spend: { amount, currency: "EUR" },
});

/** What is made of a seller that answers `tell` for each period that it is asked for. */
async function reading(buy: LiveBuy, tell: (start: string, end: string) => Report) {
  const asked: string[] = [];
  // Only delivery is asked for here, and the payload is what its task's schema describes.
  const read = ((_url: string, _task: string, request: { date_range: { start: string; end: string } }) => {
    const { start, end } = request.date_range;
    asked.push(start === end ? start : `${start} to ${end}`);
    return Promise.resolve({ type: "answered", payload: tell(start, end), replayed: false });
  }) as unknown as Read;
  const answer = await askSeller(
    buy,
    { period: flight, until: flight.end, open: days },
    { read, isMissing: () => true },
  );
  if (answer.type !== "reported") return { asked, answer, rows: [], daysUnreported: days, findings: [] };
  const reported = dayRows(answer.answers, buy);
  const { findings } = findFaults(answer.answers, buy, reported);
  return { asked, answer, ...reported, findings };
}

const spendOf = (rows: readonly { readonly packageId: string; readonly spendMinor?: number }[], id: string) =>
  rows.reduce((sum, { packageId, spendMinor = 0 }) => sum + (packageId === id ? spendMinor : 0), 0);

describe("a report that is not as it should be", () => {
  const two = buyOf(livePackage("p1", 6000), livePackage("p2", 3000));

  it("shares out what is reported for the whole buy alone, to the cent, and says so", async () => {
    const { rows } = await reading(two, () => ({
      delivery: figures(3001, 30.01),
      timeseries: days.map((date, i) => ({
        date,
        ...figures(1000 + Number(i === 0), 10 + Number(i === 0) / 100),
      })),
    }));
    expect(rows.every(({ basis }) => basis === "shared out")).toBe(true);
    expect(spendOf(rows, "p1") + spendOf(rows, "p2")).toBe(3001);
    expect(spendOf(rows, "p1")).toBe(2001);
  });

  it("keeps the buy's total where made up ids could be of either package", async () => {
    const twins = buyOf(livePackage("p1", 6000, "same"), livePackage("p2", 3000, "same"));
    const { rows, findings } = await reading(twins, () => ({
      delivery: figures(3000, 30),
      by_package: ["x", "y"].map((package_id) => ({ package_id, product_id: "same", ...figures(1500, 15) })),
      timeseries: days.map((date) => ({ date, ...figures(1000, 10) })),
    }));
    expect(findings).toContainEqual({
      kind: "synthetic package ids",
      text: expect.stringMatching(/x, y could be of more than one of 2 packages/),
    });
    expect(spendOf(rows, "p1") + spendOf(rows, "p2")).toBe(3000);
  });

  it.each([
    ["of the whole buy", false],
    ["of its packages", true],
  ])(
    "takes no total of all days for the day that it leaves out and was asked for alone (%s)",
    async (_, isOfPackages) => {
      const one = buyOf(livePackage("p1", 9000));
      const listed = [
        { date: "2027-01-11", ...figures(1000, 10) },
        { date: "2027-01-13", ...figures(2000, 20) },
      ];
      const { rows } = await reading(one, () => ({
        delivery: figures(3000, 30),
        ...(isOfPackages
          ? { by_package: [{ package_id: "p1", ...figures(3000, 30), timeseries: listed }] }
          : { timeseries: listed }),
      }));
      expect(rows.map(({ date, spendMinor }) => [date, spendMinor])).toEqual([
        ["2027-01-11", 1000],
        ["2027-01-13", 2000],
      ]);
    },
  );

  it("takes one period from a seller that reports all it has whatever day it is asked for", async () => {
    const {
      rows,
      findings,
      daysUnreported: unreported,
    } = await reading(two, () => ({
      delivery: figures(3000, 30),
      by_package: [
        { package_id: "p1", ...figures(2000, 20) },
        { package_id: "p2", ...figures(1000, 10) },
      ],
    }));
    const period = { from: days[0], date: days.at(-1), basis: "stated" };
    expect(rows).toMatchObject([
      { packageId: "p1", ...period, spendMinor: 2000 },
      { packageId: "p2", ...period, spendMinor: 1000 },
    ]);
    expect(unreported).toEqual([]);
    expect(findings.map(({ kind }) => kind)).toEqual(["reported as a whole"]);
  });

  it("takes no spend for one that would not add up, and any other that is more than was ordered", async () => {
    const findingsOf = (amount: number) =>
      reading(two, () => ({
        delivery: figures(3000, 3 * amount),
        by_package: ["p1", "p2"].map((package_id) => ({
          package_id,
          ...figures(3000, 3 * amount),
          timeseries: days.map((date) => ({ date, ...figures(1000, amount) })),
        })),
      }));
    const endless = await findingsOf(9e11);
    expect(endless.rows.map(({ impressions, spendMinor }) => [impressions, spendMinor])).toEqual(
      Array.from({ length: 6 }, () => [1000, undefined]),
    );
    expect(endless.findings).toContainEqual(
      expect.objectContaining({ text: expect.stringMatching(/no possible figure.*: spend/) }),
    );
    const dear = await findingsOf(50_000);
    expect(spendOf(dear.rows, "p1")).toBe(15_000_000);
  });

  it("takes nothing of a report of another buy", async () => {
    const { answer } = await reading(two, () => ({ media_buy_id: "mb_2", delivery: figures(1, 1) }));
    expect(answer).toEqual({ type: "foreign", mediaBuyId: "mb_2" });
  });

  it.each([
    ["on days that add up to the total", {}],
    ["while it says that some is missing", { partial_data: true }],
  ])("takes no day that a report leaves out for one without delivery %s", async (_, more) => {
    const {
      rows,
      daysUnreported: unreported,
      asked,
    } = await reading(buyOf(livePackage("p1", 6000)), (start, end) => {
      const reportedDays = days.slice(0, 2).filter((date) => date >= start && date <= end);
      return {
        ...more,
        delivery: figures(1000 * reportedDays.length, 10 * reportedDays.length),
        timeseries: reportedDays.map((date) => ({ date, ...figures(1000, 10) })),
      };
    });
    expect(rows.map(({ impressions }) => impressions)).toEqual([1000, 1000]);
    expect(unreported).toEqual(["2027-01-13"]);
    expect(asked).toEqual(["2027-01-11 to 2027-01-13", "2027-01-13"]);
  });

  it.each<[string, "is taken" | "is not taken", (date: string) => Partial<Report>]>([
    ["in a row", "is taken", (date) => ({ timeseries: [{ date, ...figures(0, 0) }] })],
    ["of its package", "is taken", () => ({ by_package: [{ package_id: "p1", ...figures(0, 0) }] })],
    ["that is final", "is taken", () => ({ is_final: true, timeseries: [], by_package: [] })],
    ["that no row adds up to", "is not taken", () => ({ timeseries: [], by_package: [] })],
    ["of a part", "is not taken", () => ({ is_final: true, partial_data: true, timeseries: [] })],
  ])("a total of nothing %s, of a day that was left out and is asked for alone, %s", async (_, is, alone) => {
    const [first, left, last] = days;
    const { daysUnreported: unreported } = await reading(buyOf(livePackage("p1", 6000)), (start, end) =>
      start === end
        ? { delivery: figures(0, 0), ...alone(start) }
        : {
            delivery: figures(2000, 20),
            timeseries: [first, last].map((date = "") => ({ date, ...figures(1000, 10) })),
          },
    );
    expect(unreported).toEqual(is === "is taken" ? [] : [left]);
  });

  it("takes a day that is reported with nothing for one without delivery", async () => {
    const { rows, findings } = await reading(buyOf(livePackage("p1", 6000)), () => ({
      delivery: figures(1000, 10),
      timeseries: days.map((date, i) => ({ date, ...figures(i === 0 ? 1000 : 0, i === 0 ? 10 : 0) })),
    }));
    expect(rows.map(({ impressions }) => impressions)).toEqual([1000, 0, 0]);
    expect(findings).toEqual([]);
  });

  it("takes no package that is left out for one without delivery where the others add up to the day", async () => {
    const { rows, daysUnreported: unreported } = await reading(two, (start, end) => {
      const reportedDays = days.filter((date) => date >= start && date <= end);
      const all = { ...figures(1000 * reportedDays.length, 10 * reportedDays.length) };
      const timeseries = reportedDays.map((date) => ({ date, ...figures(1000, 10) }));
      return { delivery: all, timeseries, by_package: [{ package_id: "p1", ...all, timeseries }] };
    });
    expect(rows.map(({ packageId }) => packageId)).toEqual(["p1", "p1", "p1"]);
    expect(unreported).toEqual(days);
  });

  it("takes no impossible figure, and does not break on it", async () => {
    const { rows, findings } = await reading(buyOf(livePackage("p1", 6000)), () => ({
      delivery: figures(1e300, -5),
      timeseries: days.map((date) => ({ date, ...figures(1000, 1e300), completion_rate: 7 })),
    }));
    expect(rows.map(({ impressions, spendMinor }) => [impressions, spendMinor])).toEqual(
      days.map(() => [1000, undefined]),
    );
    expect(rows.every((row) => row.completionRate === undefined)).toBe(true);
    expect(findings).toMatchObject([
      { kind: "missing rates", text: expect.stringMatching(/impressions, spend/) },
    ]);
  });

  it("is not taken for real where a test deployment answers for a real seller", async () => {
    const { findings } = await reading(buyOf(livePackage("p1", 6000)), () => ({
      sandbox: true,
      delivery: figures(0, 0),
    }));
    expect(findings).toMatchObject([{ kind: "of a sandbox" }]);
  });
});

describe("final figures", () => {
  const now = Date.parse("2027-01-14T08:00:00Z");
  const settings = { now, finalAfterMs: 3 * 86_400_000, unfinished: false };
  const row = (date: string, final?: boolean) => ({
    packageId: "p1",
    lineId: "s1",
    date,
    impressions: 10,
    spendMinor: 5,
    basis: "stated" as const,
    ...(final === undefined ? {} : { final }),
  });
  const finals = (rows: Parameters<typeof newRows>[0], unfinished = false) =>
    newRows(rows, undefined, { ...settings, unfinished }).rows.map(({ final }) => final);

  it("are those that the seller calls so, and those that have stood", () => {
    expect(finals([row("2027-01-10"), row("2027-01-11")])).toEqual([true, false]);
    expect(finals([row("2027-01-13", true), row("2027-01-05", false)])).toEqual([true, false]);
    expect(finals([row("2027-01-05"), row("2027-01-06", true)], true)).toEqual([false, false]);
  });

  it("are taken by the report's own word for all of its days", async () => {
    const { rows } = await reading(buyOf(livePackage("p1", 6000)), () => ({
      is_final: true,
      delivery: figures(3000, 30),
      timeseries: days.map((date) => ({ date, ...figures(1000, 10) })),
    }));
    expect(rows.map(({ final }) => final)).toEqual([true, true, true]);
  });
});

it("plans nothing more for a buy from the day on which it was cancelled", () => {
  const budgets = [
    { from: "2027-01-11", minor: 2800, end: "2027-02-07" },
    { from: "2027-01-18", minor: 2800, end: "2027-01-18", cancelled: true as const },
  ];
  expect(plannedBy({ budgets, curve: "even" }, "2027-01-17")).toBeCloseTo(700);
  expect(plannedBy({ budgets, curve: "even" }, "2027-02-07")).toBeCloseTo(700);
});

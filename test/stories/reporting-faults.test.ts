import { expect, it } from "vitest";
import { giveApproval } from "../../src/campaign/approvals/approve.ts";
import { outcomesOf } from "../../src/campaign/measure/outcomes-of.ts";
import type {
  BuyDelivery,
  DeliveryFinding,
  DeliveryRow,
} from "../../src/campaign/model/measured/delivery.ts";
import { awaitsPerson } from "../../src/campaign/model/state/state.ts";
import { money } from "../../src/lib/money.ts";
import { renderMarkdown } from "../../src/report/renderers/markdown.ts";
import { makeReport } from "../../src/report/report.ts";
import { sellers } from "../../src/sandbox/inventory/sellers.ts";
import type { FaultRule } from "../../src/sandbox/sandbox.ts";
import { sellerAt } from "../fixtures/seller-at.ts";
import { connect } from "../sandbox/connect.ts";
import { openStory, type Story } from "./story.ts";

const harbour = sellerAt("harbour.example");

const task = "get_media_buy_delivery";
const others = sellers.map(({ domain }) => domain).filter((domain) => domain !== harbour.domain);

/** A campaign of two weeks with several packages at one seller. `packageDays`: whether it tells the days of each. */
const open = (packageDays = true) =>
  openStory({
    policies: [],
    sandbox: { sellers: [{ ...harbour, packageDays }] },
    brief: {
      budget: money(6_000_000, "EUR"),
      flight: { start: "2027-01-11", end: "2027-01-24" },
      channels: ["ctv", "olv"],
      limits: { maxCpm: money(4500, "EUR"), maxSharePerSeller: 1, excludedSellers: others },
    },
  });

/** Buys, and asks on each of the first `days` days of the flight; the first turn sees the fault already. */
async function play(story: Story, rules: readonly FaultRule[], days: number): Promise<void> {
  await story.run();
  story.sandbox.faults.set("sales", { rules });
  story.sandbox.advance(7);
  for (let day = 0; day < days; day++) {
    story.sandbox.advance(1);
    await story.run();
  }
}

interface Sums {
  readonly impressions: number;
  readonly spend: number;
}

/** What the seller's own books hold of each package up to the last day that was asked for. */
async function books(story: Story): Promise<Record<string, Sums>> {
  story.sandbox.faults.delete("sales");
  const { mediaBuyId, reportedTo } = await delivery(story);
  const { call } = await connect(story.sandbox, "/sales/mcp");
  const { by_package = [] } = await call(task, {
    media_buy_id: mediaBuyId,
    date_range: { start: "2027-01-11", end: reportedTo },
  });
  return Object.fromEntries(
    by_package.map(({ package_id = "", impressions, spend }) => [
      package_id,
      { impressions: impressions ?? 0, spend: Math.round((spend?.amount ?? 0) * 100) },
    ]),
  );
}

async function delivery(story: Story): Promise<BuyDelivery> {
  const [buy, ...more] = (await story.state()).delivery;
  if (buy === undefined || more.length > 0) throw new Error("one buy was expected");
  return buy;
}

async function taken(story: Story): Promise<Record<string, Sums>> {
  const sums: Record<string, Sums> = {};
  for (const { packageId, impressions = 0, spendMinor = 0 } of (await delivery(story)).rows) {
    const before = sums[packageId] ?? { impressions: 0, spend: 0 };
    sums[packageId] = { impressions: before.impressions + impressions, spend: before.spend + spendMinor };
  }
  return sums;
}

const totalOf = (sums: Record<string, Sums>, of: keyof Sums) =>
  Object.values(sums).reduce((total, one) => total + one[of], 0);

const reportOf = async (story: Story) => renderMarkdown(makeReport(await story.state())).replaceAll("\\", "");

const found = async (story: Story, kind: DeliveryFinding["kind"]) =>
  (await delivery(story)).findings.find((finding) => finding.kind === kind)?.text;

const isOpen = ({ final }: DeliveryRow) => !final;

it("takes what an honest seller reports, each day once, and asks for nothing twice a day", async () => {
  await using story = await open();
  await play(story, [], 6);
  await story.run();
  await story.run();
  expect(Object.keys(await taken(story)).length).toBeGreaterThan(1);
  expect(await taken(story)).toEqual(await books(story));
  expect(await delivery(story)).toMatchObject({ findings: [], restated: [], reportedTo: "2027-01-16" });
  const asked = story.sandbox.calls.filter((call) => call.task === task);
  expect(asked.length).toBeLessThanOrEqual(7);
  expect(outcomesOf(await story.state())).toMatchObject([{ final: false, period: { start: "2027-01-11" } }]);
});

/** Faults after which every package's figures are right all the same, with the words in which they are told. */
const harmless: readonly [
  name: string,
  kind: DeliveryFinding["kind"],
  says: RegExp,
  ...rules: FaultRule[],
][] = [
  [
    "makes up package ids",
    "synthetic package ids",
    /pkg_0 is taken for mb_sales_1_p\d; pkg_1 is taken for/,
    { do: "synthetic-ids", task },
  ],
  [
    "reports rates as null",
    "missing rates",
    /not reported: clicks, completion_rate/,
    { do: "null-rates", task },
  ],
  [
    "mixes in other buyers' rows",
    "foreign rows",
    /^rows of packages that were not bought here are in none of our figures: 1$/,
    { do: "foreign-rows", task },
  ],
  [
    "restates days",
    "restated",
    /\d days have other figures than before, such as/,
    { do: "restate", task, call: 3 },
  ],
  [
    "leaves days out",
    "missing days",
    /reported when they were asked for alone: 2027-01-1\d/,
    { do: "missing-days", task, every: 2 },
  ],
  [
    "has a total of its own",
    "sums differ",
    /add up to \d+ impressions, its total says \d+/,
    { do: "wrong-total", task },
  ],
  [
    "does not answer for a time",
    "late",
    /SERVICE_UNAVAILABLE/,
    { do: "fail", code: "SERVICE_UNAVAILABLE", task, times: 4 },
  ],
];

it.each(harmless)(
  "has the right figures, and names it, when a seller %s",
  async (_name, kind, says, ...rules) => {
    await using story = await open();
    await play(story, rules, 6);
    expect(await found(story, kind)).toMatch(says);
    expect(await taken(story)).toEqual(await books(story));
    if (kind !== "late") expect(await reportOf(story)).toContain(`${kind}: `);
  },
);

it("keeps the buy's total when a seller divides spend evenly, and says that the parts are doubtful", async () => {
  await using story = await open();
  await play(story, [{ do: "equal-split", task }], 6);
  expect(await found(story, "equal split")).toMatch(
    /have the same spend, EUR [\d,.]+, although they are not alike/,
  );
  const [own, theirs] = [await taken(story), await books(story)];
  expect(totalOf(own, "impressions")).toBe(totalOf(theirs, "impressions"));
  // Halves are rounded to the cent each day.
  expect(Math.abs(totalOf(own, "spend") - totalOf(theirs, "spend"))).toBeLessThanOrEqual(6);
  expect((await delivery(story)).rows.every(({ basis }) => basis === "shared out")).toBe(true);
});

it("converts no spend in another currency, and has it right when the seller has mended it", async () => {
  await using story = await open();
  await play(story, [{ do: "wrong-currency", task, currency: "USD" }], 6);
  expect(await found(story, "other currency")).toMatch(
    /reported in USD, the buy is in EUR: it is not converted/,
  );
  expect(totalOf(await taken(story), "spend")).toBe(0);
  expect((await delivery(story)).rows.filter(isOpen)).toHaveLength((await delivery(story)).rows.length);
  const impressions = totalOf(await taken(story), "impressions");
  expect((await story.state()).steps.find(awaitsPerson)?.check?.question).toMatchObject({ isMoney: true });
  story.sandbox.faults.delete("sales");
  story.sandbox.advance(1);
  await story.run();
  expect(await taken(story)).toEqual(await books(story));
  expect((await delivery(story)).restated).toEqual([]);
  // It was paused while people were asked about the currency, and runs again.
  expect((await story.state()).steps.filter(awaitsPerson)).toEqual([]);
  story.sandbox.advance(1);
  await story.run();
  expect(totalOf(await taken(story), "impressions")).toBeGreaterThan(impressions);
});

it("closes nothing while a seller says that its figures are not all there", async () => {
  await using story = await open();
  await play(story, [{ do: "partial-data", task }], 6);
  expect(await found(story, "partial")).toBeDefined();
  expect((await delivery(story)).rows.filter(isOpen)).toHaveLength((await delivery(story)).rows.length);
  story.sandbox.faults.delete("sales");
  story.sandbox.advance(1);
  await story.run();
  expect((await delivery(story)).rows.filter(isOpen).length).toBeLessThan(
    (await delivery(story)).rows.length,
  );
});

it("asks day by day where a seller tells days of the whole buy alone", async () => {
  await using story = await open(false);
  await play(story, [], 4);
  expect(await taken(story)).toEqual(await books(story));
  expect((await delivery(story)).rows.every(({ basis }) => basis === "stated")).toBe(true);
});

it("names who did not answer, and no longer when the figures are there", async () => {
  await using story = await open();
  await play(story, [{ do: "fail", code: "SERVICE_UNAVAILABLE", task }], 2);
  expect(await reportOf(story)).toContain("No figures from harbour.example");
  story.sandbox.faults.delete("sales");
  await story.run();
  expect(await reportOf(story)).not.toContain("No figures from");
  expect(await taken(story)).toEqual(await books(story));
});

it("ends when the figures of the last day have stood for three days, and not before", async () => {
  await using story = await open();
  await play(story, [], 14);
  expect((await story.state()).ended).toBeUndefined();
  expect(await story.run()).toMatchObject([
    { type: "date", reason: expect.stringMatching(/not final yet of mb_sales_1/) },
  ]);
  for (let day = 0; day < 3; day++) {
    story.sandbox.advance(1);
    await story.run();
  }
  expect((await story.state()).ended).toMatch(/measured on 2027-01-28/);
  expect(outcomesOf(await story.state())).toMatchObject([{ final: true, period: { end: "2027-01-24" } }]);
});

it("ends with its books named as open where a seller never tells its spend, a month after the flight", async () => {
  await using story = await open();
  await play(story, [{ do: "wrong-currency", currency: "USD", task }], 1);
  // What it is paid in is asked about, and taken.
  const order = (await story.state()).steps.find(awaitsPerson);
  await giveApproval(await story.app.ports(story.campaignId), order?.step.id ?? "", "robin");
  await story.run();
  story.sandbox.advance(13 + 29);
  expect(await story.run()).toMatchObject([{ type: "date", reason: expect.stringMatching(/not final yet/) }]);
  expect((await story.state()).ended).toBeUndefined();
  story.sandbox.advance(1);
  expect(await story.run()).toEqual([]);
  expect((await story.state()).ended).toBe(
    "flight over, measured on 2027-02-24; books not closed: mb_sales_1 of harbour.example",
  );
});

import { expect, it } from "vitest";
import type { Brief } from "../../src/brief/brief.ts";
import { simulatedClock } from "../../src/lib/clock.ts";
import { money } from "../../src/lib/money.ts";
import { openCampaign } from "./open-campaign.ts";
import { openRegistry } from "./registry.ts";
import { fixedCpm, type Product, product } from "./sellers/products.ts";
import { openSalesAgent, type SalesOptions } from "./sellers/sales-agent.ts";

type Figures = Readonly<Record<string, unknown>>;

interface Sold {
  readonly channel: Parameters<typeof product>[0]["channel"];
  readonly points: readonly Figures[];
  readonly cpm?: number;
  readonly guaranteed?: boolean;
  /** What its seller keeps orders to. */
  readonly keeps?: Figures;
  readonly forecast?: Figures;
  readonly option?: Figures;
}

const mid = (value: number) => ({ mid: value });
const all = (impressions: number, figures: Figures = {}) => ({
  metrics: { impressions: mid(impressions), ...figures },
});
const row = (geo_code: string, impressions: number) => ({
  ...all(impressions),
  dimensions: [{ kind: "geo", geo_level: geo_code.includes("-") ? "region" : "country", geo_code }],
});
const euros = (amount: number) => money(amount * 100, "EUR");
const flight = { start: "2027-02-01", end: "2027-03-28" };
const countries = { geo_countries: true };

function listing(name: string, { channel, points, cpm = 10, guaranteed = false, ...own }: Sold): Product {
  const publisher = `${name}.example`;
  const listed = product({
    id: name,
    channel,
    publisher,
    pricing: fixedCpm("only", cpm),
    impressions: 1,
    guaranteed,
  });
  const option = { pricing_option_id: "only", currency: "EUR", ...own.option };
  // Newer than the types of the standard's SDK.
  return {
    ...listed,
    ...(own.option && { pricing_options: [option] }),
    forecast: { ...listed.forecast, ...own.forecast, points },
  } as unknown as Product;
}

/** What is planned for a brief at sellers that each have a server of the standard's own, in euros. */
async function planAt(market: Readonly<Record<string, Sold>>, values: Partial<Brief>) {
  const clock = simulatedClock("2027-01-04T08:00:00Z");
  let counted = 0;
  const count = () => counted++;
  const sold = Object.entries(market);
  const sellers = await Promise.all(
    sold.map(([name, one]) =>
      openSalesAgent({
        clock,
        count,
        products: [listing(name, one)],
        ...(one.keeps && { targeting: one.keeps as SalesOptions["targeting"] }),
      }),
    ),
  );
  const registry = await openRegistry(
    sold.map(([name, { channel }], i) => ({
      domain: `${name}.example`,
      url: sellers[i]?.url ?? "",
      type: "sales",
      channels: [channel],
    })),
  );
  const campaign = await openCampaign({
    clock,
    registry,
    known: sellers,
    brief: {
      channels: [...new Set(sold.map(([, { channel }]) => channel))],
      flight,
      limits: { excludedSellers: [], maxSharePerSeller: 1 },
      ...values,
    },
  });
  try {
    await campaign.run("plan");
    const { plan } = await campaign.state();
    const spent: Record<string, number> = {};
    for (const { productId, amount } of plan?.lines ?? [])
      spent[productId] = (spent[productId] ?? 0) + Math.round(amount.minor / 100);
    return { plan, spent, left: Math.round((plan?.unallocated.minor ?? 0) / 100), why: plan?.whyLeft };
  } finally {
    for (const each of [campaign, registry, ...sellers]) await each[Symbol.asyncDispose]();
  }
}

it("a region in bursts: the one burst that is short says what else there is", async () => {
  const kept = { geo_countries: true, geo_regions: true };
  const shares = { "2027-02-01 2027-02-14": 0.2, "2027-02-22 2027-03-07": 0.3, "2027-03-15 2027-03-28": 0.5 };
  const { spent, left, why } = await planAt(
    {
      apfel: {
        channel: "display",
        cpm: 8,
        keeps: kept,
        points: [row("DE-HE", 4_000_000), row("DE-RP", 9_000_000)],
      },
      birne: { channel: "olv", cpm: 12, keeps: kept, points: [row("DE-HE", 1_500_000)] },
      quitte: { channel: "display", cpm: 3, keeps: countries, points: [all(90_000_000)] },
    },
    {
      kpi: { metric: "impressions", target: 1 },
      places: { include: { regions: ["DE-HE"] } },
      budget: euros(30_000),
      flights: Object.entries(shares).map(([days, share]) => {
        const [start = "", end = ""] = days.split(" ");
        return { start, end, share };
      }),
    },
  );
  expect([spent, left]).toEqual([{ apfel: 22_000, birne: 5_500 }, 2_500]);
  expect(why).toBe('without "only in Hessen" it would be placed');
});

it("television and video by rating points: all of it", async () => {
  const points = [{ metrics: { grps: mid(60) } }];
  const { spent, left, plan } = await planAt(
    {
      kanal: {
        channel: "linear_tv",
        guaranteed: true,
        option: {
          pricing_model: "cpp",
          fixed_price: 700,
          parameters: { demographic: "E 14-49", min_points: 5 },
        },
        forecast: { demographic_system: "nielsen", demographic: "E 14-49" },
        points,
      },
      netz: { channel: "olv", cpm: 14, points: [all(9_000_000, { reach: mid(3_000_000) })] },
    },
    {
      kpi: { metric: "grp", target: 55 },
      demographics: { age: { from: 14, to: 49 } },
      budget: euros(64_000),
    },
  );
  expect([spent, left]).toEqual([{ kanal: 42_000, netz: 22_000 }, 0]);
  expect(plan?.goal?.metric).toBe("grps");
});

it("leads at a cost: what would miss it is kept, with what it would bring", async () => {
  const { left, why, plan } = await planAt(
    {
      form: {
        channel: "social",
        option: { pricing_model: "cpa", event_type: "lead", fixed_price: 18 },
        points: [{ metrics: { lead: mid(420) } }],
      },
      netz: { channel: "display", cpm: 6, points: [all(2_500_000, { lead: mid(500) })] },
      teuer: { channel: "display", cpm: 9, points: [all(3_000_000, { lead: mid(30) })] },
    },
    { kpi: { metric: "cpl", target: 26 }, budget: euros(34_000) },
  );
  // 420 at 18 and 500 at 30 are 24.52 each: 1,400 more at 900 each come to 26.
  expect([left, why]).toEqual([10_040, "more would miss a CPL of EUR 26.00"]);
  expect(plan?.overTarget?.text).toContain("costs EUR 900.00 each");
});

it("retail by month: April alone is short, as each offer is full in it", async () => {
  const { left, why } = await planAt(
    {
      korb: { channel: "retail_media", cpm: 7, points: [all(5_600_000, { purchase: mid(2_800) })] },
      markt: { channel: "retail_media", cpm: 11, points: [all(2_000_000, { purchase: mid(800) })] },
    },
    {
      kpi: { metric: "purchases", target: 2_000 },
      budget: euros(60_000),
      flight: { start: "2027-02-01", end: "2027-04-30" },
      flights: [
        { start: "2027-02-01", end: "2027-02-28", share: 0.25 },
        { start: "2027-03-01", end: "2027-03-31", share: 0.35 },
        { start: "2027-04-01", end: "2027-04-30", share: 0.4 },
      ],
    },
  );
  expect(left).toBe(Math.round(24_000 - ((39_200 + 22_000) * 30) / 89));
  expect(why).toBe("no other offer has room for them in their burst");
});

it("screens in five cities: all of it at who keeps to them", async () => {
  const cities = [
    ["Leipzig", 51.34, 12.37],
    ["Dresden", 51.05, 13.74],
    ["Chemnitz", 50.83, 12.92],
    ["Halle", 51.48, 11.97],
    ["Erfurt", 50.98, 11.03],
  ] as const;
  const include = {
    cities: cities.map(([name, latitude, longitude]) => ({
      name,
      country: "DE",
      circle: { latitude, longitude, kilometres: 15 },
    })),
  };
  const { spent, left } = await planAt(
    {
      wand: {
        channel: "dooh",
        cpm: 9,
        keeps: { geo_countries: true, geo_proximity: { radius: true } },
        points: [all(3_000_000)],
      },
      halle: { channel: "dooh", cpm: 6, keeps: countries, points: [all(8_000_000)] },
    },
    { kpi: { metric: "impressions", target: 1 }, places: { include }, budget: euros(24_000) },
  );
  expect([spent, left]).toEqual([{ wand: 24_000 }, 0]);
});

it("a business audience: all of it", async () => {
  const { spent, left } = await planAt(
    {
      fach: { channel: "display", cpm: 28, points: [all(900_000, { clicks: mid(4_500) })] },
      breit: { channel: "display", cpm: 4, points: [all(6_000_000, { clicks: mid(6_000) })] },
    },
    {
      kpi: { metric: "clicks", target: 9_000 },
      audience: "buyers of machine tools",
      budget: euros(36_000),
      limits: { excludedSellers: [], maxSharePerSeller: 0.7 },
    },
  );
  expect([spent, left]).toEqual([{ breit: 24_000, fach: 12_000 }, 0]);
});

it("three countries by share: each has its part, by whoever sells there", async () => {
  const countryShares = { NL: { min: 0.5, max: 0.6 }, BE: { min: 0.3 }, LU: { max: 0.1 } };
  const { spent, left } = await planAt(
    {
      alles: {
        channel: "olv",
        cpm: 9,
        keeps: countries,
        points: [row("NL", 3_000_000), row("BE", 1_000_000), row("LU", 100_000)],
      },
      nah: { channel: "olv", cpm: 13, keeps: countries, points: [row("BE", 900_000)] },
    },
    {
      kpi: { metric: "impressions", target: 1 },
      countries: ["NL", "BE", "LU"],
      budget: euros(40_000),
      limits: { excludedSellers: [], maxSharePerSeller: 1, countryShares },
    },
  );
  expect([spent, left]).toEqual([{ alles: 33_900, nah: 6_100 }, 0]);
});

it("guaranteed only: a conflict where there is less of it, and full where there is enough", async () => {
  const market = (loose: number): Record<string, Sold> => ({
    fest: { channel: "ctv", cpm: 21, guaranteed: true, points: [all(1_200_000)] },
    lose: { channel: "ctv", cpm: 11, points: [all(loose)] },
  });
  const under = (minGuaranteedShare: number): Partial<Brief> => ({
    kpi: { metric: "impressions", target: 1 },
    budget: euros(31_000),
    limits: { excludedSellers: [], minGuaranteedShare },
  });
  const { plan } = await planAt(market(9_000_000), under(1));
  expect(plan?.conflict?.wishes.map(({ text }) => text)).toEqual([
    "at least 100 % of the budget with guaranteed delivery",
  ]);
  const { spent, left, why } = await planAt(market(400_000), under(0.7));
  expect([spent, left]).toEqual([{ fest: 25_200, lose: 4_400 }, 1_400]);
  expect(why).toBe("no other offer has room for them");
});

it("a launch with a test share: the limit without which the rest would be placed", async () => {
  const { spent, left, why } = await planAt(
    {
      alt: { channel: "olv", cpm: 9, points: [all(7_000_000)] },
      neu: { channel: "olv", cpm: 14, points: [all(500_000)] },
    },
    {
      kpi: { metric: "impressions", target: 1 },
      budget: euros(45_000),
      limits: { excludedSellers: [], maxSharePerSeller: 0.8, testShare: 0.15 },
    },
  );
  expect([spent, left]).toEqual([{ alt: 36_000, neu: 7_000 }, 2_000]);
  expect(why).toBe('without "at most 80 % of the budget at one seller" it would be placed');
});

it("a frequency cap: what is left where each offer is full", async () => {
  const { spent, left, why } = await planAt(
    {
      breit: { channel: "olv", cpm: 8, points: [all(6_000_000, { reach: mid(1_500_000) })] },
      schmal: { channel: "ctv", cpm: 18, points: [all(1_000_000, { reach: mid(700_000) })] },
    },
    {
      kpi: { metric: "reach", target: 2_000_000 },
      budget: euros(70_000),
      frequency: { times: 4, per: "flight" },
      frequencyCap: { times: 2, per: "week" },
    },
  );
  expect([spent, left]).toEqual([{ breit: 48_000, schmal: 18_000 }, 4_000]);
  expect(why).toBe("no other offer has room for them");
});

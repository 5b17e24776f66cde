import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Brief } from "../../../src/brief/brief.ts";
import type { Plan } from "../../../src/campaign/model/offers/plan.ts";
import { limitBrokenBy } from "../../../src/campaign/plan/allocate.ts";
import { makePlan } from "../../../src/campaign/plan/make-plan.ts";
import { rank } from "../../../src/campaign/rank/rank.ts";
import { times } from "../../depth.ts";
import { briefOf, planIn, type Sold } from "../quote/standard-market.ts";
import { context, exchange, seller } from "../rank/arbitraries.ts";

type Figures = Readonly<Record<string, number>>;

const total = (metrics: Figures) => ({ metrics });
const row = (geo_code: string, metrics: Figures, more: object = {}) => ({
  dimensions: [{ kind: "geo", geo_level: geo_code.includes("-") ? "region" : "country", geo_code }],
  metrics,
  ...more,
});
const keeps = { geo_countries: true, geo_regions: true };

const sells = (product: string, fixed_price: number, ...points: readonly object[]): Sold => ({
  product,
  keeps,
  option: { fixed_price },
  forecast: { points },
});

const islands = (values: Partial<Brief> & { readonly euros?: number }) => ({
  countries: ["IE", "GB"],
  ...values,
});
const shares = (IE: number, GB: number): Partial<Brief> => ({
  limits: {
    excludedSellers: [],
    maxSharePerSeller: 1,
    countryShares: { IE: { min: IE, max: IE }, GB: { min: GB, max: GB } },
  },
});
const clicks: Partial<Brief> = { kpi: { metric: "clicks", target: 1 } };
/** What each line has, in euros, by its product and place. */
async function planned(...[sold, values]: Parameters<typeof planIn>) {
  const { plan } = await planIn(sold, values);
  const euros = plan.lines.map(({ lineId, amount }) => [
    lineId.replace(/^\w+\.example\//, ""),
    amount.minor / 100,
  ]);
  return { plan, euros: Object.fromEntries(euros) };
}
const brought = ({ goal }: Plan) => goal?.expected.mid;

const x = sells(
  "x",
  4,
  row("IE", { impressions: 1_000_000, clicks: 2_000 }),
  row("GB", { impressions: 1_000_000, clicks: 6_000 }),
);
const y = sells("y", 4, total({ impressions: 2_000_000, clicks: 8_000 }));

describe("rates by place under shares", () => {
  // Ireland: 0.4 % of y against 0.2 % of x. Britain: 0.6 % of x against 0.4 % of y.
  it("make each country's money go to who brings most there", async () => {
    const { plan, euros } = await planned([x, y], islands({ euros: 8_000, ...clicks, ...shares(0.5, 0.5) }));
    expect(euros).toEqual({ "x/GB": 4_000, "y/IE": 4_000 });
    expect(brought(plan)).toBe(10_000);
  });

  it("count each country at its own rate where all of it has to be bought", async () => {
    const { plan } = await planned([x], islands({ euros: 4_000, ...clicks, ...shares(0.75, 0.25) }));
    // 750,000 at 0.2 % and 250,000 at 0.6 %.
    expect(brought(plan)).toBe(3_000);
  });

  it.each<readonly [string, Partial<Brief>, (own: number) => Figures]>([
    ["completed views", { kpi: { metric: "completed_views", target: 1 } }, (n) => ({ completed_views: n })],
    ["purchases", { kpi: { metric: "purchases", target: 1 } }, (n) => ({ purchase: n })],
    ["leads", { kpi: { metric: "leads", target: 1 } }, (n) => ({ lead: n })],
  ])("hold for %s", async (_, kpi, counting) => {
    const own = {
      ...sells(
        "x",
        4,
        row("IE", { impressions: 1_000_000, ...counting(2_000) }),
        row("GB", { impressions: 1_000_000, ...counting(6_000) }),
      ),
      channels: ["olv"],
    };
    const other = {
      ...sells("y", 4, total({ impressions: 2_000_000, ...counting(8_000) })),
      channels: ["olv"],
    };
    const { plan, euros } = await planned(
      [own, other],
      islands({ euros: 8_000, ...kpi, ...shares(0.5, 0.5) }),
    );
    expect(euros).toEqual({ "x/GB": 4_000, "y/IE": 4_000 });
    expect(brought(plan)).toBe(10_000);
  });

  it("hold for what can be seen", async () => {
    const seen = (geo: string, viewable_rate: number) =>
      row(geo, { impressions: 1_000_000 }, { viewability: { standard: "mrc", viewable_rate } });
    const { plan, euros } = await planned(
      [sells("x", 4, seen("IE", 0.2), seen("GB", 0.6))],
      islands({
        euros: 4_000,
        kpi: { metric: "viewable_impressions", target: 1 },
        limits: { excludedSellers: [], maxSharePerSeller: 1, countryShares: { GB: { max: 0.75 } } },
      }),
    );
    expect(euros).toEqual({ "x/GB": 3_000, "x/elsewhere": 1_000 });
    expect(brought(plan)).toBe(500_000);
  });

  it("hold for what inventory costs in an auction", async () => {
    const own: Sold = {
      ...sells(
        "x",
        0,
        row("IE", { impressions: 1_000_000, spend: 8_000 }),
        row("GB", { impressions: 1_000_000, spend: 2_000 }),
      ),
      option: { floor_price: 1, price_guidance: { p50: 5 } },
    };
    const { plan } = await planned(
      [own],
      islands({
        euros: 4_000,
        kpi: { metric: "impressions", target: 1 },
        ...shares(0.5, 0.5),
      }),
    );
    // 2,000 buy 250,000 at 8 a thousand in Ireland and 1,000,000 at 2 in Britain.
    expect(brought(plan)).toBe(1_250_000);
  });

  it("hold for whom each place reaches", async () => {
    const { plan } = await planned(
      [
        sells(
          "x",
          4,
          row("IE", { impressions: 1_000_000, reach: 100_000 }),
          row("GB", { impressions: 1_000_000, reach: 900_000 }),
        ),
      ],
      islands({ euros: 8_000, kpi: { metric: "reach", target: 1 }, ...shares(0.5, 0.5) }),
    );
    expect(plan.reach?.high).toBe(1_000_000);
  });
});

describe("a place without a figure of its own", () => {
  const silent = (more: readonly object[]) =>
    sells("x", 4, ...more, row("GB", { impressions: 1_000_000, clicks: 6_000 }));

  it("has the rate of all where its row states none", async () => {
    const all = [total({ impressions: 4_000_000, clicks: 12_000 }), row("IE", { impressions: 1_000_000 })];
    const { plan } = await planned([silent(all)], islands({ euros: 4_000, ...clicks, ...shares(0.5, 0.5) }));
    // 500,000 at 0.3 % and 500,000 at 0.6 %.
    expect(brought(plan)).toBe(4_500);
  });

  it("has what is left of the total without the others where it has no row", async () => {
    const { plan } = await planned(
      [silent([total({ impressions: 4_000_000, clicks: 9_000 })])],
      islands({ euros: 4_000, ...clicks, ...shares(0.5, 0.5) }),
    );
    // Of 3,000,000 elsewhere come 3,000 clicks: 500,000 at 0.1 % and 500,000 at 0.6 %.
    expect(brought(plan)).toBe(3_500);
  });

  it("borrows none from a place that has one", async () => {
    const { plan } = await planned(
      [silent([row("IE", { impressions: 1_000_000 })])],
      islands({ euros: 4_000, ...clicks, ...shares(0.5, 0.5) }),
    );
    // Display usually brings 0.05 % at the low end.
    expect(brought(plan)).toBeGreaterThan(3_000);
    expect(brought(plan)).toBeLessThan(3_500);
  });
});

describe("rates by place without shares", () => {
  it("buy a product for the place that brings most, and others after it", async () => {
    const { plan, euros } = await planned([x, y], islands({ euros: 8_000, ...clicks }));
    expect(euros).toEqual({ "x/GB": 4_000, y: 4_000 });
    expect(brought(plan)).toBe(10_000);
    const [sent] = plan.lines
      .filter(({ place }) => place === "GB")
      .flatMap(({ constraints = [] }) => constraints.flatMap((one) => one.sent?.targeting_overlay ?? []));
    expect(sent).toMatchObject({ geo_countries: ["GB"] });
  });

  it("value it at the mean where its seller keeps it to none", async () => {
    const { keeps: _, ...loose } = x;
    const { plan, euros } = await planned([loose], islands({ euros: 4_000, ...clicks }));
    expect(euros).toEqual({ x: 4_000 });
    expect(brought(plan)).toBe(4_000);
  });

  it("leave one order where all places bring alike", async () => {
    const alike = sells(
      "x",
      4,
      row("IE", { impressions: 1_000_000, clicks: 4_000 }),
      row("GB", { impressions: 3_000_000, clicks: 12_000 }),
    );
    const { euros } = await planned([alike], islands({ euros: 8_000, ...clicks }));
    expect(euros).toEqual({ x: 8_000 });
  });

  it("leave one order where all of it is bought", async () => {
    const { plan, euros } = await planned([x], islands({ euros: 8_000, ...clicks }));
    expect(euros).toEqual({ x: 8_000 });
    expect(brought(plan)).toBe(8_000);
  });

  it("leave one order where a place alone is less than its seller takes", async () => {
    const own: Sold = { ...x, option: { fixed_price: 4, min_spend_per_package: 6_000 } };
    const { plan, euros } = await planned([own], islands({ euros: 8_000, ...clicks }));
    expect(euros).toEqual({ x: 8_000 });
    expect(brought(plan)).toBe(8_000);
  });

  it("hold among regions", async () => {
    const own = sells(
      "x",
      4,
      row("DE-BY", { impressions: 1_000_000, clicks: 2_000 }),
      row("DE-HH", { impressions: 1_000_000, clicks: 6_000 }),
    );
    const places = { include: { regions: ["DE-BY", "DE-HH"] } };
    const { euros } = await planned([own], { countries: ["DE"], places, euros: 4_000, ...clicks });
    expect(euros).toEqual({ "x/DE-HH": 4_000 });
  });
});

describe("lines in a place without a share", () => {
  const kept = { limits: { excludedSellers: [], maxSharePerSeller: 1 } };
  const marketOf = async () => {
    const values = islands({ euros: 8_000, ...clicks, ...kept });
    const { plan, offers } = await planIn([x, y], values);
    const one = briefOf(values);
    const ranking = rank(offers, context({ brief: one, sellers: ["x.example", "y.example"].map(seller) }));
    return { plan, market: { brief: one, offers, ranking, exchange } };
  };

  it("keep every limit", async () => {
    const { plan, market } = await marketOf();
    expect(limitBrokenBy(plan, market)).toBeUndefined();
  });

  it("keep their amounts where others are split anew", async () => {
    const { plan, market } = await marketOf();
    const ordered = plan.lines.filter(({ place }) => place === "GB");
    const again = { planId: "plan", signals: [], ...market, kept: ordered };
    const after = await makePlan({ ...again, gone: new Set(["y.example"]) });
    expect(facts(after)).toEqual([
      ["x.example/x/GB", 400_000],
      ["x.example/x/IE", 400_000],
    ]);
  });

  it("take amounts that a person sets", async () => {
    const { plan, market } = await marketOf();
    const amounts = plan.lines.map(({ offerId, place, amount }) => ({
      offerId,
      place,
      was: amount.minor,
      to: place === "GB" ? 300_000 : amount.minor,
    }));
    const byHand = { by: ["hand"], amounts };
    const edited = await makePlan({ planId: "plan", signals: [], ...market, byHand });
    expect(
      Object.entries(Object.fromEntries(facts(edited))).toSorted(([a], [b]) => a.localeCompare(b)),
    ).toEqual([
      ["x.example/x/GB", 300_000],
      ["y.example/y", 400_000],
    ]);
    expect(edited.whyLeft).toBe("hand left it free by hand");
    expect(edited.binding).toContain("EUR 1,000.00 stay unallocated: hand left it free by hand");
  });
});

const facts = ({ lines }: Plan) => lines.map(({ lineId, amount }) => [lineId, amount.minor]);

const anyRate = fc.integer({ min: 1, max: 12 });
const anyRows = fc.array(
  fc.record({ cpm: fc.integer({ min: 2, max: 12 }), IE: anyRate, GB: anyRate, IEs: anyRate, GBs: anyRate }),
  { minLength: 1, maxLength: 4 },
);
type Rows = typeof anyRows extends fc.Arbitrary<infer Of> ? Of : never;
const rowsOf = ({ IE, GB, IEs, GBs }: Rows[number]) => [
  row("IE", { impressions: IEs * 100_000, clicks: IEs * IE * 100 }),
  row("GB", { impressions: GBs * 100_000, clicks: GBs * GB * 100 }),
];
const market = (all: Rows, pointsOf: (one: Rows[number]) => readonly object[] = rowsOf) =>
  all.map((one, i) => sells(`o${i}`, one.cpm, ...pointsOf(one)));

describe("markets with rows by place", () => {
  const values = (share: number | undefined) =>
    islands({ euros: 4_000, ...clicks, ...(share && shares(share, 1 - share)) });
  const anyShare = fc.constantFrom(undefined, 0.25, 0.5);

  it("come out as by hand: the cheapest clicks first, each place by itself", async () => {
    await fc.assert(
      fc.asyncProperty(anyRows, fc.boolean(), async (some, isShared) => {
        // A dear one has room for all that others do not take.
        const all = [...some, { cpm: 50, IE: 1, GB: 1, IEs: 100, GBs: 100 }];
        const { plan } = await planned(market(all), values(isShared ? 0.5 : undefined));
        const inPlace = (place: "IE" | "GB") =>
          all.map((one) => ({ rate: one[place] / one.cpm, worth: one[`${place}s`] * one.cpm * 100 }));
        const best = (cells: { rate: number; worth: number }[], euros: number) => {
          let [left, all] = [euros, 0];
          for (const { rate, worth } of cells.toSorted((a, b) => b.rate - a.rate)) {
            all += Math.min(left, worth) * rate;
            left -= Math.min(left, worth);
          }
          return all;
        };
        const most = isShared
          ? best(inPlace("IE"), 2_000) + best(inPlace("GB"), 2_000)
          : best([...inPlace("IE"), ...inPlace("GB")], 4_000);
        expect(brought(plan)).toBeGreaterThanOrEqual(Math.floor(most * 0.985) - 2);
        expect(brought(plan)).toBeLessThanOrEqual(most + 1);
      }),
      { numRuns: times(15, 200) },
    );
  }, 240_000);

  it("come out alike however rows are ordered, cut or told twice", async () => {
    await fc.assert(
      fc.asyncProperty(anyRows, anyShare, async (all, share) => {
        const { plan } = await planned(market(all), values(share));
        const variants = [
          (one: Rows[number]) => rowsOf(one).toReversed(),
          (one: Rows[number]) => [...rowsOf(one), ...rowsOf(one)],
          ({ IE, GB, IEs, GBs }: Rows[number]) => [
            row("IE", { impressions: IEs * 100_000, clicks: IEs * IE * 100 }),
            ...["GB-ENG", "GB-SCT"].map((region) =>
              row(region, { impressions: GBs * 50_000, clicks: GBs * GB * 50 }),
            ),
          ],
        ];
        for (const variant of variants) {
          const { plan: other } = await planned(market(all, variant), values(share));
          expect(facts(other)).toEqual(facts(plan));
          expect(brought(other)).toBe(brought(plan));
        }
      }),
      { numRuns: times(10, 200) },
    );
  }, 240_000);
});

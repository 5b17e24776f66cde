import fc from "fast-check";
import { expect, test } from "vitest";
import { times } from "../../depth.ts";
import { briefOf, offersIn, planIn, type Sold } from "./standard-market.ts";

const steps = 20;

/** What the best of all splits in twentieths brings, each offer along its own figures. */
function best(curves: readonly ((euros: number) => number)[], euros: number): number {
  const step = euros / steps;
  const most = (place: number, left: number): number => {
    const curve = curves[place];
    if (curve === undefined) return 0;
    return Math.max(
      ...Array.from({ length: left + 1 }, (_, n) => curve(n * step) + most(place + 1, left - n)),
    );
  };
  return most(0, steps);
}

const anyCpm = fc.integer({ min: 2, max: 30 });
const anyOutcomes = fc.integer({ min: 1, max: 2000 });

const kpis = [
  { kpi: { metric: "leads", target: 100 }, figure: "lead" },
  { kpi: { metric: "conversions", target: 100 }, figure: "purchase" },
  { kpi: { metric: "clicks", target: 100 }, figure: "clicks" },
  { kpi: { metric: "completed_views", target: 100 }, figure: "completed_views" },
  { kpi: { metric: "engagements", target: 100 }, figure: "engagements" },
] as const;

/** Offers at fixed CPMs, each with its outcomes told beside its impressions. */
const anyMarket = fc.array(
  fc.record({ cpm: anyCpm, impressions: fc.integer({ min: 50_000, max: 3_000_000 }), outcomes: anyOutcomes }),
  { minLength: 1, maxLength: 4 },
);

test("outcomes of events and metrics come out as the best of all splits", { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      anyMarket,
      fc.constantFrom(...kpis),
      fc.integer({ min: 2000, max: 40_000 }),
      async (offers, { kpi, figure }, euros) => {
        const sold = offers.map(
          ({ cpm, impressions, outcomes }, i): Sold => ({
            product: `p${i}`,
            option: { fixed_price: cpm },
            forecast: {
              points: [{ metrics: { impressions: { mid: impressions }, [figure]: { mid: outcomes } } }],
            },
          }),
        );
        const { plan } = await planIn(sold, { euros, kpi });
        const curves = offers.map(
          ({ cpm, impressions, outcomes }) =>
            (spent: number) =>
              outcomes * Math.min(1, (spent * 1000) / cpm / impressions),
        );
        expect(plan.goal?.expected.mid ?? 0).toBeGreaterThanOrEqual(0.93 * best(curves, euros) - 2);
      },
    ),
    { numRuns: times(20, 500) },
  );
});

test("prices in the KPI's own unit beside CPMs come out as the best of all splits", {
  timeout: 60_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      anyMarket,
      fc.array(fc.record({ price: fc.integer({ min: 5, max: 200 }), available: fc.option(anyOutcomes) }), {
        minLength: 1,
        maxLength: 2,
      }),
      fc.integer({ min: 2000, max: 40_000 }),
      async (offers, actions, euros) => {
        const sold = [
          ...offers.map(
            ({ cpm, impressions, outcomes }, i): Sold => ({
              product: `p${i}`,
              option: { fixed_price: cpm },
              forecast: {
                points: [{ metrics: { impressions: { mid: impressions }, lead: { mid: outcomes } } }],
              },
            }),
          ),
          ...actions.map(
            ({ price, available }, i): Sold => ({
              product: `a${i}`,
              option: { pricing_model: "cpa", event_type: "lead", fixed_price: price },
              ...(available !== null && {
                forecast: { points: [{ metrics: { lead: { mid: available } } }] },
              }),
            }),
          ),
        ];
        const { plan } = await planIn(sold, { euros, kpi: { metric: "cpl", target: 50 } });
        const curves = [
          ...offers.map(
            ({ cpm, impressions, outcomes }) =>
              (spent: number) =>
                outcomes * Math.min(1, (spent * 1000) / cpm / impressions),
          ),
          ...actions.map(
            ({ price, available }) =>
              (spent: number) =>
                Math.min(spent / price, available ?? Number.POSITIVE_INFINITY),
          ),
        ];
        expect(plan.goal?.expected.mid ?? 0).toBeGreaterThanOrEqual(0.93 * best(curves, euros) - 2);
      },
    ),
    { numRuns: times(20, 500) },
  );
});

/** Clicks that fade: rising in both, the second point flatter than the first. */
const anyCurve = fc
  .record({
    first: fc.integer({ min: 500, max: 5000 }),
    clicks: fc.integer({ min: 500, max: 5000 }),
    more: fc.integer({ min: 100, max: 5000 }),
    fade: fc.integer({ min: 5, max: 95 }),
  })
  .map(({ first, clicks, more, fade }) => ({
    points: [
      { budget: first, clicks },
      { budget: first + more, clicks: clicks + Math.ceil((clicks / first) * more * (fade / 100)) },
    ],
  }));

function along(points: readonly { budget: number; clicks: number }[], spent: number): number {
  const corners = [{ budget: 0, clicks: 0 }, ...points];
  const after = corners.findIndex(({ budget }) => budget >= spent);
  if (after < 0) return corners.at(-1)?.clicks ?? 0;
  const [from, to] = [corners[after - 1], corners[after]];
  if (from === undefined || to === undefined) return 0;
  return from.clicks + ((to.clicks - from.clicks) * (spent - from.budget)) / (to.budget - from.budget);
}

test("curves of a metric come out as the best of all splits, in whatever order their points are", {
  timeout: 60_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyCurve, { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1000, max: 12_000 }),
      async (curves, euros) => {
        const market = (turned: boolean) =>
          curves.map(({ points }, i): Sold => {
            const all = points.map(({ budget, clicks }) => ({
              budget,
              metrics: { clicks: { mid: clicks } },
            }));
            return {
              product: `p${i}`,
              option: { fixed_price: 5 },
              forecast: { points: turned ? all.reverse() : all },
            };
          });
        const kpi = { metric: "clicks", target: 100 } as const;
        const one = await planIn(market(false), { euros, kpi });
        const other = await planIn(market(true), { euros, kpi });
        expect(other.euros).toEqual(one.euros);
        const brought = best(
          curves.map(
            ({ points }) =>
              (spent: number) =>
                along(points, spent),
          ),
          euros,
        );
        expect(one.plan.goal?.expected.mid ?? 0).toBeGreaterThanOrEqual(0.97 * brought - 2);
      },
    ),
    { numRuns: times(20, 500) },
  );
});

test("a total that is told row by row, in agreement, buys as much", { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.constantFrom("DE-BY", "DE-BE", "DE-SN", "DE-NW", "DE-HH"), { minLength: 1 }),
      fc.infiniteStream(fc.integer({ min: 10_000, max: 400_000 })),
      fc.boolean(),
      async (regions, sizes, isTotalToo) => {
        const rows = regions.map((geo_code) => ({
          metrics: { impressions: { mid: sizes.next().value } },
          dimensions: [{ kind: "geo", geo_level: "region", geo_code }],
        }));
        const total = {
          metrics: {
            impressions: { mid: rows.reduce((sum, { metrics }) => sum + metrics.impressions.mid, 0) },
          },
        };
        const at = async (points: readonly unknown[]) =>
          (
            await planIn(
              [
                {
                  product: "p",
                  option: { fixed_price: 10 },
                  keeps: { geo_countries: true },
                  forecast: { points },
                },
              ],
              { euros: 5000, countries: ["DE"] },
            )
          ).plan.goal?.expected;
        expect(await at(isTotalToo ? [...rows, total] : rows)).toEqual(await at([total]));
      },
    ),
    { numRuns: times(20, 500) },
  );
});

test("reach that a seller tells of all holds for rows that are all of it, and for no less", async () => {
  const total = { metrics: { impressions: 900_000, reach: 300_000 } };
  const rows = (parts: readonly number[]) =>
    parts.map((impressions, i) => ({
      metrics: { impressions },
      dimensions: [{ kind: "geo", geo_level: "region", geo_code: `NL-${["NH", "ZH"][i]}` }],
    }));
  const reachWith = (points: readonly object[]) =>
    offersIn(
      [{ product: "p", option: { fixed_price: 5 }, forecast: { points, reach_unit: "individuals" } }],
      briefOf({}),
    )[0]?.reach?.mid;
  expect(reachWith([total])).toBe(300_000);
  expect(reachWith([total, ...rows([500_000, 400_000])])).toBe(300_000);
  expect(reachWith([total, ...rows([500_000])])).not.toBe(100_000);
});

test("a seller that puts the brief's words into every text gets nothing from it", {
  timeout: 60_000,
}, async () => {
  const words = "Launch leads reach DE display EUR 5,000 best value";
  const market = (text: string): Sold[] =>
    [3, 5].map((cpm, i) => ({
      product: `p${i}`,
      description: i === 0 ? text : "Plain",
      option: { fixed_price: cpm, notes: text },
      forecast: {
        measurement_source: text,
        generated_at: text,
        points: [
          {
            label: text,
            note: text,
            metrics: { impressions: { mid: 900_000 + i }, lead: { mid: 100 + i }, [text]: { mid: 1e9 } },
          },
        ],
      },
    }));
  const kpi = { metric: "leads", target: 100 } as const;
  const plain = await planIn(market("none"), { euros: 3000, kpi });
  expect((await planIn(market(words), { euros: 3000, kpi })).euros).toEqual(plain.euros);
});

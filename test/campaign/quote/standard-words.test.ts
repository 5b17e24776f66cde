import { describe, expect, test } from "vitest";
import { emptyState } from "../../../src/campaign/model/state/state.ts";
import { normaliseProducts } from "../../../src/campaign/quote/normalise.ts";
import { productSchema } from "../../../src/protocol/records/product.ts";
import { packageName } from "../../../src/report/account/buys.ts";
import { exchange, seller } from "../rank/arbitraries.ts";
import { briefOf, offersIn, planIn, type Sold } from "./standard-market.ts";

const all = (metrics: Record<string, number>, more: Record<string, unknown> = {}) => ({
  metrics: Object.fromEntries(Object.entries(metrics).map(([name, mid]) => [name, { mid }])),
  ...more,
});
const country = (code: string) => ({ kind: "geo", geo_level: "country", geo_code: code });
const region = (code: string) => ({ kind: "geo", geo_level: "region", geo_code: code });
const inPlace = (place: unknown, impressions: number, more: unknown[] = []) =>
  all({ impressions }, { dimensions: [place, ...more] });

describe("what a brief is for is read by the standard's names", () => {
  test("leads are events", async () => {
    const { plan, euros } = await planIn(
      [
        {
          product: "a",
          option: { fixed_price: 10 },
          forecast: { points: [all({ impressions: 1_200_000, lead: 480 })] },
        },
        {
          product: "b",
          option: { fixed_price: 2 },
          forecast: { points: [all({ impressions: 6_000_000, lead: 6, clicks: 30_000 })] },
        },
      ],
      { euros: 12_000, kpi: { metric: "leads", target: 400 } },
    );
    expect(euros).toEqual({ a: 12_000 });
    expect(plan.goal?.expected.mid).toBe(480);
    expect(plan.goal?.cost?.mid).toBeCloseTo(2500);
  });

  test.each([
    ["conversions", "purchase"],
    ["purchases", "purchase"],
    ["installs", "app_install"],
    ["registrations", "complete_registration"],
    ["trials", "start_trial"],
    ["subscriptions", "subscribe"],
    ["engagements", "engagements"],
    ["follows", "follows"],
    ["views", "views"],
  ] as const)("%s are counted by %s", async (metric, figure) => {
    const { euros, plan } = await planIn(
      [
        {
          product: "a",
          option: { fixed_price: 10 },
          forecast: { points: [all({ impressions: 1_000_000, [figure]: 900 })] },
        },
        {
          product: "b",
          option: { fixed_price: 2 },
          forecast: {
            points: [
              all({
                impressions: 6_000_000,
                [figure]: 90,
                clicks: 30_000,
                add_to_cart: 4000,
                page_view: 90_000,
              }),
            ],
          },
        },
      ],
      { euros: 10_000, kpi: { metric, target: 400 } },
    );
    expect(euros).toEqual({ a: 10_000 });
    expect(plan.goal?.expected.mid).toBe(900);
  });

  test("a brief that names another event counts it, stages of one person are not added, and refunds are taken off", () => {
    const forecast = {
      points: [
        all({
          impressions: 1_000_000,
          purchase: 100,
          refund: 20,
          add_to_cart: 500,
          lead: 300,
          qualify_lead: 40,
        }),
      ],
    };
    const rates = (kpi: Parameters<typeof briefOf>[0]["kpi"]) =>
      offersIn([{ product: "a", option: { fixed_price: 5 }, forecast }], briefOf({ kpi }))[0]?.rates;
    expect(rates({ metric: "conversions", target: 1 })?.conversions?.mid).toBeCloseTo(80e-6, 12);
    expect(rates({ metric: "leads", target: 1, event: "qualify_lead" })?.leads?.mid).toBeCloseTo(40e-6, 12);
    expect(rates({ metric: "leads", target: 1 })?.leads?.mid).toBeCloseTo(300e-6, 12);
    expect(rates({ metric: "conversions", target: 1, event: "add_to_cart" })?.conversions?.mid).toBeCloseTo(
      500e-6,
      12,
    );
  });

  test("viewable impressions are the part of what can be measured", async () => {
    const of = (product: string, rate: number): Sold => ({
      product,
      option: { fixed_price: 5 },
      forecast: {
        points: [
          all(
            { impressions: 1_000_000 },
            {
              viewability: {
                standard: "mrc",
                measurable_impressions: { mid: 950_000 },
                viewable_rate: { mid: rate },
              },
            },
          ),
        ],
      },
    });
    const { euros, plan } = await planIn([of("a", 0.8), of("b", 0.2)], {
      euros: 5000,
      kpi: { metric: "viewable_impressions", target: 500_000 },
    });
    expect(euros).toEqual({ a: 5000 });
    expect(plan.goal?.expected.mid).toBe(760_000);
  });

  test.each([
    ["a count", { viewable_impressions: { mid: 600_000 } }, "mrc", 0.6],
    ["a rate over one, which is a count", { viewable_rate: { mid: 600_000 } }, "mrc", 0.6],
    ["another standard", { viewable_impressions: { mid: 600_000 } }, "groupm", undefined],
    ["more than there are impressions", { viewable_impressions: { mid: 6_000_000 } }, "mrc", undefined],
  ])("viewability by %s", (_, figures, standard, rate) => {
    const [offer] = offersIn(
      [
        {
          product: "a",
          option: { fixed_price: 5 },
          forecast: { points: [all({ impressions: 1_000_000 }, { viewability: { standard, ...figures } })] },
        },
      ],
      briefOf({}),
    );
    expect(offer?.rates?.viewable_impressions?.mid).toBe(rate);
  });
});

describe("a price for what the brief counts needs no impressions", () => {
  const lead: Sold = { product: "a", option: { pricing_model: "cpa", event_type: "lead", fixed_price: 22 } };

  test.each([
    ["as many as the money pays for", undefined, 500],
    ["as many as are forecast", { points: [all({ lead: 300 })] }, 300],
    [
      "as many as are forecast, with impressions told",
      { points: [all({ lead: 300, impressions: 3_000_000 })] },
      300,
    ],
  ])("%s", async (_, forecast, leads) => {
    const { plan } = await planIn([{ ...lead, ...(forecast && { forecast }) }], {
      euros: 11_000,
      kpi: { metric: "cpl", target: 30 },
    });
    expect(plan.goal?.expected.mid).toBe(leads);
    expect(plan.goal?.reached?.mid).toBeCloseTo(22);
    expect(plan.total.minor).toBe(leads * 2200);
  });

  test("a CPM is derived where impressions are told, and is not known else", () => {
    const one = briefOf({ kpi: { metric: "cpl", target: 30 } });
    const [told] = offersIn(
      [{ ...lead, forecast: { points: [all({ lead: 300, impressions: 3_000_000 })] } }],
      one,
    );
    expect(told?.cpm?.mid).toBeCloseTo(220);
    const [silent] = offersIn([lead], one);
    expect(silent?.cpm).toBeUndefined();
  });

  test.each([
    [
      "cpc",
      { metric: "clicks", target: 1 },
      { pricing_model: "cpc", fixed_price: 0.5 },
      { clicks: 30_000 },
      20_000,
    ],
    [
      "cpc at most what is forecast",
      { metric: "clicks", target: 1 },
      { pricing_model: "cpc", fixed_price: 0.5 },
      { clicks: 12_000 },
      12_000,
    ],
    [
      "cpcv",
      { metric: "cpcv", target: 1 },
      { pricing_model: "cpcv", fixed_price: 0.02 },
      { completed_views: 900_000 },
      500_000,
    ],
    [
      "vcpm",
      { metric: "viewable_impressions", target: 1 },
      { pricing_model: "vcpm", fixed_price: 5 },
      {},
      2_000_000,
    ],
    [
      "cpv",
      { metric: "views", target: 1 },
      { pricing_model: "cpv", fixed_price: 0.01, parameters: { view_threshold: { duration_seconds: 6 } } },
      { views: 5_000_000 },
      1_000_000,
    ],
    [
      "cpv at the end",
      { metric: "completed_views", target: 1 },
      { pricing_model: "cpv", fixed_price: 0.01, parameters: { view_threshold: 1 } },
      {},
      1_000_000,
    ],
    [
      "cpa for an install",
      { metric: "installs", target: 1 },
      { pricing_model: "cpa", event_type: "app_install", fixed_price: 2 },
      {},
      5000,
    ],
    [
      "cpa for the one event that there is",
      { metric: "cpa", target: 1 },
      { pricing_model: "cpa", event_type: "start_trial", fixed_price: 4 },
      {},
      2500,
    ],
  ] as const)("%s", async (_, kpi, option, metrics, units) => {
    const { plan } = await planIn(
      [
        {
          product: "a",
          channels: ["cinema"],
          option,
          ...(Object.keys(metrics).length > 0 && { forecast: { points: [all({ ...metrics })] } }),
        },
      ],
      { euros: 10_000, kpi },
    );
    expect(plan.goal?.expected.mid).toBe(units);
  });

  test("purchases that are forecast come before the event that is paid for, by its price in proportion", async () => {
    const { plan, offers } = await planIn(
      [{ ...lead, forecast: { points: [all({ lead: 500, purchase: 50 })] } }],
      { euros: 5500, kpi: { metric: "cpa", target: 300 } },
    );
    expect(offers[0]?.charges).toBe("leads");
    expect(plan.goal?.expected.mid).toBe(25);
  });

  test("what is paid by another event is not what is asked for", async () => {
    const { plan } = await planIn([{ ...lead, option: { ...lead.option, event_type: "page_view" } }], {
      euros: 11_000,
      kpi: { metric: "cpl", target: 30 },
    });
    expect(plan.lines).toEqual([]);
  });

  test("points of a group are bought by its price for a point, and no other group's are", async () => {
    const tv: Sold = {
      product: "a",
      channels: ["linear_tv"],
      option: {
        pricing_model: "cpp",
        fixed_price: 900,
        parameters: { demographic_system: "agf", demographic: "E 14-49" },
      },
      forecast: { demographic_system: "agf", demographic: "E 14-49", points: [all({ grps: 80 })] },
    };
    const kpi = { metric: "trp", target: 50 } as const;
    const { plan } = await planIn([tv], { euros: 45_000, kpi, demographics: { age: { from: 14, to: 49 } } });
    expect(plan.goal?.expected.mid).toBe(50);
    expect(plan.total.minor).toBe(4_500_000);
    expect(plan.goal?.share).toBeCloseTo(1);
    const other = await planIn([tv], {
      euros: 45_000,
      kpi,
      demographics: { age: { from: 25, to: 54 }, gender: "female" },
    });
    expect(other.plan.lines).toEqual([]);
  });
});

test("a point is a hundredth of the brief's own group where its seller does not say how many that are", () => {
  const tv: Sold = {
    product: "a",
    channels: ["linear_tv"],
    option: { pricing_model: "cpp", fixed_price: 900, parameters: { demographic: "A25-54" } },
  };
  const group = { demographics: { age: { from: 25, to: 54 } } } as const;
  const universe = { people: { DE: 20_000_000, AT: 0 }, source: "our panel" };
  const [known] = offersIn([tv], briefOf({ ...group, countries: ["DE"], universe }));
  expect(known?.cpm?.mid).toBeCloseTo(450, 0);
  const [unknown] = offersIn([tv], briefOf({ ...group, countries: ["DE"] }));
  expect(unknown?.cpm).toBeUndefined();
});

test("what is paid for as viewable by one standard is no figure by another", () => {
  const measured = (standard: "mrc" | "groupm") =>
    offersIn(
      [{ product: "a", option: { pricing_model: "vcpm", fixed_price: 5 } }],
      briefOf({ measurement: { viewability: { atLeast: 0.5, standard } } }),
    )[0];
  expect(measured("mrc")?.charges).toBe("viewable_impressions");
  expect(measured("groupm")?.charges).toBeUndefined();
  expect(measured("groupm")?.cpm?.mid).toBeCloseTo(350);
});

describe("a rate that brings a price to impressions", () => {
  const cpcv = (more: Partial<Sold>, forecast: unknown) => ({
    product: "a",
    channels: ["olv"],
    option: { pricing_model: "cpcv", fixed_price: 0.02 },
    forecast: { points: [forecast] },
    ...more,
  });
  const standards = [{ metric: "completion_rate", threshold: 0.8, vendor: { domain: "measures.example" } }];
  test.each<[string, Sold, number]>([
    [
      "is the seller's own at the point",
      cpcv({ performance_standards: standards }, all({ impressions: 100, completed_views: 60 })),
      1200,
    ],
    [
      "else what it promises at least",
      cpcv({ performance_standards: standards }, all({ impressions: 100 })),
      1600,
    ],
    ["else the channel's planning figure", cpcv({}, all({ impressions: 100 })), 1400],
  ])("%s", (_, sold, cpm) => {
    expect(offersIn([sold], briefOf({}))[0]?.cpm?.mid).toBeCloseTo(cpm);
  });

  test("is that of the seller's others on its channel before the planning figure", () => {
    const product = (id: string, metrics: Record<string, number>, channels = ["olv"]) =>
      productSchema.parse({
        product_id: id,
        name: id,
        channels,
        pricing_options: [
          { pricing_option_id: "only", pricing_model: "cpcv", currency: "EUR", fixed_price: 0.02 },
        ],
        forecast: { points: [all(metrics)] },
      });
    const products = [
      product("silent", { impressions: 100 }),
      product("one", { impressions: 100, completed_views: 40 }),
      product("other", { impressions: 100, completed_views: 90 }, ["ctv"]),
    ];
    const read = (some: typeof products) =>
      normaliseProducts({
        seller: seller("apex.example"),
        products: some,
        brief: briefOf({}),
        exchange,
      }).offers.find(({ productId }) => productId === "silent");
    expect(read(products)?.cpm?.mid).toBeCloseTo(800);
    expect(read(products)?.assumptions.join()).toContain("the seller's forecasts of others on its channel");
    expect(read(products)?.rates?.completed_views).toEqual(
      read([...products].reverse())?.rates?.completed_views,
    );
  });
});

describe("what inventory costs by its seller's forecast", () => {
  const auction = { floor_price: 1, price_guidance: { p50: 2 } };

  test("is the price, before the usual winning bid", async () => {
    const { plan } = await planIn(
      [
        {
          product: "a",
          option: auction,
          forecast: { points: [all({ impressions: 8_000_000, spend: 24_000 })] },
        },
      ],
      { euros: 16_000 },
    );
    expect(plan.lines[0]?.expectedImpressions).toBe(5_333_333);
    expect(plan.lines[0]?.bid?.minor).toBe(300);
  });

  test.each<[string, Record<string, unknown>, number, number]>([
    ["never under the floor", { floor_price: 4 }, 400, 400],
    [
      "and the most that one would pay where a bid is a ceiling",
      { floor_price: 1, max_bid: true, price_guidance: { p50: 2, p90: 6 } },
      300,
      600,
    ],
  ])("%s", (_, option, cpm, bid) => {
    const [offer] = offersIn(
      [{ product: "a", option, forecast: { points: [all({ impressions: 8_000_000, spend: 24_000 })] } }],
      briefOf({}),
    );
    expect(offer?.cpm?.mid).toBeCloseTo(cpm);
    expect(offer?.bid?.minor).toBe(bid);
  });

  test("in the currency of its forecast", () => {
    const [offer] = offersIn(
      [
        {
          product: "a",
          option: auction,
          forecast: { currency: "USD", points: [all({ impressions: 8_000_000, spend: 30_000 })] },
        },
      ],
      briefOf({}),
    );
    expect(offer?.cpm?.mid).toBeCloseTo(300);
  });
});

describe("rows by place", () => {
  const rows = [
    inPlace(country("AT"), 2_000_000),
    inPlace(country("CH"), 1_500_000),
    inPlace(country("IT"), 6_000_000),
  ];
  const impressionsIn = (
    points: unknown[],
    values: Parameters<typeof briefOf>[0],
    more: Partial<Sold> = {},
  ) =>
    offersIn(
      [
        {
          product: "a",
          option: { fixed_price: 5 },
          keeps: { geo_countries: true, geo_regions: true },
          forecast: { points },
          ...more,
        },
      ],
      briefOf(values),
    )[0]?.impressions?.mid;

  test.each<[string, unknown[], Parameters<typeof briefOf>[0], number | undefined]>([
    ["the brief's country", rows, { countries: ["AT"] }, 2_000_000],
    ["the sum of its countries", rows, { countries: ["AT", "IT"] }, 8_000_000],
    ["the row beside a total", [all({ impressions: 10_000_000 }), ...rows], { countries: ["CH"] }, 1_500_000],
    [
      "the regions of a country without a row of its own",
      [inPlace(region("DE-BY"), 300), inPlace(region("DE-BE"), 200), inPlace(region("AT-9"), 100)],
      { countries: ["DE"] },
      500,
    ],
    [
      "a region before its country",
      [inPlace(country("DE"), 900), inPlace(region("DE-BY"), 300)],
      { countries: ["DE"], places: { include: { regions: ["DE-BY"] } } },
      300,
    ],
    [
      "a country that is less than its regions",
      [inPlace(country("DE"), 400), inPlace(region("DE-BY"), 300), inPlace(region("DE-BE"), 200)],
      { countries: ["DE"] },
      400,
    ],
    [
      "a country without what is left out",
      [inPlace(country("DE"), 900), inPlace(region("DE-BY"), 300)],
      { countries: ["DE"], places: { exclude: { regions: ["DE-BY"] } } },
      600,
    ],
    [
      "a metro area by its system",
      [
        inPlace({ kind: "geo", geo_level: "metro", system: "nielsen_dma", geo_code: "501" }, 70),
        inPlace({ kind: "geo", geo_level: "metro", system: "nielsen_dma", geo_code: "803" }, 90),
      ],
      { countries: ["US"], places: { include: { metros: [{ system: "nielsen_dma", codes: ["501"] }] } } },
      70,
    ],
    [
      "postal areas in either spelling",
      [
        inPlace({ kind: "geo", geo_level: "postal_area", system: "us_zip", geo_code: "10001" }, 7),
        inPlace(
          { kind: "geo", geo_level: "postal_area", country: "US", system: "zip", geo_code: "10002" },
          5,
        ),
      ],
      {
        countries: ["US"],
        places: { include: { postalAreas: [{ country: "US", system: "zip", codes: ["10001", "10002"] }] } },
      },
      12,
    ],
    [
      "no intersection with another kind",
      [
        all({ impressions: 50 }),
        inPlace(country("AT"), 20),
        inPlace(country("AT"), 90, [{ kind: "placement", placement_ref: { placement_id: "top" } }]),
      ],
      { countries: ["AT"] },
      20,
    ],
    [
      "the intersection that is asked for",
      [
        all({ impressions: 50 }),
        inPlace(country("AT"), 20),
        inPlace(country("AT"), 9, [{ kind: "device_type", device_type: "mobile" }]),
      ],
      { countries: ["AT"], devices: ["mobile"] },
      9,
    ],
    [
      "placements where there is no total",
      [
        all(
          { impressions: 50 },
          { dimensions: [{ kind: "placement", placement_ref: { placement_id: "top" } }] },
        ),
        all(
          { impressions: 30 },
          { dimensions: [{ kind: "placement", placement_ref: { placement_id: "side" } }] },
        ),
        all({ impressions: 60 }, { dimensions: [{ kind: "device_type", device_type: "mobile" }] }),
      ],
      {},
      80,
    ],
    [
      "the total where its regions are a part of it alone",
      [all({ impressions: 900 }), inPlace(region("DE-BY"), 300)],
      { countries: ["DE"] },
      900,
    ],
    [
      "what a total leaves beside other regions",
      [all({ impressions: 900 }), inPlace(region("DE-BY"), 300), inPlace(region("DE-BE"), 100)],
      { countries: ["DE"], places: { include: { regions: ["DE-SN"] } } },
      500,
    ],
    [
      "nothing where all of it is elsewhere",
      [inPlace(region("DE-BY"), 300), inPlace(region("DE-BE"), 100)],
      { countries: ["DE"], places: { include: { regions: ["DE-SN"] } } },
      undefined,
    ],
    [
      "nothing of a row that names a kind twice",
      [all({ impressions: 50 }), inPlace(country("AT"), 20, [country("CH")])],
      { countries: ["AT"] },
      50,
    ],
  ])("%s", (_, points, values, impressions) => {
    expect(impressionsIn(points, values)).toBe(impressions);
    expect(impressionsIn([...points].reverse(), values)).toBe(impressions);
  });

  test("clicks add up as impressions do, and people do not", () => {
    const [offer] = offersIn(
      [
        {
          product: "a",
          option: { fixed_price: 5 },
          forecast: {
            reach_unit: "individuals",
            points: [
              all({ impressions: 1000, clicks: 10, reach: 400 }, { dimensions: [country("NL")] }),
              all({ impressions: 3000, clicks: 50, reach: 600 }, { dimensions: [country("BE")] }),
            ],
          },
        },
      ],
      briefOf({ countries: ["NL", "BE"] }),
    );
    expect(offer?.rates?.clicks?.mid).toBeCloseTo(0.015);
    expect(offer?.reach).toMatchObject({ low: 600, high: 1000 });
    expect(offer?.reach?.mid).toBeGreaterThan(999);
  });

  test("curves of places add up in proportion", () => {
    const at = (code: string, budget: number, impressions: number) =>
      all({ impressions }, { budget, dimensions: [country(code)] });
    const [offer] = offersIn(
      [
        {
          product: "a",
          option: { fixed_price: 5 },
          forecast: { points: [at("NL", 100, 50), at("NL", 200, 80), at("BE", 400, 60)] },
        },
      ],
      briefOf({ countries: ["NL", "BE"] }),
    );
    expect(offer?.response?.map(({ amount, impressions }) => [amount, impressions])).toEqual([
      [30_000, 80],
      [60_000, 140],
    ]);
  });

  test("a product whose rows all lie in the brief's place is inside of it, whatever its seller keeps", async () => {
    const bavaria: Sold = {
      product: "a",
      option: { fixed_price: 5 },
      forecast: { points: [all({ impressions: 1_000_000 }), inPlace(region("DE-BY"), 980_000)] },
    };
    const places = { include: { regions: ["DE-BY"] } };
    const { plan } = await planIn([bavaria], { euros: 1000, countries: ["DE"], places });
    expect(plan.lines.map(({ productId }) => productId)).toEqual(["a"]);
    expect(plan.lines[0]?.constraints?.find(({ field }) => field === "places.regions")?.held).toBe("product");
    const wider = {
      ...bavaria,
      forecast: { points: [all({ impressions: 2_000_000 }), inPlace(region("DE-BY"), 980_000)] },
    };
    expect((await planIn([wider], { euros: 1000, countries: ["DE"], places })).plan.lines).toEqual([]);
    const beside = {
      ...bavaria,
      forecast: { points: [inPlace(region("DE-BY"), 900), inPlace(region("DE-BE"), 100)] },
    };
    expect((await planIn([beside], { euros: 1000, countries: ["DE"], places })).plan.lines).toEqual([]);
    const elsewhere = {
      ...bavaria,
      keeps: { geo_regions: true },
      forecast: { points: [inPlace(region("DE-BE"), 1_000_000)] },
    };
    expect((await planIn([elsewhere], { euros: 1000, countries: ["DE"], places })).plan.lines).toEqual([]);
  });

  test("what was asked for and is kept is as told", async () => {
    const { plan } = await planIn(
      [
        {
          product: "a",
          option: { fixed_price: 10 },
          keeps: { geo_countries: true, geo_regions: true },
          forecast: { points: [all({ impressions: 2_000_000 })] },
        },
      ],
      { euros: 20_000, countries: ["DE"], places: { include: { regions: ["DE-SN"] } } },
    );
    expect(plan.lines[0]?.expectedImpressions).toBe(2_000_000);
    expect(plan.total.minor).toBe(2_000_000);
  });

  test("what nobody was asked for is scaled by people, and at most all of it", () => {
    const [offer] = offersIn(
      [
        {
          product: "a",
          option: { fixed_price: 10 },
          keeps: { geo_countries: true },
          forecast: { points: [all({ impressions: 2_000_000 })] },
        },
      ],
      briefOf({ countries: ["DE"], places: { include: { regions: ["DE-SN"] } }, soft: ["places"] }),
    );
    expect(offer?.impressions?.mid).toBeCloseTo(96_874, -1);
    expect(offer?.impressions?.low).toBe(offer?.impressions?.mid);
    expect(offer?.impressions?.high).toBe(2_000_000);
  });
});

describe("curves are read per metric", () => {
  test("clicks that fade go to two", async () => {
    const { plan, euros } = await planIn(
      [
        {
          product: "a",
          option: { fixed_price: 5 },
          forecast: {
            points: [all({ clicks: 2000 }, { budget: 1000 }), all({ clicks: 2400 }, { budget: 4000 })],
          },
        },
        {
          product: "b",
          option: { fixed_price: 5 },
          forecast: { points: [all({ clicks: 3000 }, { budget: 4000 })] },
        },
      ],
      { euros: 4000, kpi: { metric: "clicks", target: 4000 } },
    );
    expect(euros).toEqual({ a: 1000, b: 3000 });
    expect(plan.goal?.expected.mid).toBe(4250);
  });

  test("a rate is that of the point which gives both", () => {
    const [offer] = offersIn(
      [
        {
          product: "a",
          option: { fixed_price: 5 },
          forecast: { points: [all({ impressions: 500, clicks: 10 }), all({ impressions: 900 })] },
        },
      ],
      briefOf({}),
    );
    expect(offer?.rates?.clicks?.mid).toBeCloseTo(0.02);
    expect(offer?.impressions?.mid).toBe(900);
  });

  test("goals with what they cost are a curve, and inventory with what it costs is none", () => {
    const points = [
      all({ clicks: 100, impressions: 10_000, spend: 50 }),
      all({ clicks: 150, impressions: 20_000, spend: 100 }),
    ];
    const read = (unit: string) =>
      offersIn(
        [{ product: "a", option: { fixed_price: 5 }, forecast: { forecast_range_unit: unit, points } }],
        briefOf({}),
      )[0];
    expect(read("clicks")?.brings?.clicks?.map(({ amount, mid }) => [amount, mid])).toEqual([
      [5000, 100],
      [10_000, 150],
    ]);
    expect(read("availability")?.response).toBeUndefined();
    expect(read("availability")?.impressions?.mid).toBe(20_000);
  });
});

describe("packages", () => {
  const radio: Sold = {
    product: "radio",
    channels: ["radio"],
    option: { fixed_price: 12 },
    forecast: {
      forecast_range_unit: "package",
      points: [
        all({ impressions: 500_000, spend: 10_000 }, { label: "Prime" }),
        all({ impressions: 200_000, spend: 2000 }, { label: "Morning" }),
      ],
    },
  };

  test("each point is an offer of its own, for what it costs and no other amount", async () => {
    const { plan, offers } = await planIn([radio], { euros: 2000 });
    expect(offers.map(({ name, cpm }) => [name, cpm?.mid])).toEqual([
      ["radio: Prime", 2000],
      ["radio: Morning", 1000],
    ]);
    expect(plan.lines.map(({ offerId, amount }) => [offerId, amount.minor])).toEqual([
      ["radio.example/radio/only/Morning", 200_000],
    ]);
    expect(plan.lines[0]?.expectedImpressions).toBe(200_000);
    const more = await planIn([radio], { euros: 9999 });
    expect(more.plan.lines.map(({ amount }) => amount.minor)).toEqual([200_000]);
    const enough = await planIn([radio], { euros: 10_000 });
    expect(enough.plan.lines.map(({ offerId, amount }) => [offerId, amount.minor])).toEqual([
      ["radio.example/radio/only/Prime", 1_000_000],
    ]);
  });

  test("several of one product are bought together, each under its own name, and say how their seller knows them", async () => {
    const { plan, offers } = await planIn([radio], { euros: 12_000 });
    expect(plan.lines).toHaveLength(2);
    const state = { ...emptyState("c"), plan, offers };
    expect(plan.lines.map((line) => packageName(state, line)).sort()).toEqual([
      "radio: Morning",
      "radio: Prime",
    ]);
    for (const { reason, lineId } of plan.lines)
      expect(reason).toContain(
        `its price and our reference tell its seller that ${lineId.split("/").at(-1)} is meant`,
      );
  });

  test("the price that is agreed is the pricing option's own", () => {
    const { forecast } = radio;
    const [prime] = offersIn([radio], briefOf({}));
    expect(prime?.price).toEqual({ minor: 1200, currency: "EUR" });
    const inDollars = offersIn([{ ...radio, forecast: { ...forecast, currency: "USD" } }], briefOf({}));
    expect(inDollars[0]?.minimumSpend).toEqual({ minor: 800_000, currency: "EUR" });
  });

  test("two of one name are shown and not bought", async () => {
    const twice = {
      ...radio,
      forecast: {
        forecast_range_unit: "package",
        points: [
          all({ impressions: 500, spend: 100 }, { label: "Prime" }),
          all({ impressions: 900, spend: 200 }, { label: "Prime" }),
        ],
      },
    };
    expect((await planIn([twice], { euros: 2000 })).plan.lines).toEqual([]);
  });
});

describe("how sure a forecast is", () => {
  const read = (method: string) =>
    offersIn(
      [
        {
          product: "a",
          option: { fixed_price: 5 },
          forecast: { method, points: [{ metrics: { impressions: { low: 900, mid: 1000, high: 1050 } } }] },
        },
      ],
      briefOf({}),
    )[0]?.impressions;
  test("follows from its method", () => {
    expect(read("guaranteed")).toEqual({ low: 1000, mid: 1000, high: 1000 });
    expect(read("modeled")).toEqual({ low: 900, mid: 1000, high: 1050 });
    expect(read("estimate")).toEqual({ low: 750, mid: 1000, high: 1250 });
  });
});

test("what cannot be read of a forecast costs nothing else", () => {
  const [offer] = offersIn(
    [
      {
        product: "a",
        option: { fixed_price: 5 },
        forecast: {
          demographic_system: 5,
          points: [
            "?",
            { budget: -3, metrics: { impressions: { mid: 1 } } },
            all({ impressions: 700 }, { label: 4, dimensions: [], "x-more": true }),
            { metrics: { impressions: { low: 9, high: 3 }, clicks: { mid: 3 } } },
          ],
        },
      },
    ],
    briefOf({}),
  );
  expect(offer?.impressions?.mid).toBe(700);
});

test("a frequency gives the reach that is not told", () => {
  const [offer] = offersIn(
    [
      {
        product: "a",
        option: { fixed_price: 5 },
        forecast: { points: [all({ impressions: 9000, frequency: 3 })] },
      },
    ],
    briefOf({}),
  );
  expect(offer?.reach?.mid).toBe(3000);
});

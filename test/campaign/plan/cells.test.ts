import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Brief } from "../../../src/brief/brief.ts";
import type { Offer } from "../../../src/campaign/model/offers/offer.ts";
import type { Plan } from "../../../src/campaign/model/offers/plan.ts";
import { limitBrokenBy } from "../../../src/campaign/plan/allocate.ts";
import { makePlan } from "../../../src/campaign/plan/make-plan.ts";
import { normaliseProducts } from "../../../src/campaign/quote/normalise.ts";
import { rank } from "../../../src/campaign/rank/rank.ts";
import { readProducts } from "../../../src/protocol/records/read-products.ts";
import { times } from "../../depth.ts";
import { brief, context, exactly, exchange, offer, seller } from "../rank/arbitraries.ts";

const euros = (amount: number) => ({ minor: Math.round(amount * 100), currency: "EUR" });

function marketOf(values: Partial<Brief>, offers: readonly Offer[]) {
  const one = brief({ limits: { excludedSellers: [], maxSharePerSeller: 1 }, ...values });
  const sellers = offers.map(({ sellerId }) => seller(sellerId));
  const rankUnder = (other: Brief) => rank(offers, context({ brief: other, sellers }));
  return { brief: one, offers, ranking: rankUnder(one), exchange, rankUnder };
}

function planFor(values: Partial<Brief>, offers: readonly Offer[]): Promise<Plan> {
  return makePlan({ planId: "plan", signals: [], ...marketOf(values, offers) });
}

/** An offer at a price for 1,000, with as much as `worth` euros buy. */
function sells(name: string, cpm: number, worth: number, values: Partial<Offer> = {}): Offer {
  return offer({
    productId: name,
    sellerId: `${name}.example`,
    price: euros(cpm),
    cpm: exactly(cpm * 100),
    impressions: exactly((worth * 1000) / cpm),
    ...values,
  });
}

/** What each line has, in euros, by what it is of. */
const amounts = ({ lines }: Plan) =>
  Object.fromEntries(
    lines.map(({ lineId, amount }) => [lineId.replace(/^\w+\.example\//, ""), amount.minor / 100]),
  );

const month = (days: string, share: number) => {
  const [start = "", end = ""] = days.split(" ");
  return { start, end, share };
};
const quarter = { start: "2027-01-01", end: "2027-03-31" };
const months = ["2027-01-01 2027-01-31", "2027-02-01 2027-02-28", "2027-03-01 2027-03-31"];
const equal = months.map((days) => month(days, 1 / 3));

describe("one short month", () => {
  const budget = euros(9_000);

  it("is the only one that is short, by what its days lack", async () => {
    const plan = await planFor({ flight: quarter, flights: equal, budget }, [sells("x", 4, 9_000)]);
    expect(amounts(plan)).toEqual({ "x/2027-01-01": 3_000, "x/2027-02-01": 2_800, "x/2027-03-01": 3_000 });
    expect(plan.unallocated).toEqual(euros(200));
    expect(plan.lines.map(({ expectedImpressions }) => expectedImpressions)).toEqual([
      750_000, 700_000, 750_000,
    ]);
    expect(plan.binding).toContain(
      "the burst 2027-02-01 to 2027-02-28 gets EUR 2,800.00 of its EUR 3,000.00, and what is over goes to no other burst",
    );
    expect(plan.binding).toContain(
      "x.example/x/cpm, 2027-02-01 to 2027-02-28 is at its expected inventory, EUR 2,800.00",
    );
    expect(plan.binding).toContain(
      "EUR 200.00 stay unallocated: no other offer has room for them in their burst",
    );
  });

  it("is so from a seller's own forecast", async () => {
    const one = { flight: quarter, flights: equal, budget };
    const { products } = readProducts([
      {
        product_id: "x",
        name: "Run of site",
        channels: ["display"],
        format_ids: [],
        forecast: { impressions: { min: 2_250_000, max: 2_250_000 } },
        pricing_options: [{ pricing_option_id: "o", pricing_model: "cpm", currency: "EUR", fixed_price: 4 }],
      },
    ]);
    const { offers } = normaliseProducts({
      seller: seller("x.example"),
      products,
      brief: brief(one),
      exchange,
    });
    expect((await planFor(one, offers)).total).toEqual(euros(8_800));
  });

  it("is filled by a dearer offer that has room in it, and by nothing else", async () => {
    const plan = await planFor({ flight: quarter, flights: equal, budget }, [
      sells("x", 4, 9_000),
      sells("y", 8, 9_000),
    ]);
    expect(amounts(plan)).toEqual({
      "x/2027-01-01": 3_000,
      "x/2027-02-01": 2_800,
      "x/2027-03-01": 3_000,
      "y/2027-02-01": 200,
    });
    expect(plan.unallocated.minor).toBe(0);
  });

  it("is not short where there is a little more", async () => {
    const plan = await planFor({ flight: quarter, flights: equal, budget }, [sells("x", 4, 9_643)]);
    expect(amounts(plan)).toEqual({ "x/2027-01-01": 3_000, "x/2027-02-01": 3_000, "x/2027-03-01": 3_000 });
  });

  it("takes no money from months by their days, which fill together", async () => {
    const flights = [31, 28, 31].map((days, i) => month(months[i] ?? "", days / 90));
    const plan = await planFor({ flight: quarter, flights, budget }, [sells("x", 4, 9_000)]);
    expect(plan.unallocated.minor).toBe(0);
  });

  it("by curves that fade, gets no more than its days bring", async () => {
    const response = [
      { amount: 450_000, impressions: 1_500_000 },
      { amount: 900_000, impressions: 2_250_000 },
    ];
    const plan = await planFor({ flight: quarter, flights: equal, budget }, [
      sells("x", 4, 9_000, { response }),
    ]);
    expect(amounts(plan)).toEqual({ "x/2027-01-01": 3_000, "x/2027-02-01": 2_800, "x/2027-03-01": 3_000 });
    expect(plan.lines[1]?.expectedImpressions).toBe(700_000);
  });

  it("with two weeks apart, each has what its own days have", async () => {
    const flight = { start: "2027-03-01", end: "2027-04-11" };
    const flights = [month("2027-03-01 2027-03-14", 0.6), month("2027-03-29 2027-04-11", 0.4)];
    // Of the six weeks' 900,000, each two have 300,000: the second has room for its 4,000, the first not for 6,000.
    const { products } = readProducts([
      {
        product_id: "x",
        name: "Run of site",
        channels: ["display"],
        format_ids: [],
        forecast: { impressions: { min: 3_750_000, max: 3_750_000 } },
        pricing_options: [{ pricing_option_id: "o", pricing_model: "cpm", currency: "EUR", fixed_price: 4 }],
      },
    ]);
    const one = { flight, flights, budget: euros(10_000) };
    const { offers } = normaliseProducts({
      seller: seller("x.example"),
      products,
      brief: brief(one),
      exchange,
    });
    expect(amounts(await planFor(one, offers))).toEqual({ "x/2027-03-01": 5_000, "x/2027-03-29": 4_000 });
  });
});

describe("a least for each package", () => {
  const flights = [
    month("2027-01-01 2027-01-31", 0.1),
    month("2027-02-01 2027-02-28", 0.3),
    month("2027-03-01 2027-03-31", 0.6),
  ];
  const one = { flight: quarter, flights, budget: euros(10_000) };
  const least = { minimumSpend: euros(2_500) };

  it("keeps an offer out of the bursts that are too small for it, and names the line to write", async () => {
    const plan = await planFor(one, [sells("x", 4, 90_000, least)]);
    expect(amounts(plan)).toEqual({ "x/2027-02-01": 3_000, "x/2027-03-01": 6_000 });
    expect(plan.unallocated).toEqual(euros(1_000));
    expect(plan.binding).toContain(
      "x.example/x/cpm, 2027-01-01 to 2027-01-31 is not bought: its minimum spend of EUR 2,500.00 is over EUR 1,000.00, 10 % of the budget, the share of the burst 2027-01-01 to 2027-01-31; share: 25% of this burst in the brief's flights buys it",
    );
    expect(plan.leftOut).toEqual([]);
  });

  it("leaves the small burst to an offer without one", async () => {
    const plan = await planFor(one, [sells("x", 4, 90_000, least), sells("y", 8, 90_000)]);
    expect(amounts(plan)).toEqual({ "x/2027-02-01": 3_000, "x/2027-03-01": 6_000, "y/2027-01-01": 1_000 });
  });

  it("holds in the seller's currency", async () => {
    const dollars = { minor: 250_000, currency: "USD" };
    const plan = await planFor(one, [sells("x", 4, 90_000, { minimumSpend: dollars, currency: "USD" })]);
    expect(plan.lines.map(({ budget }) => budget)).toEqual([
      { minor: 375_000, currency: "USD" },
      { minor: 750_000, currency: "USD" },
    ]);
  });

  it("says of an offer that fits no burst why each is too small", async () => {
    const plan = await planFor(one, [
      sells("x", 4, 90_000, { minimumSpend: euros(7_000) }),
      sells("y", 8, 90_000),
    ]);
    const { reason } = plan.leftOut[0] ?? {};
    expect(reason).toContain(
      "2027-03-01 to 2027-03-31: its minimum spend of EUR 7,000.00 is over EUR 6,000.00",
    );
  });

  it("divides no burst among more offers than it has room for", async () => {
    const offers = ["x", "y", "z"].map((name, i) => sells(name, 4 + i, 9_000, least));
    const plan = await planFor(one, offers);
    for (const { amount } of plan.lines) expect(amount.minor).toBeGreaterThanOrEqual(250_000);
    // 2,800 in February, where the rest is too little for another, and two in March.
    expect(plan.total).toEqual(euros(8_800));
  });

  it("buys every burst that it fits", async () => {
    const plan = await planFor(one, [sells("x", 4, 90_000, { minimumSpend: euros(1_000) })]);
    expect(amounts(plan)).toEqual({ "x/2027-01-01": 1_000, "x/2027-02-01": 3_000, "x/2027-03-01": 6_000 });
  });
});

describe("shares by country", () => {
  const held = { targetable: { countries: true } };
  const kpi = { metric: "impressions", target: 1 } as const;
  const benelux = (countryShares: Brief["limits"]["countryShares"], values: Partial<Brief> = {}) => ({
    countries: ["NL", "BE"],
    budget: euros(8_000),
    kpi,
    ...values,
    limits: {
      excludedSellers: [],
      maxSharePerSeller: 1,
      ...(countryShares && { countryShares }),
      ...values.limits,
    },
  });
  const both = { countries: ["NL", "BE"], ...held };
  const y = sells("y", 8, 90_000, { countries: ["NL"] });
  const z = sells("z", 8, 90_000, { countries: ["BE"] });
  const sixtyForty = { NL: { min: 0.6 }, BE: { min: 0.4 } };
  const overlays = ({ lines }: Plan) =>
    lines.map(({ constraints = [] }) =>
      constraints.flatMap(({ sent }) => sent?.targeting_overlay?.geo_countries ?? []),
    );

  it("buy what runs in both once for each, kept to it by the order", async () => {
    const plan = await planFor(benelux(sixtyForty), [sells("x", 4, 90_000, both), y, z]);
    expect(amounts(plan)).toEqual({ "x/NL": 4_800, "x/BE": 3_200 });
    expect(plan.goal?.expected.mid).toBe(2_000_000);
    expect(overlays(plan)).toEqual([["BE"], ["NL"]]);
    expect(plan.lines.map(({ place, offerId }) => [place, offerId])).toEqual([
      ["BE", "x.example/x/cpm"],
      ["NL", "x.example/x/cpm"],
    ]);
  });

  it("do so where its seller does not say where it runs, and once for all other countries", async () => {
    const plan = await planFor(benelux({ NL: { min: 0.25, max: 0.25 } }), [
      sells("x", 4, 90_000, held),
      y,
      z,
    ]);
    expect(amounts(plan)).toEqual({ "x/NL": 2_000, "x/elsewhere": 6_000 });
    expect(overlays(plan)).toContainEqual(["BE"]);
  });

  it.each<NonNullable<Brief["limits"]["countryShares"]>>([
    { NL: { min: 0.6 }, BE: { min: 0.4 } },
    { NL: { min: 0.6, max: 0.6 }, BE: { min: 0.4, max: 0.4 } },
    { NL: { min: 0.6, max: 0.6 } },
  ])("hold to the cent of a budget that they do not divide: %j", async (countryShares) => {
    const plan = await planFor(benelux(countryShares, { budget: euros(8_000.01) }), [
      sells("x", 4, 90_000, both),
    ]);
    expect(plan.unallocated.minor).toBeLessThanOrEqual(1);
    expect(amounts(plan)["x/NL"]).toBeCloseTo(4_800, 1);
  });

  it("leave what cannot be held to one of them to count for none", async () => {
    const plan = await planFor(benelux(sixtyForty), [
      sells("x", 4, 90_000, { countries: ["NL", "BE"] }),
      y,
      z,
    ]);
    expect(amounts(plan)).toEqual({ y: 4_800, z: 3_200 });
    expect(plan.goal?.expected.mid).toBe(1_000_000);
  });

  it("sell no more in all countries than there is", async () => {
    const plan = await planFor(benelux(sixtyForty), [
      sells("x", 4, 6_000, both),
      y,
      sells("z", 10, 90_000, { countries: ["BE"] }),
    ]);
    expect(amounts(plan)).toEqual({ "x/BE": 3_200, "x/NL": 2_800, y: 2_000 });
    expect(plan.binding).toContain(
      "x.example/x/cpm is at its limit of EUR 6,000.00: all that can be bought of it in all places",
    );
  });

  it("sell in a country what the forecast's row for it has", async () => {
    const { products } = readProducts([
      {
        product_id: "x",
        name: "Run of network",
        channels: ["display"],
        format_ids: [],
        targeting: { countries: true },
        forecast: {
          points: [
            {
              dimensions: [{ kind: "geo", geo_level: "country", geo_code: "NL" }],
              metrics: { impressions: { mid: 1_500_000 } },
            },
            {
              dimensions: [{ kind: "geo", geo_level: "country", geo_code: "BE" }],
              metrics: { impressions: { mid: 500_000 } },
            },
          ],
        },
        pricing_options: [
          { pricing_option_id: "cpm", pricing_model: "cpm", currency: "EUR", fixed_price: 4 },
        ],
      },
    ]);
    const one = benelux(sixtyForty);
    const { offers } = normaliseProducts({
      seller: { ...seller("x.example"), ...held },
      products,
      brief: brief(one),
      exchange,
    });
    expect(amounts(await planFor(one, [...offers, y, z]))).toEqual({
      "x/NL": 4_800,
      "x/BE": 2_000,
      z: 1_200,
    });
  });

  describe("where an offer tells its countries by rows", () => {
    const rows = { NL: 600_000, BE: 400_000 };
    const x = sells("x", 4, 4_000, {
      ...both,
      inPlaces: Object.fromEntries(
        Object.entries(rows).map(([code, units]) => [
          code,
          { hasRow: true, impressions: exactly(units), cpm: exactly(400) },
        ]),
      ),
    });

    it("buy one package for all of it where the shares hold without more", async () => {
      const one = benelux({ NL: { min: 0.3 }, BE: { max: 0.7 } });
      const plan = await planFor(one, [x, y]);
      expect(amounts(plan)).toEqual({ x: 4_000, y: 4_000 });
      expect(plan.goal?.expected.mid).toBe(1_500_000);
      expect(limitBrokenBy(plan, marketOf(one, [x, y]))).toBeUndefined();
    });

    it("buy each by itself where a share counts on it", async () => {
      expect(amounts(await planFor(benelux({ NL: { min: 0.6 }, BE: { max: 0.7 } }), [x, y]))).toEqual({
        "x/NL": 2_400,
        "x/BE": 1_600,
        y: 4_000,
      });
    });
  });

  it("hold a minimum in each country by itself", async () => {
    const least = { minimumSpend: euros(4_000) };
    const plan = await planFor(benelux(sixtyForty), [sells("x", 4, 90_000, { ...both, ...least }), y, z]);
    expect(amounts(plan)).toEqual({ "x/NL": 4_800, z: 3_200 });
  });

  it("hold with two sellers of which one runs everywhere", async () => {
    const values = benelux(sixtyForty, { limits: { excludedSellers: [], maxSharePerSeller: 0.5 } });
    const plan = await planFor(values, [sells("x", 4, 90_000, both), sells("w", 5, 90_000, both)]);
    expect(plan.total).toEqual(euros(8_000));
    for (const [country, least] of [
      ["NL", 4_800],
      ["BE", 3_200],
    ] as const)
      expect(
        plan.lines.reduce((sum, { place, amount }) => (place === country ? sum + amount.minor : sum), 0),
      ).toBeGreaterThanOrEqual(least * 100);
  });

  it("hold in each month with months of their own", async () => {
    const flights = months.map((days) => month(days, 1 / 3));
    const plan = await planFor(benelux(sixtyForty, { flight: quarter, flights, budget: euros(9_000) }), [
      sells("x", 4, 9_000, both),
      y,
      z,
    ]);
    expect(plan.unallocated.minor).toBe(0);
    const inFebruary = plan.lines.filter(({ flight }) => flight?.start === "2027-02-01");
    expect(
      inFebruary.reduce(
        (sum, { offerId, amount }) => (offerId.startsWith("x") ? sum + amount.minor : sum),
        0,
      ),
    ).toBe(280_000);
    expect(
      limitBrokenBy(
        plan,
        marketOf(benelux(sixtyForty, { flight: quarter, flights, budget: euros(9_000) }), [
          sells("x", 4, 9_000, both),
          y,
          z,
        ]),
      ),
    ).toBeUndefined();
  });

  it("reach no more people in two countries than its seller forecasts", async () => {
    const reach = exactly(400_000);
    const values = benelux(sixtyForty, { kpi: { metric: "reach", target: 400_000 } });
    const plan = await planFor(values, [sells("x", 4, 8_000, { ...both, reach })]);
    expect(plan.lines).toHaveLength(2);
    expect(plan.goal?.expected.high).toBeLessThanOrEqual(400_000);
  });

  it("change nothing where every product runs in one country", async () => {
    const plan = await planFor(benelux(sixtyForty), [y, z]);
    expect(plan.lines.map(({ place }) => place)).toEqual([undefined, undefined]);
    expect(amounts(plan)).toEqual({ y: 4_800, z: 3_200 });
  });
});

describe("shares by region", () => {
  const held = { targetable: { countries: true, regions: true } };
  const in_ = (regions: string[]) => ({ countries: ["DE"], places: { include: { regions } } });
  const shares = (regionShares: Brief["limits"]["regionShares"]) => ({
    limits: { excludedSellers: [], maxSharePerSeller: 1, ...(regionShares && { regionShares }) },
  });
  const budget = euros(10_000);

  it("buy a product once for each region, and once for the others", async () => {
    const plan = await planFor(
      {
        ...in_(["DE-BY", "DE-HH", "DE-HE"]),
        budget,
        ...shares({ "DE-BY": { min: 0.5 }, "DE-HH": { min: 0.3, max: 0.3 } }),
      },
      [sells("x", 4, 90_000, held)],
    );
    const { "x/DE-BY": bavaria = 0, "x/DE-HH": hamburg, "x/elsewhere": other = 0 } = amounts(plan);
    expect(hamburg).toBe(3_000);
    expect(bavaria).toBeGreaterThanOrEqual(5_000);
    expect(bavaria + other).toBe(7_000);
  });

  it("leave a region out of the rest where no region is asked for", async () => {
    const plan = await planFor(
      { countries: ["DE"], budget, ...shares({ "DE-BY": { min: 0.3, max: 0.3 } }) },
      [sells("x", 4, 90_000, held)],
    );
    expect(amounts(plan)).toEqual({ "x/DE-BY": 3_000, "x/elsewhere": 7_000 });
    const [sent] = plan.lines.flatMap(({ place, constraints = [] }) =>
      place === "elsewhere" ? constraints.flatMap((one) => one.sent?.targeting_overlay ?? []) : [],
    );
    expect(sent).toEqual({ geo_countries: ["DE"] });
    expect(JSON.stringify(plan.lines)).toContain('"geo_regions_exclude":["DE-BY"]');
  });

  it("count a regional product for its region without an order that keeps it there", async () => {
    const rows = { stand: "within", places: ["DE-BY"], countries: ["DE"] } as const;
    const local = sells("local", 8, 90_000, { rows, countries: ["DE"] });
    const plan = await planFor({ ...in_(["DE-BY", "DE-HH"]), budget, ...shares({ "DE-BY": { min: 0.6 } }) }, [
      local,
    ]);
    expect(plan.total).toEqual(budget);
  });

  it("divide a country's share among its regions and the rest of it", async () => {
    const plan = await planFor(
      {
        countries: ["DE", "AT"],
        budget,
        limits: {
          excludedSellers: [],
          maxSharePerSeller: 1,
          countryShares: { DE: { min: 0.7 }, AT: { min: 0.3 } },
          regionShares: { "DE-BY": { min: 0.2, max: 0.2 } },
        },
      },
      [sells("x", 4, 90_000, held)],
    );
    expect(amounts(plan)).toEqual({ "x/AT": 3_000, "x/DE": 5_000, "x/DE-BY": 2_000 });
  });
});

describe("shares by city", () => {
  const city = (name: string, country: string) => ({
    name,
    country,
    circle: { latitude: 53.55, longitude: 10, kilometres: 20 },
  });
  const held = { targetable: { countries: true, circles: true } };
  const cities = [city("Hamburg", "DE"), city("Munich", "DE"), city("Vienna", "AT")];
  const asked = (cityShares: Brief["limits"]["cityShares"], from = cities) => ({
    countries: [...new Set(from.map(({ country }) => country))],
    places: { include: { cities: from } },
    budget: euros(10_000),
    limits: { excludedSellers: [], maxSharePerSeller: 1, ...(cityShares && { cityShares }) },
  });

  it("buy a product once for each city, and once for the others", async () => {
    const half = { Hamburg: { min: 0.6, max: 0.6 }, Munich: { min: 0.25, max: 0.25 } };
    const plan = await planFor(asked(half), [sells("x", 4, 90_000, held)]);
    expect(amounts(plan)).toEqual({ "x/DE:Hamburg": 6_000, "x/DE:Munich": 2_500, "x/elsewhere": 1_500 });
    const sent = plan.lines.map(({ place, constraints = [] }) => [
      place,
      constraints
        .flatMap((one) => one.sent?.targeting_overlay ?? [])
        .map((one) => JSON.stringify(one))
        .join(),
    ]);
    expect(Object.fromEntries(sent)["elsewhere"]).toContain('"label":"Vienna"');
    for (const [, overlay = ""] of sent) expect(overlay.match(/radius/g)).toHaveLength(1);
  });

  it("hold beside those of countries, and what no order keeps to a city counts for none of their leasts", async () => {
    const both = asked({ Hamburg: { min: 0.4, max: 0.4 } });
    const limits = { ...both.limits, countryShares: { AT: { min: 0.3, max: 0.3 } } };
    const plan = await planFor({ ...both, limits }, [sells("x", 4, 90_000, held), sells("y", 3, 90_000)]);
    const own = amounts(plan);
    expect(own["x/DE:Hamburg"]).toBe(4_000);
    expect(own["x/AT"]).toBe(3_000);
    expect(plan.total).toEqual(euros(10_000));
  });

  it("come to the client's amounts to the cent, whatever they are", async () => {
    const cents = fc.array(fc.integer({ min: 200_000, max: 9_000_000 }), { minLength: 2, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(cents, async (due) => {
        const minor = due.reduce((sum, one) => sum + one, 0);
        const from = cities.slice(0, due.length);
        const own = from.map(({ name }, i) => {
          const [min = 0, max = 0] = [-0.4, 0.4].map((off) => ((due[i] ?? 0) + off) / minor);
          return [name, { min, max }] as const;
        });
        const offers = [sells("x", 4, 90_000_000, held)];
        const budget = { minor, currency: "EUR" };
        const plan = await planFor({ ...asked(Object.fromEntries(own), from), budget }, offers);
        expect(plan.lines.map(({ amount }) => amount.minor).sort((a, b) => a - b)).toEqual(
          due.toSorted((a, b) => a - b),
        );
      }),
      { numRuns: 30 },
    );
  });
});

describe("what is ordered already", () => {
  it("keeps its amount in its burst and place, and the rest goes where it is free", async () => {
    const values = {
      countries: ["NL", "BE"],
      flight: quarter,
      flights: equal,
      budget: euros(9_000),
      limits: { excludedSellers: [], maxSharePerSeller: 1, countryShares: { NL: { min: 0.5 } } },
    };
    const held = { countries: ["NL", "BE"], targetable: { countries: true } };
    const offers = [
      sells("x", 4, 90_000, { ...held, minimumSpend: euros(500) }),
      sells("y", 5, 90_000, { ...held, minimumSpend: euros(400) }),
    ];
    const market = marketOf(values, offers);
    const before = await makePlan({ planId: "plan", signals: [], ...market });
    const kept = before.lines.filter(({ flight }) => flight?.start !== "2027-02-01");
    expect(kept.length).toBeLessThan(before.lines.length);
    const gone = new Set(["x.example"]);
    const after = await makePlan({ planId: "plan", signals: [], ...market, kept, gone });
    for (const { lineId, amount } of kept)
      expect(after.lines.find((line) => line.lineId === lineId)?.amount).toEqual(amount);
    const added = after.lines.filter(({ lineId }) => !kept.some((line) => line.lineId === lineId));
    expect(new Set(added.map(({ sellerId, flight }) => `${sellerId} ${flight?.start}`))).toEqual(
      new Set(["y.example 2027-02-01"]),
    );
    expect(after.total.minor).toBeLessThanOrEqual(900_000);
    expect(after.unallocated.minor).toBeLessThanOrEqual(3);
  });

  it("of a product that was ordered for all places stays one", async () => {
    const values = {
      countries: ["NL", "BE"],
      budget: euros(8_000),
      limits: { excludedSellers: [], maxSharePerSeller: 1, countryShares: { NL: { max: 0.6 } } },
    };
    const held = { countries: ["NL", "BE"], targetable: { countries: true } };
    const market = marketOf(values, [sells("x", 4, 90_000, held), sells("y", 5, 90_000, held)]);
    const { limits: _, ...free } = values;
    const undivided = await makePlan({ planId: "plan", signals: [], ...marketOf(free, market.offers) });
    const kept = undivided.lines
      .filter(({ sellerId }) => sellerId === "x.example")
      .map((line) => ({ ...line, amount: euros(3_000), budget: euros(3_000) }));
    const after = await makePlan({
      planId: "plan",
      signals: [],
      ...market,
      kept,
      gone: new Set(["x.example"]),
    });
    expect(after.total.minor).toBeLessThanOrEqual(800_000);
    expect(after.lines.find(({ lineId }) => lineId === "x.example/x")?.amount).toEqual(euros(3_000));
  });
});

it("a product may be bought by another of its prices in each burst, and no package is lost", async () => {
  const fixed = { minimumSpend: euros(2_900) };
  const market = [
    sells("x", 4, 9_000, fixed),
    sells("x", 5, 11_250, { pricingOptionId: "other", id: "x.example/x/other" }),
  ];
  const one = { flight: quarter, flights: equal, budget: euros(9_000) };
  const plan = await planFor(one, market);
  expect(plan.lines.map(({ lineId, pricingOptionId }) => [lineId, pricingOptionId])).toEqual([
    ["x.example/x/2027-01-01", "cpm"],
    ["x.example/x/2027-03-01", "cpm"],
    ["x.example/x/2027-02-01", "other"],
  ]);
  expect(plan.lines.map(({ offerId }) => offerId)).toEqual([
    "x.example/x/cpm",
    "x.example/x/cpm",
    "x.example/x/other",
  ]);
  expect(plan.lines.reduce((sum, { amount }) => sum + amount.minor, 0)).toBe(plan.total.minor);
  expect(limitBrokenBy(plan, marketOf(one, market))).toBeUndefined();
});

const anyShares = fc
  .array(fc.integer({ min: 1, max: 8 }), { minLength: 3, maxLength: 3 })
  .map((parts) => parts.map((part) => part / parts.reduce((a, b) => a + b, 0)));
const anyOffer = fc.record({
  cpm: fc.integer({ min: 2, max: 20 }),
  worth: fc.integer({ min: 300, max: 20_000 }),
  least: fc.option(fc.integer({ min: 100, max: 4_000 }), { nil: undefined }),
});
const anyOffers = fc.array(anyOffer, { minLength: 1, maxLength: 5 });
const offersOf = (all: readonly { cpm: number; worth: number; least?: number | undefined }[]) =>
  all.map(({ cpm, worth, least }, i) =>
    sells(`o${i}`, cpm, worth, least === undefined ? {} : { minimumSpend: euros(least) }),
  );

describe("plans over bursts", () => {
  const kpi = { metric: "impressions", target: 1 } as const;
  const under = (shares: readonly number[], values: Partial<Brief> = {}) => ({
    flight: quarter,
    flights: months.map((days, i) => month(days, shares[i] ?? 0)),
    budget: euros(10_000),
    kpi,
    ...values,
  });
  const brought = ({ goal }: Plan) => goal?.expected.mid ?? 0;

  it("keep every limit of every burst", async () => {
    await fc.assert(
      fc.asyncProperty(anyShares, anyOffers, async (shares, all) => {
        const offers = offersOf(all);
        const one = under(shares);
        const plan = await planFor(one, offers);
        expect(limitBrokenBy(plan, marketOf(one, offers))).toBeUndefined();
        expect(plan.total.minor + plan.unallocated.minor).toBe(1_000_000);
        for (const { lineId, offerId, flight, amount, budget } of plan.lines) {
          const index = all.findIndex((_, i) => offerId.startsWith(`o${i}.`));
          const { least = 0, worth = 0 } = all[index] ?? {};
          const days = [31, 28, 31][months.findIndex((days) => days.startsWith(flight?.start ?? "-"))] ?? 0;
          expect(budget.minor, lineId).toBeGreaterThanOrEqual(least * 100);
          expect(amount.minor, lineId).toBeLessThanOrEqual(Math.ceil((worth * 100 * days) / 90));
        }
      }),
      { numRuns: times(25, 300) },
    );
  }, 240_000);

  it("bring no less with a limit less, with more offers, with more of them, and the same in any order", async () => {
    await fc.assert(
      fc.asyncProperty(anyShares, anyOffers, anyOffer, async (shares, all, more) => {
        const plan = await planFor(under(shares), offersOf(all));
        const least = brought(plan) * 0.995 - 10;
        const looser = all.map((one) => ({ ...one, least: undefined }));
        expect(brought(await planFor(under(shares), offersOf(looser)))).toBeGreaterThanOrEqual(least);
        expect(brought(await planFor(under(shares), offersOf([...all, more])))).toBeGreaterThanOrEqual(least);
        const larger = all.map((one) => ({ ...one, worth: one.worth * 2 }));
        expect(brought(await planFor(under(shares), offersOf(larger)))).toBeGreaterThanOrEqual(least);
        const { flights: _, ...whole } = under(shares);
        expect(brought(await planFor(whole, offersOf(all)))).toBeGreaterThanOrEqual(least);
        const shuffled = await planFor(under(shares), offersOf(all).reverse());
        expect(shuffled.lines).toEqual(plan.lines);
      }),
      { numRuns: times(15, 300) },
    );
  }, 240_000);
});

describe("plans over places", () => {
  const kpi = { metric: "impressions", target: 1 } as const;
  const brought = ({ goal }: Plan) => goal?.expected.mid ?? 0;
  const anyPlaced = fc.array(
    fc.record({
      cpm: fc.integer({ min: 2, max: 20 }),
      worth: fc.integer({ min: 1_000, max: 20_000 }),
      least: fc.option(fc.integer({ min: 100, max: 3_000 }), { nil: undefined }),
      runs: fc.constantFrom(["NL"], ["BE"], ["NL", "BE"]),
      isHeld: fc.boolean(),
    }),
    { minLength: 1, maxLength: 5 },
  );
  type Placed = typeof anyPlaced extends fc.Arbitrary<infer Of> ? Of : never;
  const offersIn = (all: Placed) =>
    all.map(({ cpm, worth, least, runs, isHeld }, i) =>
      sells(`o${i}`, cpm, worth, {
        countries: runs,
        ...(isHeld && { targetable: { countries: true } }),
        ...(least !== undefined && { minimumSpend: euros(least) }),
      }),
    );
  const under = (share: number, isInBursts: boolean) => ({
    countries: ["NL", "BE"],
    budget: euros(10_000),
    kpi,
    ...(isInBursts && { flight: quarter, flights: equal }),
    limits: {
      excludedSellers: [],
      maxSharePerSeller: 1,
      countryShares: { NL: { max: share }, BE: { max: 1 - share / 2 } },
    },
  });

  it("keep every limit, and bring no less with one less, by any order of the offers", async () => {
    await fc.assert(
      fc.asyncProperty(
        anyPlaced,
        fc.integer({ min: 1, max: 9 }).map((tenths) => tenths / 10),
        fc.boolean(),
        async (all, share, isInBursts) => {
          const [offers, one] = [offersIn(all), under(share, isInBursts)];
          const plan = await planFor(one, offers);
          expect(limitBrokenBy(plan, marketOf(one, offers))).toBeUndefined();
          for (const [i, { worth, least = 0 }] of all.entries()) {
            const own = plan.lines.filter(({ sellerId }) => sellerId === `o${i}.example`);
            expect(own.reduce((sum, { amount }) => sum + amount.minor, 0)).toBeLessThanOrEqual(
              worth * 100 + 3,
            );
            for (const { budget } of own) expect(budget.minor).toBeGreaterThanOrEqual(least * 100);
          }
          const least = brought(plan) * 0.995 - 10;
          const { limits: _, ...free } = one;
          expect(brought(await planFor(free, offers))).toBeGreaterThanOrEqual(least);
          const allHeld = offersIn(all.map((placed) => ({ ...placed, isHeld: true })));
          expect(brought(await planFor(one, allHeld))).toBeGreaterThanOrEqual(least);
          expect((await planFor(one, [...offers].reverse())).lines).toEqual(plan.lines);
        },
      ),
      { numRuns: times(15, 300) },
    );
  }, 240_000);

  it("bring the same where a country is written as all of its regions", async () => {
    const regions = "BW BY BE BB HB HH HE MV NI NW RP SL SN ST SH TH".split(" ").map((code) => `DE-${code}`);
    const held = { targetable: { countries: true, regions: true } };
    const offers = [sells("x", 4, 9_000, held), sells("y", 6, 9_000, held)];
    const whole = await planFor({ countries: ["DE"], budget: euros(10_000), kpi }, offers);
    const parts = await planFor(
      {
        countries: ["DE"],
        places: { include: { regions } },
        budget: euros(10_000),
        kpi,
        limits: { excludedSellers: [], maxSharePerSeller: 1, regionShares: { "DE-BY": { max: 1 } } },
      },
      offers,
    );
    expect(brought(parts)).toBe(brought(whole));
  });
});

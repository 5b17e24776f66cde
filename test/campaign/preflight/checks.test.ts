import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Brief } from "../../../src/brief/brief.ts";
import type { Constraint } from "../../../src/campaign/model/people/targeting.ts";
import type { Seller } from "../../../src/campaign/model/sellers/seller.ts";
import type { CoverageCell, CoverageRow } from "../../../src/campaign/plan/creatives/coverage.ts";
import type { CreativeOnHand } from "../../../src/campaign/plan/creatives/on-hand.ts";
import { preflight } from "../../../src/campaign/preflight/check-before-buying.ts";
import type { PreflightFacts } from "../../../src/campaign/preflight/facts.ts";
import { money } from "../../../src/lib/money.ts";
import { earlier, facts } from "./facts.ts";

/** `flight block flight.end` for each finding. */
function found(changes: Parameters<typeof facts>[0]): string[] {
  return preflight(facts(changes)).map(({ check, result, where }) => `${check} ${result} ${where}`);
}

const rates = (units: Record<string, number>): PreflightFacts["exchange"] => ({
  date: "2027-01-01",
  source: "test",
  base: "EUR",
  rates: units,
});

const month = 30 * 86_400_000;

it("finds nothing wrong with a plan that nothing is wrong with", () => {
  expect(preflight(facts())).toEqual([]);
});

describe("whom the brand lets buy for it", () => {
  const notes = (operators: PreflightFacts["operators"], operator = "desk.shop") =>
    preflight(facts({ operators, operator })).map(({ check, result, what }) => `${check} ${result}: ${what}`);
  const us = { domain: "desk.shop" };

  it.each<[string, NonNullable<PreflightFacts["operators"]>]>([
    ["with nothing said against it", [us]],
    ["in the countries of the brief", [{ ...us, countries: ["AT", "DE", "CH"] }]],
    [
      "in each country by an entry of its own",
      [
        { ...us, countries: ["AT"] },
        { ...us, countries: ["DE"] },
      ],
    ],
    ["for the days of the flight", [{ ...us, from: "2027-01-18T06:00:00Z", until: "2027-02-28" }]],
  ])("is silent where we are named %s", (_, operators) => {
    expect(notes([{ domain: "other.shop" }, ...operators])).toEqual([]);
  });

  it.each<[string, NonNullable<PreflightFacts["operators"]>]>([
    ["acme.shop publishes who may buy for it, and desk.shop is not among them.", [{ domain: "other.shop" }]],
    ["acme.shop lets desk.shop buy for it, but not in AT.", [{ ...us, countries: ["DE"] }]],
    [
      "acme.shop lets desk.shop buy for it, but not on every day of the flight.",
      [{ ...us, until: "2027-02-27" }],
    ],
  ])("is noted: %s", (what, operators) => {
    expect(notes(operators)).toEqual([`operator note: ${what}`]);
  });

  it("is nothing to say of a brand that lists nobody or buys for itself", () => {
    expect(notes(undefined)).toEqual([]);
    expect(notes([{ domain: "other.shop" }], "media.acme.shop")).toEqual([]);
  });
});

it("tells all that is wrong at once, in the order of the checks", () => {
  const wrong = found({
    brief: { flight: { start: "2027-02-28", end: "2027-01-18" }, budget: money(0, "EUR"), message: "TODO" },
    offer: { countries: ["CH"] },
  });
  expect(wrong).toEqual([
    "flight block flight",
    "budget block budget",
    "geography block seller.example/video",
    "geography ask countries",
    "total block budget",
    "addresses block message",
  ]);
});

it.each([
  ["Not a penny to Kiosk Exchange, whatever they offer", "its name"],
  ["no kiosk pls, the boss got burned there", "the first word of its name"],
  ["Partner | kiosk-exchange.shop | see footnote", "its domain"],
  ["Bei kioskexchange ist Schluss", "its domain's name, written together"],
  ["do we really need kiosk-exchage.shop again? no.", "a slip in its domain"],
])("refuses a plan with a seller that the client has written of: %s (%s)", (passage) => {
  const ofPlan: Seller = {
    id: "kiosk-exchange.shop",
    domain: "kiosk-exchange.shop",
    name: "Kiosk Exchange",
    agentUrl: "https://kiosk-exchange.shop/mcp",
    channels: [],
    tasks: [],
    eligible: true,
    reasons: [],
  };
  const unread = ["Feel free to call me", passage];
  const asked = (rest: Parameters<typeof facts>[0]) =>
    preflight(facts({ brief: { unread }, ...rest })).filter(({ where }) => where === "unread");
  const line = { sellerId: ofPlan.id };
  expect(asked({ sellers: [ofPlan], line })).toMatchObject([
    { check: "sellers", result: "block", what: expect.stringContaining(passage) },
  ]);
  // Who gets nothing need not be asked about, nor anybody else.
  expect(asked({ sellers: [ofPlan] })).toEqual([]);
  expect(
    asked({
      sellers: [{ ...ofPlan, name: "Birch", id: "birch.shop", domain: "birch.shop" }],
      line: { sellerId: "birch.shop" },
    }),
  ).toEqual([]);
});

it("asks once whether sellers of one host are one, where together they have more than half of the budget", () => {
  const { plan } = facts();
  const members = ["one.example", "two.example", "three.example", "four.example", "five.example"];
  const hosts = [{ id: "one.example", members, names: [], marks: [], host: "https://agents.host.example" }];
  const at = (minor: number, names = members) => ({
    ...plan,
    lines: names.flatMap((sellerId) =>
      plan.lines.map((line) => ({ ...line, sellerId, amount: { ...line.amount, minor } })),
    ),
  });
  const asked = (changes: Parameters<typeof facts>[0]) =>
    preflight(facts({ hosts, ...changes })).filter(({ where }) => where === "separate_sellers");
  expect(asked({ plan: at(16_000) })).toEqual([
    {
      check: "sellers",
      result: "ask",
      where: "separate_sellers",
      what: "5 sellers share agents.host.example: one or 5? Each has a domain of its own and its publisher's word; they are planned as several.",
      todo: "If they are several, write https://agents.host.example into separate_sellers; if they are one, set limits.max_share_per_seller in the brief.",
    },
  ]);
  expect(asked({ plan: at(10_000) })).toEqual([]);
  expect(asked({ plan: at(60_000, ["one.example"]) })).toEqual([]);
  expect(asked({ plan: at(16_000), hosts: [] })).toEqual([]);
  const limits = { excludedSellers: [], maxSharePerSeller: 0.9 };
  expect(asked({ plan: at(16_000), brief: { limits } })).toEqual([]);
});

it("refuses a plan while a seller to avoid is known to nobody, and asks about names that several go by and domains near another", () => {
  const seller = (id: string, name: string): Seller => ({
    id,
    domain: id,
    name,
    agentUrl: `https://${id}/mcp`,
    channels: [],
    tasks: [],
    eligible: true,
    reasons: [],
  });
  const sellers = [seller("apex.shop", "Apex"), seller("other.shop", "APEX"), seller("birch.shop", "Birch")];
  const limits = {
    excludedSellers: ["spam.shop", "brich.shop", "Cedar Media", "Birch Netwrok", "Apex"],
    onlySellers: ["Apex", "Birch", "birch.shop", "Delta", "Bircj"],
  };
  const findings = preflight(facts({ brief: { limits }, sellers }));
  expect(findings.map(({ check, result, where, what }) => `${check} ${result} ${where}: ${what}`)).toEqual([
    "sellers ask limits.only_sellers: Apex: it may be apex.shop or other.shop.",
    "sellers ask limits.only_sellers: Delta: no seller that was found goes by it.",
    "sellers ask limits.only_sellers: Bircj: no seller that was found goes by it.",
    "sellers note limits.excluded_sellers: spam.shop: no seller that was found goes by it.",
    "sellers ask limits.excluded_sellers: brich.shop: no seller that was found goes by it (did you mean birch.shop?).",
    "sellers block limits.excluded_sellers: Cedar Media: no seller that was found goes by it.",
    "sellers block limits.excluded_sellers: Birch Netwrok: no seller that was found goes by it (did you mean birch.shop?).",
  ]);
});

describe("dates", () => {
  const flight = (start: string, end: string, rest: Parameters<typeof facts>[0] = {}) =>
    found({ ...rest, brief: { flight: { start, end }, ...rest.brief } });
  it.each([
    ["a flight of one day, today", "2027-01-04", "2027-01-04", []],
    ["a flight that ended yesterday", "2026-12-01", "2027-01-03", ["flight block flight.end"]],
    ["a flight that ends today", "2026-12-01", "2027-01-04", ["flight ask flight.start"]],
    ["swapped days", "2027-02-28", "2027-01-18", ["flight block flight"]],
    ["a day that does not exist", "2027-01-18", "2027-02-30", ["flight block flight.end"]],
    ["no date at all", "soon", "2027-02-28", ["flight block flight.start"]],
    ["a year of 366 days", "2027-01-18", "2028-01-18", []],
    ["a day more", "2027-01-18", "2028-01-19", ["flight ask flight.end"]],
    ["five years and more", "2027-01-18", "2032-02-28", ["flight block flight.end"]],
    ["two years ahead", "2029-01-04", "2029-02-28", []],
    ["a day more ahead", "2029-01-05", "2029-02-28", ["flight ask flight.start"]],
    ["the year 2062", "2062-01-18", "2062-02-28", ["flight block flight.start"]],
  ])("%s", (_, start, end, expected) => {
    expect(flight(start, end)).toEqual(expected);
  });

  it("are not asked about again once the campaign buys", () => {
    expect(flight("2027-01-03", "2027-02-28", { underWay: true })).toEqual([]);
  });

  it.each([
    ["Spring 2027", []],
    ["Spring 2026 and 2027", []],
    ["Spring 2028", ["flight ask flight"]],
    ["Article 120270", []],
  ])("are held against the year in the name %s", (name, expected) => {
    expect(found({ brief: { name } })).toEqual(expected);
  });

  it("suggest the next year for one that is over", () => {
    const [finding] = preflight(facts({ brief: { flight: { start: "2026-01-18", end: "2026-02-28" } } }));
    expect(finding?.todo).toContain("2027-01-18 to 2027-02-28");
  });
});

describe("budget", () => {
  it.each([
    ["three times the largest so far", 300_000, [earlier(), earlier({ budget: money(10, "EUR") })], []],
    ["a cent more", 300_001, [earlier()], ["budget ask budget"]],
    ["much, and the first of the brand", 10 ** 12, [], []],
    ["much, and nothing was ever bought", 10 ** 12, [earlier({ bought: false, live: false })], []],
    ["nothing", 0, [], ["budget block budget", "total block budget"]],
    ["less than nothing", -1, [], ["budget block budget", "total block budget"]],
    ["no whole number", Number.NaN, [], ["budget block budget"]],
  ])("%s", (_, minor, campaigns, expected) => {
    expect(found({ brief: { budget: { minor, currency: "EUR" } }, earlier: campaigns })).toEqual(expected);
  });

  it("is compared across currencies by the dated rate, and asked about without one", () => {
    const inYen = [earlier({ budget: money(50_000, "JPY") })];
    expect(found({ earlier: inYen, exchange: rates({ JPY: 150 }) })).toEqual([]);
    expect(found({ earlier: inYen, exchange: rates({ JPY: 151 }) })).toEqual(["budget ask budget"]);
    expect(found({ earlier: inYen })).toEqual(["budget ask budget"]);
  });

  it("is asked about exactly where it is more than three times the largest", () => {
    const amount = fc.integer({ min: 100_000, max: 10 ** 9 });
    fc.assert(
      fc.property(amount, fc.array(amount, { minLength: 1 }), (minor, before) => {
        const campaigns = before.map((one) => earlier({ budget: money(one, "EUR") }));
        const asks = found({ brief: { budget: money(minor, "EUR") }, earlier: campaigns }).length > 0;
        expect(asks).toBe(minor > 3 * Math.max(...before));
      }),
    );
  });
});

describe("currencies", () => {
  const dollars = { budget: money(66_000, "USD") };

  it.each<[string, string, PreflightFacts["exchangeAgeMs"], string[]]>([
    ["today's", "2027-01-04", month, []],
    ["tomorrow's, where it is tomorrow already", "2027-01-05", month, []],
    ["of a week ago", "2026-12-28", month, ["currency note seller.example/video"]],
    ["as old as they may be", "2026-12-05", month, ["currency note seller.example/video"]],
    ["older than they may be", "2026-12-04", month, ["currency block seller.example/video"]],
    ["of a year that is to come", "2062-01-04", month, ["currency block seller.example/video"]],
    ["of a sandbox", "2020-01-01", undefined, []],
  ])("are bought with rates of a near day: %s", (_, date, exchangeAgeMs, expected) => {
    const exchange = { date, source: "test", base: "EUR", rates: { USD: 1.1 } };
    expect(found({ line: dollars, offer: { currency: "USD" }, exchange, exchangeAgeMs })).toEqual(expected);
    expect(found({ exchange, exchangeAgeMs })).toEqual([]);
  });

  it.each([
    [
      "another currency with a dated rate",
      { line: dollars, offer: { currency: "USD" }, exchange: rates({ USD: 1.1 }) },
      [],
    ],
    [
      "another currency without one",
      { line: dollars, offer: { currency: "USD" } },
      ["currency block seller.example/video"],
    ],
    ["not the offer's", { offer: { currency: "USD" } }, ["currency block seller.example/video"]],
    [
      "a bid in another than the offer's",
      { line: { bid: money(1, "USD") } },
      ["currency block seller.example/video"],
    ],
    [
      "not the account's",
      { accountCurrencies: new Map([["seller.example", "GBP"]]) },
      ["currency block seller.example/video"],
    ],
    ["another seller's account", { accountCurrencies: new Map([["other.example", "GBP"]]) }, []],
    ["no currency", { brief: { budget: { minor: 1, currency: "XXQ" } } }, ["currency block budget"]],
  ] satisfies [string, Parameters<typeof facts>[0], string[]][])("%s", (_, changes, expected) => {
    expect(found(changes)).toEqual(expected);
  });
});

describe("countries", () => {
  it.each([
    ["all of them", ["AT", "DE"], []],
    ["one of them", ["DE"], ["geography ask countries"]],
    ["none of them", ["CH", "FR"], ["geography block seller.example/video", "geography ask countries"]],
  ])("%s", (_, countries, expected) => {
    expect(found({ offer: { countries } })).toEqual(expected);
  });

  it.each<[string, Constraint, string[]]>([
    ["kept to by the order", { field: "countries", held: "wire", hard: true, reason: "kept" }, []],
    [
      "not kept to, which the brief calls soft",
      { field: "countries", held: "none", hard: true, reason: "may also run in CH" },
      ["targeting ask countries"],
    ],
    [
      "kept to, and a cap is not",
      { field: "frequency_cap", held: "brief", reason: "its seller does not say" },
      ["targeting note frequency_cap"],
    ],
  ])("%s", (_, constraint, expected) => {
    const offer = { countries: ["AT", "CH", "DE"] };
    expect(found({ offer, line: { constraints: [constraint] } })).toEqual(expected);
  });

  it("that the offer does not name are noted and not asked about", () => {
    const { offers, ...rest } = facts();
    const silent = offers.map((offer): typeof offer => {
      const { countries, ...others } = offer;
      return countries === undefined ? offer : others;
    });
    expect(preflight({ ...rest, offers: silent }).map(({ result }) => result)).toEqual(["note"]);
  });
});

describe("a live campaign of the same brand", () => {
  it.each([
    ["with the same brief", { briefDigest: "this brief" }, true],
    ["with the same product", { products: ["https://seller.example/mcp video"] }, true],
    [
      "with the same product from another address",
      { products: ["https://seller2.example/mcp video"] },
      false,
    ],
    ["with other products", {}, false],
    ["with the same name", { name: "Spring launch" }, true],
    [
      "with the same name on other days",
      { name: " spring LAUNCH", flight: { start: "2028-01-18", end: "2028-02-28" } },
      true,
    ],
    ["with the same name that is over", { name: "Spring launch", live: false }, false],
    ["that is over", { briefDigest: "this brief", live: false }, false],
    [
      "that ends on the first day",
      { briefDigest: "this brief", flight: { start: "2027-01-01", end: "2027-01-18" } },
      true,
    ],
    [
      "that ends the day before",
      { briefDigest: "this brief", flight: { start: "2027-01-01", end: "2027-01-17" } },
      false,
    ],
    [
      "that begins on the last day",
      { briefDigest: "this brief", flight: { start: "2027-02-28", end: "2027-03-31" } },
      true,
    ],
    [
      "that begins the day after",
      { briefDigest: "this brief", flight: { start: "2027-03-01", end: "2027-03-31" } },
      false,
    ],
  ])("%s", (_, changes, asks) => {
    expect(found({ earlier: [earlier(changes)] })).toEqual(asks ? ["duplicate ask campaign"] : []);
  });
});

describe("totals", () => {
  it.each([
    ["a plan of exactly the insertion order", { brief: { insertionOrderTotal: money(60_000, "EUR") } }, []],
    [
      "a cent over it",
      { brief: { insertionOrderTotal: money(59_999, "EUR") } },
      ["total block insertion_order_total"],
    ],
    [
      "an insertion order in another currency",
      { brief: { insertionOrderTotal: money(60_000, "USD") } },
      ["total block insertion_order_total"],
    ],
    ["a plan over the budget", { brief: { budget: money(59_999, "EUR") } }, ["total block budget"]],
    [
      "a package that costs more than planned",
      { line: { budget: money(60_002, "EUR") } },
      ["total block seller.example/video"],
    ],
    [
      "a package that costs more than planned with its data",
      { line: { signal: { id: "s", cost: money(2, "EUR"), budgetWithout: money(60_000, "EUR") } } },
      ["total block seller.example/video"],
    ],
  ] satisfies [string, Parameters<typeof facts>[0], string[]][])("%s", (_, changes, expected) => {
    expect(found(changes)).toEqual(expected);
  });

  it("that are not the sum of the packages", () => {
    const { plan, ...rest } = facts();
    const found = preflight({ ...rest, plan: { ...plan, total: money(1, "EUR") } });
    expect(found.map(({ check, where }) => `${check} ${where}`)).toEqual(["total plan"]);
  });
});

describe("landing pages and files", () => {
  const creative = (asset: Record<string, unknown>): Partial<Brief> => ({
    creatives: [
      { id: "a", name: "A", format: { agent_url: "http://127.0.0.1/mcp", id: "x" }, assets: { page: asset } },
    ],
  });
  const field = "addresses block creatives[0].assets.page.url";
  it.each([
    ["https://www.acme.shop/spring?utm_source=x&ord=[timestamp]", []],
    ["http://www.acme.shop/", [field]],
    ["https://user:secret@www.acme.shop/", [field]],
    ["https://www.acme.shop/spring sale", [field]],
    [" https://www.acme.shop/", [field]],
    ["www.acme.shop", [field]],
    ["", [field]],
    ["javascript:alert(1)", [field]],
    ["https://localhost/", [field]],
    ["https://10.0.0.1/", [field]],
    ["https://169.254.169.254/latest", [field]],
    ["https://2130706433/", [field]],
    ["https://[::1]/", [field]],
    ["https://intranet/", [field]],
    ["https://files.internal/a.mp4", [field]],
    ["https://example.com/landing", [field]],
    ["https://www.brand.example/", [field]],
    ["https://www.acme.shop/{{landing_page}}", [field]],
    ["https://www.acme.shop/TODO", [field]],
    ["https://www.acme.shop/todos", []],
  ])("%s", (url, expected) => {
    expect(found({ brief: creative({ url }) })).toEqual(expected);
  });

  it("are found in every text, and each is reported with its place", () => {
    const brief = { ...creative({ text: "Go to http://acme.shop/now!" }), message: "Hello {{first_name}}" };
    expect(found({ brief })).toEqual([
      "addresses block creatives[0].assets.page.text",
      "addresses block message",
    ]);
  });

  it("may be examples where the brand is one", () => {
    const brief = {
      ...creative({ url: "https://cdn.acme.example/a.mp4" }),
      brand: { domain: "acme.example" },
    };
    expect(found({ brief })).toEqual([]);
  });

  it("are reported without the credentials in them", () => {
    const told = preflight(facts({ brief: creative({ url: "https://user:secret@www.acme.shop/" }) }));
    expect(JSON.stringify(told)).not.toContain("secret");
  });
});

it("notes a seller of the plan that answers in another release than was agreed on, and no other seller", () => {
  const negotiatedDialect = [
    { sellerId: "seller.example", agreed: "adcp-3.0", strays: ["3.1"] },
    { sellerId: "other.example", agreed: "adcp-3.0", strays: ["3.2"] },
  ];
  expect(found({ negotiatedDialect })).toEqual(["release note seller.example"]);
  expect(
    found({ negotiatedDialect: [{ sellerId: "seller.example", agreed: "adcp-3.1", strays: [] }] }),
  ).toEqual([]);
});

describe("packages in which nothing can run", () => {
  const format = { agent_url: "https://formats.example/mcp", id: "video_15s" };
  const builder = { id: "builder.example", agentUrl: "https://builder.example/mcp" };
  const row = (cell: Partial<CoverageCell> = {}): CoverageRow => {
    const { plan, offers } = facts();
    const [line] = plan.lines;
    const [offer] = offers;
    if (line === undefined || offer === undefined) throw new Error("the facts have one line");
    return { line, offer, cells: [{ format, ready: [], rejected: [], ...cell }] };
  };
  const ready: CreativeOnHand = {
    creative: { creative_id: "c", name: "C", format_id: format, assets: {} },
    origin: "brief",
    problems: [],
    expired: false,
  };
  const asked = ["creatives ask creatives"];

  it.each<[string, Parameters<typeof facts>[0], string[]]>([
    ["no creatives and no message", { coverage: [row({ builder })] }, asked],
    ["no creatives, no message, nobody to build", { coverage: [row()] }, asked],
    ["a message and somebody to build", { brief: { message: "Run." }, coverage: [row({ builder })] }, []],
    ["a message and nobody to build", { brief: { message: "Run." }, coverage: [row()] }, asked],
    ["a creative that fits", { coverage: [row({ ready: [ready] })] }, []],
    ["no format named", { coverage: [{ ...row(), cells: [] }] }, []],
    [
      "a kind of format that nobody builds, and a message",
      { brief: { message: "Run." }, coverage: [row({ format: { agent_url: "standard", id: "video" } })] },
      asked,
    ],
    [
      "a creative of another format alone",
      { brief: { creatives: [{ id: "c", name: "C", format, assets: {} }] }, coverage: [row({ builder })] },
      ["creatives ask message"],
    ],
  ])("%s", (_, changes, expected) => {
    expect(found(changes)).toEqual(expected);
  });
});

describe("the desk's own rules", () => {
  const rule = "house-rules.yaml (spread-the-risk)";
  const order = (sellerId: string, changes: Partial<PreflightFacts["foreseen"][number]>) => ({
    sellerId,
    forbiddenBy: [],
    askedBy: [],
    ...changes,
  });

  it("are reported where they forbid an order or have a person asked", () => {
    const foreseen = [
      order("one.example", { forbiddenBy: [rule] }),
      order("two.example", { askedBy: ["house-rules.yaml (publisher-not-heard)"] }),
      order("three.example", {}),
    ];
    expect(preflight(facts({ foreseen }))).toEqual([
      expect.objectContaining({
        check: "policies",
        result: "note",
        where: "one.example",
        what: `${rule} forbids the order that is planned there.`,
      }),
      expect.objectContaining({
        result: "note",
        where: "two.example",
        what: expect.stringContaining("A person is asked"),
      }),
    ]);
  });

  it("block a plan of which they forbid every order", () => {
    const foreseen = [order("one.example", { forbiddenBy: [rule, "caps.yaml (never)"] })];
    expect(preflight(facts({ foreseen })).map(({ result, what }) => `${result}: ${what}`)).toEqual([
      `block: ${rule} and caps.yaml (never) forbid the order that is planned there.`,
    ]);
  });
});

import { readFileSync } from "node:fs";
import { describe, expect, it, test } from "vitest";
import { z } from "zod";
import { briefFileSchema } from "../../src/brief/file/brief-schema.ts";
import { readBriefFile } from "../../src/brief/reader/brief-file.ts";
import { writeBrief } from "../../src/brief/reader/write-brief.ts";
import { briefYaml } from "./brief-yaml.ts";

const problemsOf = (text: string) => {
  const reading = readBriefFile(text, "brief.yaml");
  return reading.type === "invalid"
    ? reading.problems.map(({ line, column, field, message }) => `${line}:${column} ${field}: ${message}`)
    : [];
};

describe("fees", () => {
  const withFees = (fees: string) => briefYaml({ extra: `fees: ${fees}` });

  it("come off the budget, and what is left buys media", () => {
    const fees = "[{ name: agency commission, share: 15% }, { name: ad serving, amount: '3,000.50 EUR' }]";
    expect(readBriefFile(withFees(fees), "brief.yaml")).toMatchObject({
      type: "brief",
      brief: {
        budget: { minor: 20_949_950 },
        gross: {
          total: { minor: 25_000_000 },
          fees: [
            { name: "agency commission", amount: { minor: 3_750_000 } },
            { name: "ad serving", amount: { minor: 300_050 } },
          ],
        },
      },
    });
  });

  it("are written back with the budget that they come off", () => {
    const text = briefYaml({ extra: "fees: [{ name: agency commission, share: 15% }]\noverlap: strong" });
    const reading = readBriefFile(text, "brief.yaml");
    if (reading.type !== "brief") throw new Error("not read");
    expect(readBriefFile(writeBrief(reading.brief), "brief.yaml")).toEqual(reading);
  });

  it.each([
    ["[{ name: both, share: 15%, amount: '3,000 EUR' }]", "needs either a share or an amount"],
    ["[{ name: neither }]", "needs either a share or an amount"],
    ["[{ name: dollars, amount: '3,000 USD' }]", "is in USD; write it in EUR"],
    ["[{ name: all, share: 100% }]", "which leaves nothing of EUR 250,000.00 for media"],
    ["[{ name: more, share: 150% }]", "is 150%; write more than 0 and at most 1"],
  ])("that are none are refused: %s", (fees, problem) => {
    expect(problemsOf(withFees(fees)).join("\n")).toContain(problem);
  });
});

describe("figures as people write them", () => {
  const read = (text: string) => {
    const reading = readBriefFile(text, "brief.yaml");
    if (reading.type !== "brief") throw new Error(problemsOf(text).join("; "));
    expect(readBriefFile(writeBrief(reading.brief), "brief.yaml")).toEqual(reading);
    return reading.brief;
  };

  const withShares = (share: string) => briefYaml({ share: `40%\n  country_shares: { DE: ${share} }` });

  it.each([
    ["{ metric: cpl, target: 30 EUR }", 30],
    ["{ metric: cpc, target: EUR 0.85 }", 0.85],
    ["{ metric: completion_rate, target: 75% }", 0.75],
    ["{ metric: ctr, target: 0.3 % }", 0.003],
    ["{ metric: reach, target: '1,500,000' }", 1_500_000],
  ])("a target: %s", (kpi, target) => {
    expect(read(briefYaml({ kpi })).kpi?.target).toBeCloseTo(target, 12);
  });

  it.each([
    ["{ metric: cpl, target: 30 USD }", "kpi.target: is in USD; write it in EUR"],
    ["{ metric: clicks, target: 30 EUR }", "kpi.target: is 30 EUR; clicks is no cost: write a number"],
    ["{ metric: impressions, target: 40% }", "kpi.target: is 40%; impressions is no rate: write a number"],
    ["{ metric: ctr, target: 130% }", "kpi.target: is 130%; write a rate from 0 to 1"],
    [
      "{ metric: clicks, target: many }",
      'kpi.target: "many" is no figure; write a number, such as 12.5, 70% or 30 EUR',
    ],
  ])("a target that is none: %s", (kpi, problem) => {
    expect(problemsOf(briefYaml({ kpi })).join("\n")).toContain(problem);
  });

  it.each([
    ["60-70%", { min: 0.6, max: 0.7 }],
    ["60%-70%", { min: 0.6, max: 0.7 }],
    ["60% to 70%", { min: 0.6, max: 0.7 }],
    ["60 – 70 %", { min: 0.6, max: 0.7 }],
    ["0.6..0.7", { min: 0.6, max: 0.7 }],
    ["65%", { min: 0.65, max: 0.65 }],
    ["{ min: 20% }", { min: 0.2 }],
  ])("shares of a country: %s", (share, expected) => {
    expect(read(withShares(share)).limits.countryShares).toEqual({ DE: expected });
  });

  it.each([
    ["70-60%", "limits.country_shares.DE: is 70%, more than the most, 60%"],
    ["60-170%", "limits.country_shares.DE: is 1.7; write more than 0 and at most 1"],
    ["most", "write: Least and most of the budget for a country"],
  ])("shares that are none: %s", (share, problem) => {
    expect(problemsOf(withShares(share)).join("\n")).toContain(problem);
  });
});

describe("flights", () => {
  const withFlights = (flights: string, extra = "") =>
    briefYaml({ extra: `flights: ${flights}${extra === "" ? "" : `\n${extra}`}` });
  const burst = (start: string, end: string, share?: string) =>
    `{ start: ${start}, end: ${end}${share === undefined ? "" : `, share: ${share}`} }`;

  it("are bursts with their shares of the budget", () => {
    const flights = [burst("2027-01-18", "2027-01-31", "60%"), burst("2027-02-15", "2027-02-28", "40%")];
    const reading = readBriefFile(withFlights(`[${flights.join(", ")}]`), "brief.yaml");
    expect(reading).toMatchObject({
      brief: {
        flights: [
          { start: "2027-01-18", end: "2027-01-31", share: 0.6 },
          { start: "2027-02-15", end: "2027-02-28", share: 0.4 },
        ],
      },
    });
    if (reading.type !== "brief") throw new Error("not read");
    expect(readBriefFile(writeBrief(reading.brief), "brief.yaml")).toEqual(reading);
  });

  it("share the budget by their days where none has a share", () => {
    const flights = [burst("2027-01-18", "2027-01-24"), burst("2027-02-08", "2027-02-28")];
    expect(readBriefFile(withFlights(`[${flights.join(", ")}]`), "brief.yaml")).toMatchObject({
      brief: { flights: [{ share: 0.25 }, { share: 0.75 }] },
    });
  });

  it.each([
    [
      [burst("2027-01-18", "2027-01-31", "60%"), burst("2027-02-15", "2027-02-28", "30%")],
      "write shares of 100%",
    ],
    [
      [burst("2027-01-18", "2027-01-31", "60%"), burst("2027-02-15", "2027-02-28")],
      "every burst a share, or none",
    ],
    [
      [burst("2027-01-18", "2027-02-15"), burst("2027-02-15", "2027-02-28")],
      "is not after the burst before it",
    ],
    [[burst("2027-01-20", "2027-02-28")], "is not the flight's first day, 2027-01-18"],
    [[burst("2027-01-18", "2027-02-20")], "is not the flight's last day, 2027-02-28"],
  ])("that do not fit are refused: %s", (flights, problem) => {
    expect(problemsOf(withFlights(`[${flights.join(", ")}]`)).join("\n")).toContain(problem);
  });

  it("leave no room for weeks of a pacing", () => {
    const text = withFlights(`[${burst("2027-01-18", "2027-02-28")}]`, "pacing: { weeks: [2, 1] }");
    expect(problemsOf(text).join("\n")).toContain("has weeks of its own");
  });
});

test("a complete brief.yaml is read", () => {
  expect(readBriefFile(briefYaml(), "brief.yaml")).toEqual({
    type: "brief",
    brief: {
      name: "Spring launch",
      brand: { domain: "acme.example", name: "Acme" },
      objective: "awareness",
      budget: { minor: 25_000_000, currency: "EUR" },
      flight: { start: "2027-01-18", end: "2027-02-28" },
      countries: ["DE", "AT"],
      channels: ["olv", "ctv"],
      audience: "Runners",
      kpi: { metric: "cpm", target: 12.5 },
      limits: {
        maxCpm: { minor: 1800, currency: "EUR" },
        maxSharePerSeller: 0.4,
        excludedSellers: ["spam.example"],
      },
      creatives: [
        {
          id: "spring",
          name: "Spring",
          format: { agent_url: "https://creative.example/mcp", id: "video_15s" },
          assets: { video: { url: "https://cdn.acme.example/spring.mp4", asset_type: "video" } },
        },
      ],
      message: "Run further",
      questions: [],
    },
  });
});

describe("a brief.yaml with every field", () => {
  const text = readFileSync(new URL("every-field.yaml", import.meta.url), "utf8");
  const reading = readBriefFile(text, "brief.yaml");
  if (reading.type !== "brief") throw new Error(reading.problems.map(({ message }) => message).join());

  test("has every field, but weeks, which bursts leave no room for", () => {
    const names = (schema: unknown): string[] => {
      if (schema instanceof z.ZodOptional) return names(schema.unwrap());
      if (schema instanceof z.ZodArray) return names(schema.element);
      if (schema instanceof z.ZodUnion) return schema.options.flatMap(names);
      if (schema instanceof z.ZodRecord) return names(schema.valueType);
      const shape: object = schema instanceof z.ZodObject ? schema.shape : {};
      return Object.entries(shape).flatMap(([name, member]) => [name, ...names(member)]);
    };
    expect(names(briefFileSchema).filter((name) => !new RegExp(`\\b${name}:`).test(text))).toEqual([
      "weeks",
      "weeks",
    ]);
  });

  test("is read in the words of a Brief, but for names of the wire and names that are values", () => {
    const { brief } = reading;
    expect(brief.limits).toMatchObject({
      maxCpm: { minor: 1800, currency: "EUR" },
      channelShares: { linear_tv: { max: 0.4 } },
      countryShares: { AT: { min: 0.2 } },
      reallocation: "within",
      reallocationThreshold: { minor: 1_000_000, currency: "EUR" },
    });
    expect(brief.channelPacing).toEqual({ ctv: "even", linear_tv: "back-loaded" });
    expect(brief.content?.trustedMatch).toEqual({
      agent_url: "https://match.example",
      identity_match: true,
    });
    expect(brief.places?.exclude?.postalAreas?.[0]?.codes).toEqual(["1010"]);
    expect(brief.creatives[0]?.assets).toEqual({
      video_file: { size: { in_bytes: 10 }, is_new: true, asset_type: "video" },
    });
    expect(brief.measurement?.attribution).toEqual({ clickDays: 30, viewDays: 1 });
  });

  test("is the same after it was written and read", () => {
    expect(readBriefFile(writeBrief(reading.brief), "brief.yaml")).toEqual(reading);
  });
});

test("amounts and shares may also be written as fields and fractions", () => {
  const text = briefYaml({ budget: "{ amount: 250000.5, currency: EUR }", share: "0.25" });
  expect(readBriefFile(text, "brief.yaml")).toMatchObject({
    brief: { budget: { minor: 25_000_050, currency: "EUR" }, limits: { maxSharePerSeller: 0.25 } },
  });
});

test("a creative may be made for a format that sellers name by kind", () => {
  const text = briefYaml()
    .replace("https://creative.example/mcp", "urn:format-kind:image")
    .replace("video_15s", "300x250");
  expect(readBriefFile(text, "brief.yaml")).toMatchObject({
    brief: { creatives: [{ format: { agent_url: "urn:format-kind:image", id: "300x250" } }] },
  });
  expect(problemsOf(text.replace("urn:", "javascript:"))).toEqual([
    expect.stringContaining("creatives[0].format.agent_url"),
  ]);
});

describe("a problem names its place, its field, what is wrong and what to write:", () => {
  test.each([
    [
      "a misspelt field",
      briefYaml({ budget: undefined, extra: "budjet: 250,000 EUR" }),
      [
        "1:1 budget: is missing; write: Budget of the whole campaign, fees included, with its currency, such as 250,000 EUR",
        "25:1 budjet: is not a field; did you mean budget?",
      ],
    ],
    [
      "an unknown field inside another",
      briefYaml({ start: "2027-01-18\n  ende: 2027-02-28" }),
      ["8:3 flight.ende: is not a field; did you mean end?"],
    ],
    [
      "a budget without a currency",
      briefYaml({ budget: '"250,000"' }),
      [
        '5:9 budget: "250,000" is not an amount of money; write an amount with its currency, such as "250,000 EUR"',
      ],
    ],
    [
      "a bare number as the budget",
      briefYaml({ budget: "250000" }),
      [
        "5:9 budget: cannot be 250000; write: Budget of the whole campaign, fees included, with its currency, such as 250,000 EUR",
      ],
    ],
    [
      "a budget with two readings",
      briefYaml({ budget: "1.250 Mio. EUR" }),
      [
        expect.stringContaining(
          '5:9 budget: "1.250 Mio. EUR" has "1.250", which can be read with or without decimals',
        ),
      ],
    ],
    [
      "a budget of nothing",
      briefYaml({ budget: "0 EUR" }),
      [expect.stringContaining('5:9 budget: "0 EUR" is not more than zero')],
    ],
    [
      "an unknown currency",
      briefYaml({ budget: "{ amount: 5, currency: EURO }" }),
      [expect.stringContaining('5:32 budget.currency: "EURO" is not a currency code')],
    ],
    [
      "an amount below its currency's smallest unit",
      briefYaml({ budget: "{ amount: 5.001, currency: EUR }" }),
      [expect.stringContaining("5:19 budget.amount: 5.001 has more decimals than EUR")],
    ],
    [
      "a negative amount",
      briefYaml({ budget: "{ amount: -5, currency: EUR }" }),
      ["5:19 budget.amount: cannot be -5; write: In the currency's major unit, such as 250000"],
    ],
    [
      "a day that does not exist",
      briefYaml({ end: "2027-02-30" }),
      [
        '8:8 flight.end: cannot be "2027-02-30"; write: Last day, included, as an ISO date, such as 2027-02-28',
      ],
    ],
    [
      "an end before the start",
      briefYaml({ end: "2027-01-17" }),
      ["8:8 flight.end: is before the start, 2027-01-18; write the last day of the campaign"],
    ],
    [
      "an alias of a country",
      briefYaml({ countries: "[DE, UK]" }),
      ['9:17 countries[1]: "UK" is not a country code; did you mean GB?'],
    ],
    [
      "an unknown country",
      briefYaml({ countries: "[Germany]" }),
      ['9:13 countries[0]: "Germany" is not a country code; write an ISO 3166-1 alpha-2 code such as DE'],
    ],
    [
      "a country twice",
      briefYaml({ countries: "[DE, DE]" }),
      ['9:17 countries[1]: "DE" is there twice; remove one of them'],
    ],
    [
      "no country",
      briefYaml({ countries: "[]" }),
      [expect.stringContaining("9:12 countries: is empty; write: Where it runs")],
    ],
    [
      "an unknown channel",
      briefYaml({ channels: "[olv, ctvv]" }),
      [expect.stringMatching(/^10:17 channels\[1\]: "ctvv" is not one of .*; did you mean ctv\?/)],
    ],
    [
      "an unknown objective",
      briefYaml({ objective: "awarness" }),
      [expect.stringMatching(/^4:12 objective: "awarness" is not one of .*; did you mean awareness\?/)],
    ],
    [
      "a domain with a scheme",
      briefYaml({ domain: "https://acme.example" }),
      [
        expect.stringContaining(
          '2:18 brand.domain: cannot be "https://acme.example"; write: Internet domain of the brand',
        ),
      ],
    ],
    [
      "a share above the whole",
      briefYaml({ share: "40" }),
      ["15:25 limits.max_share_per_seller: is 40; write more than 0 and at most 1, such as 40% or 0.4"],
    ],
    [
      "a share of nothing",
      briefYaml({ share: "0%" }),
      [expect.stringContaining("15:25 limits.max_share_per_seller: is 0%")],
    ],
    [
      "a CPM in another currency",
      briefYaml({ maxCpm: "18 USD" }),
      ["14:12 limits.max_cpm: is in USD; write it in EUR, the budget's currency"],
    ],
    [
      "a rate above 1",
      briefYaml({ kpi: "{ metric: ctr, target: 5 }" }),
      ["12:29 kpi.target: is 5; write a rate from 0 to 1, such as 0.05 for 5%"],
    ],
    [
      "an age below all that may be reached",
      briefYaml({ extra: "demographics: { age: { from: 3 } }" }),
      ["26:30 demographics.age.from: cannot be 3; write: Youngest, in years, such as 25"],
    ],
    [
      "a KPI of nothing",
      briefYaml({ kpi: "{ metric: cpm, target: 0 }" }),
      [expect.stringContaining("12:29 kpi.target: cannot be 0")],
    ],
    [
      "an empty name",
      briefYaml({ name: '""' }),
      [expect.stringContaining("1:7 name: is empty; write: Name of the campaign")],
    ],
  ])("%s", (_, text, problems) => {
    expect(problemsOf(text)).toEqual(problems);
  });

  test("what single fields mean, where others are no fields of a brief", () => {
    const text = briefYaml({ objective: "awarness", budget: "250,000 EURO", countries: "[Germany]" });
    expect(problemsOf(text).map((problem) => problem.replace(/^\d+:\d+ (\S+):.*/, "$1"))).toEqual([
      "objective",
      "budget",
      "countries[0]",
    ]);
    expect(problemsOf(text).join()).toContain('such as "250,000 EUR"');
  });

  test("all problems of a file at once, in its order", () => {
    const text = briefYaml({ countries: "[XX]", end: "2026-01-01", share: "2" });
    expect(problemsOf(text).map((problem) => problem.split(" ")[0])).toEqual(["8:8", "9:13", "15:25"]);
  });

  test("a key that is there twice", () => {
    expect(problemsOf(`${briefYaml()}name: Again\n`)).toEqual([
      expect.stringContaining("26:1 : this name is there twice"),
    ]);
  });

  test("an empty file", () => {
    expect(problemsOf("")).toEqual([
      expect.stringContaining("1:1 : is missing; write the fields of a brief: name, brand"),
    ]);
  });

  test("a file that is only a text", () => {
    expect(problemsOf("Budget 250,000 EUR")).toEqual([
      expect.stringContaining('1:1 : cannot be "Budget 250,000 EUR"'),
    ]);
  });
});

describe("where, when and to whom", () => {
  const problems = (extra: string) => {
    const reading = readBriefFile(briefYaml({ extra }), "brief.yaml");
    return reading.type === "invalid"
      ? reading.problems.map(({ field, message }) => `${field} ${message}`)
      : [];
  };

  it("is read, and written back the same", () => {
    const extra = [
      "frequency_cap: { times: 3, per: week }",
      "languages: [de]",
      "places:",
      "  include: { postal_areas: [{ country: DE, system: plz, codes: ['80331'] }] }",
      "  exclude: { regions: [AT-9], metros: [{ system: custom, codes: [a] }], cities: [{ name: Graz, country: AT }] }",
      "demographics: { age: { from: 25, to: 44 }, gender: female }",
      "minimum_age: 18",
      "devices: [mobile]",
      "dayparts: [{ days: [saturday], from: 18, to: 24 }]",
      "content:",
      "  property_list: { agent_url: https://lists.example/mcp, list_id: good }",
      "  avoid: [gambling]",
      "measurement:",
      "  viewability: { at_least: 70%, vendor: eyes.example }",
      "  completion: { at_least: 0.8 }",
      "  counted_by: counts.example",
      "  attribution: { click_days: 30, view_days: 1 }",
    ].join("\n");
    const reading = readBriefFile(briefYaml({ extra }), "brief.yaml");
    if (reading.type !== "brief") throw new Error(reading.problems.map(({ message }) => message).join());
    expect(reading.brief).toMatchObject({
      frequencyCap: { times: 3, per: "week" },
      languages: ["de"],
      places: {
        include: { postalAreas: [{ country: "DE", system: "plz", codes: ["80331"] }] },
        exclude: {
          regions: ["AT-9"],
          metros: [{ system: "custom", codes: ["a"] }],
          cities: [{ name: "Graz", country: "AT" }],
        },
      },
      demographics: { age: { from: 25, to: 44 }, gender: "female" },
      minimumAge: 18,
      devices: ["mobile"],
      dayparts: [{ days: ["saturday"], from: 18, to: 24 }],
      content: {
        propertyList: { agent_url: "https://lists.example/mcp", list_id: "good" },
        avoid: ["gambling"],
      },
      measurement: {
        viewability: { atLeast: 0.7, vendor: "eyes.example", standard: "mrc" },
        completion: { atLeast: 0.8 },
        countedBy: "counts.example",
        attribution: { clickDays: 30, viewDays: 1 },
      },
    });
    const again = readBriefFile(writeBrief(reading.brief), "again.yaml");
    expect(again).toEqual({ type: "brief", brief: reading.brief });
  });

  it.each([
    [
      "places: { include: { regions: [FR-IDF] } }",
      /^places\.include\.regions\[0\] is in FR, which is not among/,
    ],
    ["places: { include: { regions: [Bavaria] } }", /^places\.include\.regions\[0\] .*DE-BY/],
    [
      "places: { include: { regions: [DE-BY], metros: [{ system: custom, codes: [a] }] } }",
      /^places\.include names regions and metros/,
    ],
    [
      "places: { include: { cities: [{ name: Leeds, country: GB }] } }",
      /^places\.include\.cities\[0\]\.country is in GB, which is not among/,
    ],
    ["demographics: { age: { from: 44, to: 25 } }", /^demographics\.age\.to is 25, below from, 44/],
    ["dayparts: [{ days: [monday], from: 20, to: 6 }]", /^dayparts\[0\]\.to is 6, not after from, 20/],
    ["measurement: { viewability: { at_least: 170% } }", /^measurement\.viewability\.at_least is 170%/],
    ["measurement: { counted_by: Nobody }", /^measurement\.counted_by /],
    ["languages: [de, de]", /^languages\[1\] "de" is there twice/],
    ["frequency_cap: { times: 2.5, per: day }", /^frequency_cap\.times /],
  ])("refuses %s", (extra, message) => {
    expect(problems(extra)).toEqual([expect.stringMatching(message)]);
  });
});

describe("the people that a brief counts", () => {
  const withUniverse = (people: string, demographics = "demographics: { age: { from: 25, to: 44 } }") =>
    briefYaml({ extra: `${demographics}\nuniverse: { people: ${people}, source: "our panel, 2026" }` });

  test("are read and written by country, with their source", () => {
    const reading = readBriefFile(withUniverse("{ DE: 1000000, AT: 100000 }"), "brief.yaml");
    if (reading.type !== "brief") throw new Error("not read");
    expect(reading.brief.universe).toEqual({
      people: { DE: 1_000_000, AT: 100_000 },
      source: "our panel, 2026",
    });
    expect(readBriefFile(writeBrief(reading.brief), "brief.yaml")).toEqual(reading);
    expect(readBriefFile(withUniverse("{ DE: 1400000, AT: 100000 }", ""), "brief.yaml")).toMatchObject({
      brief: { universe: { people: { DE: 1_400_000 } } },
    });
  });

  test.each([
    [withUniverse("{ DE: 1000000 }"), "lacks AT"],
    [withUniverse("{ DE: 1, AT: 1, CH: 1 }"), "is not among the countries, DE, AT"],
  ])("are refused where they do not fit", (text, problem) => {
    expect(problemsOf(text).join("\n")).toContain(problem);
  });
});

test("sellers are named by domain or by name, and each once", () => {
  const text = (limits: string) =>
    briefYaml().replace("excluded_sellers: [spam.example]", `excluded_sellers: [ ${limits}`);
  expect(
    readBriefFile(
      text('" Spam   House ", https://Spam.example/x ]\n  only_sellers: [Apex Media, Birch]'),
      "brief.yaml",
    ),
  ).toMatchObject({
    brief: {
      limits: { excludedSellers: ["Spam House", "spam.example"], onlySellers: ["Apex Media", "birch"] },
    },
  });
  expect(problemsOf(text('"Spam\u200bHouse" ]')).join("\n")).toContain("a character that nobody sees");
  expect(problemsOf(text("]\n  only_sellers: [Apex, Apex]")).join("\n")).toContain("is there twice");
});

test("an overlap that somebody measured is read and written with its source", () => {
  const reading = readBriefFile(
    briefYaml({ extra: 'overlap: { lost: "8%", source: "our panel, 2026" }' }),
    "brief.yaml",
  );
  if (reading.type !== "brief") throw new Error("not read");
  expect(reading.brief.overlap).toEqual({ lost: 0.08, source: "our panel, 2026" });
  expect(readBriefFile(writeBrief(reading.brief), "brief.yaml")).toEqual(reading);
  expect(problemsOf(briefYaml({ extra: 'overlap: { lost: 2, source: "x" }' })).join("\n")).toContain(
    "write more than 0",
  );
});

test.each([
  ["video: { url: https://cdn.acme.example/spot }", "video"],
  ["hero: { url: 'https://cdn.acme.example/a.PNG?v=2' }", "image"],
  ["spot: { url: https://cdn.acme.example/a.mp3 }", "audio"],
  ["headline: { content: Boil it }", "text"],
  ["clip: { asset_type: video, url: https://cdn.acme.example/a.png }", "video"],
])("an asset is what it says, else what its role, its file or its words say: %s", (asset, type) => {
  const reading = readBriefFile(`${smallest}\n${creativeWith(asset)}`, "brief.yaml");
  if (reading.type !== "brief") throw new Error(reading.problems.map(({ message }) => message).join("\n"));
  expect(Object.values(reading.brief.creatives[0]?.assets ?? {})[0]).toMatchObject({ asset_type: type });
});

test("an asset of which nobody can tell what it is, is found before anything is ordered", () => {
  const reading = readBriefFile(
    `${smallest}\n${creativeWith("clip: { url: https://cdn.acme.example/a }")}`,
    "brief.yaml",
  );
  expect(reading).toMatchObject({
    type: "invalid",
    problems: [
      {
        field: "creatives[0].assets.clip",
        message: expect.stringContaining("write asset_type: image, video"),
      },
    ],
  });
});

const smallest = `name: Kettle
brand: { domain: kettle.example }
objective: awareness
budget: 60,000 EUR
flight: { start: 2099-03-01, end: 2099-03-28 }
countries: [DE]
channels: [ctv]`;

function creativeWith(asset: string): string {
  return `creatives:\n  - { id: a, name: A, format: { agent_url: "https://c.example/mcp", id: v }, assets: { ${asset} } }`;
}

import { describe, expect, it, test } from "vitest";
import type { Brief } from "../../../src/brief/brief.ts";
import type { Offer } from "../../../src/campaign/model/offers/offer.ts";
import { readTargetable, termsOf } from "../../../src/campaign/model/people/targeting.ts";
import { constraintsFor, unheldFor } from "../../../src/campaign/targeting/constraints.ts";
import { brief, offer } from "../rank/arbitraries.ts";

const asked: Partial<Brief> = {
  countries: ["DE", "AT"],
  pacing: "even",
  frequencyCap: { times: 2, per: "day" },
  audience: "runners",
  languages: ["de"],
  places: { include: { regions: ["DE-BY"] }, exclude: { regions: ["AT-9"] } },
  demographics: { age: { from: 25 }, gender: "female" },
  minimumAge: 18,
  devices: ["mobile"],
  dayparts: [{ days: ["saturday"], from: 18, to: 23 }],
  content: {
    propertyList: { agent_url: "https://lists.example/mcp", list_id: "good" },
    collectionListExclude: { agent_url: "https://lists.example/mcp", list_id: "bad" },
    avoid: ["gambling"],
  },
};

const everything = readTargetable({
  geo_countries: true,
  geo_regions: true,
  geo_metros: { nielsen_dma: true },
  geo_postal_areas: { DE: ["plz"] },
  geo_proximity: { radius: true },
  language: true,
  device_type: true,
  daypart_targets: true,
  frequency_cap: true,
  age_restriction: { supported: true },
  property_list: true,
  collection_list: true,
});

function held(values: Partial<Brief>, one: Partial<Offer>): Record<string, string> {
  return Object.fromEntries(
    constraintsFor(brief(values))(offer(one)).map(({ field, held: how }) => [field, how]),
  );
}

test("an order carries all that a seller takes", () => {
  const constraints = constraintsFor(brief(asked))(offer({ targetable: everything }));
  expect(termsOf(constraints)).toEqual({
    pacing: "even",
    targeting_overlay: {
      geo_regions: ["DE-BY"],
      geo_regions_exclude: ["AT-9"],
      frequency_cap: { max_impressions: 2, per: "individuals", window: { interval: 1, unit: "days" } },
      language: ["de"],
      age_restriction: { min: 18 },
      device_type: ["mobile"],
      daypart_targets: [{ days: ["saturday"], start_hour: 18, end_hour: 23 }],
      property_list: { agent_url: "https://lists.example/mcp", list_id: "good" },
      collection_list_exclude: { agent_url: "https://lists.example/mcp", list_id: "bad" },
    },
  });
  const inWords = constraints.filter(({ held: how }) => how === "brief").map(({ field }) => field);
  expect(inWords).toEqual(["audience", "demographics", "content.avoid"]);
  expect(unheldFor(brief(asked))(offer({ targetable: everything }))).toEqual([]);
});

test("a seller that says nothing is asked in words, and gets nothing of what is insisted on", () => {
  expect(held(asked, {})).toMatchObject({
    countries: "brief",
    frequency_cap: "brief",
    languages: "brief",
    devices: "brief",
    dayparts: "brief",
    "places.regions": "none",
    minimum_age: "none",
    "content.property_list": "none",
  });
  const unheld = (soft: Brief["soft"] = []) =>
    unheldFor(brief({ ...asked, soft }))(offer()).map(({ field }) => field);
  expect(unheld()).toEqual([
    "places.regions",
    "minimum_age",
    "content.property_list",
    "content.collection_list_exclude",
  ]);
  // An age that the law asks for is never soft.
  expect(unheld(["places", "content"])).toEqual(["minimum_age"]);
});

describe("countries", () => {
  const two = { countries: ["DE", "AT"] };
  it.each<[string, Partial<Offer>, string]>([
    ["of a product within them", { countries: ["AT"] }, "product"],
    [
      "of a product within them at a seller that narrows",
      { countries: ["AT"], targetable: everything },
      "product",
    ],
    [
      "of a wider product at a seller that narrows",
      { countries: ["AT", "FR"], targetable: everything },
      "wire",
    ],
    ["of a wider product at another", { countries: ["AT", "FR"] }, "none"],
    ["of a product that does not say, at a seller that narrows", { targetable: everything }, "wire"],
    ["of a product that does not say, at another", {}, "brief"],
    ["of a product that does not say, at one that cannot", { targetable: { countries: false } }, "none"],
  ])("%s", (_, one, expected) => {
    expect(held(two, one)["countries"]).toBe(expected);
  });

  it("are named as far as the product runs there", () => {
    const [, constraint] = constraintsFor(brief(two))(
      offer({ countries: ["AT", "FR"], targetable: everything }),
    );
    expect(constraint?.sent).toEqual({ targeting_overlay: { geo_countries: ["AT"] } });
  });
});

describe("places", () => {
  const postal = (country: string, system: string) => ({
    countries: [country],
    places: { include: { postalAreas: [{ country, system, codes: ["1"] }] } },
  });
  const around = { circle: { latitude: 53.8, longitude: -1.55, kilometres: 12 } };
  const city = (part: "include" | "exclude", where: Partial<typeof around>) => ({
    countries: ["GB"],
    places: { [part]: { cities: [{ name: "Leeds", country: "GB", ...where }] } },
  });
  it.each<[string, Partial<Brief>, string, string]>([
    ["a postal system that its seller has", postal("DE", "plz"), "places.postal_areas", "wire"],
    ["a postal system that it has not", postal("FR", "code_postal"), "places.postal_areas", "none"],
    [
      "a system of metro areas that it has",
      { places: { include: { metros: [{ system: "nielsen_dma", codes: ["501"] }] } } },
      "places.metros",
      "wire",
    ],
    [
      "a system of metro areas that it has not",
      { places: { exclude: { metros: [{ system: "uk_itl1", codes: ["UKI"] }] } } },
      "places.metros",
      "none",
    ],
    ["a city with a circle around it", city("include", around), "places.cities", "wire"],
    ["a city by its name alone", city("include", {}), "places.cities", "none"],
    ["a city that is left out", city("exclude", around), "places.cities", "none"],
  ])("%s", (_, values, field, expected) => {
    expect(held(values, { targetable: everything })[field]).toBe(expected);
  });

  it("where the product does not run are not held by it", () => {
    const values = { countries: ["DE", "AT"], places: { include: { regions: ["DE-BY"] } } };
    const [first] = unheldFor(brief(values))(offer({ countries: ["AT"], targetable: everything }));
    expect(first?.reason).toBe("only in Bayern: it does not run there");
  });
});

test("devices are held by what runs on them alone", () => {
  expect(held({ devices: ["ctv", "mobile"] }, { channels: ["ctv"] })["devices"]).toBe("product");
});

test.each([
  ["even", "wire"],
  ["front-loaded", "wire"],
  ["back-loaded", "brief"],
  [{ weeks: [1, 2] }, "brief"],
] as const)("pacing %o is held %s", (pacing, expected) => {
  expect(held({ pacing }, {})["pacing"]).toBe(expected);
});

test.each([
  [{ geo_countries: ["DE"] }, { countries: true }],
  [{ geo_countries: [] }, { countries: false }],
  [{ age_restriction: { supported: false } }, { minimumAge: false }],
  [
    { geo_postal_areas: { de_plz: true, us_zip_plus_four: true, gb_full: false } },
    { postalAreas: ["DE plz", "US zip_plus_four"] },
  ],
  [{ geo_countries: "everywhere", language: 1 }, {}],
])("%o is read as %o", (told, expected) => {
  expect(readTargetable(told)).toEqual(expected);
});

describe("how delivery is counted and what it comes up to", () => {
  const measurement = {
    viewability: { atLeast: 0.7, standard: "mrc", vendor: "eyes.example" },
    completion: { atLeast: 0.8 },
    countedBy: "counts.example",
    attribution: { clickDays: 30 },
  } as const;
  const promised = {
    viewability: { atLeast: 0.75, vendor: "eyes.example", standard: "mrc" },
    completion: { atLeast: 0.8, vendor: "plays.example" },
    countedBy: "counts.example",
  };

  it("is named in the order as far as the seller promises it, no further than asked", () => {
    expect(termsOf(constraintsFor(brief({ measurement, countries: [] }))(offer({ promised })))).toEqual({
      performance_standards: [
        { metric: "viewability", threshold: 0.7, vendor: { domain: "eyes.example" }, standard: "mrc" },
        { metric: "completion_rate", threshold: 0.8, vendor: { domain: "plays.example" } },
      ],
      measurement_terms: { billing_measurement: { vendor: { domain: "counts.example" } } },
    });
  });

  it.each([
    ["nothing", {}, "brief", "brief", "brief"],
    ["less", { viewability: { ...promised.viewability, atLeast: 0.6 } }, "none", "brief", "brief"],
    [
      "another standard",
      { viewability: { ...promised.viewability, standard: "groupm" } },
      "none",
      "brief",
      "brief",
    ],
    [
      "another vendor",
      { viewability: { ...promised.viewability, vendor: "b.example" } },
      "none",
      "brief",
      "brief",
    ],
    ["another count", { countedBy: "own.example" }, "brief", "brief", "none"],
    ["all of it", promised, "wire", "wire", "wire"],
  ])("where its seller promises %s", (_, told, viewability, completion, counted) => {
    expect(held({ measurement }, { promised: told })).toMatchObject({
      "measurement.viewability": viewability,
      "measurement.completion": completion,
      "measurement.counted_by": counted,
      "measurement.attribution": "brief",
    });
  });
});

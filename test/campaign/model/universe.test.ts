import { describe, expect, it } from "vitest";
import type { Demographics } from "../../../src/brief/brief.ts";
import { groupOf, partsKept, universeOf } from "../../../src/campaign/model/people/universe.ts";

describe("the universe of a brief", () => {
  it("is the people of its countries", () => {
    expect(universeOf({ countries: ["DE", "AT"] })).toMatchObject({
      people: 92_010_000,
      where: "Germany and Austria",
    });
    expect(universeOf({ countries: ["DE", "XX"] })).toBeUndefined();
  });

  it("is the people of the regions that it keeps to, which add up to their country", () => {
    const bavaria = universeOf({ countries: ["DE"], places: { include: { regions: ["DE-BY"] } } });
    const rest = universeOf({ countries: ["DE"], places: { exclude: { regions: ["DE-BY"] } } });
    expect(bavaria?.people).toBeGreaterThan(13_000_000);
    expect(bavaria?.people).toBeLessThan(13_400_000);
    expect((bavaria?.people ?? 0) + (rest?.people ?? 0)).toBe(83_133_000);
    expect(rest?.where).toBe("Germany without DE-BY");
  });

  it("takes nothing off for a place that is not in it", () => {
    const places = { include: { regions: ["DE-BY"] }, exclude: { regions: ["AT-9"] } };
    expect(universeOf({ countries: ["DE", "AT"], places })?.where).toBe("DE-BY");
  });

  it("says of whom it is where the brief is for some of them, and is of those where the brief says how many", () => {
    const brief = {
      countries: ["DE", "AT"],
      demographics: { age: { from: 25, to: 44 }, gender: "female" as const },
    };
    expect(universeOf(brief)).toMatchObject({
      people: 92_010_000,
      where: "Germany and Austria, of every age and gender",
      source: "World Bank, 2019",
    });
    const universe = { people: { DE: 1_000_000, AT: 100_000 }, source: "our panel, 2026" };
    expect(universeOf({ ...brief, universe })).toEqual({
      people: 1_100_000,
      where: "Germany and Austria, women aged 25 to 44",
      source: "our panel, 2026",
    });
    const places = { include: { regions: ["DE-BY"] } };
    const bavaria = universeOf({ ...brief, universe, places });
    expect(bavaria?.people).toBeGreaterThan(150_000);
    expect(bavaria?.people).toBeLessThan(165_000);
    expect(bavaria?.source).toMatch(/^our panel, 2026; /);
  });

  it("tells by the tables how many of them there are, where the brief does not", () => {
    const people = (demographics: Demographics, countries = ["DE"]) =>
      groupOf({ countries, demographics })?.people ?? 0;
    // 10.1 million women of 25 to 44 by the UN's count of 83.8 million people.
    expect(people({ age: { from: 25, to: 44 }, gender: "female" }) / 83_133_000).toBeCloseTo(0.121, 2);
    expect(people({ gender: "female" }) + people({ gender: "male" })).toBeCloseTo(83_133_000, -5);
    const parts = [people({ age: { to: 36 } }), people({ age: { from: 37 } })];
    expect((parts[0] ?? 0) + (parts[1] ?? 0)).toBeCloseTo(people({ age: {} }), -1);
    expect(people({ age: { from: 95, to: 99 } })).toBeGreaterThan(0);
    const brief = { countries: ["DE", "AT"], demographics: { gender: "male" as const } };
    expect(groupOf(brief)).toMatchObject({
      where: "Germany and Austria, men",
      source: expect.stringContaining("2020"),
    });
    expect(groupOf({ ...brief, countries: ["DE", "XX"] })).toBeUndefined();
    expect(groupOf({ ...brief, universe: { people: { DE: 1, AT: 1 }, source: "ours" } })).toBeUndefined();
  });

  it("is not known for areas that nobody counts here", () => {
    const places = { include: { metros: [{ system: "nielsen_dma", codes: ["501"] }] } };
    expect(universeOf({ countries: ["US"], places })).toBeUndefined();
  });
});

describe("the part of a forecast that lies where the brief runs", () => {
  const berlin = { countries: ["DE"], places: { include: { regions: ["DE-BE"] } } };

  it("is all of it where its seller was asked for the regions and keeps to them", () => {
    expect(partsKept(berlin)({ countries: ["DE"], targetable: { regions: true } })).toBeUndefined();
  });

  it.each([
    ["where it does not", berlin, { regions: false }],
    ["where it does not say", berlin, {}],
    ["where they are a preference", { ...berlin, soft: ["places" as const] }, { regions: true }],
  ])("is the part of the people who live there %s", (_, one, targetable) => {
    const kept = partsKept(one)({ countries: ["DE"], targetable });
    expect(kept?.share).toBeCloseTo(0.0445, 4);
    expect(kept?.where).toBe("DE-BE");
  });

  it("is without what is left out, which goes with the order alone", () => {
    const without = { countries: ["DE"], places: { exclude: { regions: ["DE-BE"] } } };
    expect(partsKept(without)({ targetable: { regions: true } })?.share).toBeCloseTo(1 - 0.0445, 4);
  });

  it("is the brief's countries of those where it runs, unless its seller was asked for them and keeps to them", () => {
    const wide = { countries: ["DE", "FR"], targetable: { countries: true } };
    expect(partsKept({ countries: ["DE"] })(wide)).toBeUndefined();
    expect(partsKept({ countries: ["DE"] })({ countries: ["DE", "FR"] })?.share).toBeCloseTo(
      83_133 / 150_193,
      6,
    );
  });

  it("is all of it where nothing is narrowed", () => {
    expect(partsKept({ countries: ["DE"] })({ targetable: { countries: true } })).toBeUndefined();
    expect(partsKept({ countries: ["DE", "AT"] })({ countries: ["DE"] })).toBeUndefined();
  });
});

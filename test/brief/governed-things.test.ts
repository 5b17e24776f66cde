import { describe, expect, it } from "vitest";
import { readText } from "../../src/brief/reader/read-text.ts";

const today = "2026-11-21";
const read = (text: string) => readText({ text, today });
const values = (found: readonly { readonly value: string }[]) => found.map(({ value }) => value);

describe("regions are wanted", () => {
  it.each([
    ["acme.example, display. We are licensed in the state of Oregon only.", ["US-OR"]],
    ["Wir wollen vom 5. April bis 16. Mai 2027 wieder in Niedersachsen werben, mit Radio.", ["DE-NI"]],
    ["Die Ohrwin AG eröffnet im Herbst Hörzentren in den Kantonen Waadt und Genf.", ["CH-VD", "CH-GE"]],
    ["Onze klant wil aan de bak in de provincies Groningen en Drenthe.", ["NL-GR", "NL-DR"]],
    ["Gebiet: Bayern und Tirol, dort sitzen unsere Berater.", ["DE-BY", "AT-7"]],
    ["Como prometido. Cobre todo o estado de São Paulo e é nele que a campanha deve rodar.", ["BR-SP"]],
    ["Gentile dott.ssa, come promesso. Zona: la Puglia, per il momento nient'altro.", ["IT-75"]],
    ["Szukamy gości z województwa małopolskiego. Kanały: radio i social media.", ["PL-12"]],
    ["- Where: Scotland, nowhere else in the UK\n- Channels: search and display", ["GB-SCT"]],
  ])("%s", async (text, regions) => {
    const { regions: found, countries } = await read(text);
    expect(values(found)).toEqual(regions);
    expect(new Set(values(countries))).toEqual(new Set(regions.map((code) => code.slice(0, 2))));
  });
});

describe("countries are wanted where their people are to be reached", () => {
  it.each([
    ["We want to get our cold brew known among 25-49 year olds in Germany and Austria.", ["DE", "AT"]],
    [
      "Ziel ist es, die Kollektion bei Frauen zwischen 30 und 59 Jahren in Deutschland bekannt zu machen.",
      ["DE"],
    ],
    ["Chcemy dotrzeć do kobiet 25-49 w Polsce i w Czechach.", ["PL", "CZ"]],
    ["Queremos chegar a mulheres dos 25 aos 49 anos em Portugal e Espanha.", ["PT", "ES"]],
    ["Sverige och Norge. Danmark ingår inte.", ["SE", "NO"]],
    ["Deutschland und Österreich. Die Schweiz gehört nicht dazu.", ["DE", "AT"]],
  ])("%s", async (sentence, countries) => {
    const { countries: found, questions } = await read(`acme.example, display.\n${sentence}`);
    expect(values(found)).toEqual(countries);
    expect(questions.filter(({ field }) => field === "countries")).toEqual([]);
  });

  it.each([
    "Women in Japan love our blades.",
    "We want mothers to know that our oil is made in Italy.",
    "The spot of the campaign was filmed in Iceland.",
  ])("but not in passing: %s", async (sentence) => {
    const { countries, questions } = await read(`acme.example, display.\n${sentence}`);
    expect(countries).toEqual([]);
    expect(questions.map(({ field }) => field)).toContain("countries");
  });
});

describe("cities are wanted", () => {
  it.each([
    ["Invita le agenzie a formulare una proposta per le città di Torino e Bologna.", ["Torino", "Bologna"]],
    [
      "acme.example. Ils jouent à Dijon et à Besançon, pas la peine d'arroser ailleurs.",
      ["Dijon", "Besançon"],
    ],
    ["moin, für acme.example plakate + kino in münster und osnabrück, 9.500 euro", ["münster", "osnabrück"]],
    ["Posters in Hull (incl. everything up to 25 km out) and in Exeter, 48,000 pounds.", ["Hull", "Exeter"]],
  ])("%s", async (text, cities) => {
    const { cities: found } = await read(text);
    expect(found.map(({ value }) => value.name)).toEqual(cities);
  });

  it.each([
    "acme.example, Ireland, display. Our chef trained in Lyon and Milan.",
    "Our two offices in Leeds and York plan this together. acme.example, display.",
    "kino in essen und trinken, acme.example",
  ])("but not in passing: %s", async (text) => {
    expect((await read(text)).cities).toEqual([]);
  });
});

describe("the only sellers are held", () => {
  it.each([
    [
      "acme.example. Si lavora solo con Adria Spazi e con Murgia Pubblicità.",
      ["Adria Spazi", "Murgia Pubblicità"],
    ],
    [
      "* Who: acme.example\n* Buy from Skylane Displays and view.example and from nobody else",
      ["Skylane Displays", "view.example"],
    ],
    ["acme.example. Book nowhere but at Larch Media and Oxbow Screens.", ["Larch Media", "Oxbow Screens"]],
    ["We only work with Larch Media. acme.example", ["Larch Media"]],
  ])("%s", async (text, sellers) => {
    const { onlySellers, questions, excludedSellers } = await read(text);
    expect(values(onlySellers)).toEqual(sellers);
    expect(excludedSellers).toEqual([]);
    expect(questions.filter(({ field }) => field === "limits.excluded_sellers")).toEqual([]);
  });

  it.each([
    "Not only with Larch Media, also with Oxbow Screens. acme.example",
    "We want display only with Christmas Creatives. acme.example",
  ])("but not by: %s", async (text) => {
    expect((await read(text)).onlySellers).toEqual([]);
  });
});

describe("sellers are ruled out without a question", () => {
  it.each([
    [
      "Kranzwerk Media bitte nicht einbuchen, da läuft ein Streit. acme.example, Deutschland",
      "Kranzwerk Media",
    ],
    ["acme.example\n- Heronline Media is not to appear on the plan", "Heronline Media"],
    ["| Kunde | acme.example |\n| Gesperrt | Funkelnetz GmbH |", "Funkelnetz GmbH"],
  ])("%s", async (text, name) => {
    const { excludedSellers, questions } = await read(text);
    expect(values(excludedSellers)).toEqual([name]);
    expect(questions.filter(({ field }) => field === "limits.excluded_sellers")).toEqual([]);
  });

  it.each([
    "Larch Media did not disappoint. acme.example",
    "Larch Media is not expensive. acme.example",
    "Never forget Larch Media. acme.example",
  ])("but not by: %s", async (text) => {
    expect((await read(text)).excludedSellers).toEqual([]);
  });
});

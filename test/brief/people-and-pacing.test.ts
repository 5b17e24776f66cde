import { describe, expect, test } from "vitest";
import { readText } from "../../src/brief/reader/read-text.ts";
import { briefs, type Language } from "./short-briefs.ts";

const read = (text: string) => readText({ text, today: "2026-11-21" });
const english = "Campaign for alderway.example in Ireland on radio and display, 1-28 March 2027. ";
const dutch = "Campagne voor alderway.example in Nederland, radio en display, 1 t/m 28 maart 2027. ";
const german = "Kampagne für alderway.example in Deutschland, Radio und Display, 1. bis 28. März 2027. ";
const spanish = "Campaña de alderway.example en España, radio y display, del 1 al 28 de marzo de 2027. ";
const french = "Campagne pour alderway.example en France, radio et display, du 1er au 28 mars 2027. ";
const italian = "Campagna per alderway.example in Italia, radio e display, dal 1 al 28 marzo 2027. ";
const polish = "Kampania alderway.example w Polsce, radio i display, od 1 do 28 marca 2027. ";
const portuguese = "Campanha da alderway.example em Portugal, rádio e display, de 1 a 28 de março de 2027. ";
const swedish = "Kampanj för alderway.example i Sverige, radio och display, 1 till 28 mars 2027. ";

describe("whom it is for", () => {
  test.each([
    [`${english}Reach 25% of 18-34s.`, { age: { from: 18, to: 34 } }],
    [`${english}Adults over 35.`, { age: { from: 35 } }],
    [`${english}Audience W25-54.`, { age: { from: 25, to: 54 }, gender: "female" }],
    [`${dutch}Bereik 50% v25-49.`, { age: { from: 25, to: 49 }, gender: "female" }],
    [`${dutch}Bereik 50% M25-49.`, { age: { from: 25, to: 49 }, gender: "male" }],
    [`${german}Reichweite 40 % bei Frauen ab 30 Jahren.`, { age: { from: 30 }, gender: "female" }],
    [`${spanish}Para jóvenes de 18 a 29 años.`, { age: { from: 18, to: 29 } }],
  ])("%s", async (text, demographics) => {
    expect((await read(text)).demographics?.value).toMatchObject(demographics);
  });

  test.each([
    [`${english}The target: 45 and up.`, 45],
    [`${english}55+.`, 55],
    [`${english}Aimed at over-65s.`, 65],
    [`${french}La cible, ce sont les 55 ans et plus.`, 55],
    [`${french}\nCible\t60 ans et plus`, 60],
    [`${french}On s'adresse aux plus de 50 ans.`, 50],
    [`${german}\n| Zielgruppe | ab 45 Jahren |`, 45],
    [`${german}Wir wenden uns an Menschen, 60 Jahre und älter.`, 60],
    [`${german}Leute über 50`, 50],
    [`${spanish}Nos dirigimos a mayores de 30 años.`, 30],
    [`${spanish}Público: +55`, 55],
    [`${italian}Il pubblico: dai 45 anni in su.`, 45],
    [`${italian}Per gli over 60.`, 60],
    [`${dutch}Doelgroep: 55-plussers die graag fietsen.`, 55],
    [`${dutch}Vooral mensen boven de 50.`, 50],
    [`${polish}Grupa docelowa: 45+`, 45],
    [`${portuguese}Pessoas com mais de 55 anos.`, 55],
    [`${swedish}Publiken är 40+.`, 40],
    [`${swedish}45 år och äldre`, 45],
  ])("from an age on: %s", async (text, from) => {
    const { demographics, questions } = await read(text);
    expect(demographics?.value).toEqual({ age: { from } });
    expect(questions.filter(({ field }) => field === "demographics")).toEqual([]);
  });

  test.each([
    `${english}Not for the over 50s.`,
    `${english}Last year we reached women 25-44.`,
    `${english}Is it for over 40s?`,
    `${german}Nicht die über 50-Jährigen.`,
    `${spanish}No queremos mayores de 60 años.`,
    `${dutch}Geen 55-plussers.`,
  ])("is asked: %s", async (text) => {
    const { demographics, questions } = await read(text);
    expect(demographics).toBeUndefined();
    expect(questions.map(({ field }) => field)).toContain("demographics");
  });

  test.each([
    `${english}We have been here for over 40 years.`,
    `${english}20% off from 10-12.`,
    `${english}We have 50+ stores.`,
    `${german}Seit über 50 Jahren am Markt, über 50 Filialen, ab 20 Euro.`,
    `${spanish}Más de 50 años de historia. Importes mayores de 50 euros llevan factura.`,
    `${dutch}Al meer dan 50 jaar actief, vanaf 20 maart.`,
  ])("no ages: %s", async (text) => {
    expect((await read(text)).demographics?.value).toBeUndefined();
  });
});

test.each<[Language, string, string]>([
  [
    "en",
    "We want to talk to campers and trail runners, adults 25 to 54, on CTV.",
    "campers and trail runners",
  ],
  ["en", "Audience: parents of small kids, adults 30-49", "parents of small kids"],
  ["de", "Zielgruppe sind Haushaltsführende zwischen 30 und 59.", "Haushaltsführende"],
  ["fr", "On vise les amateurs de jeux de plateau.", "amateurs de jeux de plateau"],
  ["es", "Nos dirigimos a familias, ya sabes.", "familias"],
  ["it", "Si rivolge a lavoratori dipendenti, dai 30 ai 60 anni.", "lavoratori dipendenti"],
  ["nl", "We richten ons op gezinnen met jonge kinderen.", "gezinnen met jonge kinderen"],
  ["pl", "Chcemy dotrzeć do właścicieli psów.", "właścicieli psów"],
  ["pt", "Queremos chegar a donos de cães no Porto.", "donos de cães"],
  ["sv", "Vi vill nå villaägare i Skåne.", "villaägare"],
])(
  "the audience is whom the words name, without ages and places, %s: %s",
  async (language, sentence, audience) => {
    const draft = await readText({ text: `${briefs[language]}\n${sentence}`, today: "2026-11-21" });
    expect(draft.audience?.value).toBe(audience);
  },
);

test.each([
  "We do not want to talk to students.",
  "We want to reach 40% of them.",
  "Should we be talking to students?",
  "The target is 2,000 leads.",
])("no audience is read from: %s", async (sentence) => {
  const draft = await readText({ text: `acme.example, radio.\n${sentence}`, today: "2026-11-21" });
  expect(draft.audience).toBeUndefined();
});

describe("pacing", () => {
  test.each([
    `${english}EUR 60,000 of media, evenly over the month.`,
    `${english}Please spread it evenly, sales cannot handle peaks.`,
    `${dutch}Mediabudget € 24.500, gelijkmatig besteden.`,
    `${german}Bitte gleichmäßig ausgeben.`,
  ])("is even: %s", async (text) => {
    expect((await read(text)).pacing?.value).toBe("even");
  });

  test.each([
    `${english}Split evenly between display and radio.`,
    `${german}Gleichmäßig auf Display und Radio verteilt.`,
  ])("says nothing of time: %s", async (text) => {
    expect((await read(text)).pacing).toBeUndefined();
  });
});

test("what remains is a share by its size too", async () => {
  const text =
    "Campaign in Finland, Estonia and Latvia for alderway.example. Half of the money is meant for Finland, 30 per cent for Estonia and the remaining fifth for Latvia.";
  const { countryShares } = await read(text);
  expect(countryShares.map(({ value }) => [value.of, value.min, value.max])).toEqual([
    ["FI", 0.5, 0.5],
    ["EE", 0.3, 0.3],
    ["LV", 0.2, 0.2],
  ]);
});

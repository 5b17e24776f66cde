import { describe, expect, test } from "vitest";
import { answerField } from "../../src/brief/reader/answer-brief.ts";
import { readText } from "../../src/brief/reader/read-text.ts";

const today = "2026-11-21";
const read = (text: string) => readText({ text, today });
const cities = async (text: string) => (await read(text)).cities.map(({ value }) => value.name);
const asked = async (text: string) => (await read(text)).questions.map(({ field }) => field);

describe("what marks the items of a list", () => {
  test.each(["▪", "–", "·", "►", "→", "‣"])("is no part of them: %s", async (mark) => {
    const text = `${mark} Zeitraum: 10. Januar bis 31. März 2027\n${mark} Orte: Leipzig, Gera, Zwickau\n${mark} Kanäle: Radio, Social`;
    expect(await cities(text)).toEqual(["Leipzig", "Gera", "Zwickau"]);
  });

  test("may be a letter or a number", async () => {
    const lettered =
      "A. Budget : 58 000 €\nB. Période : 19 avril – 27 juin 2027\nC. Villes : Charleroi, Namur et Mons";
    expect(await cities(lettered)).toEqual(["Charleroi", "Namur", "Mons"]);
    const { flightStart, flightEnd } = await read(lettered);
    expect([flightStart?.value, flightEnd?.value]).toEqual(["2027-04-19", "2027-06-27"]);
  });

  test("a label within a line begins one", async () => {
    const { kpi } = await read(
      "• Scopo: considerazione. Indicatore: visualizzazioni complete, 1.100.000\n• Canali: display",
    );
    expect(kpi?.value).toEqual({ metric: "completed_views", target: 1_100_000 });
  });

  test("the days of a row are those of its label", async () => {
    const { flightStart, flightEnd } = await read(
      "| Laufzeit | 22.03.2027 | 09.05.2027 | |\n| Kanäle | Radio, Display | | |\n| Land | Österreich | | |",
    );
    expect([flightStart?.value, flightEnd?.value]).toEqual(["2027-03-22", "2027-05-09"]);
  });
});

describe("where a campaign runs", () => {
  test("is what answers the question of a chat", async () => {
    const text =
      "Ola (dom mediowy): ok. gdzie?\nBartek: Toruń, Bydgoszcz, Gdańsk\nOla (dom mediowy): media?\nBartek: radio i social";
    expect(await cities(text)).toEqual(["Toruń", "Bydgoszcz", "Gdańsk"]);
  });

  test("may be a town, in a list or under a label, and in any country", async () => {
    expect(
      await cities("A campanha decorrerá de 12 de abril a 20 de junho de 2027 em Viseu, Lamego e Mangualde."),
    ).toEqual(["Viseu", "Lamego", "Mangualde"]);
    expect(await cities("Towns: Nairobi, Mombasa, Kisumu\nRadio, social")).toEqual([
      "Nairobi",
      "Mombasa",
      "Kisumu",
    ]);
  });

  test("is no word that refuses something", async () => {
    const { channels } = await read(
      "Hamacas Guajira – ciudad\nNada de cine.\nMedellín y Cali\nredes sociales, influencers\nno queremos email marketing",
    );
    expect(channels.map(({ value }) => value)).not.toContain("cinema");
  });

  test.each([
    "Where: everywhere but Leeds. Radio, GBP 100,000, 1-30 March 2027, UK",
    "Where: not decided yet, Leeds or York. Radio, GBP 100,000, 1-30 March 2027",
    "Städte: Wien oder Graz, das klären wir noch. Radio, 100.000 €, 1.-30. März 2027",
    "Kim: where?\nLee: everywhere but Leeds\nKim: ok\nLee: radio, GBP 100,000, 1-30 March 2027, UK",
  ])("is asked about where a line of places leaves it open: %s", async (text) => {
    expect(await cities(text)).toEqual([]);
    expect(await asked(text)).toContain("places");
  });

  test("an answer of which a part is no place is refused by its word", async () => {
    const result = await answerField("today: 2026-11-21\n", "countries", "Germny and Austria", today);
    expect(result.type === "refused" ? result.message : "").toContain('"Germny');
  });
});

describe("the days of an event are not the campaign's", () => {
  test.each([
    "- Exhibition: 27 March to 31 October 2027\n- Ad dates: 15 March to 25 April 2027\n- Radio, Ireland",
    "1. Anlass: Infotage am 13. und 20. März 2027\n2. Laufzeit der Werbung: 15. März bis 25. April 2027\n3. Radio, Österreich",
  ])("%s", async (text) => {
    const { flightStart, flightEnd } = await read(text);
    expect([flightStart?.value, flightEnd?.value]).toEqual(["2027-03-15", "2027-04-25"]);
  });

  test.each([
    "Laufzeit 14.6. bis 11.7.2027\nim Dokument vom Kunden steht aber 14.6. bis 8.8.2027\nTikTok, Österreich",
    "The campaign runs from 1 to 28 March 2027, Ireland. Radio in April.",
  ])("what may be the campaign's is asked about: %s", async (text) => {
    expect((await asked(text)).some((field) => field.startsWith("flight"))).toBe(true);
  });
});

test.each([
  ["Between 3 and 6 suppliers, none of them above 35%. EUR 100,000, Ireland, radio.", 0.35],
  ["No single one may take more than 35%. EUR 100,000, Ireland, radio.", 0.35],
  ["Mindestens vier Anbieter, keiner mit mehr als 30 % des Budgets. 100.000 €, Österreich, Radio.", 0.3],
  ["Nessun venditore di spazi potrà ricevere oltre il 30% della somma. 100.000 €, Italia, radio.", 0.3],
  ["Trois régies devront être retenues et aucune ne recevra plus de 45 %. 100 000 €, France, radio.", 0.45],
])("the most for one seller: %s", async (text, share) => {
  expect((await read(text)).maxSharePerSeller?.value).toBe(share);
});

test.each([
  "Kein Bundesland mehr als 30 % des Budgets. 100.000 €, Österreich, Radio.",
  "Aucun canal ne recevra plus de 45 %. 100 000 €, France, radio.",
])("the most for something else is asked about: %s", async (text) => {
  const { maxSharePerSeller, questions } = await read(text);
  expect(maxSharePerSeller).toBeUndefined();
  expect(questions.length).toBeGreaterThan(0);
});

test.each([
  "Share capital of 18 million euros, 74 branches. Ireland, radio, 5 April to 16 May 2027.",
  "Fest on 26-28 March 2027, with 20% off in the app. Ireland, radio.",
])("a figure of the advertiser's is nobody's age and no share: %s", async (text) => {
  expect(await asked(text)).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/minimum_age|demographics|shares?$/)]),
  );
});

test.each([
  "Die Podcasts fliegen aus dem Plan, Radio und Plakate bleiben. Österreich.",
  "Les podcasts sortent du plan, la radio et l'affichage restent. France.",
  "I podcast escono dal piano, restano radio e affissioni. Italia.",
  "Los podcasts salen del plan, quedan radio y exterior. España.",
  "Os podcasts saem do plano, ficam rádio e outdoor. Portugal.",
  "De podcasts gaan uit het plan, radio en buitenreclame blijven. Nederland.",
  "Podcasts come out of the plan, radio and posters remain. Ireland.",
  "Channels: radio and posters. Podcasts: no, see what happened last year. Ireland.",
])("what leaves the plan is not bought: %s", async (text) => {
  expect((await read(text)).channels.map(({ value }) => value)).not.toContain("podcast");
});

test("what a mail's reader says of an attachment is no word of the client", async () => {
  const { excludedSellers, untaken } = await read(
    "Radio in Ireland, nothing from Kiosk Network.\n\n[The attachment media-plan.xlsx was not read]",
  );
  expect(excludedSellers.map(({ value }) => value)).not.toContain("media-plan.xlsx");
  expect(untaken.filter(({ why }) => why === "requirement").map(({ text }) => text)).toContain(
    "[The attachment media-plan.xlsx was not read]",
  );
});

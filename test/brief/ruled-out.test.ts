import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { readText } from "../../src/brief/reader/read-text.ts";
import { some } from "../depth.ts";

const briefs: Readonly<Record<string, (sentence: string) => string>> = {
  en: (sentence) =>
    `Hello Ann,\nour client Acme (acme.example) starts in Ireland.\nThe media budget is 120,000 EUR.\n${sentence}\nIt runs from 1 March 2027 to 30 April 2027.\nWe would like online video and podcasts.\nThe objective is awareness.`,
  de: (sentence) =>
    `Hallo,\nunser Kunde Acme (acme.example) startet in Deutschland.\nDas Mediabudget beträgt 120.000 €.\n${sentence}\nVom 1. März bis 30. April 2027.\nWir möchten Online-Video und Podcasts.\nDas Ziel ist Markenbekanntheit.`,
  fr: (sentence) =>
    `Bonjour,\nnotre client Acme (acme.example) lance une campagne en France.\nLe budget média est de 120 000 €.\n${sentence}\nDu 1er mars au 30 avril 2027.\nNous souhaitons de la vidéo en ligne et des podcasts.\nL'objectif est la notoriété.`,
  es: (sentence) =>
    `Hola,\nnuestro cliente Acme (acme.example) lanza una campaña en España.\nEl presupuesto es de 120.000 €.\n${sentence}\nDel 1 de marzo al 30 de abril de 2027.\nQueremos vídeo online y podcasts.\nEl objetivo es notoriedad.`,
  it: (sentence) =>
    `Ciao,\nil cliente Acme (acme.example) parte con una campagna in Italia.\nIl budget è di 120.000 €.\n${sentence}\nDal 1 marzo al 30 aprile 2027.\nVorremmo video online e podcast.\nL'obiettivo è la notorietà.`,
  nl: (sentence) =>
    `Hoi,\nonze klant Acme (acme.example) start een campagne in Nederland.\nHet budget is 120.000 euro.\n${sentence}\nVan 1 maart tot en met 30 april 2027.\nWe willen online video en podcasts.\nDoel is naamsbekendheid.`,
  pl: (sentence) =>
    `Dzień dobry,\nnasz klient Acme (acme.example) rusza z kampanią w Polsce.\nBudżet to 120 000 zł.\n${sentence}\nOd 1 marca do 30 kwietnia 2027.\nChcemy wideo online i podcasty.\nCelem jest świadomość marki.`,
  pt: (sentence) =>
    `Bom dia,\no nosso cliente Acme (acme.example) lança uma campanha em Portugal.\nO orçamento é de 120.000 €.\n${sentence}\nDe 1 de março a 30 de abril de 2027.\nQueremos vídeo online e podcasts.\nO objetivo é notoriedade.`,
  sv: (sentence) =>
    `Hej,\nvår kund Acme (acme.example) startar en kampanj i Sverige.\nBudgeten är 120 000 SEK.\n${sentence}\nFrån 1 mars till 30 april 2027.\nVi vill ha onlinevideo och podcast.\nMålet är kännedom.`,
};

const byLanguage = z.record(z.string(), z.array(z.string()));
const { radio, colloquial, marked, wanted, otherCountry, country, plainly } = z
  .strictObject({
    radio: byLanguage,
    /** Ways of saying no that are in no table: what nothing plainly asks for is asked about. */
    colloquial: byLanguage,
    /** Under a heading, in a row of a table, crossed out, or put off by what is said behind it. */
    marked: byLanguage,
    wanted: byLanguage,
    otherCountry: byLanguage,
    country: byLanguage,
    /** Said as people say it: nothing is left to ask. */
    plainly: z.record(
      z.string(),
      z.array(
        z.strictObject({
          says: z.string(),
          wanted: z.array(z.string()),
          ruled_out: z.array(z.string()).default([]),
        }),
      ),
    ),
  })
  .parse(parse(readFileSync("test/brief/ruled-out.yaml", "utf8")));

const draftOf = (language: string, sentence: string) =>
  readText({ text: briefs[language]?.(sentence) ?? "", today: "2026-11-21" });

describe.each(Object.entries(plainly))("channels in a brief in %s", (language, all) => {
  test.each(some(all))("are plainly asked for and ruled out: $says", async ({ says, wanted, ruled_out }) => {
    const { channels, ruledOut, questions } = await draftOf(language, says);
    const bought = channels.map(({ value }) => value);
    expect(bought).toEqual(expect.arrayContaining(wanted));
    expect(bought.filter((value) => ruled_out.includes(value))).toEqual([]);
    expect(ruledOut.map(({ value }) => value)).toEqual(ruled_out);
    expect(questions.filter(({ field }) => field === "channels")).toEqual([]);
  });
});

describe.each(Object.entries(marked))("cinema that nothing asks for, in a brief in %s", (language, all) => {
  test.each(some(all))("is left out or asked about: %s", async (sentence) => {
    const { channels, ruledOut, questions } = await draftOf(language, sentence);
    expect(channels.map(({ value }) => value)).not.toContain("cinema");
    const isSettled = ruledOut.some(({ value }) => value === "cinema");
    expect(isSettled || questions.some(({ field }) => field === "channels")).toBe(true);
  });
});

describe.each(Object.entries(wanted))("cinema that is asked for in a brief in %s", (language, all) => {
  test.each(some(all))("is taken: %s", async (sentence) => {
    const { channels } = await draftOf(language, sentence);
    expect(channels.map(({ value }) => value)).toContain("cinema");
  });
});

describe.each(Object.entries(otherCountry))(
  "Austria that nothing asks for, in a brief in %s",
  (language, all) => {
    test.each(some(all))("is left out or asked about: %s", async (sentence) => {
      const { countries, ruledOut, questions } = await draftOf(language, sentence);
      expect(countries.map(({ value }) => value)).not.toContain("AT");
      const isSettled = ruledOut.some(({ value }) => value === "AT");
      expect(isSettled || questions.some(({ field }) => field === "countries")).toBe(true);
    });
  },
);

describe.each(Object.entries(country))("Austria that is asked for in a brief in %s", (language, all) => {
  test.each(some(all))("is taken: %s", async (sentence) => {
    const { countries } = await draftOf(language, sentence);
    expect(countries.map(({ value }) => value)).toContain("AT");
  });
});

describe.each(Object.entries(colloquial))(
  "cinema that is ruled out in other words, in a brief in %s",
  (language, all) => {
    test.each(some(all))("is left out or asked about: %s", async (sentence) => {
      const { channels, ruledOut, questions } = await readText({
        text: briefs[language]?.(sentence) ?? "",
        today: "2026-11-21",
      });
      expect(channels.map(({ value }) => value).sort()).toEqual(["olv", "podcast"]);
      const isSettled = ruledOut.some(({ value }) => value === "cinema");
      expect(isSettled || questions.some(({ field }) => field === "channels")).toBe(true);
    });
  },
);

describe.each(Object.entries(radio))("radio that is ruled out in a brief in %s", (language, all) => {
  test.each(some(all))("is left out or asked about: %s", async (sentence) => {
    const text = briefs[language]?.(sentence) ?? "";
    const { budget, channels, flightStart, flightEnd, questions } = await readText({
      text,
      today: "2026-11-21",
    });
    expect(channels.map(({ value }) => value).sort()).toEqual(["olv", "podcast"]);
    expect(budget?.value.minor).toBe(12_000_000);
    expect([flightStart?.value, flightEnd?.value]).toEqual(["2027-03-01", "2027-04-30"]);
    expect(questions.filter(({ field }) => field === "budget" || field.startsWith("flight"))).toEqual([]);
  });
});

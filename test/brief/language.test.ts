import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { allLanguages, languageCodes } from "../../src/brief/grammar/language.ts";
import { readText } from "../../src/brief/reader/read-text.ts";

const [english, ...others] = allLanguages();
const holes = (template = "") => [...template.matchAll(/\{[^}]+\}/g)].map(([hole]) => hole).sort();

test("every file of a language is read", () => {
  const files = readdirSync("languages").filter((file) => /^[a-z]{2}\.yaml$/.test(file));
  expect(files.sort()).toEqual(languageCodes.map((code) => `${code}.yaml`).sort());
});

test.each(others.map((language) => [language.name, language] as const))(
  "%s asks every question, with the values that English has",
  (_, { questions }) => {
    const read = [...(english?.questions ?? [])].filter(([key]) => !key.startsWith("unread."));
    expect([...questions.keys()].sort()).toEqual(read.map(([key]) => key).sort());
    for (const [key, template] of read) expect(holes(questions.get(key)), key).toEqual(holes(template));
  },
);

test.each(allLanguages().map((language) => [language.name, language] as const))(
  "%s has phrases that are patterns of their own",
  (_, { phrases }) => {
    for (const [list, patterns] of phrases)
      for (const pattern of patterns) expect(() => new RegExp(`(?:${pattern})`, "iu"), list).not.toThrow();
  },
);

test.each([
  [
    "Bitte eine Kampagne für die Marke acme.example mit Display in Deutschland planen.",
    "Was ist das Kampagnenziel",
  ],
  ["Bonjour, une campagne pour la marque acme.example avec de l'affichage en France.", "Quel est l'objectif"],
  ["Hola, una campaña para la marca acme.example con display en España.", "¿Cuál es el objetivo"],
  ["Buongiorno, una campagna per la marca acme.example con display in Italia.", "Qual è l'obiettivo"],
  ["Een campagne voor het merk acme.example met display in Nederland.", "Wat is de doelstelling"],
  ["Kampania dla marki acme.example z reklamą display w Polsce.", "Jaki jest cel"],
  ["Olá, uma campanha para a marca acme.example com display em Portugal.", "Qual é o objetivo"],
  ["Hej, en kampanj för varumärket acme.example med display i Sverige.", "Vilket är målet"],
  ["A campaign for the brand acme.example with display in Ireland.", "What is the objective"],
  [
    "Tarvitsemme kampanjan, kohderyhmä on Suomessa, acme.example, display ja budjetti.",
    "The text is in Finnish",
  ],
])("asks in the language of the brief: %s", async (text, asked) => {
  const { questions } = await readText({ text, today: "2026-11-25" });
  expect(questions.find(({ field }) => field === "objective")?.text).toContain(asked);
});

test("says in the language of the brief why an amount or a day cannot be read", async () => {
  const text = "Budget für acme.example: 90.000 EUR in Deutschland, Dienstag, 1.3.2027 bis 30.4.2027";
  const { questions } = await readText({ text, today: "2026-11-25" });
  expect(questions.find(({ field }) => field === "flight")?.text).toBe(
    'Welche Tage sind "1.3.2027 bis 30.4.2027"? Die Angabe fällt nicht auf den Wochentag "Dienstag".',
  );
});

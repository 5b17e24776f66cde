import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { answerField, openFields } from "../../src/brief/reader/answer-brief.ts";
import { readBriefFile } from "../../src/brief/reader/brief-file.ts";
import { readText } from "../../src/brief/reader/read-text.ts";
import { writeBrief } from "../../src/brief/reader/write-brief.ts";

const today = "2026-11-21";
const field = "limits.excluded_sellers";

const briefs: Readonly<Record<string, readonly [string, string]>> = {
  en: ["Our client Acme (acme.example) starts in Ireland.", "The objective is awareness."],
  de: ["Unser Kunde Acme (acme.example) startet in Deutschland.", "Das Ziel ist Markenbekanntheit."],
  fr: ["Notre client Acme (acme.example) lance une campagne en France.", "L'objectif est la notoriété."],
  es: ["Nuestro cliente Acme (acme.example) lanza una campaña en España.", "El objetivo es notoriedad."],
  it: ["Il cliente Acme (acme.example) parte con una campagna in Italia.", "L'obiettivo è la notorietà."],
  nl: ["Onze klant Acme (acme.example) start een campagne in Nederland.", "Doel is naamsbekendheid."],
  pl: ["Nasz klient Acme (acme.example) rusza z kampanią w Polsce.", "Celem jest świadomość marki."],
  pt: ["O nosso cliente Acme (acme.example) lança uma campanha em Portugal.", "O objetivo é notoriedade."],
  sv: ["Vår kund Acme (acme.example) startar en kampanj i Sverige.", "Målet är kännedom."],
};

const { refused, twins, silent } = z
  .strictObject({
    refused: z.record(z.string(), z.array(z.tuple([z.string()], z.string()))),
    twins: z.record(z.string(), z.array(z.string())),
    silent: z.record(z.string(), z.array(z.string())),
  })
  .parse(parse(readFileSync("test/brief/vetoes.yaml", "utf8")));

async function draftOf(language: string, sentence: string) {
  const [before = "", after = ""] = briefs[language] ?? [];
  const draft = await readText({ text: `${before}\n\n${sentence}\n\n${after}`, today });
  return { draft, asked: draft.questions.filter((question) => question.field === field) };
}

describe.each(Object.entries(refused))("a seller that a brief refuses in %s", (language, sentences) => {
  test.each(sentences.map(([sentence, ...names]) => ({ sentence, names })))(
    "is left out, or asked about once: $sentence",
    async ({ sentence, names }) => {
      const { draft, asked } = await draftOf(language, sentence);
      const left = draft.excludedSellers.map(({ value }) => value);
      const open = names.filter((name) => !left.includes(name));
      expect(asked).toHaveLength(open.length === 0 ? 0 : 1);
      for (const name of open) expect(asked[0]?.text).toContain(`"${name}"`);
      for (const name of left) expect(names).toContain(name);
      expect(draft.brand?.value.domain).toBe("acme.example");
      expect(draft.questions.filter((question) => question.field.startsWith("brand"))).toEqual([]);
    },
  );
});

describe.each(Object.entries(twins))(
  "a seller that a brief does not refuse, in %s",
  (language, sentences) => {
    test.each(sentences)("is not excluded: %s", async (sentence) => {
      const { draft, asked } = await draftOf(language, sentence);
      expect(draft.excludedSellers).toEqual([]);
      expect(asked.length).toBeLessThanOrEqual(1);
    });
  },
);

describe.each(Object.entries(silent))("a refusal of something else, in %s", (language, sentences) => {
  test.each(sentences)("asks about no seller: %s", async (sentence) => {
    const { draft, asked } = await draftOf(language, sentence);
    expect(draft.excludedSellers).toEqual([]);
    expect(asked).toEqual([]);
  });
});

describe("the answer to whom a brief refuses", () => {
  const text =
    "acme.example, awareness, 50,000 EUR, 1 March to 30 April 2099, Ireland, podcasts. Nothing from clickfest.example. We parted ways with Meridian Video Network and Harbour Streams.";
  const both = ["clickfest.example", "Meridian Video Network", "Harbour Streams"];

  test.each([
    ["yes", both],
    [true, both],
    ["exclude both", both],
    ["ja, beide", both],
    ["les deux", both],
    ["only Harbour Streams", ["clickfest.example", "Harbour Streams"]],
    ["tylko harbour streams", ["clickfest.example", "Harbour Streams"]],
    ["all but Harbour Streams", ["clickfest.example", "Meridian Video Network"]],
    ["yes, but keep Harbour Streams", ["clickfest.example", "Meridian Video Network"]],
    ["no, only Harbour Streams", ["clickfest.example", "Harbour Streams"]],
    ["no, keep them", ["clickfest.example"]],
    ["no", ["clickfest.example"]],
    [false, ["clickfest.example"]],
    ["nein, behalten", ["clickfest.example"]],
    ["neither", ["clickfest.example"]],
    ["harbour.example", ["clickfest.example", "harbour.example"]],
  ])("%j is taken at the first try", async (answer, sellers) => {
    const written = writeBrief(await readText({ text, today }));
    expect(openFields(written)).toMatchObject([
      { id: field, suggestions: ["Meridian Video Network", "Harbour Streams"] },
    ]);
    const answered = await answerField(written, field, answer, today);
    expect(answered.type === "answered" && readBriefFile(answered.text, "brief.yaml")).toMatchObject({
      type: "brief",
      brief: { limits: { excludedSellers: sellers }, questions: [] },
    });
  });

  test("is asked for again where it says yes and something else", async () => {
    const written = writeBrief(await readText({ text, today }));
    const answered = await answerField(written, field, "yes, and some more", today);
    expect(answered).toMatchObject({ type: "refused", message: expect.stringContaining("which of them") });
  });
});

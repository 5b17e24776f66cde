import { describe, expect, it } from "vitest";
import { answerFields } from "../../src/brief/reader/answer-brief.ts";
import { readText } from "../../src/brief/reader/read-text.ts";
import { writeBrief } from "../../src/brief/reader/write-brief.ts";
import { briefs, type Language } from "./short-briefs.ts";

const today = "2026-11-24";
const brief = "Display in Germany for acme.example, EUR 50,000, 1 to 31 March 2027, awareness.";

async function leftOf(words: string) {
  const { untaken, questions } = await readText({ text: `${brief}\n${words}`, today });
  return { untaken, questions };
}

describe("what no field took, as a person goes through it", () => {
  it.each([
    "The depot in Graz should get at least 10 visits.",
    "Split it 80/20.",
    "Quality is mandatory throughout the whole thing.",
  ])("looks like a requirement where it has a figure, a name or a must: %j", async (words) => {
    expect((await leftOf(words)).untaken.map(({ why }) => why)).toContain("requirement");
  });

  it("may be one in other sentences, and is a courtesy in a word or two", async () => {
    expect(
      (await leftOf("The founder collects vintage motorbikes from Italy's golden age.")).untaken,
    ).toContainEqual(expect.objectContaining({ why: expect.stringMatching(/maybe|requirement/) }));
    expect((await leftOf("Zeppelins ahoy!")).untaken).toEqual([
      expect.objectContaining({ text: "Zeppelins ahoy", why: "courtesy" }),
    ]);
  });

  it("is one passage for a sentence, from its first word that was not taken to its last", async () => {
    const { untaken } = await leftOf("Mangosteen growers love our display banners on zeppelins.");
    expect(untaken).toEqual([
      expect.objectContaining({ text: expect.stringMatching(/^Mangosteen.*zeppelins$/) }),
    ]);
  });
});

/** The same brief in other languages. */
const inLanguages = {
  en: brief,
  de: "Display in Deutschland für acme.example, 50.000 EUR, 1. bis 31. März 2027, Bekanntheit.",
  fr: "Display en France pour acme.example, 50 000 EUR, du 1er au 31 mars 2027, notoriété.",
  it: "Display in Italia per acme.example, 50.000 EUR, dal 1 al 31 marzo 2027, notorietà.",
  es: "Display en España para acme.example, 50.000 EUR, del 1 al 31 de marzo de 2027, notoriedad.",
};

describe("a refusal that no field keeps", () => {
  it.each([
    ["en", "Please spare us factory farming."],
    ["en", "Nothing that glorifies fast driving."],
    ["de", "Keine Massentierhaltung."],
    ["fr", "Pas d'élevage industriel."],
    ["it", "Niente allevamenti intensivi."],
    ["es", "Nada de cazadores."],
  ] as const)("is asked about before anything is planned: %s %j", async (language, words) => {
    const draft = await readText({ text: `${inLanguages[language]}\n${words}`, today });
    expect(draft.questions).toContainEqual(
      expect.objectContaining({ field: "content.avoid", text: expect.stringContaining(words.slice(0, -1)) }),
    );
  });

  it.each([
    ["en", "Nobody will notice the missing logo."],
    ["en", "We have no number in mind."],
    ["de", "Die Prämie wird nicht aus dem Mediabudget bezahlt."],
    ["fr", "Merci de ne pas toucher au reste."],
    ["it", "Notorietà, nessun numero."],
    ["es", "Los montos por medio no se mueven."],
  ] as const)(
    "is none where a negation is of a figure, of us or of what is done already: %s %j",
    async (language, words) => {
      const { questions } = await readText({ text: `${inLanguages[language]}\n${words}`, today });
      expect(questions.map(({ field }) => field)).not.toContain("content.avoid");
    },
  );

  it.each([
    "No radio.",
    "No more than 3 contacts a week.",
    "Please note that our office in the old town is not open on bank holidays and over Christmas.",
  ])("is not asked about where it is kept, or refuses nothing that could be bought: %j", async (words) => {
    const { questions } = await leftOf(words);
    expect(questions.filter(({ field }) => field === "content.avoid")).toEqual([]);
  });

  it("is settled by what is to be avoided, or by keep", async () => {
    const text = writeBrief(await readText({ text: `${brief}\nPlease spare us factory farming.`, today }));
    for (const [answer, avoided] of [
      ["factory farming", /avoid:\n\s+- factory farming/],
      ["keep", /^(?![\s\S]*avoid:)/],
    ] as const) {
      const settled = await answerFields({ text, answers: { "content.avoid": answer }, today });
      expect(settled).toMatchObject({ refused: {}, open: [] });
      expect(settled.brief).toMatch(avoided);
    }
  });
});

describe("a brief is changed in words", () => {
  const change = async (changes: Readonly<Record<string, string>>) =>
    answerFields({ text: writeBrief(await readText({ text: brief, today })), answers: {}, changes, today });

  it.each([
    ["budget", "60k EUR", "60,000 EUR"],
    ["channels", "ctv and podcasts", ["ctv", "podcast"]],
    ["flight.end", "15 April 2027", "2027-04-15"],
    ["limits.max_cpm", "at most 12 EUR", "12 EUR"],
  ])("%s becomes what is written: %j", async (field, words, value) => {
    const changed = await change({ [field]: words });
    expect(changed.refused).toEqual({});
    expect(changed.fields.find((one) => one.field === field)?.value).toEqual(
      typeof value === "string" && value.includes("EUR")
        ? expect.stringMatching(/60(,000|k) EUR|12(\.00)? EUR|EUR 12/)
        : value,
    );
  });

  it("changes nothing where the words say nothing of the field, or there is no such field", async () => {
    const before = await change({});
    const after = await change({ budget: "plenty", zeppelins: "many" });
    expect(Object.keys(after.refused)).toEqual(["budget", "zeppelins"]);
    expect(after.brief).toBe(before.brief);
  });

  it("takes a passage for a field, in other words where they are given, and lists it no more", async () => {
    const text = writeBrief(
      await readText({ text: `${brief}\nSplit it 80/20.\nThe depot wants 9 gnomes.`, today }),
    );
    const [split, gnomes] = /unread:\n((?: {2}- .*\n)+)/.exec(text)?.[1]?.match(/(?<=- ).*/g) ?? [];
    const settled = await answerFields({
      text,
      answers: {},
      passages: [
        { text: split ?? "", field: "message", words: "Split the difference" },
        { text: gnomes ?? "" },
      ],
      today,
    });
    expect(settled.refused).toEqual({});
    expect(settled.brief).not.toMatch(/unread|gnomes/);
    expect(settled.brief).toContain("message: Split the difference");
  });
});

describe("a figure that nobody could place", () => {
  it.each([
    ["kpi", "One finished quote must not come to more than 28 euros."],
    ["demographics", "It is for the 16- bis 19-Jährigen of this world."],
    ["limits.max_share_per_seller", "Nobody may hoard 45 % of it."],
    ["limits.max_cpm", "Max CPM 28 on banners."],
    ["minimum_age", "Not for under 18s."],
  ])("is asked about for %s: %j", async (field, words) => {
    const { questions } = await leftOf(words);
    expect(questions.map((question) => question.field)).toContain(field);
  });

  it.each([
    "The founder was born in 1964.",
    "The shop has 18 rooms.",
    "A ticket is 9.90 at the door.",
    "Our chef trained in Lyon.",
  ])("is left alone where it looks like none: %j", async (words) => {
    expect((await leftOf(words)).questions).toEqual([]);
  });

  it("does not ask for the objective that the KPI will say", async () => {
    const text = "Display in Germany for acme.example, EUR 50,000, 1 to 31 March 2027.";
    const asked = async (words: string) =>
      (await readText({ text: `${text}\n${words}`, today })).questions.map(({ field }) => field);
    expect(await asked("")).toEqual(["objective"]);
    expect(await asked("One finished quote must not come to more than 28 euros.")).toEqual(["kpi"]);
  });
});

describe("a refusal beside one that is kept", () => {
  it("is asked about by itself", async () => {
    const { questions } = await leftOf("Not on Trellis Ads please, and nothing next to fur farming.");
    expect(questions).toEqual([expect.objectContaining({ field: "content.avoid" })]);
  });
});

describe("an answer to what was left over", () => {
  it.each([
    [
      "kpi",
      "One finished quote must not come to more than 28 euros.",
      "cpl 28",
      /metric: cpl\n\s+target: 28/,
    ],
    ["demographics", "It is for the 16 - 19 of this world.", "16-19", /from: 16\n\s+to: 19/],
    ["demographics", "It is for the 16 - 19 of this world.", "50+", /from: 50/],
    ["minimum_age", "Not for under 18s.", "18", /minimum_age: 18/],
    ["limits.max_cpm", "Max CPM 28 on banners.", "28 EUR", /max_cpm: 28 EUR/],
    ["fees", "Agency commission: 12 % as ever.", "yes", /share: 12%/],
    ["fees", "Agency commission: 12 % as ever.", "7.5%", /share: 7.5%/],
    ["fees", "Agency commission: 12 % as ever.", "no", /^(?![\s\S]*share:)/],
  ])("settles %s: %j %j", async (field, words, answer, written) => {
    const text = writeBrief(await readText({ text: `${brief}\n${words}`, today }));
    const settled = await answerFields({ text, answers: { [field]: answer }, today });
    expect(settled.refused).toEqual({});
    expect(settled.brief).toMatch(written);
  });
});

describe("a day or a kind of site that a text refuses is asked about", () => {
  it.each<[Language, string]>([
    ["en", "Keep us off voucher and coupon sites."],
    ["en", "No ads on Good Friday."],
    ["en", "Nothing on Christmas Day."],
    ["de", "Am Karfreitag keine Werbung."],
    ["de", "Am Ostersonntag bitte keine Werbung."],
    ["fr", "Pas de publicité le vendredi saint."],
    ["es", "En Viernes Santo no queremos anuncios."],
    ["it", "A Pasqua niente pubblicità."],
    ["nl", "Geen reclame op Goede Vrijdag."],
    ["pl", "Żadnych reklam w Wielki Piątek."],
    ["pt", "Nada de anúncios na Sexta-feira Santa."],
    ["sv", "Ingen reklam på långfredagen."],
  ])("%s: %s", async (language, words) => {
    const { questions, excludedSellers } = await readText({ text: `${briefs[language]}\n${words}`, today });
    expect(questions.map(({ field }) => field)).toContain("content.avoid");
    expect(excludedSellers).toEqual([]);
  });

  it("as a seller, where its words may be of a kind of site", async () => {
    const { questions, excludedSellers } = await readText({
      text: `${brief}\nStay away from coupon portals.`,
      today,
    });
    expect(excludedSellers).toEqual([]);
    expect(questions.map(({ field }) => field)).toEqual(["limits.excluded_sellers"]);
  });

  it.each<[Language, string]>([
    ["en", "The goal is awareness, without a target figure."],
    ["de", "Ziel: Bekanntheit, ohne Zielzahl."],
    ["fr", "Le but est la notoriété, sans indicateur."],
    ["es", "Objetivo: notoriedad, sin cifra."],
    ["it", "L'obiettivo è la notorietà, numeri non ne chiediamo."],
    ["pl", "Chodzi o świadomość, żadnych twardych wskaźników."],
    ["en", "No idea who prints them."],
    ["en", "The call centre speaks only English."],
    ["pt", "Desculpa só agora."],
  ])("and nothing is made of words that refuse nothing, %s: %s", async (language, words) => {
    const { questions } = await readText({ text: `${briefs[language]}\n${words}`, today });
    expect(questions.map(({ field }) => field)).not.toContain("content.avoid");
  });
});

it.each([
  "en We never do gossip pages.",
  "de Auf Klatschportalen haben wir nichts verloren.",
  "de Kliniken müssen wir nicht ansprechen.",
  "es No hace falta estar en webs de cotilleo.",
  "it Non serve stare su siti di gossip.",
  "nl We hebben niets te zoeken op roddelsites.",
  "pl Nie musimy być na portalach plotkarskich.",
  "pt Não precisamos de sites de mexericos.",
  "sv Vi har inget att göra på skvallersajter.",
])("a place, a person or content that is not wanted is asked about in whatever words: %s", async (line) => {
  const text = `${briefs[line.slice(0, 2) as Language]}\n${line.slice(3)}`;
  const draft = await readText({ text, today: "2026-11-29" });
  expect(draft.questions.map(({ field }) => field)).toContain("content.avoid");
});

it.each(["en Nobody will notice.", "de Eine Kennzahl geben wir nicht vor.", "nl Dat gaat niet door."])(
  "what denies nothing of the advertising is not asked about: %s",
  async (line) => {
    const text = `${briefs[line.slice(0, 2) as Language]}\n${line.slice(3)}`;
    const draft = await readText({ text, today: "2026-11-29" });
    expect(draft.questions.map(({ field }) => field)).not.toContain("content.avoid");
  },
);

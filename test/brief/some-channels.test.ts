import { expect, test } from "vitest";
import { answerField } from "../../src/brief/reader/answer-brief.ts";
import { readText } from "../../src/brief/reader/read-text.ts";
import { writeBrief } from "../../src/brief/reader/write-brief.ts";
import { briefs, type Language } from "./short-briefs.ts";

const today = "2026-11-29";
const read = (language: Language, sentence: string) =>
  readText({ text: `${briefs[language]}\n${sentence}`, today });
const asked = ({ questions }: Awaited<ReturnType<typeof read>>) => questions.map(({ field }) => field);

test.each<[Language, string]>([
  ["en", "No more than two vendors per channel."],
  ["de", "Höchstens zwei Vermarkter je Kanal."],
  ["fr", "Pas plus de deux régies par canal."],
  ["es", "Como máximo dos soportes por canal."],
  ["it", "Non più di due fornitori per canale."],
  ["nl", "Maximaal twee exploitanten per kanaal."],
  ["pl", "Najwyżej dwóch dostawców na kanał."],
  ["pt", "No máximo dois fornecedores por canal."],
  ["sv", "Högst två säljare per kanal."],
])(
  "a number of sellers in each channel is none of the whole campaign: %s, %s",
  async (language, sentence) => {
    const draft = await read(language, sentence);
    expect([draft.minSellers, draft.maxSellers]).toEqual([undefined, undefined]);
    expect(asked(draft)).toContain("limits.max_sellers");
  },
);

test.each<[Language, string]>([
  ["en", "No more than 30% with any one publisher."],
  ["pl", "Najwyżej 30% u jednego dostawcy."],
])("one seller of a share counts no sellers: %s, %s", async (language, sentence) => {
  const draft = await read(language, sentence);
  expect([draft.minSellers, draft.maxSellers, draft.maxSharePerSeller?.value]).toEqual([
    undefined,
    undefined,
    0.3,
  ]);
  expect(asked(draft)).toEqual([]);
});

test.each<[Language, string]>([
  ["en", "Max CPM 25 EUR, for cinema up to 35."],
  ["de", "Max. TKP 25 Euro, bei Kino dürfen es 35 sein."],
  ["de", "Max. TKP 20 Euro, Kino bis 35 Euro."],
  ["fr", "CPM max 25 €, jusqu'à 35 € pour le cinéma."],
  ["es", "CPM máximo 25 €, en cine hasta 35."],
])("a highest CPM with an exception for a channel is asked about: %s, %s", async (language, sentence) => {
  const draft = await read(language, sentence);
  expect(draft.maxCpm).toBeUndefined();
  expect(asked(draft)).toContain("limits.max_cpm");
});

test.each<[Language, string]>([
  ["en", "Max CPM 25 EUR, cinema 15 %."],
  ["en", "Max CPM 25 EUR may not be exceeded, cinema included."],
])("a channel behind a highest CPM is no exception by itself: %s, %s", async (language, sentence) => {
  expect((await read(language, sentence)).maxCpm?.value.minor).toBe(2500);
});

test.each<[Language, string]>([
  ["de", "Kino nur in Hamburg, Radio bundesweit."],
  ["fr", "Le cinéma uniquement en Bretagne."],
  ["es", "Cine solo en Cataluña."],
])("a place of one channel alone is asked about: %s, %s", async (language, sentence) => {
  const draft = await read(language, sentence);
  expect(draft.regions).toEqual([]);
  expect(asked(draft)).toEqual(["places"]);
});

test("a place of all channels is theirs", async () => {
  const { regions } = await read("de", "Radio und Kino nur in Hamburg.");
  expect(regions.map(({ value }) => value)).toEqual(["DE-HH"]);
});

test.each([
  ["dayparts", "cinema only from 6 pm to 11 pm"],
  ["limits.max_cpm", "25 EUR for cinema"],
  ["frequency_cap", "3 per week on the radio"],
])("words for %s that are about some of the channels are refused with what to do", async (id, words) => {
  const text = writeBrief(await readText({ text: briefs.en, today }));
  const answer = await answerField(text, id, words, today, "change");
  expect(answer).toMatchObject({ type: "refused", message: expect.stringContaining("alone") });
});

test("a share of a channel that may be several is asked about, and the other is not kept alone", async () => {
  const text = writeBrief(await readText({ text: briefs.en, today }));
  const words = "cinema 15 %, video at most 10 %";
  const answer = await answerField(text, "limits.channel_shares", words, today, "change");
  expect(answer).toMatchObject({ type: "refused", message: expect.stringContaining("video") });
});

test("the days at the head of a table are no prices", async () => {
  const table =
    "| Channel | Max CPM (EUR) | 1 Mar | 8 Mar |\n|---|---|---|---|\n| Cinema | 30 | 5000 | 5000 |\n| Radio | 12 | 20000 | 20000 |";
  const { maxCpm, untaken } = await read("en", `\n${table}`);
  expect(maxCpm).toBeUndefined();
  expect(untaken.filter(({ why }) => why === "courtesy").map(({ text }) => text)).not.toContain(
    "12 | 20000 | 20000",
  );
});

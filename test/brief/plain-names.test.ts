import { describe, expect, test } from "vitest";
import { fieldsOf } from "../../src/brief/reader/draft-to-brief.ts";
import { readText } from "../../src/brief/reader/read-text.ts";
import { briefs, type Language } from "./short-briefs.ts";

const today = "2026-11-21";
const base =
  "alderway.example, awareness, EUR 60,000 media budget, 1-28 February 2027, Ireland, channels: display.";
const read = async (text: string) => {
  const draft = await readText({ text, today });
  return { values: fieldsOf(draft), asked: draft.questions.map(({ field }) => field) };
};

describe("a seller by name", () => {
  test.each([
    ["Never Larch Media.", ["Larch Media"]],
    ["Please do not buy from Larch Media or Moss Screens.", ["Larch Media", "Moss Screens"]],
    ["\nBlocked vendors: Larch Media, Moss Screens", ["Larch Media", "Moss Screens"]],
  ])("that a veto governs is left out: %s", async (sentence, names) => {
    const { values, asked } = await read(`${base} ${sentence}`);
    expect(values["limits"]).toEqual({ excluded_sellers: names });
    expect(asked).not.toContain("limits.excluded_sellers");
  });

  test.each([
    "Don't exclude Larch Media.",
    "Never without Larch Media.",
    "If Larch Media is too dear, drop it.",
  ])("of which it is not clear is asked about or left: %s", async (sentence) => {
    expect((await read(`${base} ${sentence}`)).values["limits"]).toBeUndefined();
  });
});

describe("content that a campaign is not to be near", () => {
  test.each([
    ["No placement on sites about tattoos or diets.", ["tattoos", "diets"]],
    ["Nothing next to hunting, please.", ["hunting"]],
    ["Rather no voucher sites next to us.", ["voucher sites"]],
  ])("is kept in its own words: %s", async (sentence, avoid) => {
    expect((await read(`${base} ${sentence}`)).values["content"]).toEqual({ avoid });
  });
});

describe("content that a campaign is not to be near, in other languages", () => {
  test.each<[Language, string, string[]]>([
    ["en", "Please keep our ads away from stories about layoffs and from famine.", ["layoffs", "famine"]],
    ["de", "Umfeld: nicht bei Tierseuchen und nicht bei Horoskopen", ["Tierseuchen", "Horoskopen"]],
    ["de", "Keine Massentierhaltung im Umfeld.", ["Massentierhaltung"]],
    ["fr", "Contextes à éviter : élevage industriel, dopage.", ["élevage industriel", "dopage"]],
    ["es", "No se aceptan contextos de corrupción ni de dietas milagro.", ["corrupción", "dietas milagro"]],
    ["it", "Niente video di cadute accanto ai nostri annunci.", ["video di cadute"]],
    ["nl", "Te vermijden onderwerpen: dierproeven en bontjassen", ["dierproeven", "bontjassen"]],
    ["pl", "Nie chcemy być obok artykułów o wypadkach.", ["wypadkach"]],
    ["pt", "Mantenham-nos longe de teorias da conspiração.", ["teorias da conspiração"]],
    ["sv", "Inget om älgolyckor bredvid.", ["älgolyckor"]],
  ])("is the whole phrase without a word of form: %s %s", async (language, sentence, avoid) => {
    const draft = await readText({ text: `${briefs[language]}\n${sentence}`, today: "2026-11-21" });
    expect(draft.avoid.map(({ value }) => value)).toEqual(avoid);
  });

  test.each<[Language, string]>([
    ["en", "Our shop is near the station, no parking."],
    ["en", "Put us next to cooking shows."],
    ["de", "Der Laden liegt neben dem Bahnhof, nicht am Markt."],
    ["de", "Umfeld: keine Vorgaben"],
    ["fr", "La boutique est à côté de la gare, pas au centre."],
    ["sv", "Butiken ligger nära stationen, inte i centrum."],
  ])("is none of where a shop lies, or of what is wanted: %s %s", async (language, sentence) => {
    const draft = await readText({ text: `${briefs[language]}\n${sentence}`, today: "2026-11-21" });
    expect(draft.avoid).toEqual([]);
  });
});

describe("a corrected budget", () => {
  test.each([
    "\nCORRECTION: it is EUR 52,000 now.",
    "\nUPDATE 26 Nov: the board has cut us, it's EUR 52,000.",
    "\nKorrektur: 52.000 EUR.",
  ])("is the later one: %s", async (sentence) => {
    const { values, asked } = await read(`${base}${sentence}`);
    expect(values["budget"]).toBe("52,000 EUR");
    expect(asked).not.toContain("budget");
  });

  test.each(["\nUPDATE: the radio money is EUR 52,000 now.", "\nThe other sheet says EUR 52,000."])(
    "is asked about where something else may be meant: %s",
    async (sentence) => {
      expect((await read(`${base}${sentence}`)).asked).toContain("budget");
    },
  );
});

describe("the brand of a mail that names no domain", () => {
  const mail = (from: string, text: string) =>
    read(
      `From: ${from}\nSubject: Spring push\n\nHi all,\n${text} Ireland, display, EUR 40,000, 1-28 March 2027, awareness.`,
    );
  test("is the sender's", async () => {
    expect((await mail("Ann <ann@alderway.example>", "here is our brief.")).values["brand"]).toEqual({
      domain: "alderway.example",
    });
  });
  test.each([
    ["ann@gmail.com", "here is our brief."],
    ["ann@larchmedia.example", "here is our brief."],
    ["ann@alderway.example", "here is the brief of our client."],
  ])("stays a question where %s wrote: %s", async (from, text) => {
    expect((await mail(from, text)).asked).toContain("brand.domain");
  });
});

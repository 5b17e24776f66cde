import type { Demographics, Question } from "../../model/brief.ts";
import { type Found, found } from "../draft.ts";
import { labelled } from "../grammar/labelled.ts";
import { type Span, sentenceAround, words } from "../grammar/spans.ts";
import type { Lexicon } from "../language.ts";

export interface PeopleReading {
  readonly demographics?: Found<Demographics>;
  readonly minimumAge?: Found<number>;
  readonly languages: readonly Found<string>[];
  readonly questions: readonly Question[];
}

/** Whom it is for in years, gender and language, and who may not see it by law. */
export function findPeople(text: string, lexicon: Lexicon): PeopleReading {
  const questions: Question[] = [];
  const minimum = minimumAges(text, lexicon);
  const legal = new Set(minimum.map(({ value }) => value));
  const [least] = minimum;
  if (legal.size > 1)
    questions.push({
      field: "minimum_age",
      text: `From which age on may people see it: ${[...legal].join(" or ")}?`,
    });
  const groups = groupsIn(
    text,
    lexicon,
    minimum.map(({ evidence }) => evidence),
  );
  const distinct = new Map(groups.map((group) => [JSON.stringify(group.value), group]));
  const [only] = distinct.values();
  if (distinct.size > 1)
    questions.push({
      field: "demographics",
      text: `Whom is it for: ${[...distinct.values()].map(({ evidence }) => `"${evidence.text}"`).join(" or ")}?`,
    });
  const spoken = languagesIn(text, lexicon);
  return {
    ...(distinct.size === 1 && only && { demographics: only }),
    ...(legal.size === 1 && least && { minimumAge: least }),
    languages: spoken.found,
    questions: [...questions, ...spoken.questions],
  };
}

const at = (match: RegExpExecArray): Span => ({
  text: match[0],
  start: match.index,
  end: match.index + match[0].length,
});

/** Ages below which the law or the advertiser shows nothing: the sentence must say that it forbids. */
function minimumAges(text: string, lexicon: Lexicon): Found<number>[] {
  const alternatives = `${lexicon.any("minimum_age")}|${lexicon.any("older_than")}`;
  const pattern = words(
    alternatives.replaceAll("N", "\\d{2}(?!\\d|[.,]\\d|\\s?[%€$£])").replaceAll("(?!\\p{L})", ""),
  );
  return [...text.matchAll(pattern)].flatMap((match) => {
    const span = at(match);
    const age = Number(/\d{2}/.exec(match[0])?.[0]);
    const sentence = sentenceAround(text, span).text;
    return age >= 13 && age <= 25 && forbids.test(sentence) ? [found(age, span)] : [];
  });
}

const forbids =
  /(?<!\p{L})(?:legal(?:ly|e|es)?|law|by law|age[- ]gate\p{L}*|must not|not be (?:shown|seen|served)|may not|nobody|no one|anyone|minimum|minimal\p{L}*|mindestalter|jugendschutz|gesetz\p{L}*|nur|ausschließlich|only|exclusively|ne doit pas|interdit\p{L}*|réservé\p{L}*|uniquement|mínima|mínimo|solo|sólo|prohib\p{L}*|vietat\p{L}*|alleen|uitsluitend|tylko|wyłącznie|zakaz\p{L}*|apenas|somente|proibid\p{L}*|endast|enbart|förbjud\p{L}*|not for|aucun|keine?n?|niet|mineurs)(?!\p{L})/iu;

const anybody =
  "adults?|people|persons?|individuals|shoppers|parents|audience|target(?: group| audience)?|Erwachsene|Personen|Menschen|Zielgruppe|adultes|personnes|cible|adultos|personas|público(?: objetivo)?|adulti|persone|volwassenen|mensen|doelgroep|dorośli|osoby|pessoas|vuxna|personer|målgrupp";

/** "women 25-44", "adults aged 25 to 54", "Frauen ab 30", "women only". */
function groupsIn(text: string, lexicon: Lexicon, legal: readonly Span[]): Found<Demographics>[] {
  const women = lexicon.any("women");
  const men = lexicon.any("men");
  const aged = lexicon.any("aged");
  const years = lexicon.any("years");
  const to = lexicon.any("to");
  const who = `(?<!\\p{L})(?<who>(?:${women}|${men}|${anybody})(?:\\s*(?:and|und|et|y|e|en|i|och|&|/|,)\\s*(?:${women}|${men}))?)(?!\\p{L})`;
  const range = `(?<from>\\d{2})\\s?(?:-|–|—|(?:${to})(?!\\p{L}))\\s?(?<to>\\d{2})(?![\\d:/%]|[.,]\\d|\\s?%)`;
  const open = `(?<least>\\d{2})\\s?(?:\\+|(?:${"and over|or over|and older|und älter|et plus|o más|y más|e oltre|en ouder|e mais|och äldre"})(?!\\p{L}))`;
  const between = `(?:[\\s:,|*]|(?<!\\p{L})(?:${aged}|${lexicon.any("only")}|old|audience|target)(?!\\p{L})){1,8}`;
  const patterns = [
    `${who}${between}(?:${range}|${open})(?:\\s?(?:${years})(?!\\p{L}))?`,
    `(?<!\\p{L})(?:aged?|ages|im Alter von|âgée?s? de|Alter|leeftijd|w wieku|i åldern|edad|idade|età|âge)\\s*:?\\s*(?:${range}|${open})`,
    `(?<![\\d.,/-])${range}\\s?(?:${years})(?!\\p{L})(?:\\s*(?<who>${women}|${men})(?!\\p{L}))?`,
    `(?:${lexicon.any("only")})\\s+(?<who>${women}|${men})(?!\\p{L})|(?<!\\p{L})(?<whom>${women}|${men})\\s+(?:${lexicon.any("only")})(?!\\p{L})`,
  ];
  const isWomen = new RegExp(`(?<!\\p{L})(?:${women})(?!\\p{L})`, "iu");
  const isMen = new RegExp(`(?<!\\p{L})(?:${men})(?!\\p{L})`, "iu");
  const groups: Found<Demographics>[] = [];
  for (const [i, pattern] of patterns.entries())
    for (const match of text.matchAll(new RegExp(safeNames(pattern), "giu"))) {
      const span = at(match);
      const overlap = (other: Span) => other.start < span.end && span.start < other.end;
      if (legal.some(overlap) || groups.some(({ evidence }) => overlap(evidence))) continue;
      if (i === 3 && groups.length > 0) continue;
      const { from, to: until, least, who: named = "", whom = "" } = groupsOf(match);
      const both = `${named} ${whom}`;
      const gender =
        isWomen.test(both) === isMen.test(both) ? undefined : isWomen.test(both) ? "female" : "male";
      const youngest = Number(from ?? least);
      const oldest = Number(until);
      const age = {
        ...(youngest >= 13 && { from: youngest }),
        ...(oldest > youngest && { to: oldest }),
      };
      const value = { ...(Object.keys(age).length > 0 && { age }), ...(gender && ({ gender } as const)) };
      if (Object.keys(value).length > 0) groups.push(found(value, span));
    }
  return groups;
}

/** Node 20 does not take one name twice in a pattern: later ones get a number. */
function safeNames(pattern: string): string {
  const seen = new Map<string, number>();
  return pattern.replaceAll(/\(\?<(?<name>[a-z]+)>/g, (_, name: string) => {
    const count = seen.get(name) ?? 0;
    seen.set(name, count + 1);
    return `(?<${name}${count === 0 ? "" : count}>`;
  });
}

function groupsOf(match: RegExpExecArray): Readonly<Record<string, string | undefined>> {
  const groups: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(match.groups ?? {})) groups[name.replace(/\d$/, "")] ??= value;
  return groups;
}

const spokenCodes = "en de fr es it nl pl pt sv da fi nb cs hu ro tr ru uk el ca eu gl ar zh ja ko hi".split(
  " ",
);

/** Languages of a line "Language: …" or beside "only"; "German-speaking" leaves open whether a language or a place is meant. */
function languagesIn(text: string, lexicon: Lexicon): { found: Found<string>[]; questions: Question[] } {
  const names = new Map<string, string>();
  for (const { code: locale } of lexicon.tables) {
    const display = new Intl.DisplayNames([locale], { type: "language" });
    for (const code of spokenCodes) names.set((display.of(code) ?? code).toLowerCase(), code);
  }
  const alternatives = [...names.keys()].sort((a, b) => b.length - a.length).join("|");
  const taken = new Map<string, Found<string>>();
  for (const line of labelled(text, `(?:audience |target )?(?:${lexicon.any("language")})`))
    for (const match of line.text.matchAll(words(alternatives))) {
      const start = line.start + match.index;
      const code = names.get(match[0].toLowerCase());
      if (code !== undefined)
        taken.set(code, found(code, { text: match[0], start, end: start + match[0].length }));
    }
  const speaking = new RegExp(
    `(?<!\\p{L})(?:(?:${alternatives})[- ]speak(?:ing|ers)|(?:deutsch|französisch|italienisch|englisch)sprachige?\\p{L}*|(?:franco|germano|hispano|anglo)(?:phone|hablante)s?)(?!\\p{L})`,
    "giu",
  );
  const questions = [...text.matchAll(speaking)].map((match) => ({
    field: "languages",
    text: `Is "${match[0]}" a language of the people to reach, a region, or both?`,
  }));
  return { found: [...taken.values()], questions };
}

import type { Demographics } from "../../brief.ts";
import { labelled } from "../../grammar/labelled.ts";
import { type LanguageNames, languageNames } from "../../grammar/language-names.ts";
import { type Lexicon, lexiconOf } from "../../grammar/lexicon.ts";
import { pastWords, says } from "../../grammar/phrases.ts";
import { ask, type OpenQuestion } from "../../grammar/question.ts";
import {
  matches,
  nearClause,
  overlaps,
  type Span,
  sentenceAround,
  spanFrom,
  spansIn,
  spansOf,
  words,
} from "../../grammar/spans.ts";
import { type Found, found } from "../draft.ts";
import { clauseMark, refusing } from "../stance/speech.ts";

type Group = Found<Demographics>;

/** Whom it is for in years, gender and language, and who may not see it by law. */
export function findPeople(text: string, lexicon: Lexicon) {
  const questions: OpenQuestion[] = [];
  const minimum = minimumAges(text, lexicon);
  const legal = new Set(minimum.map(({ value }) => value));
  const [least] = minimum;
  if (legal.size > 1) questions.push(ask("minimum_age", "people.minimum", { ages: [...legal] }));
  const all = groupsIn(
    text,
    lexicon,
    minimum.map(({ evidence }) => evidence),
  );
  const clauseOf = ({ evidence }: Group) => nearClause(text, evidence, clauseMark).join(" ");
  const isPast = (group: Group) => pastWords.test(clauseOf(group));
  const isAsked = ({ evidence: { end } }: Group) => /^[^.!;\n]{0,80}\?/.test(text.slice(end, end + 81));
  const isRefused = (group: Group) => matches(lexicon.words(...refusing), clauseOf(group));
  const plain = all.filter((group) => !isPast(group) && !isAsked(group));
  const groups = plain.length > 0 ? plain : all;
  const [only, ...others] = new Map(groups.map((group) => [JSON.stringify(group.value), group])).values();
  const denied = plain.length > 0 ? plain.filter(isRefused) : all;
  const refused = [...refusedGenders(text, lexicon), ...denied.map(({ evidence }) => evidence)];
  if (refused.length > 0) questions.push(ask("demographics", "people.which", { groups: refused }));
  else if (others.length > 0)
    questions.push(ask("demographics", "people.which", { groups: groups.map(({ evidence }) => evidence) }));
  const names = languageNames(lexicon);
  const speaking = lexicon.any("speaking").replaceAll("_", `(?:${names.pattern})`);
  for (const span of spansOf(text, words(speaking)))
    questions.push(ask("languages", "people.speaking", { words: span }));
  return {
    ...(only && others.length + refused.length === 0 && { demographics: only }),
    ...(legal.size === 1 && least && { minimumAge: least }),
    languages: languagesIn(text, names, lexicon),
    questions,
  };
}

/** Ages below which the law or the advertiser shows nothing: the sentence must say that it forbids. */
function minimumAges(text: string, lexicon: Lexicon): Found<number>[] {
  // "Minimum age | 18" is a row of a table.
  const age = "\\d{2}(?!\\d|[.,]\\d|\\s?[%€$£])";
  const aged = words(
    [lexicon.any("minimum_age"), lexicon.any("older_than")]
      .join("|")
      .replaceAll(" N", "(?:\\s?\\|\\s?| )N")
      .replaceAll("N", age),
  );
  const forbids = lexicon.pattern("(?<!\\p{L}){forbids}(?!\\p{L})");
  return spansOf(text, aged).flatMap((span) => {
    const years = Number(/\d{2}/.exec(span.text)?.[0]);
    return years >= 13 && years <= 25 && forbids.test(sentenceAround(text, span).text)
      ? [found(years, span)]
      : [];
  });
}

/** "women 25-44", "adults aged 25 to 54", "Frauen ab 30", "women only". Earlier patterns claim their words first. */
function groupsIn(text: string, lexicon: Lexicon, legal: readonly Span[]): Found<Demographics>[] {
  const gender = "{women}|{men}";
  const between = "(?:[\\s:,|*]|(?<!\\p{L})(?:{aged}|{only}|old|audience|target)(?!\\p{L})){1,8}";
  const range = "\\d{2}\\s?(?:-\\s?)?(?:-|–|—|{to}(?!\\p{L}))\\s?\\d{2}(?![\\d:/%]|[.,]\\d|\\s?%)";
  const open = "\\d{2}\\s?(?:\\+|{or_older}(?!\\p{L}))";
  const years = "[\\s-]?{years}(?!\\p{L})";
  const figure = "\\d{2}(?![\\d:/%]|[.,]\\d|\\s?%)";
  const older = lexicon.any("older_than").replaceAll("N", figure);
  // From 18 on may be whom it is for, or who may see it by law.
  const people = lexicon.any("older_people").replaceAll("N", `(?!1[68]|21)${figure}`);
  const linked = "(?:\\s+(?:{glue}|{among}|{aged}|{people})(?!\\p{L}))";
  const letters = [...lettersOf(lexicon).keys()].join("");
  const ofShare = `(?:\\d\\s?%|(?<!\\p{L})[GT]RPs?)${linked}{1,4}\\s+`;
  const patterns = [
    `(?<!\\p{L})(?:${gender}|{people})(?:\\s*(?:{glue}|&|/|,)\\s*(?:${gender}))?(?!\\p{L})${between}(?:${range}|${open})(?:${years})?`,
    `(?<!\\p{L}){age}(?:\\s*[:|]|\\s+(?:{be|quantities.joints|aged})(?!\\p{L})){0,2}\\s*(?:${range}|${open}|${older})`,
    // "Age group?" "16 to 24"
    `(?<=(?<!\\p{L}){age}[^.;\\n\\d?]{0,20}\\?\\s?\\n(?:[^:\\n]{1,30}:\\s)?)(?:${range}|${open})(?:${years})?(?=\\s*(?:[.,;\\n]|$))`,
    `(?<!\\p{L}){among}\\s+(?:${range}|\\d{2}\\s?\\+)(?=\\s*(?:[,.;)\\n]|$|{years}(?!\\p{L})))`,
    `(?<![\\p{L}\\d])[${letters}]\\s?(?:1[3-9]|[2-9]\\d)(?:\\s?[-–]\\s?\\d{2}|\\+)(?![\\d:/%])`,
    // "25% of 18-34s", "60 % de los mayores de 35 años", "350 GRPs in 25-54"
    `${ofShare}(?:${range}|${open}|${older})(?:s(?!\\p{L})|${years})?(?!\\s?(?:\\p{L}|[-–]\\d))`,
    `(?<!\\p{L})(?:${gender}|{people})${linked}{0,3}\\s+${older}(?:${years})?`,
    `(?<![\\d.,/-])${range}${years}(?:\\s*(?:${gender})(?!\\p{L}))?`,
    // "The target: 45 and up", "La cible, ce sont les 55 ans et plus", "Publiken är 40+", "+55"
    `(?<=(?<!\\p{L}){labels.audience}(?!\\p{L})[^.;\\n\\d]{0,40}(?<![\\p{L}\\d]))(?:${range}|${open}|\\+\\d{2}|${older})(?:${years})?${ofNothing}`,
    `(?<![\\p{L}\\d.,/-])(?:${people})(?:${years})?${ofNothing}`,
    "(?<![\\d.,:/-])(?:1[3-9]|[2-7]\\d)-[2-9]\\ds(?!\\p{L})",
    // No days of a month: "25-44"
    "(?<=(?:^|[.;:\\n,]|\\s-)\\s{0,3})(?:1[3-9]|[2-7]\\d)\\s?[-–]\\s?(?:3[2-9]|[4-9]\\d)(?=\\s*(?:[.;\\n,]|\\s-|$))",
    `(?<=(?:^|[.;\\n,])\\s{0,3})(?:\\d{2}\\+|${older})(?:${years})?(?=\\s*(?:[.;\\n,]|$))`,
    `(?<!\\p{L}){only}\\s+(?:${gender})(?!\\p{L})|(?<!\\p{L})(?:${gender})\\s+{only}(?!\\p{L})`,
  ];
  const groups: Found<Demographics>[] = [];
  for (const pattern of patterns)
    for (const span of spansOf(text, lexicon.pattern(pattern, "giu"))) {
      const isCovered = [...legal, ...groups.map(({ evidence }) => evidence)].some((one) =>
        overlaps(one, span),
      );
      if (isCovered || (pattern === patterns.at(-1) && groups.length > 0)) continue;
      const value = groupOf(span.text, lexicon);
      const [label = ""] = lexicon.pattern(`^(?:{labels.audience}[\\s:|]+|${ofShare})`).exec(span.text) ?? [];
      if (Object.keys(value).length > 0)
        groups.push(found(value, spanFrom(text, span.start + label.length, span.end)));
    }
  return groups;
}

/** "45+ GRPs", "mayores de 50 euros", "55 and over for cinema": a figure of the next words, which are no short ones. */
const ofNothing =
  "(?![-–+\\d]|[^\\S\\n]?(?:\\p{Sc}|%|km|kr|zł|eur|usd|min(?!\\p{L})|\\p{Lu}{3}|\\p{L}{2,}s(?!\\p{L})))";

/** "Not men, women 25-54 only" */
function refusedGenders(text: string, lexicon: Lexicon): Span[] {
  return spansOf(text, lexicon.words("women", "men")).filter(({ start }) =>
    lexicon
      .pattern("(?<!\\p{L})(?:{no}|{not}|{exclude})(?:\\s+\\p{L}{1,4}){0,2}\\s+$")
      .test(text.slice(Math.max(0, start - 40), start)),
  );
}

function groupOf(words: string, lexicon: Lexicon): Demographics {
  const [youngest = 0, oldest = 0] = (words.match(/\d{2}/g) ?? []).map(Number);
  const letter = lettersOf(lexicon).get(/^\p{L}(?=\s?\d)/u.exec(words)?.[0].toUpperCase() ?? "");
  const names = (list: string) => lexicon.pattern(`(?<!\\p{L}){${list}}(?!\\p{L})`).test(words);
  const [women, men] = [names("women"), names("men")];
  const age = { ...(youngest >= 13 && { from: youngest }), ...(oldest > youngest && { to: oldest }) };
  return {
    ...(Object.keys(age).length > 0 && { age }),
    ...(women !== men && { gender: women ? "female" : "male" }),
    ...(letter && letter !== "all" && { gender: letter }),
  };
}

/** "W25-54", "v25-49": whom a letter before ages stands for, in the languages of the text. */
function lettersOf({ tables }: Lexicon): ReadonlyMap<string, "female" | "male" | "all"> {
  const letters = tables.map(({ code }) => ageLetters[code] ?? "").join(" ");
  return new Map(
    (["all", "female", "male"] as const).flatMap((group) =>
      [...letters.matchAll(new RegExp(`(?<!\\p{L})${group}:(\\p{L}+)`, "gu"))].flatMap(([, all = ""]) =>
        Array.from(all, (letter) => [letter, group] as const),
      ),
    ),
  );
}

const ageLetters: Readonly<Record<string, string>> = {
  en: "female:WF male:M all:AP",
  de: "female:WF male:M all:E",
  fr: "female:F male:H",
  it: "female:D male:U",
  nl: "female:V male:M",
  pl: "female:K male:M",
  sv: "female:K male:M",
};

/**
 * Languages of a line "Language: …", those that advertising is said to be in, "creative in English", and those alone that a text
 * is limited to, "en français seulement". "German-speaking" leaves open whether a language or a place is meant.
 */
function languagesIn(text: string, { codes, pattern }: LanguageNames, lexicon: Lexicon): Found<string>[] {
  const lines = labelled(text, `(?:audience |target )?${lexiconOf().any("labels.language")}`);
  const name = `(?:${pattern})(?![\\p{L}-])`;
  const and = "\\s*(?:[,/&]|(?<!\\p{L}){quantities.and})\\s+";
  const led = lexicon.pattern(
    `(?<!\\p{L}){in_language}\\s+${name}(?:${and}(?:(?:{in_language}|\\p{L}{2,3})\\s+)?${name}){0,4}(?!${ofNoun})`,
    "giu",
  );
  const [onlyBefore, onlyBehind] = [lexicon.pattern("{only}\\s+$"), lexicon.pattern("^\\s+{only}(?!\\p{L})")];
  const ofAds = spansOf(text, led).filter((span) => {
    const sentence = sentenceAround(text, span);
    const [before, after] = nearClause(text, span, clauseMark);
    const isOnly = onlyBefore.test(before) || onlyBehind.test(after);
    return (
      (isOnly || matches(lexicon.words("of_ads"), sentence.text)) &&
      text[sentence.end] !== "?" &&
      !pastWords.test(sentence.text) &&
      !toTheTeam.test(sentence.text) &&
      !matches(lexicon.words(...refusing), before)
    );
  });
  const named = [...lines, ...ofAds].flatMap((span) => spansIn(span, words(pattern)));
  const all = named.flatMap((span) => {
    const code = codes.get(span.text.toLowerCase());
    return code === undefined ? [] : [found(code, span)];
  });
  return [...new Map(all.map((one) => [one.value, one])).values()];
}

/** "In English pubs" */
const ofNoun =
  "(?<=(?:ish|man|ch|ian|ese|an))\\s+(?!(?:across|throughout|everywhere|with|because|where|please|only|alone|exclusively)(?!\\p{L}))\\p{L}{4,}";
const toTheTeam = says("{deadline}");

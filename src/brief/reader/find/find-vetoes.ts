import { onceFor } from "../../../lib/once-for.ts";
import { citiesCalled } from "../../grammar/gazetteer.ts";
import { linesOf } from "../../grammar/labelled.ts";
import { writesNounsLikeNames } from "../../grammar/language.ts";
import { languageNames } from "../../grammar/language-names.ts";
import { alternatives, type Lexicon } from "../../grammar/lexicon.ts";
import { metricMentions } from "../../grammar/metrics.ts";
import { monthPattern } from "../../grammar/months.ts";
import {
  clauseAround,
  matches,
  overlaps,
  type Span,
  sentenceAround,
  spanFrom,
  spansBetween,
  spansOf,
  words,
} from "../../grammar/spans.ts";
import { weekdayNames } from "../../grammar/weekdays.ts";
import { domainPattern, nameSpans, plainLetters } from "./find-brand.ts";
import { isSpeaker, noLonger } from "./find-seller-names.ts";
import { onlyNames, plainlyRefused } from "./plain-refusals.ts";
import { labelBefore, listsIn, type Name, refusalLists } from "./refused-lists.ts";

/** A text as it is searched for what it refuses. */
interface Refusing {
  readonly text: string;
  readonly refusals: readonly Span[];
  /** The items below a heading of refusal, and what is refused word by word. */
  readonly items: readonly Span[];
  /** Names and what else is known: a sentence that has its own speaks of that. */
  readonly others: readonly Span[];
}

/**
 * What may be a seller's name where a word of refusal stands near. Nobody can list the ways of ruling a seller out: what is not found
 * here is asked about when a plan buys from whom the text names. What the reader knows otherwise (`taken`) is none, and neither is a name of the advertiser. Of `domains` those
 * that are refused in the same way.
 */
export function vetoedNames(
  text: string,
  {
    domains,
    taken,
    surroundings,
  }: {
    readonly domains: readonly Span[];
    readonly taken: readonly Span[];
    readonly surroundings: readonly Span[];
  },
  lexicon: Lexicon,
) {
  const isOwn = ownNames(text);
  const settled = spansOf(text, lexicon.words("harmless", "greeting"));
  // "Haltet uns fern von …", "Temas vetados: …": the first word of what is said of content; "Kick off"; a city.
  const isNone = (name: Name) =>
    settled.some((words) => overlaps(words, name)) ||
    ofPlace.test(name.text) ||
    /^\p{L}{2}$/u.test(name.text) ||
    (name.isWeak && citiesCalled(name.text).length > 0) ||
    (name.isWeak && startsBefore(text, name, surroundings));
  const isTaken = (name: Name) => {
    const inside = taken.filter((span) => overlaps(span, name));
    if (domains.some((span) => overlaps(span, name)) || inside.some((span) => !isWithin(span, name)))
      return true;
    const rest = inside.reduce((left, span) => left.replace(span.text, " "), name.text);
    return (
      !/\p{L}{2}/u.test(rest) ||
      // "radio FM"
      (/^\p{Lu}{2,3}$/u.test(name.text) && taken.some(({ end }) => end === name.start - 1)) ||
      (inside.length > 0 && name.isWeak && !matches(lexicon.words("media_names"), rest))
    );
  };
  const { items, listed } = listsIn(text, lexicon);
  // "Cinema is money thrown out of the window": what is refused there is known.
  const objects = refusedObjects(text, lexicon).filter((word) => {
    const { start, end } = nearby(text, word);
    return spansBetween(taken, start, end).length === 0;
  });
  const holidays = spansOf(text, lexicon.words("holidays"));
  const names = [
    ...listed,
    ...quotedNames(text),
    ...capitalNames(text, lexicon),
    ...mediaNames(text, lexicon),
    ...objects,
  ]
    .filter(
      (name) => !isOwn(name) && !isTaken(name) && !isSpeaker(text, name) && !isMetric(name) && !isNone(name),
    )
    .filter((name) => !holidays.some((day) => overlaps(day, name)));
  const only = onlyNames(text, [...names, ...domains], lexicon);
  const others = [...names, ...taken].sort((a, b) => a.start - b.start);
  const refusing = { text, refusals: refusalsIn(text, lexicon), items: [...items, ...objects], others };
  const found: Span[] = [];
  for (const name of names)
    if (![...only, ...found].some((span) => overlaps(span, name)) && isRefused(name, refusing))
      found.push(name);
  found.sort((a, b) => a.start - b.start);
  const refused = domains.filter(
    (domain) => !only.includes(domain) && isRefused({ ...domain, isWeak: true }, refusing),
  );
  return {
    names: found,
    domains: refused,
    /** Names and domains that the text buys from alone. */
    only,
    /** Those of both that a label for sellers, or the one negation before them, plainly rules out. */
    barred: plainlyRefused(
      text,
      // "Stay away from coupon portals": what another word goes on is hardly a name.
      [...found, ...refused].filter(
        (name) => !objects.some(({ start }) => start === name.start) || !goesOn.test(text.slice(name.end)),
      ),
      listed,
      lexicon,
    ),
  };
}

/** Whether a name is the first word of a sentence that speaks of content to avoid. */
function startsBefore(text: string, name: Span, surroundings: readonly Span[]): boolean {
  const { start, end } = sentenceAround(text, name);
  return (
    !/\p{L}/u.test(text.slice(start, name.start)) && spansBetween(surroundings, name.end, end).length > 0
  );
}

/** "320 GRPs against that audience": a metric and nothing else, other than "Reach Media". */
function isMetric({ text }: Name): boolean {
  return metricMentions(text).some((mention) => mention.text.length === text.length);
}

function isWithin(inner: Span, outer: Span): boolean {
  return inner.start >= outer.start && inner.end <= outer.end && inner.text.length < outer.text.length;
}

/** The words of refusal, but not those of "do not forget", "not only" and "not 90,000"; "not any more", other than "not more than". */
function refusalsIn(text: string, lexicon: Lexicon): Span[] {
  const plain = text.replaceAll(lexicon.words("harmless"), (harmless) => " ".repeat(harmless.length));
  return [...spansOf(plain, lexicon.words(...refusalLists)), ...spansOf(text, noLonger(lexicon, "giu"))]
    .filter(({ end }) => !figure.test(text.slice(end, end + 8)))
    .sort((a, b) => a.start - b.start);
}

const figure = /^\s(?:\p{Sc}\s?|\p{Lu}{3}\s)?\d{2}/u;

/**
 * Whether a word of refusal stands in the sentence of a name, of a weak one in its clause, in the heading of its list, or in a
 * short sentence behind it.
 */
function isRefused(name: Name, { text, refusals, items, others }: Refusing): boolean {
  const isIn = ({ start, end }: Span) =>
    spansBetween(refusals, start, end).some((refusal) => !overlaps(refusal, name));
  if (items.some((item) => overlaps(item, name))) return true;
  const sentence = sentenceAround(text, name);
  const [before, after] = clauseAround(text, name, clauseMark);
  const clause = { text: "", start: name.start - before.length, end: name.end + after.length };
  const isListed = !/\p{L}/u.test(before + after);
  // A cell of a table speaks of itself, but for its row's label.
  const isCell = sentence.text.split("|").length > 3;
  if (isIn(isCell || (name.isWeak && !isListed) ? clause : sentence)) return true;
  // "Excluded: radio, the seller Oxbow"
  const label = labelBefore.exec(sentence.text)?.[0].length ?? 0;
  if (
    sentence.start + label <= name.start &&
    isIn({ text: "", start: sentence.start, end: sentence.start + label })
  )
    return true;
  const at = Math.min(text.length, sentence.end + 2);
  const next = sentenceAround(text, { start: at, end: Math.min(text.length, at + 1) });
  // A reply is of a name that its sentence begins or ends with.
  if (/\p{L}{3}/u.test(before) && wordCount(after) > longestReply / 2) return false;
  const isShort = wordCount(next.text) <= longestReply;
  return (
    isShort &&
    !text.slice(sentence.end, next.start).includes("\n") &&
    !/\d/.test(next.text) &&
    spansBetween(others, next.start, next.end).length === 0 &&
    isIn(next)
  );
}

const clauseMark = /[,;()|]|\s[–—-]\s/u;
const wordCount = (words: string) => words.match(/\p{L}+/gu)?.length ?? 0;
/** Words of a sentence that refuses what stands before it: "Never again.", "That must not happen again." */
const longestReply = 6;

/** Tells the names of the advertiser: those of its lines, and what its domain is made of. */
function ownNames(text: string): (name: Span) => boolean {
  const lines = ["brand", "campaign", "message", "audience"].flatMap((label) => linesOf(text, label));
  const own = nameSpans(text);
  const hosts = [...spansOf(text, domainPattern), ...spansOf(text, /(?<=@)[\w.-]+/g)].map((host) =>
    plainLetters(host.text).replaceAll(/[^\p{L}\p{N}]/gu, ""),
  );
  return (name) =>
    own.some((span) => overlaps(span, name)) ||
    lines.some((line) => line.text.includes(name.text)) ||
    // "Klickquelle Nord" is not of nordlicht.example.
    (name.text.match(name.text.includes(" ") ? /[\p{L}\p{N}]{6,}/gu : /[\p{L}\p{N}]{4,}/gu) ?? []).some(
      (word) =>
        hosts.some((host) => host.includes(plainLetters(word)) || host.includes(plainLetters(spelled(word)))),
    );
}

/** "Krümelow" as domains have it: "kruemelow". */
const spelled = (word: string) =>
  word.replaceAll(/[äöü]/gi, (letter) => `${plainLetters(letter)}e`).replaceAll("ß", "ss");

function quotedNames(text: string): Name[] {
  return spansOf(text, /(?<=["“„«] ?)[^\s"“”„«»\n][^"“”„«»\n]{1,60}(?<! )(?= ?["“”»])/gu)
    .filter(({ text: quoted }) => /\p{L}{2}/u.test(quoted) && quoted.split(" ").length <= mostWords)
    .map((name) => ({ ...name, isWeak: true }));
}

const mostWords = 5;

/** Words that begin with a capital, without the ordinary ones around them: "Avoid Harbour Streams". */
function capitalNames(text: string, lexicon: Lexicon): Name[] {
  const isGerman = lexicon.tables[0] !== undefined && writesNounsLikeNames(lexicon.tables[0]);
  const isOrdinary = ordinaryWords(lexicon);
  const common = new Set(lexicon.tables.flatMap((table) => table.common));
  const media = lexicon.words("media_names");
  const refuses = lexicon.words(...refusalLists);
  const seller = lexicon.pattern("^{sellers|greeting}$");
  const at = lexicon.pattern("(?<!\\p{L})(?:{at_seller|sellers})\\s+$");
  const noName = lexicon.pattern("^(?:{no_seller})$");
  const article = lexicon.pattern("^{article}$");
  const greeted = lexicon.pattern("(?<!\\p{L}){greeting}\\s+$");
  // "Oxbow burned us", "Oxbow ist gesperrt": what a refusal is said of, also where its capital is that of a sentence.
  const isSubject = lexicon.pattern("^,?\\s+(?:\\p{L}{2,4}\\s+)?(?:{refusals})(?!\\p{L})");
  return spansOf(text, isGerman ? germanCapitals : capitals).flatMap((run) => {
    const all = spansOf(run.text, /\S+/g).map((word) => ({
      ...word,
      isMedia: matches(media, word.text),
      isStrange: !isOrdinary(word.text),
    }));
    const opens = startOfSentence.test(text.slice(Math.max(0, run.start - 8), run.start));
    // "… from Il Meridiano": within a sentence an article with a capital is of the name.
    const isLead = (word: (typeof all)[number]) =>
      !word.isMedia &&
      ((isGerman && possessive.test(word.text)) ||
        (common.has(word.text.toLowerCase()) && (opens || !article.test(word.text))) ||
        (word.start === 0 && matches(seller, word.text)) ||
        (opens && word.start === 0 && (!word.isStrange || matches(refuses, word.text))));
    const [first, last] = [all.find((word) => !isLead(word)), all.findLast((word) => !isLead(word))];
    if (first === undefined || last === undefined) return [];
    const own = all.slice(all.indexOf(first), all.indexOf(last) + 1);
    const isStrange = own.some((word) => word.isStrange);
    // "Canal Norte" is a name, "Spring Campaign" is none.
    if (!isStrange && !own.some((word) => word.isMedia)) return [];
    const name = spanFrom(text, run.start + first.start, run.start + last.end);
    // "YouTube-type", "English-language"
    if (matches(anyMonth, name.text) || /-\p{Ll}+$/u.test(name.text)) return [];
    const isLong = name.text.includes(" ");
    if (isLong || /\p{Ll}\p{Lu}/u.test(name.text) || (isStrange && first.isMedia))
      return [{ ...name, isWeak: !isStrange }];
    const before = text.slice(Math.max(0, name.start - 20), name.start);
    const isFree = isGerman ? at.test(before) : !startOfSentence.test(before) && !greeted.test(before);
    const isNoun =
      isGerman && (determined.test(before) || /^ (?:durch|bis)(?!\p{L})/u.test(text.slice(name.end)));
    const mayBeName = isFree || (!isNoun && isSubject.test(text.slice(name.end, name.end + 40)));
    const isAcronym = currencies.has(name.text) || /\d/.test(name.text) || dayOrMonth.test(name.text);
    return mayBeName && isStrange && !isAcronym && !noName.test(name.text) ? [{ ...name, isWeak: true }] : [];
  });
}

const possessive = /^(?:Ihr|Euer|Unser|Mein)(?:e[rnms]?)?$/u;
/** "Keinen Vertrieb" */
const determined = /(?<!\p{L})(?:kein|unser|ein|ihr|d(?:er|ie|as|en|em))\p{L}{0,2}\s(?:\p{Ll}+\s)?$/iu;
/** "Sunshine Coast", "Mariahilfer Straße" */
const ofPlace =
  /(?:stra(?:ß|ss)e|gasse|platz|\s(?:Coast|Gewest|Street|Road|Valley|Island|Islands|County|Bay|Beach|Province|Region))$/iu;

const startOfSentence = /(?:^|[.!?:;|\n("“„«*•]|(?<!\S)[-–])\s*$/u;
const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));
const dayOrMonth = new RegExp(`^(?:${weekdayNames}|${monthPattern})s?$`, "iu");
const anyMonth = words(monthPattern);
const capitalRun = (joints: string) =>
  new RegExp(
    `(?<![\\p{L}\\p{N}.@/'’_-])\\p{Lu}[\\p{L}\\p{N}'’-]*(?: (?:(?:${joints}) )?\\p{Lu}[\\p{L}\\p{N}'’-]*)*(?!\\.\\p{Ll}|[@\\p{L}\\p{N}])`,
    "gu",
  );
const capitals = capitalRun("&|\\+|de|da|do|del|di|van|von|of|la|le|du|des");
const germanCapitals = capitalRun("&|\\+");

/** Small letters: "kiosk exchange", words of the trade behind one that nobody knows. */
function mediaNames(text: string, lexicon: Lexicon): Name[] {
  const isOrdinary = ordinaryWords(lexicon);
  const media = lexicon.words("media_names");
  return spansOf(text, lowercase).flatMap((run) => {
    const all = spansOf(run.text, /\S+/g);
    return all.flatMap((word, i) => {
      if (!matches(media, word.text)) return [];
      const [before, next] = [all[i - 1], all[i + 1]];
      if (before === undefined || isOrdinary(before.text) || /(?:[aiyeą]ć)$/u.test(before.text)) return [];
      const earlier = all[i - 2];
      const first = earlier === undefined || isOrdinary(earlier.text) ? before : earlier;
      const last = next !== undefined && matches(media, next.text) ? next : word;
      return [{ ...spanFrom(text, run.start + first.start, run.start + last.end), isWeak: true }];
    });
  });
}

/**
 * A word that nobody knows, in whatever letters, right behind a refusal or before the answer no: "Finger weg von drosselreach",
 * "drosselreach? No, thanks".
 */
function refusedObjects(text: string, lexicon: Lexicon): Name[] {
  const isOrdinary = ordinaryWords(lexicon);
  const answer = lexicon.pattern("^\\?\\s+{answer_no}(?!\\p{L})");
  const leading = lexicon.pattern("(?<!\\p{L}){refusals}\\s+(?:\\p{L}{2,6}\\s+)?(?:{at_seller}|of)\\s+$");
  return spansOf(text, unknownWord)
    .filter(({ text: word }) => !isOrdinary(word))
    .filter(
      ({ start, end }) =>
        leading.test(text.slice(Math.max(0, start - 60), start)) || answer.test(text.slice(end, end + 30)),
    )
    .map((word) => ({ ...word, isWeak: true }));
}

/** The sentence of a span as far as it is near, however long the text goes on without an end. */
function nearby(text: string, span: Span): Omit<Span, "text"> {
  const [from, to] = [span.start - around, span.end + around];
  const [before, after] = clauseAround(text, span, /[.!?]\s|\n/, { start: from, end: to });
  return { start: span.start - before.length, end: span.end + after.length };
}

const around = 160;
const goesOn = /^\s\p{Ll}{4}/u;
const unknownWord = /(?<=\s|^)\p{L}[\p{L}\p{N}]{4,}(?![\p{L}\p{N}@/’'-]|\.\p{L})/gu;
const lowercase = /(?<![\p{L}\p{N}.@/'’_-])\p{Ll}[\p{L}\p{N}'’-]*(?: \p{Ll}[\p{L}\p{N}'’-]*)+/gu;

/** Tells the words that some list of the language files has whole, or in parts, and names of languages. */
const ordinaryWords = onceFor((lexicon: Lexicon) => {
  const common = new Set(lexicon.tables.flatMap((table) => table.common));
  const phrases = lexicon.tables
    .flatMap((table) => [...table.phrases.values()].flat())
    .filter((phrase) => !phrase.includes("\\p{L}*"));
  const listed = words(alternatives([...new Set(phrases)]));
  const known = new RegExp(`^(?:${listed.source})$`, "iu");
  const languages = languageNames(lexicon).codes;
  const isKnown = (word: string) =>
    common.has(word.toLowerCase()) || languages.has(word.toLowerCase()) || known.test(word);
  return (word: string) => isKnown(word) || (word.includes("-") && word.split("-").every(isKnown));
});

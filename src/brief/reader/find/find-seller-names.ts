import { writesNounsLikeNames } from "../../grammar/language.ts";
import { type Lexicon, lexiconOf } from "../../grammar/lexicon.ts";
import { matches, type Span, sentenceAround, spansOf } from "../../grammar/spans.ts";

/**
 * Names behind a word for sellers, or behind one that rules out; of whom nothing is bought; in a list with such a one or a seller's
 * domain; and names such as "BetBanner".
 */
export function sellerNames(text: string, domains: readonly Span[], lexicon: Lexicon): Span[] {
  const bynames = lexiconOf(lexicon.tables.filter((table) => !writesNounsLikeNames(table)));
  const isGerman = lexicon.tables[0] !== undefined && writesNounsLikeNames(lexicon.tables[0]);
  const behind = (words: Span): Span[] => {
    const end = isGerman ? words.end : nameStart(words);
    const name = properName.exec(text.slice(end, end + longestName))?.[0];
    if (name === undefined || lexicon.pattern("^{no_seller}(?!\\p{L})").test(name)) return [];
    return [{ text: name, start: end, end: end + name.length }];
  };
  const introduced = lexicon.pattern(
    `(?<![\\p{L}\\p{N}])(?:{sellers}|{not_from}|${bynames.any("exclude")})\\s+(?:(?:{sellers}|{article})\\s+)?(?=\\p{L})`,
    "giu",
  );
  const at = lexicon.pattern("(?<![\\p{L}\\p{N}]){at_seller}\\s+(?:{article}\\s+)?(?=\\p{L})", "giu");
  // "Never Kiosk Exchange": one word behind a negation may be anything.
  const denied = lexicon.pattern(
    "(?<![\\p{L}\\p{N}])(?:{no}|{not})\\s+(?:{at_seller}\\s+)?(?:{article}\\s+)?(?=\\p{L})",
    "giu",
  );
  const named = [
    ...spansOf(text, introduced).flatMap(behind),
    ...spansOf(text, denied)
      .flatMap(behind)
      .filter((name) => name.text.includes(" ")),
    ...spansOf(text, at)
      .filter((span) => isNotBought(text, span, lexicon))
      .flatMap(behind),
  ];
  const listed = [...domains, ...named].flatMap(({ end }) => {
    const joint = lexicon
      .pattern("^\\s*(?:,\\s*)?(?:{glue}\\s+){1,3}(?=\\p{L})")
      .exec(text.slice(end, end + longestName));
    return joint === null ? [] : behind({ text: joint[0], start: end, end: end + joint[0].length });
  });
  // Names are slow to look for in a text that is made of them.
  const refusal = lexicon.pattern(" {excluded}(?!\\p{L})", "u");
  const refused = matches(refusal, text)
    ? spansOf(text, new RegExp(`(?<![\\p{L}\\p{N}.])${names}+(?=${refusal.source})`, "gu")).filter(
        // "Die Anzeigen dürfen nicht …" speaks of what is shown.
        (span) => !lexicon.pattern("^(?:{article} )?{no_seller}").test(span.text),
      )
    : [];
  return [...named, ...listed, ...spansOf(text, joinedName), ...refused];
}

/** Whether the clause around a seller says that nothing is bought: "bei funkelmedia.example kaufen wir nichts mehr". */
export function isNotBought(text: string, span: Omit<Span, "text">, lexicon: Lexicon): boolean {
  const sentence = sentenceAround(text, span);
  const start = text.slice(sentence.start, span.start);
  const before = label.exec(start)?.groups?.["words"] ?? start.split(clauseMark).at(-1) ?? "";
  const after = text.slice(span.end, sentence.end).split(clauseMark)[0] ?? "";
  const clause = `${before} ${after}`.replaceAll(lexicon.words("harmless"), " ");
  if (!matches(lexicon.words("buy"), clause)) return false;
  return (
    matches(lexicon.words("no", "not"), clause) ||
    (/\d/.test(clause) ? false : isOver(`${before} ${after}`, lexicon))
  );
}

/** "not any more", other than "not more than". */
function isOver(clause: string, lexicon: Lexicon): boolean {
  return lexicon
    .pattern("(?<!\\p{L}){no_longer}(?!\\p{L}| (?:als|than|de|di|dan|än|niż|que|do)(?!\\p{L}))")
    .test(clause);
}

/** Where a name begins behind words that introduce it: in "chez Régie Lumière" the word for sellers is a part of it. */
function nameStart({ text: words, end }: Span): number {
  const word = /\S\s+(?<word>\p{Lu}\p{L}+\s+)$/u.exec(words)?.groups?.["word"];
  return end - (word?.length ?? 0);
}

const clauseMark = /[,;:()]/;
/** "Not to buy from: a.example, b.example" */
const label = /^(?<words>[^,;:|]{1,40})[:|]\s*(?:[\p{L}\p{N}.-]+(?:\s*[,&/]\s*|\s+\p{L}{1,3}\s+))*$/u;
const longestName = 80;
/** Names of two words and more. */
export const names = "\\p{Lu}[\\p{L}\\p{N}]+(?: \\p{Lu}[\\p{L}\\p{N}]+)";
const properName =
  /^\p{Lu}[\p{L}\p{N}'’-]+(?: (?:(?:&|\+|de|da|do|del|di|van|von|of) )?\p{Lu}[\p{L}\p{N}'’-]*(?!\.\p{Ll}))*(?!\.\p{Ll})/u;
/** "BetBanner" */
const joinedName =
  /(?<![\p{L}\p{N}.@/])(?!MwSt(?!\p{L}))\p{Lu}\p{Ll}+\p{Lu}\p{Ll}\p{L}*(?![\p{L}\p{N}]|\.\p{Ll})/gu;

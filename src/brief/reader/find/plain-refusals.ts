import type { Lexicon } from "../../grammar/lexicon.ts";
import { clauseAround, matches, overlaps, type Span, sentenceAround, spansOf } from "../../grammar/spans.ts";

/**
 * Those names that a text plainly rules out: behind a label for sellers that are refused, or with the one negation of their clause
 * right before them or right behind their verb. Two negations, a figure or other words in between leave it open.
 */
export function plainlyRefused(
  text: string,
  names: readonly Span[],
  listed: readonly Span[],
  lexicon: Lexicon,
): readonly Span[] {
  const leading = lexicon.pattern(
    '(?<!\\p{L})(?:{no|not|exclude|no_longer}|{excluded|exclude}\\s+{copula}|{copula}\\s+{shun})(?!\\p{L})(?<between>(?:[\\s,]+(?:{no|not|exclude|buy|appear|sellers|at_seller|article|glue|purchases|want}|\\p{L}{1,2})(?!\\p{L})){0,9})[\\s"“„«]+$',
  );
  const behind = lexicon.pattern(
    '^["”“»]?,?\\s+(?:{copula}\\s+(?:\\p{L}{2,7}\\s+){0,2}(?:{exclude}|{out})(?!\\p{L})|(?:\\p{L}{2,7}\\s+){0,2}(?:{not})(?:\\s+(?:\\p{L}{1,9}\\s+){0,2}(?:{buy|appear})(?!\\p{L})|\\W*$)|(?:{out}|{exclude})\\W*$)',
  );
  const joint = lexicon.pattern(
    '^["”“»]?\\s*(?:,|&|{quantities.and|alternative})\\s+(?:{quantities.and|alternative}\\s+)?(?:{at_seller}\\s+)?(?:{article}\\s+|the\\s+)?["“„«]?$',
  );
  const refused: Span[] = [];
  for (const name of names) {
    if (listed.some((item) => item.start <= name.start && name.end <= item.end)) {
      refused.push(name);
      continue;
    }
    const sentence = sentenceAround(text, name);
    const near = {
      start: Math.max(sentence.start, name.start - longestClause),
      end: Math.min(sentence.end, name.end + longestClause),
    };
    const [before = "", after = ""] = clauseAround(text, name, clauseMark, near).map((words) =>
      clause(words, lexicon),
    );
    const last = refused.at(-1);
    const isNext =
      last !== undefined &&
      last.start >= sentence.start &&
      joint.test(text.slice(last.end, name.start)) &&
      !/\p{L}/u.test(after);
    const denials = spansOf(
      `${before} _ ${after}`.replaceAll(lexicon.words("alternative"), " "),
      lexicon.words("no", "not", "exclude", "no_longer", "answer_no", "out"),
    ).length;
    const isAlone =
      denials === 1 || (denials === 2 && lexicon.tables.some(({ code }) => deniesTwice.has(code)));
    const isPlain = leading.test(before.slice(-80)) || (isHead.test(before) && behind.test(after));
    if (
      text[sentence.end] !== "?" &&
      (isNext || (isAlone && isPlain && !matches(lexicon.words("only"), before)))
    )
      refused.push(name);
  }
  return refused;
}

/** Languages in which two denials are one: "non comprare nulla". */
export const deniesTwice: ReadonlySet<string> = new Set(["es", "fr", "it", "pl", "pt"]);

/** Nothing before a name but an article or what it is: "rede Farolim Digital fora". */
const isHead = /^[\s>*•–-]*(?:\p{L}{1,9}\s+)?["“„«]?$/u;

/**
 * Those names that a text buys from alone: "work with Oxbow and Larch Media only", "nowhere but at …", "from … and from nobody
 * else".
 */
export function onlyNames(text: string, names: readonly Span[], lexicon: Lexicon): readonly Span[] {
  const leading = lexicon.pattern(
    '(?<!\\p{L})(?:{only}\\s+(?:(?:\\p{L}+\\s+){0,2}{buy}\\s+)?(?:{at_seller}|{sellers}\\s*[:|]?)|{sellers}\\s*[:|]\\s*{only}|{nobody_but}(?:\\s+{at_seller})?)(?:\\s+{article})?\\s+["“„«]?$',
  );
  const buying = lexicon.pattern(
    '(?<!\\p{L}){buy}(?:\\s+\\p{L}{1,10}){0,2}\\s+(?:{at_seller})(?:\\s+{article})?\\s+["“„«]?$',
  );
  const joint = lexicon.pattern(
    '^["”“»]?\\s*(?:,|&|{quantities.and})\\s+(?:{at_seller}\\s+)?(?:{article}\\s+)?["“„«]?$',
  );
  const closed = lexicon.pattern("(?<!\\p{L})(?:{nobody_else}|{only}\\s*$)");
  // "exclusively Corriva Media (corrivamedia.example)": a domain behind a name is a seller, whatever verb buys there.
  const alone = lexicon.pattern("(?<!\\p{L}){only}(?:\\s+\\p{L}{1,3})?\\s+$");
  // "Only Kestrel Audio and Halden Sound"
  const onLine = lexicon.pattern("^[\\s>*•–-]*(?:{quantities.and}\\s+)?{only}(?:\\s+{at_seller})?\\s+$");
  const media = lexicon.words("media_names");
  const only: Span[] = [];
  for (const one of [...names].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const name = withNameBefore(text, one);
    const sentence = sentenceAround(text, name);
    const before = clause(
      text.slice(Math.max(sentence.start, name.start - longestClause), name.start),
      lexicon,
    );
    const after = text.slice(name.end, Math.min(sentence.end, name.end + longestClause));
    const last = only.at(-1);
    if (last !== undefined && overlaps(last, name)) continue;
    const isNext = last !== undefined && joint.test(text.slice(withNameBefore(text, last).end, name.start));
    const isDenied = matches(
      lexicon.words("no", "not", "exclude"),
      before.replace(lexicon.words("nobody_but"), " "),
    );
    const isOfBuying = matches(lexicon.words("buy", "sellers", "nobody_but"), sentence.text);
    const isLed =
      (isOfBuying && leading.test(before)) ||
      (buying.test(before) && closed.test(after)) ||
      (name !== one && alone.test(before)) ||
      (onLine.test(before) && isAllOf({ ...sentence, start: name.start }));
    if (isNext || (isLed && !isDenied && text[sentence.end] !== "?")) only.push(one);
  }
  return only;

  /** Names of sellers and nothing else: "Kestrel Audio had problems" says more, and "Audio Ads" are no seller. */
  function isAllOf({ start, end }: Span): boolean {
    let rest = text.slice(start, end);
    const sellers = names.filter((name) => name.start >= start && name.end <= end);
    for (const name of sellers) rest = rest.replace(name.text, " ");
    const isOfMedia = sellers.some((name) => matches(media, name.text));
    const isOwn = sellers.every((name) => /\p{L}{3}/u.test(name.text.replaceAll(media, " ")));
    return isOfMedia && isOwn && !/\p{L}/u.test(rest.replaceAll(lexicon.words("quantities.and"), " "));
  }
}

/** "Oxbow (oxbow.example)": a domain with the name before its bracket; else the span itself. */
function withNameBefore(text: string, span: Span): Span {
  const name = /(?:\p{Lu}[\p{L}\p{N}&'’-]* ){1,5}\($/u.exec(
    text.slice(Math.max(0, span.start - 60), span.start),
  );
  if (name === null || text[span.end] !== ")") return span;
  return { text: span.text, start: span.start - name[0].length, end: span.end + 1 };
}

/** Without what denies nothing: "do not forget", "not only". */
function clause(words: string, lexicon: Lexicon): string {
  return words.replaceAll(lexicon.words("harmless"), (harmless) => "#".repeat(harmless.length));
}

const longestClause = 120;
const clauseMark = /[;:()|]|,(?=\s)|\s[–—-]\s/u;

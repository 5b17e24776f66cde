import type { Lexicon } from "../../grammar/lexicon.ts";
import { matches, type Span, sentenceAround } from "../../grammar/spans.ts";

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
    (!/\d/.test(clause) && matches(noLonger(lexicon), `${before} ${after}`))
  );
}

/** "not any more", other than "not more than". */
export function noLonger(lexicon: Lexicon, flags = "iu"): RegExp {
  return lexicon.pattern(
    "(?<!\\p{L}){no_longer}(?!\\p{L}| (?:als|than|de|di|dan|än|niż|que|do)(?!\\p{L}))",
    flags,
  );
}

/** "Lena: no, 110,000 clicks": who speaks in a chat, line for line. */
export function isSpeaker(text: string, { text: name, start, end }: Span): boolean {
  const isLineHead = /(?:^|\n)(?:\[[^\]\n]*\]\s*)?$/.test(text.slice(Math.max(0, start - 40), start));
  const nearby = text.slice(Math.max(0, start - 1000), end + 1000);
  return isLineHead && /^\s?:/.test(text.slice(end, end + 2)) && nearby.split(`${name}:`).length > 2;
}

const clauseMark = /[,;:()]/;
/** "Not to buy from: a.example, b.example" */
const label = /^(?<words>[^,;:|]{1,40})[:|]\s*(?:[\p{L}\p{N}.-]+(?:\s*[,&/]\s*|\s+\p{L}{1,3}\s+))*$/u;

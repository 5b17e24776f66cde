import { pastWords } from "../../grammar/phrases.ts";
import { matches, sentenceAround } from "../../grammar/spans.ts";
import { isAlike, type Mention, type Speech, type Stance } from "./speech.ts";

/**
 * The stances where a text puts one thing in the place of another of its sort: "swap cinema for print", "Kino durch Print ersetzen",
 * "print takes the place of cinema", "drop cinema and put print in its place". The one is ruled out and the other wanted.
 */
export function withSwaps(speech: Speech, stances: readonly Stance[]): Stance[] {
  const swapped = new Map<number, Stance>();
  for (const [i, thing] of speech.things.entries()) {
    const next = speech.things[i + 1];
    const kind = next && isAlike(thing, next) ? swapOf(speech, [thing, next], stances[i]) : undefined;
    if (kind === undefined) continue;
    swapped.set(i, kind === "first goes" ? "excluded" : "wanted");
    swapped.set(i + 1, kind === "first goes" ? "wanted" : "excluded");
  }
  return stances.map((stance, i) => swapped.get(i) ?? stance);
}

function swapOf(
  { text, plainText, lexicon }: Speech,
  [first, second]: readonly [Mention, Mention],
  stance: Stance | undefined,
): "first goes" | "second goes" | undefined {
  const sentence = sentenceAround(text, first);
  if (second.start >= sentence.end || plainText[sentence.end] === "?") return undefined;
  const before = plainText.slice(sentence.start, first.start);
  const between = plainText.slice(first.end, second.start);
  const after = plainText.slice(second.end, sentence.end);
  const says = (pattern: string, words: string) => lexicon.pattern(pattern).test(words);
  // "Nobody should replace cinema with print", "instead of cinema, print was tried, and failed"
  const denied = lexicon.words("no", "not", "quantities.nobody");
  if (matches(denied, text.slice(sentence.start, second.start)) || pastWords.test(sentence.text))
    return undefined;
  if (matches(lexicon.words("refusals"), after.replaceAll(lexicon.words("in_its_place"), " ")))
    return undefined;
  if (says(`^\\s+{replaces}${article}$`, between)) return "second goes";
  const isFor = says(`^\\s+{swap_for}${article}$`, between);
  const isSwap =
    (isFor && (says(`(?<!\\p{L}){swap}${article}$`, before) || says("^\\s+{swap}(?!\\p{L})", after))) ||
    says(`^\\s+(?:\\p{L}{1,5}\\s+){0,2}{swap}\\s+{swap_for}${article}$`, between);
  const isInItsPlace =
    stance === "excluded" && matches(lexicon.words("in_its_place"), `${between} … ${after.slice(0, reach)}`);
  // "Em vez de cinema, imprensa"
  const isInstead = says(`^\\P{L}*{replaces}${article}$`, before) && /^,\s(?:\p{L}{1,3}\s)?$/u.test(between);
  return isSwap || isInItsPlace || isInstead ? "first goes" : undefined;
}

const article = "(?:\\s+\\p{L}{1,3})?(?:\\s+|\\s?\\p{L}{1,3}['’])";
/** Characters of "… in its place". */
const reach = 24;
